import LuaRules

/// The search for candidates of one key that only their position orders.
struct TieSearch {
  private let candidates: [Candidate]
  private let rules: CheckedRules
  private let independence: Independence
  /// The cases of all candidates that cannot decline.
  private var index: CoverIndex
  /// For each later candidate, the first candidate that it ties with.
  private var partners: [Int: (earlier: Int, isNested: Bool)] = [:]

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
    var pairs = CandidatePairs(candidates)
    var start = 0
    while start < candidates.count {
      var end = start + 1
      while end < candidates.count, candidates[start].rule.isRanked(like: candidates[end].rule) {
        end += 1
      }
      if end - start > 1 {
        let group = (start..<end).filter { !dead.contains($0) && candidates[$0].cases != nil }
        pairs.visit(group) { compare($0, $1) ? 1 : 0 }
      }
      start = end
    }
    return partners.sorted { $0.key < $1.key }
      .map { (earlier: $0.value.earlier, later: $0.key, isNested: $0.value.isNested) }
  }

  /// Compares two candidates; returns whether that needed work.
  private mutating func compare(_ earlier: Int, _ later: Int) -> Bool {
    if let known = partners[later], known.earlier <= earlier || !known.isNested { return false }
    let first = candidates[earlier]
    let second = candidates[later]
    guard !first.givesSame(as: second) else { return true }
    let bothHold = independence.canBothHold(first, second) { both in
      // Earlier candidates may win in all contexts in which both hold.
      index.cover(both, before: earlier).isEmpty
    }
    guard bothHold else { return true }
    if second.isInside(first) { return true }
    let isNested = first.isInside(second)
    // A rule that declines is deliberately before the rule that answers instead.
    if isNested, first.canDecline { return true }
    // Rules for ranges of a scale are deliberately in the order of the scale.
    if isNested, first.hasRanges || second.hasRanges { return true }
    partners[later] = (earlier, isNested)
    return true
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
