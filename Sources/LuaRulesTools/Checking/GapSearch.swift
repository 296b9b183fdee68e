import LuaBridge
import LuaRules

/// The search for contexts in which no rule of a key holds, although each of its inputs has a value.
///
/// Every variable gets a few representative values: those that some condition names, and some beside and between
/// them. A case of a rule is then a box of such values, and a gap is a point outside all boxes. A gap that is found is
/// certain, because its values were tested. One may be missed where no representative value is in it.
struct GapSearch {
  /// A context in which no rule holds: the values of those variables on which that depends.
  struct Gap: Hashable {
    let values: [Int: TestedValue]
  }

  /// What is known of the values of a variable.
  struct Values {
    let type: LuaType
    /// All of them, if they are declared one by one.
    let listed: [TestedValue]?
  }

  /// The gaps, the smallest first; not all, if they are many.
  private(set) var gaps: [Gap] = []
  /// Whether all boxes were compared, by all variables.
  private(set) var isComplete = true
  /// The variables, those with the fewest values first.
  private let variables: [Int]
  /// The representative values of each of them.
  private let values: [[TestedValue]]
  private let boxes: [Box]
  private var steps = 0
  private let stepLimit: Int

  /// For each variable, the positions of the values with which a case can hold.
  private typealias Box = [[Range<Int>]]

  /// The most work of the searches of all keys together.
  private static let stepsOfAll = 1 << 23
  private static let mostGaps = 4

  /// Searches the gaps between cases.
  ///
  /// - Parameters:
  ///   - cases: The cases in which the rules of a key may hold.
  ///   - share: The share of the work that this search may do.
  ///   - known: Returns what is known of a variable; a requirement on one of which nothing is known may always hold.
  init(_ cases: [RuleCase], share: WorkShare, known: (Int) -> Values?) {
    stepLimit = share.steps(of: Self.stepsOfAll)
    let mentioned = MentionedValues(cases)
    var found: [(variable: Int, values: [TestedValue])] = []
    for variable in mentioned.variables {
      if let known = known(variable), let values = mentioned.values(of: variable, known),
        !values.isEmpty
      {
        found.append((variable, values))
      } else {
        isComplete = false
      }
    }
    found.sort { ($0.values.count, $0.variable) < ($1.values.count, $1.variable) }
    variables = found.map(\.variable)
    values = found.map(\.values)
    var ranges: [Requirement: [Range<Int>]] = [:]
    boxes = cases.map { situation in
      found.map { variable, values in
        let requirement = Requirement(situation, variable)
        if let known = ranges[requirement] { return known }
        let made = requirement.ranges(in: values)
        ranges[requirement] = made
        return made
      }
    }
    if !variables.isEmpty { search([], Array(boxes.indices)) }
    if steps >= stepLimit { isComplete = false }
    gaps.sort { $0.values.count < $1.values.count }
  }

  /// Looks for points in none of some boxes, which all contain the beginning of the point.
  private mutating func search(_ point: [Int], _ live: [Int]) {
    guard gaps.count < Self.mostGaps, steps < stepLimit else { return }
    steps += 1 + live.count
    let depth = point.count
    if live.isEmpty { return note(point) }
    if live.contains(where: { box in
      (depth..<variables.count).allSatisfy { boxes[box][$0] == [0..<values[$0].count] }
    }) {
      return
    }
    guard depth < variables.count else { return }
    // Between two ends of boxes, all values are alike.
    var ends: Set<Int> = [0]
    for box in live {
      for range in boxes[box][depth] { ends.formUnion([range.lowerBound, range.upperBound]) }
    }
    for position in ends.sorted() where position < values[depth].count {
      steps += live.count
      search(point + [position], live.filter { contains(position, $0, depth) })
    }
  }

  private func contains(_ position: Int, _ box: Int, _ depth: Int) -> Bool {
    boxes[box][depth].contains { $0.contains(position) }
  }

  /// Notes the smallest part of a point that is in no box.
  private mutating func note(_ point: [Int]) {
    var kept = Array(point.indices)
    for index in point.indices {
      let others = kept.filter { $0 != index }
      steps += boxes.count
      if !boxes.indices.contains(where: { box in
        others.allSatisfy { contains(point[$0], box, $0) }
      }) {
        kept = others
      }
    }
    let gap = Gap(
      values: Dictionary(uniqueKeysWithValues: kept.map { (variables[$0], values[$0][point[$0]]) }))
    if !gap.values.isEmpty, !gaps.contains(gap) { gaps.append(gap) }
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

  /// The positions of the values that may fulfill it; all of them if none does, because another value may.
  func ranges(in values: [TestedValue]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (position, value) in values.enumerated() where mayAllow(value) {
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<position + 1
      } else {
        ranges.append(position..<position + 1)
      }
    }
    let needsNothing = domain.map { $0.allowed == [.nothing] } ?? false
    return ranges.isEmpty && !needsNothing ? [0..<values.count] : ranges
  }

  private func mayAllow(_ value: TestedValue) -> Bool {
    domain?.contains(value) != false
      && conditions.allSatisfy { ($0.key.isFulfilled(by: value.value) ?? $0.value) == $0.value }
  }
}

/// The values that cases name for each variable.
private struct MentionedValues {
  private var named: [Int: Set<TestedValue>] = [:]
  /// The variables that are tested by conditions that a domain cannot tell.
  private var conditioned: Set<Int> = []

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
        conditioned.insert(variable)
        named[variable, default: []].formUnion(
          (condition.constants + condition.probes).compactMap { TestedValue($0) })
      }
    }
  }

  /// Returns representative values of a variable, in ascending order; `nil` if a few cannot represent all.
  func values(of variable: Int, _ known: GapSearch.Values) -> [TestedValue]? {
    let type = known.type.present
    if let listed = known.listed ?? type.fewValues.map(Array.init) {
      return listed.filter { $0 != .nothing && $0 != .null }.sorted { $0.literal < $1.literal }
    }
    guard !type.mayBe([.table, .function, .other]) else { return nil }
    let named = named[variable] ?? []
    var values: [TestedValue] = []
    if type.mayBe(.no) { values.append(.boolean(false)) }
    if type.mayBe(.yes) { values.append(.boolean(true)) }
    if type.mayBe(.number) {
      let limits = [type.range.lower, type.range.upper].filter(\.isFinite)
      values += numbers(
        around: named.compactMap(\.number) + limits, areIntegers: !type.mayBe(.float))
    }
    if type.mayBe(.text) {
      values += texts(among: named, areOrdered: conditioned.contains(variable))
    }
    return values.filter { type.contains($0) }
  }

  private func texts(among named: Set<TestedValue>, areOrdered: Bool) -> [TestedValue] {
    var texts = Set(
      named.compactMap { value -> String? in
        if case .text(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { nil }
      })
    let days = texts.compactMap { PatternDate($0, isBefore: true) }
    if !days.isEmpty, days.count == texts.count {
      // Days, of which those beside others stand for all.
      let probes = days.flatMap { PatternCondition.date($0).probes }
      for case .string(let text) in probes { texts.insert(text) }
    } else {
      if areOrdered { texts.formUnion([""] + texts.map { $0 + "…" }) }
      // A text that no condition names.
      var other = "other"
      while texts.contains(other) { other += "…" }
      texts.insert(other)
    }
    return texts.sortedByBytes().map { .text(Array($0.utf8)) }
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
