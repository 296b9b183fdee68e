import LuaRules

/// The pairs of one key's candidates that may both hold.
///
/// Candidates are divided by the values of the variable that most of them test,
/// then by the next one, so that few pairs are visited: two that need different
/// values of one variable are in no pair.
struct CandidatePairs {
  private let candidates: [Candidate]
  private var steps = 0

  private let stepLimit: Int

  /// The most work for all keys together: pairs, each perhaps of many cases.
  private static let stepsOfAll = 1 << 20
  /// The minimum number of candidates for a division.
  private static let fewest = 12

  init(_ candidates: [Candidate], share: WorkShare) {
    self.candidates = candidates
    stepLimit = share.steps(of: Self.stepsOfAll)
  }

  /// Whether some pairs were left out, because there are too many.
  var isIncomplete: Bool { steps >= stepLimit }

  /// Visits the pairs of a group of positions, the earlier candidate first.
  ///
  /// - Parameters:
  ///   - group: The positions of the candidates, in ascending order.
  ///   - compare: Compares two candidates; returns how much work that was.
  mutating func visit(_ group: [Int], _ compare: (Int, Int) -> Int) {
    visit(group, used: [], compare)
  }

  private mutating func visit(
    _ group: [Int], used: Set<Int>, _ compare: (Int, Int) -> Int
  ) {
    guard group.count > 1, !isIncomplete else { return }
    guard group.count >= Self.fewest, let variable = mostTested(group, used) else {
      for (index, later) in group.enumerated() {
        for earlier in group[..<index] where !isIncomplete { visit(earlier, later, compare) }
        if isIncomplete { return }
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
    for bucket in buckets.values where bucket.count > 1 { visit(bucket, used: used, compare) }
    visit(others, used: used, compare)
    for other in others {
      for candidate in group where values(of: variable, in: candidate) != nil {
        visit(min(other, candidate), max(other, candidate), compare)
      }
    }
  }

  private mutating func visit(_ earlier: Int, _ later: Int, _ compare: (Int, Int) -> Int) {
    guard !isIncomplete else { return }
    steps += compare(earlier, later)
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
    var all: Set<TestedValue>?
    for situation in candidates[candidate].cases ?? [] {
      guard let allowed = situation.domains[variable]?.allowed else { return nil }
      all = all?.union(allowed) ?? allowed
    }
    guard let all else { return [] }
    return all.count <= 64 ? all : nil
  }
}
