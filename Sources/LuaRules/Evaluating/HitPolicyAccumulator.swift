import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the candidates of a key contribute to one answer, by the key's hit policy.
struct HitPolicyAccumulator {
  /// A rule that held, and its value.
  struct Contribution {
    let rule: Rule
    /// The number of its model in the chain.
    let modelIndex: Int
    /// The value as the rule gave it.
    let given: RawAnswer
    /// The same value in Lua, in the form of the key's type: a scalar, a table, or the handle of a view.
    let value: LuaValue
  }

  let key: KeyID
  let policy: HitPolicy
  /// The type of the key; `any` if it is not known.
  let type: ValueType
  /// Whether errors must hide the values.
  let isSecret: Bool
  private(set) var contributions: [Contribution] = []
  private var total = Total.nothing

  /// The sum, or the smallest or greatest number, so far.
  fileprivate enum Total {
    case nothing
    case integer(Int64)
    case number(Double)
    case decimal(Decimal)
  }

  init(_ key: KeyID, by policy: HitPolicy, type: ValueType, isSecret: Bool) {
    self.key = key
    self.policy = policy
    self.type = type.withoutNull
    self.isSecret = isSecret
  }

  /// Whether numbers are calculated in decimal digits, because that is the type of the key.
  private var isDecimal: Bool { type == .decimal }

  /// Whether `null` contributes nothing: it is no number.
  var ignoresNull: Bool {
    switch policy {
    case .sum, .minimum, .maximum: true
    default: false
    }
  }

  /// Returns a scalar in the form of the key's type, in which it is compared and calculated with: a date
  /// as seconds, for example.
  func normalized(_ value: LuaValue) -> LuaValue {
    switch (policy, value, type) {
    case (.collect, _, _), (.collectDeclared, _, _), (.count, _, _), (.first, _, _),
      (.firstDeclared, _, _), (.outputOrder, _, _):
      value
    case (_, .table, _), (_, .object, _), (_, _, .any), (_, _, .opaque): value
    case (_, .integer, .integer(nil)), (_, .number, .number), (_, .string, .string): value
    default: (try? type.check(value)) ?? value
    }
  }

  /// Adds the value of one rule.
  ///
  /// - Throws: ``RuleError`` for a value that the policy cannot join with the others.
  mutating func add(
    _ contribution: Contribution,
    isSame: (Contribution, Contribution) throws(RuleError) -> Bool
  ) throws(RuleError) {
    switch policy {
    case .first, .firstDeclared, .collect, .collectDeclared, .count: break
    case .priority, .outputOrder: _ = try outputPriority(of: contribution)
    case .unique:
      if let first = contributions.first { throw tooMany(first, contribution) }
    case .any:
      if let first = contributions.first {
        guard try isSame(first, contribution) else { throw differing(first, contribution) }
      }
    case .sum, .minimum, .maximum:
      total = try joined(total, with: try number(of: contribution), of: contribution)
    }
    // Few keys have more rules that hold.
    if contributions.isEmpty { contributions.reserveCapacity(4) }
    contributions.append(contribution)
  }

  /// The answer; `nil` if nothing contributed.
  var answer: Answer? {
    guard let first = contributions.first else { return nil }
    let joint = Answer.Origin.rules(contributions.map { ($0.rule, $0.modelIndex) }, policy)
    switch policy {
    case .first, .firstDeclared, .unique:
      return Answer(rawAnswer: first.given, origin: .rule(first.rule, modelIndex: first.modelIndex))
    case .any: return Answer(rawAnswer: first.given, origin: joint)
    case .priority:
      guard let best = ranked.first else { return nil }
      return Answer(rawAnswer: best.given, origin: joint)
    case .collect, .collectDeclared, .outputOrder:
      let ordered = policy == .outputOrder ? ranked : contributions
      let table = LuaTable(elements: ordered.map(\.value))
      return Answer(rawAnswer: .lua(.table(table)), origin: joint)
    case .count:
      return Answer(rawAnswer: .lua(.integer(Int64(contributions.count))), origin: joint)
    case .sum, .minimum, .maximum:
      return switch total {
      case .nothing: nil
      case .integer(let integer): Answer(rawAnswer: .lua(.integer(integer)), origin: joint)
      case .number(let number): Answer(rawAnswer: .lua(.number(number)), origin: joint)
      // With more digits than Lua's numbers have it is a text, as rules give it.
      case .decimal(let decimal):
        DecimalDigits(decimal)?.answer.map {
          Answer(rawAnswer: .lua($0), origin: joint)
        }
      }
    }
  }

  // MARK: Enumerations

  /// The contributions in the order of the enumeration; those of one value keep theirs.
  private var ranked: [Contribution] {
    let positions = contributions.enumerated().map { index, contribution in
      (index: index, priority: (try? outputPriority(of: contribution)) ?? .max)
    }
    return
      positions.sorted { ($0.priority, $0.index) < ($1.priority, $1.index) }
      .map { contributions[$0.index] }
  }

  /// The position of a value in the enumeration of the key, or of its elements.
  private func outputPriority(of contribution: Contribution) throws(RuleError) -> Int {
    let listed = policy == .outputOrder ? type.elementType.withoutNull : type
    guard case .enumeration(let scalars) = listed else {
      throw RuleError(
        .hitPolicy,
        "the hit policy \(policy.rawValue) of `\(key.name)` requires an enumeration in the schema",
        at: contribution.rule.valueLocation)
    }
    // `null` is what a nullable key may be, too; it comes last.
    if case .null = contribution.value { return scalars.count }
    if let position = scalars.firstIndex(where: { $0.value.isEqual(to: contribution.value) }) {
      return position
    }
    throw RuleError(
      .wrongValue,
      "rule for `\(key.name)` gives \(text(of: contribution)), which its enumeration does not list",
      at: contribution.rule.valueLocation)
  }

  // MARK: Numbers

  private func number(of contribution: Contribution) throws(RuleError) -> Total {
    if isDecimal {
      if let decimal = contribution.given.swiftValue as? Decimal { return .decimal(decimal) }
      if let decimal = try? Decimal(luaValue: contribution.value) { return .decimal(decimal) }
    } else {
      switch contribution.value {
      case .integer(let integer): return .integer(integer)
      // NaN has no order, and no sum.
      case .number(let number) where !number.isNaN: return .number(number)
      default: break
      }
    }
    throw RuleError(
      .wrongType,
      "rule for `\(key.name)` gives \(text(of: contribution)); expected a number, of which the key"
        + " has the \(policy.rawValue)",
      at: contribution.rule.valueLocation)
  }

  private func joined(
    _ total: Total, with new: Total, of contribution: Contribution
  ) throws(RuleError) -> Total {
    if case .nothing = total { return new }
    if case .sum = policy {
      guard let sum = Self.sum(total, new) else {
        throw RuleError(
          .wrongValue, "the sum for `\(key.name)` is too large, or no number",
          at: contribution.rule.valueLocation)
      }
      return sum
    }
    let isSmaller = Self.precedes(new, total)
    let isGreater = Self.precedes(total, new)
    let wins = if case .minimum = policy { isSmaller } else { isGreater }
    return wins ? new : total
  }

  /// Adds two numbers; `nil` for an overflow.
  ///
  /// An integer and a float give a float, as in Lua.
  private static func sum(_ left: Total, _ right: Total) -> Total? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      return isTooLarge ? nil : .integer(sum)
    case (.decimal(let left), .decimal(let right)):
      let sum = left + right
      return sum.isFinite ? .decimal(sum) : nil
    default:
      let sum = left.approximation + right.approximation
      return sum.isNaN ? nil : .number(sum)
    }
  }

  private static func precedes(_ left: Total, _ right: Total) -> Bool {
    switch (left, right) {
    case (.decimal(let left), .decimal(let right)): left < right
    default: NativeValue.isLess(left.native, right.native) == .yes
    }
  }

  // MARK: Errors

  private func text(of contribution: Contribution) -> String {
    if isSecret { return Redaction.text }
    guard case .table = contribution.value, !type.hasSecrets,
      let json = try? JSON.write(contribution.value)
    else { return contribution.value.literal.shortened(to: 60) }
    return json.shortened(to: 60)
  }

  private func tooMany(_ first: Contribution, _ second: Contribution) -> RuleError {
    refusal(
      "two rules give `\(key.name)` a value, and its hit policy is unique", first, second,
      hint: "let their conditions exclude one another")
  }

  private func differing(_ first: Contribution, _ second: Contribution) -> RuleError {
    refusal(
      "two rules give `\(key.name)` different values, \(text(of: first)) and"
        + " \(text(of: second)), and its hit policy is any", first, second,
      hint: "let them give the same value, or let their conditions exclude one another")
  }

  private func refusal(
    _ message: String, _ first: Contribution, _ second: Contribution, hint: String
  ) -> RuleError {
    var error = RuleError(.hitPolicy, message, at: second.rule.location, hint: hint)
    error.notes = [.init("the other rule", at: first.rule.location)]
    return error
  }
}

extension HitPolicyAccumulator.Total {
  fileprivate var approximation: Double {
    switch self {
    case .nothing, .decimal: .nan
    case .integer(let integer): Double(integer)
    case .number(let number): number
    }
  }

  fileprivate var native: NativeValue {
    switch self {
    case .nothing, .decimal: .undecided
    case .integer(let integer): .integer(integer)
    case .number(let number): .float(number)
    }
  }
}
