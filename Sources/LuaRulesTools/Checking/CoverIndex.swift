import LuaRules

/// An index of the cases of earlier candidates that finds those which cover
/// another case.
///
/// Each case is stored under its rarest requirement, so that a lookup examines
/// few cases.
struct CoverIndex {
  /// A case, with the position of its candidate.
  struct Entry {
    let candidate: Int
    let situation: RuleCase
    /// The rarest requirement, if it is that a variable has one value.
    let only: (variable: Int, value: TestedValue)?
  }

  /// A requirement of a case on one variable, used to find the cases that imply
  /// it.
  enum Requirement: Hashable {
    case value(Int, TestedValue)
    case truth(Int)
    case range(Int)
    /// Any other requirement on a variable.
    case other(Int)
    case relation(RuleCase.Relation, Bool)
  }

  private let counts: [Requirement: Int]
  private var entries: [Requirement: [Entry]] = [:]
  private var ranges: [Int: RangeList] = [:]
  private var splitting: CaseSplitting
  /// All cases in the order of their candidates, as long as they are few.
  private var all: [Entry] = []
  private var isLarge = false
  /// The work of all lookups: the requirements that were looked at.
  private(set) var steps = 0
  /// The most work of all lookups.
  private let stepLimit: Int
  /// The first candidate that the current lookup ignores.
  private var end = Int.max

  /// The most work of the indexes of all keys together.
  private static let stepsOfAll = 1 << 21
  /// The maximum length of a list of values that is split into single values.
  private static let splitLimit = 64

  /// The ranges of one variable, stored in arrays for fast search.
  private struct RangeList {
    var lower: [Double] = []
    var upper: [Double] = []
    var entries: [Entry] = []

    /// Returns the cases whose ranges may contain all values of a domain.
    func around(_ domain: ValueDomain) -> [Entry] {
      var least = domain.lower?.number ?? -.infinity
      var greatest = domain.upper?.number ?? .infinity
      if let allowed = domain.allowed {
        let numbers = allowed.compactMap(\.number)
        least = numbers.min() ?? -.infinity
        greatest = numbers.max() ?? .infinity
      }
      return lower.indices.filter { lower[$0] <= least && upper[$0] >= greatest }.map {
        entries[$0]
      }
    }
  }

  /// Creates an index without cases.
  ///
  /// - Parameters:
  ///   - cases: All cases that will be added; they show which requirements are rare.
  ///   - declared: The declared types of variables.
  ///   - share: The share of the work that this index may do.
  init(
    counting cases: some Sequence<RuleCase>, _ declared: DeclaredDomains, share: WorkShare = .all
  ) {
    stepLimit = share.steps(of: Self.stepsOfAll)
    splitting = CaseSplitting(declared)
    var counts: [Requirement: Int] = [:]
    for situation in cases {
      for requirement in Self.requirements(of: situation).joined() {
        counts[requirement, default: 0] += 1
      }
    }
    self.counts = counts
  }

  /// Returns the requirements of a case by variable or relation; a list of
  /// values gives one for each.
  private static func requirements(of situation: RuleCase) -> [[Requirement]] {
    var result: [[Requirement]] = situation.domains.map { variable, domain in
      if let allowed = domain.allowed {
        return allowed.count <= splitLimit
          ? allowed.map { .value(variable, $0) } : [.other(variable)]
      }
      if domain.isRange { return [.range(variable)] }
      return domain == .truth ? [.truth(variable)] : [.other(variable)]
    }
    result += situation.relations.map { [.relation($0.key, $0.value)] }
    return result
  }

  /// Whether some lookups found nothing because they would have taken too long.
  var isExhausted: Bool { steps >= stepLimit }

  mutating func add(_ situation: RuleCase, of candidate: Int) {
    func weight(_ requirements: [Requirement]) -> Int {
      requirements.reduce(0) { max($0, counts[$1] ?? 0) }
    }
    let rarest = Self.requirements(of: situation).min { weight($0) < weight($1) } ?? []
    var only: (variable: Int, value: TestedValue)?
    if rarest.count == 1, case .value(let variable, let value) = rarest[0] {
      only = (variable, value)
    }
    let entry = Entry(candidate: candidate, situation: situation, only: only)
    if all.count < CaseSplitting.entryLimit { all.append(entry) } else { isLarge = true }
    for requirement in rarest {
      if case .range(let variable) = requirement, let domain = situation.domains[variable] {
        ranges[variable, default: RangeList()].lower.append(domain.lower?.number ?? -.infinity)
        ranges[variable, default: RangeList()].upper.append(domain.upper?.number ?? .infinity)
        ranges[variable, default: RangeList()].entries.append(entry)
      } else {
        entries[requirement, default: []].append(entry)
      }
    }
  }

  /// Returns the candidates before an end that together hold whenever a case
  /// holds; empty if there is a gap.
  mutating func cover(_ situation: RuleCase, before end: Int = .max) -> Set<Int> {
    self.end = end
    if let one = single(situation) { return [one] }
    if !isLarge {
      steps += all.count
      guard !isExhausted else { return [] }
      defer { steps += splitting.steps }
      return splitting.cover(situation, with: meeting(situation), limit: stepLimit - steps) ?? []
    }
    // A list of values is covered if each value is covered.
    for (variable, domain) in situation.domains {
      guard let allowed = domain.allowed, allowed.count > 1, allowed.count <= Self.splitLimit else {
        continue
      }
      var found: Set<Int> = []
      for value in allowed {
        var part = situation
        guard part.narrow(variable, to: ValueDomain(oneOf: [value])), let one = single(part) else {
          found = []
          break
        }
        found.insert(one)
      }
      if !found.isEmpty { return found }
    }
    return pair(situation)
  }

  /// Returns the cases before the end of the lookup that may hold together with a case.
  private func meeting(_ situation: RuleCase) -> [Entry] {
    let listed = situation.domains.compactMap { variable, domain in
      domain.allowed.map { (variable: variable, values: $0) }
    }
    return all.filter { entry in
      guard entry.candidate < end else { return false }
      guard let only = entry.only,
        let values = listed.first(where: { $0.variable == only.variable })?.values
      else { return true }
      return values.count == 1 ? values.first == only.value : values.contains(only.value)
    }
  }

  /// Returns two candidates of which one holds for some values of a variable
  /// and one for all others.
  private mutating func pair(_ situation: RuleCase) -> Set<Int> {
    for (variable, domain) in splits where situation.domains[variable]?.allowed == nil {
      var inside = situation
      var outside = situation
      let others =
        domain == .truth ? ValueDomain.falsehood : ValueDomain(noneOf: domain.allowed ?? [])
      guard inside.narrow(variable, to: domain), outside.narrow(variable, to: others) else {
        continue
      }
      if let one = single(inside), let other = single(outside) { return [one, other] }
    }
    return []
  }

  /// The ways to split a variable's values in two, where a case may cover one
  /// side.
  private var splits: [(variable: Int, domain: ValueDomain)] {
    pairedVariables.flatMap { variable in
      [(variable, .truth)]
        + (entries[.other(variable)] ?? []).prefix(4).compactMap { entry in
          guard let domain = entry.situation.domains[variable], domain.allowed == nil,
            domain.excluded.count == 1
          else { return nil }
          return (variable, ValueDomain(oneOf: domain.excluded))
        }
    }
  }

  /// The variables that some case requires to be false, or to differ from a
  /// value.
  private(set) var pairedVariables: [Int] = []

  /// Notes that splitting a variable may be useful.
  mutating func note(split variable: Int) {
    if pairedVariables.count < 8, !pairedVariables.contains(variable) {
      pairedVariables.append(variable)
    }
  }

  /// Returns one candidate that holds whenever a case holds.
  private mutating func single(_ situation: RuleCase) -> Int? {
    var best: Int?
    func look(_ list: [Entry]?) {
      for entry in list ?? [] {
        steps += 1 + entry.situation.domains.count
        guard !isExhausted else { return }
        if entry.candidate < best ?? end, situation.implies(entry.situation) {
          best = entry.candidate
        }
      }
    }
    for (variable, domain) in situation.domains {
      if let value = domain.allowed?.first { look(entries[.value(variable, value)]) }
      if domain.isSubset(of: .truth) { look(entries[.truth(variable)]) }
      look(entries[.other(variable)])
      if let list = ranges[variable] { look(list.around(domain)) }
    }
    for (relation, outcome) in situation.relations { look(entries[.relation(relation, outcome)]) }
    return best
  }
}
