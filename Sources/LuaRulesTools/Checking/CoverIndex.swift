import LuaRules

/// The cases of the candidates so far, to be asked which of them cover another case.
///
/// Each case is filed under the requirement that the fewest cases share, so that a
/// question looks at few of them.
struct CoverIndex {
  /// A case of a candidate, by the candidate's position.
  struct Entry {
    let candidate: Int
    let situation: RuleCase
  }

  /// What a case requires of one variable, so that a case which implies it can be found.
  enum Requirement: Hashable {
    case value(Int, TestedValue)
    case truth(Int)
    case range(Int)
    /// Anything else that is required of a variable.
    case other(Int)
    case relation(RuleCase.Relation, Bool)
  }

  private let counts: [Requirement: Int]
  private var entries: [Requirement: [Entry]] = [:]
  private var ranges: [Int: RangeList] = [:]
  private var steps = 0
  /// The first candidate that does not count for the question under way.
  private var end = Int.max

  /// How many cases may be looked at for all questions together.
  private static let stepLimit = 1 << 23
  /// How many values a list may have to be split into them.
  private static let splitLimit = 64

  /// Ranges of one variable, kept so that they are looked through fast.
  private struct RangeList {
    var lower: [Double] = []
    var upper: [Double] = []
    var entries: [Entry] = []

    /// The cases whose ranges may contain all values of a domain.
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

  /// Begins without cases.
  ///
  /// - Parameter cases: All cases that will be added, to know what is rare.
  init(counting cases: some Sequence<RuleCase>) {
    var counts: [Requirement: Int] = [:]
    for situation in cases {
      for requirement in Self.requirements(of: situation).joined() {
        counts[requirement, default: 0] += 1
      }
    }
    self.counts = counts
  }

  /// The requirements of a case by variable or relation; a list of values is one for each.
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

  mutating func add(_ situation: RuleCase, of candidate: Int) {
    let entry = Entry(candidate: candidate, situation: situation)
    func weight(_ requirements: [Requirement]) -> Int {
      requirements.reduce(0) { max($0, counts[$1] ?? 0) }
    }
    let rarest = Self.requirements(of: situation).min { weight($0) < weight($1) } ?? []
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

  /// Returns the candidates before the given end that together hold whenever a case does;
  /// empty when some are missing.
  mutating func cover(_ situation: RuleCase, before end: Int = .max) -> Set<Int> {
    self.end = end
    if let one = single(situation) { return [one] }
    // A list of values is covered when each of them is.
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

  /// Looks for two candidates one of which holds where a variable is something, one elsewhere.
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

  /// Splits of a variable's values in two, of each of which some case holds a side.
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

  /// The variables of which some case says what they are not, or that they are false.
  private(set) var pairedVariables: [Int] = []

  /// Notes that a variable may be worth a split.
  mutating func note(split variable: Int) {
    if pairedVariables.count < 8, !pairedVariables.contains(variable) {
      pairedVariables.append(variable)
    }
  }

  /// Returns a candidate that holds whenever a case does.
  private mutating func single(_ situation: RuleCase) -> Int? {
    var best: Int?
    func look(_ list: [Entry]?) {
      for entry in list ?? [] {
        steps += 1
        guard steps < Self.stepLimit else { return }
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
