import LuaBridge
import LuaRules

/// The search for contexts in which no rule of a key holds, although each of its inputs has a value.
///
/// Every variable gets a few values that stand for all others: those that some condition names, and one between each
/// two neighbors. A case of a rule is then a box of such values, and a gap is a point in no box.
struct GapSearch {
  /// A context in which no rule holds: the values of those variables on which that depends.
  struct Gap: Hashable {
    let values: [Int: TestedValue]
  }

  /// The variables, those with the fewest values first.
  private var variables: [Int] = []
  /// The values that stand for all values of each of them.
  private var values: [[TestedValue]] = []
  private var boxes: [Box] = []
  private var steps = 0
  private let stepLimit: Int
  private var found: [Gap] = []

  /// For each variable, the positions of the values with which a case can hold.
  private typealias Box = [Range<Int>]

  /// The most work of the searches of all keys together.
  private static let stepsOfAll = 1 << 25
  private static let mostBoxes = 1 << 16
  private static let mostGaps = 4

  /// Finds some gaps between cases.
  ///
  /// - Parameters:
  ///   - cases: The cases in which the rules of a key may hold.
  ///   - share: The share of the work that this search may do.
  ///   - types: Returns the type of a variable; `nil` if its values are not known beforehand.
  /// - Returns: The gaps, the smallest first; none if they cannot be found.
  static func gaps(
    between cases: [RuleCase], share: WorkShare, types: (Int) -> LuaType?
  ) -> [Gap] {
    guard var search = GapSearch(cases, share, types) else { return [] }
    search.search([], Array(search.boxes.indices))
    // A search that was ended may have missed a box, but never takes one for a gap.
    return search.found.sorted { $0.values.count < $1.values.count }
  }

  private init?(_ cases: [RuleCase], _ share: WorkShare, _ types: (Int) -> LuaType?) {
    stepLimit = share.steps(of: Self.stepsOfAll)
    let mentioned = MentionedValues(cases)
    var listed: [(variable: Int, values: [TestedValue])] = []
    for variable in mentioned.variables {
      guard let type = types(variable), let values = mentioned.values(of: variable, type),
        !values.isEmpty
      else { return nil }
      listed.append((variable, values))
    }
    listed.sort { ($0.values.count, $0.variable) < ($1.values.count, $1.variable) }
    variables = listed.map(\.variable)
    values = listed.map(\.values)
    var known: [Requirement: [Range<Int>]] = [:]
    for situation in cases {
      var parts: [Box] = [[]]
      for (variable, values) in listed {
        let requirement = Requirement(situation, variable)
        let ranges = known[requirement] ?? requirement.ranges(in: values)
        known[requirement] = ranges
        guard parts.count * ranges.count <= 64 else { return nil }
        parts = parts.flatMap { box in ranges.map { box + [$0] } }
      }
      boxes += parts
      guard boxes.count <= Self.mostBoxes else { return nil }
    }
  }

  /// Looks for points in none of some boxes, which all contain the beginning of the point.
  private mutating func search(_ point: [Int], _ live: [Int]) {
    guard found.count < Self.mostGaps, steps < stepLimit else { return }
    steps += live.count
    let depth = point.count
    if live.isEmpty { return note(point) }
    if live.contains(where: { box in
      (depth..<variables.count).allSatisfy { boxes[box][$0] == 0..<values[$0].count }
    }) {
      return
    }
    guard depth < variables.count else { return }
    // Between two ends of boxes, all values are alike.
    var ends: Set<Int> = [0]
    for box in live {
      ends.formUnion([boxes[box][depth].lowerBound, boxes[box][depth].upperBound])
    }
    for position in ends.sorted() where position < values[depth].count {
      steps += live.count
      search(point + [position], live.filter { boxes[$0][depth].contains(position) })
    }
  }

  /// Notes the smallest part of a point that is in no box.
  private mutating func note(_ point: [Int]) {
    var kept = Array(point.indices)
    for index in point.indices {
      let others = kept.filter { $0 != index }
      steps += boxes.count
      if !boxes.contains(where: { box in others.allSatisfy { box[$0].contains(point[$0]) } }) {
        kept = others
      }
    }
    let gap = Gap(
      values: Dictionary(uniqueKeysWithValues: kept.map { (variables[$0], values[$0][point[$0]]) }))
    if !found.contains(gap) { found.append(gap) }
  }
}

/// What a case requires of one variable.
private struct Requirement: Hashable {
  let variable: Int
  let domain: ValueDomain?
  /// Conditions that a domain cannot tell, with the outcome that they must have.
  let conditions: [PatternCondition: Bool]

  init(_ situation: RuleCase, _ variable: Int) {
    self.variable = variable
    domain = situation.domains[variable]
    var conditions: [PatternCondition: Bool] = [:]
    for case (.fulfills(variable, let condition), let outcome) in situation.relations {
      conditions[condition] = outcome
    }
    self.conditions = conditions
  }

  /// The positions of the values that may fulfill it.
  func ranges(in values: [TestedValue]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (position, value) in values.enumerated() where mayAllow(value) {
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<position + 1
      } else {
        ranges.append(position..<position + 1)
      }
    }
    return ranges
  }

  private func mayAllow(_ value: TestedValue) -> Bool {
    domain?.contains(value) != false
      && conditions.allSatisfy { ($0.key.isFulfilled(by: value.value) ?? $0.value) == $0.value }
  }
}

/// The values that cases name for each variable.
private struct MentionedValues {
  private var named: [Int: Set<TestedValue>] = [:]

  /// The variables of which cases require something.
  var variables: [Int] { named.keys.sorted() }

  init(_ cases: [RuleCase]) {
    for situation in cases {
      for (variable, domain) in situation.domains {
        let bounds = [domain.lower, domain.upper].compactMap { $0?.value }
        named[variable, default: []].formUnion(domain.excluded.union(domain.allowed ?? []))
        named[variable, default: []].formUnion(bounds)
      }
      for case .fulfills(let variable, let condition) in situation.relations.keys {
        let texts = condition.constants.flatMap { constant -> [LuaValue] in
          guard case .string(let text) = constant,
            let day = PatternDate(text, isBefore: true)
          else { return [constant] }
          return PatternCondition.date(day).probes
        }
        named[variable, default: []].formUnion(
          (texts + condition.probes).compactMap { TestedValue($0) })
      }
    }
  }

  /// Returns values that stand for all values of a variable, in ascending order; `nil` if no few values can.
  func values(of variable: Int, _ type: LuaType) -> [TestedValue]? {
    let type = type.present
    if let few = type.fewValues { return few.sorted { $0.literal < $1.literal } }
    guard !type.mayBe([.table, .function, .other]) else { return nil }
    let named = named[variable] ?? []
    var values: [TestedValue] = []
    if type.mayBe(.no) { values.append(.boolean(false)) }
    if type.mayBe(.yes) { values.append(.boolean(true)) }
    if type.mayBe(.number) {
      values += numbers(around: named.compactMap(\.number), areIntegers: !type.mayBe(.float))
    }
    if type.mayBe(.text) {
      values += texts(among: named)
    }
    return values.filter { type.contains($0) }
  }

  private func texts(among named: Set<TestedValue>) -> [TestedValue] {
    var texts = named.compactMap { value -> [UInt8]? in
      if case .text(let bytes) = value { bytes } else { nil }
    }
    let areDates = texts.allSatisfy {
      PatternDate(String(decoding: $0, as: UTF8.self), isBefore: true) != nil
    }
    if texts.isEmpty || !areDates {
      // A text that no condition names.
      let count = texts.count { $0.starts(with: "other".utf8) }
      texts.append(Array(("other" + String(repeating: "…", count: count)).utf8))
    }
    return texts.sorted { $0.lexicographicallyPrecedes($1) }.map { .text($0) }
  }

  private func numbers(around named: [Double], areIntegers: Bool) -> [TestedValue] {
    let sorted = Set(named).sorted()
    guard let first = sorted.first, let last = sorted.last else { return [.integer(0)] }
    var numbers = [first.rounded(.down) - 1]
    for (number, next) in zip(sorted, sorted.dropFirst() + [last.rounded(.up) + 2]) {
      numbers.append(number)
      let whole = number.rounded(.down) + 1
      if whole < next {
        numbers.append(whole)
      } else if !areIntegers {
        numbers.append((number + next) / 2)
      }
    }
    return numbers.filter { !areIntegers || $0.rounded() == $0 }.map {
      Int64(exactly: $0).map { .integer($0) } ?? .float($0)
    }
  }
}
