import LuaBridge
import LuaRules

extension InspectedRule {
  /// An entry of a pattern.
  struct Entry: Sendable {
    let variable: Int
    let path: [String]
    let condition: PatternCondition
    /// Where the pattern begins, perhaps in a group around the rule.
    let location: SourceLocation

    /// The values that fulfill the condition, if it lists them; `null` stands for nothing.
    var allowed: [TestedValue]? {
      if case .oneOf = condition { condition.comparedConstants } else { nil }
    }

    /// Whether a value fulfills the condition.
    func holds(for value: TestedValue) -> Bool { condition.holds(for: value) }
  }
}

extension PatternCondition {
  /// Whether a scalar fulfills the condition.
  func holds(for value: TestedValue) -> Bool { isFulfilled(by: value.value) ?? false }

  /// A type that contains all values that fulfill the condition.
  var type: LuaType {
    switch self {
    case .oneOf(let constants):
      return constants.reduce(.never) { type, constant in
        type.union(constant.value.isNull ? .nothing : LuaType(value: constant.value))
      }
    case .noneOf(let constants):
      let kinds = constants.filter { !$0.value.isNull }
      guard !kinds.isEmpty else { return .any.without([.nothing, .null]) }
      return kinds.reduce(.never) { $0.union(LuaType(value: $1.value).family) }
    case .range(let range):
      guard let numbers = range.numbers else { return .text }
      var type = LuaType.number
      type.range = numbers
      return type
    case .date(let date): return PatternCondition.range(date.range).type.union(.text)
    case .text: return .text
    case .contains(let constant):
      if case .string = constant.value { return LuaType([.table, .text]) }
      return .table
    case .any(let parts): return parts.reduce(.never) { $0.union($1.type) }
    case .all(let parts): return parts.reduce(.any) { $0.intersection($1.type) }
    }
  }

  /// Returns domains that together hold exactly the values of a type that fulfill the condition; `nil` if domains
  /// cannot tell them.
  func domains(in type: LuaType) -> [ValueDomain]? {
    if let values = type.fewValues {
      return [ValueDomain(oneOf: values.filter { holds(for: $0) })]
    }
    switch self {
    case .oneOf: return [ValueDomain(oneOf: comparedConstants)]
    case .noneOf(let constants):
      let kinds = constants.filter { !$0.value.isNull }
      guard kinds.isEmpty || type.without(.nothing).isOnly(self.type.kinds) else { return nil }
      return [ValueDomain(noneOf: Set(comparedConstants + [.nothing]))]
    case .range(let range): return range.domain.map { [$0] }
    case .date(let date): return type.mayBe(.text) ? nil : date.range.domain.map { [$0] }
    case .text, .contains: return nil
    case .any(let parts):
      var all: [ValueDomain] = []
      for part in parts {
        guard let domains = part.domains(in: type) else { return nil }
        all += domains
      }
      return all
    case .all(let parts):
      var all = [ValueDomain.everything]
      for part in parts {
        guard let domains = part.domains(in: type), all.count * domains.count <= 16 else {
          return nil
        }
        all = all.flatMap { one in domains.map { one.intersection($0) } }.filter { !$0.isEmpty }
      }
      return all
    }
  }

  /// The constants to which values are compared for equality; `null` stands for nothing.
  var comparedConstants: [TestedValue] {
    switch self {
    case .oneOf(let constants), .noneOf(let constants):
      constants.compactMap { $0.value.isNull ? .nothing : TestedValue($0.value) }
    case .any(let parts), .all(let parts): parts.flatMap(\.comparedConstants)
    default: []
    }
  }
}

extension PatternRange {
  /// The numbers between the bounds; `nil` for texts, and for bounds that are not exact as floats.
  fileprivate var domain: ValueDomain? {
    func bound(_ bound: Bound?) -> ValueDomain.Bound?? {
      guard let bound else { return .some(nil) }
      return bound.exactNumber.map { .init(number: $0, isInside: bound.isInside) }
    }
    guard let least = bound(lower), let most = bound(upper) else { return nil }
    return ValueDomain(numbersFrom: least, to: most)
  }

  /// A range around all numbers between the bounds; `nil` for texts.
  fileprivate var numbers: NumberRange? {
    var range = NumberRange(mayBeNaN: false)
    for bound in [lower, upper].compactMap(\.self) where bound.value.value.number == nil {
      return nil
    }
    if let lower, let number = lower.exactNumber {
      range = range.intersection(NumberRange(lower: number, isLowerOpen: !lower.isInside))
    }
    if let upper, let number = upper.exactNumber {
      range = range.intersection(NumberRange(upper: number, isUpperOpen: !upper.isInside))
    }
    return range
  }
}

extension PatternRange.Bound {
  /// The bound as a float, if that is the same number.
  fileprivate var exactNumber: Double? {
    switch value.value {
    case .integer(let integer): Double(exactly: integer)
    case .number(let number): number
    default: nil
    }
  }
}

extension LuaValue {
  fileprivate var isNull: Bool {
    switch self {
    case .nil, .null: true
    default: false
    }
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}

extension LuaType {
  /// All values of the kinds of this type, whatever they are.
  fileprivate var family: LuaType {
    Kinds.families.first { isOnly($0) }.map { LuaType($0) } ?? .any
  }
}
