import LuaRules

/// The search for candidates of one key that only their position orders.
struct TieSearch {
  private let candidates: [Candidate]
  private let rules: CheckedRules
  private let check: Check
  private let independence: Independence
  /// The cases of all candidates that cannot decline.
  private var index: CoverIndex
  /// For each later candidate, the candidates that it ties with: those of which it is no narrower
  /// case, or else one.
  private var partners: [Int: Partners] = [:]
  /// Whether some pairs were left out, because there are too many.
  private(set) var isIncomplete = false
  /// Whether some ties were left out, because it takes too long to find out which rules win.
  var isExhausted: Bool { index.isExhausted }
  /// The first candidate of which only Lua decides whether it answers.
  private lazy var firstUnsettled = candidates.firstIndex { !isSettled($0) || $0.canDecline }

  /// The candidates that a later one ties with.
  struct Partners {
    var earlier: [Int]
    let isNested: Bool
  }

  init(
    _ candidates: [Candidate], _ index: CoverIndex, _ rules: CheckedRules, _ check: Check
  ) {
    self.candidates = candidates
    self.index = index
    self.rules = rules
    self.check = check
    independence = Independence(rules, check)
  }

  /// Returns the positions of later candidates with those of the candidates that they tie with.
  mutating func find(leavingOut dead: Set<Int>) -> [(later: Int, partners: Partners)] {
    var pairs = CandidatePairs(candidates, share: rules.share(of: candidates))
    var start = 0
    while start < candidates.count {
      var end = start + 1
      while end < candidates.count, candidates[start].rule.isRanked(like: candidates[end].rule) {
        end += 1
      }
      if end - start > 1 {
        let group = (start..<end).filter { !dead.contains($0) && candidates[$0].cases != nil }
        pairs.visit(group) { work(of: $0, $1) }
        for later in group { findOthers(of: later, among: group) }
      }
      start = end
    }
    isIncomplete = pairs.isIncomplete
    return partners.sorted { $0.key < $1.key }.map { later, partners in
      (later, Partners(earlier: partners.earlier.sorted(), isNested: partners.isNested))
    }
  }

  /// How many candidates are told for one later candidate, and how many are compared for that.
  private static let mostPartners = 4
  private static let mostComparisons = 8

  /// Finds the further candidates that a later one ties with.
  private mutating func findOthers(of later: Int, among group: [Int]) {
    guard let known = partners[later], !known.isNested, let first = known.earlier.first else {
      return
    }
    let others = group.drop { $0 <= first }.prefix { $0 < later }
    for earlier in others.prefix(Self.mostComparisons)
    where partners[later]?.earlier.count ?? 0 < Self.mostPartners {
      if tie(earlier, later) == false { partners[later]?.earlier.append(earlier) }
    }
  }

  /// Compares two candidates; returns how much work that was: pairs of requirements, which are all looked
  /// at where two rules may hold at once.
  private mutating func work(of earlier: Int, _ later: Int) -> Int {
    guard compare(earlier, later) else { return 0 }
    func size(_ position: Int) -> Int {
      (candidates[position].cases ?? []).reduce(1) { $0 + $1.domains.count }
    }
    return 1 + size(earlier) * size(later) / Self.pairsOfOneStep
  }

  /// How many pairs of requirements are a step.
  private static let pairsOfOneStep = 16

  /// Compares two candidates; returns whether that needed work.
  private mutating func compare(_ earlier: Int, _ later: Int) -> Bool {
    if let known = partners[later], known.earlier[0] <= earlier || !known.isNested { return false }
    if let isNested = tie(earlier, later) {
      partners[later] = Partners(earlier: [earlier], isNested: isNested)
    }
    return true
  }

  /// Returns whether the earlier one of two tied candidates is the narrower one; `nil` if they do not
  /// tie.
  private mutating func tie(_ earlier: Int, _ later: Int) -> Bool? {
    let first = candidates[earlier]
    let second = candidates[later]
    guard !first.givesSame(as: second) else { return nil }
    var open: RuleCase?
    let bothHold = independence.canBothHold(first, second) { both in
      // Earlier candidates may win in all contexts in which both hold.
      guard index.cover(both, before: earlier).isEmpty else { return false }
      open = both
      return true
    }
    guard bothHold, let open else { return isShown(earlier, later) ? false : nil }
    if second.isInside(first) { return nil }
    let isNested = first.isInside(second)
    // A rule that declines is deliberately before the rule that answers instead.
    if isNested, first.canDecline { return nil }
    // Rules for ranges of a scale are deliberately in the order of the scale.
    if isNested, first.hasRanges || second.hasRanges { return nil }
    if dependsOnLua(earlier, later), rules.number == 0,
      check.trials?.wins(
        first.rule, where: second.rule, settings: check.settings(of: open, rules)) == false
    {
      return nil
    }
    return isNested
  }

  /// Whether a trial shows two candidates in a tie, of which it is not known otherwise whether they can
  /// both hold.
  private func isShown(_ earlier: Int, _ later: Int) -> Bool {
    let first = candidates[earlier]
    let second = candidates[later]
    guard rules.number == 0, let trials = check.trials, !rules.certain.mayDecline(first),
      !second.isInside(first), !first.isInside(second),
      let left = first.cases, let right = second.cases, left.count * right.count <= 64
    else { return false }
    for situation in left {
      for other in right {
        guard let both = situation.and(other), rules.declared.allows(both) else { continue }
        let settings = check.settings(of: both, rules)
        if trials.showsTie(first.rule, second.rule, settings: settings) { return true }
      }
    }
    return false
  }

  /// Whether it depends on what only Lua decides that the earlier one of two candidates wins where both
  /// hold.
  private mutating func dependsOnLua(_ earlier: Int, _ later: Int) -> Bool {
    if !isSettled(candidates[later]) || candidates[later].canDecline { return true }
    return firstUnsettled.map { $0 <= earlier } ?? false
  }

  private func isSettled(_ candidate: Candidate) -> Bool {
    candidate.cases?.allSatisfy { situation in
      situation.relations.isEmpty
        && situation.domains.keys.allSatisfy { variable in
          let path = rules.model.variables[variable].path
          return !path.isEmpty && !check.isAssigned(path)
        }
    } ?? false
  }
}

extension InspectedRule {
  /// Returns whether only their position orders two rules.
  fileprivate func isRanked(like other: InspectedRule) -> Bool {
    // A hit policy that ranks by declaration says that the position is meant.
    rank.criterion(comparedTo: other.rank) == .declaration && !rank.ignoresComplexity
  }
}

extension Candidate {
  /// Whether the rule restricts a variable to a range.
  fileprivate var hasRanges: Bool {
    (cases ?? []).contains { $0.domains.values.contains(where: \.isRange) }
  }
}
