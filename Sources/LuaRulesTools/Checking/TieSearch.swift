import LuaRules

/// The search for candidates of one key that only their position orders.
///
/// Candidates are divided by the values of the variable that most of them test,
/// then by the next one, so that few pairs are compared.
struct TieSearch {
  private let candidates: [Candidate]
  private let rules: CheckedRules
  private let independence: Independence
  /// The cases of all candidates that cannot decline.
  private var index: CoverIndex
  private var steps = 0
  /// For each later candidate, the first candidate that it ties with.
  private var partners: [Int: (earlier: Int, isNested: Bool)] = [:]

  /// The maximum number of pairs that are compared for one key.
  private static let stepLimit = 1 << 20
  /// The minimum number of candidates for a division.
  private static let fewest = 12

  init(
    _ candidates: [Candidate], _ index: CoverIndex, _ rules: CheckedRules, _ check: Check
  ) {
    self.candidates = candidates
    self.index = index
    self.rules = rules
    independence = Independence(rules, check)
  }

  /// Returns the positions of tied pairs, at most one pair for each later
  /// candidate.
  mutating func find(
    leavingOut dead: Set<Int>
  ) -> [(earlier: Int, later: Int, isNested: Bool)] {
    var start = 0
    while start < candidates.count {
      var end = start + 1
      while end < candidates.count, candidates[start].rule.isRanked(like: candidates[end].rule) {
        end += 1
      }
      if end - start > 1 {
        let group = (start..<end).filter { !dead.contains($0) && candidates[$0].cases != nil }
        compare(group, used: [])
      }
      start = end
    }
    return partners.sorted { $0.key < $1.key }
      .map { (earlier: $0.value.earlier, later: $0.key, isNested: $0.value.isNested) }
  }

  /// Compares all pairs of a group that may both hold.
  private mutating func compare(_ group: [Int], used: Set<Int>) {
    guard group.count > 1, steps < Self.stepLimit else { return }
    guard group.count >= Self.fewest, let variable = mostTested(group, used) else {
      for (index, later) in group.enumerated() {
        for earlier in group[..<index] { compare(earlier, later) }
      }
      return
    }
    var buckets: [TestedValue: [Int]] = [:]
    var others: [Int] = []
    for candidate in group {
      if let values = values(of: variable, in: candidate) {
        for value in values { buckets[value, default: []].append(candidate) }
      } else {
        others.append(candidate)
      }
    }
    let used = used.union([variable])
    for bucket in buckets.values where bucket.count > 1 { compare(bucket, used: used) }
    compare(others, used: used)
    for other in others {
      for candidate in group where values(of: variable, in: candidate) != nil {
        compare(min(other, candidate), max(other, candidate))
      }
    }
  }

  /// Returns the variable that most candidates of a group restrict to a list of
  /// values.
  private func mostTested(_ group: [Int], _ used: Set<Int>) -> Int? {
    var counts: [Int: Int] = [:]
    for candidate in group {
      for variable in (candidates[candidate].cases?.first?.domains ?? [:]).keys
      where !used.contains(variable) && values(of: variable, in: candidate) != nil {
        counts[variable, default: 0] += 1
      }
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best.flatMap { $0.value * 2 > group.count ? $0.key : nil }
  }

  /// Returns the values of a variable with which a candidate holds, if they are
  /// listed.
  private func values(of variable: Int, in candidate: Int) -> Set<TestedValue>? {
    var all: Set<TestedValue> = []
    for situation in candidates[candidate].cases ?? [] {
      guard let allowed = situation.domains[variable]?.allowed else { return nil }
      all.formUnion(allowed)
    }
    return all.count <= 64 ? all : nil
  }

  private mutating func compare(_ earlier: Int, _ later: Int) {
    if let known = partners[later], known.earlier <= earlier || !known.isNested { return }
    steps += 1
    guard steps < Self.stepLimit else { return }
    let first = candidates[earlier]
    let second = candidates[later]
    guard !first.givesSame(as: second) else { return }
    let bothHold = independence.canBothHold(first, second) { both in
      // Earlier candidates may win in all contexts in which both hold.
      index.cover(both, before: earlier).isEmpty
    }
    guard bothHold else { return }
    if second.isInside(first) { return }
    let isNested = first.isInside(second)
    // A rule that declines is deliberately before the rule that answers instead.
    if isNested, first.canDecline { return }
    // Rules for ranges of a scale are deliberately in the order of the scale.
    if isNested, first.hasRanges || second.hasRanges { return }
    partners[later] = (earlier, isNested)
  }
}

extension InspectedRule {
  /// Returns whether only their position orders two rules.
  fileprivate func isRanked(like other: InspectedRule) -> Bool {
    rank.criterion(comparedTo: other.rank) == .declaration
  }
}

extension Candidate {
  /// Whether the rule restricts a variable to a range.
  fileprivate var hasRanges: Bool {
    (cases ?? []).contains { $0.domains.values.contains(where: \.isRange) }
  }
}
