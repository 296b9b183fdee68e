/// The candidates of a key that can never win.
struct DeadRules {
  /// Why a candidate can never win.
  enum Reason {
    /// It never holds.
    case impossible
    /// The candidate at a position always holds, and is asked before it.
    case behind(Int)
    /// One of those at some positions, which are asked before it, holds whenever it does.
    case covered(by: [Int])
  }

  /// The positions of the candidates, each with the reason.
  private(set) var reasons: [(position: Int, reason: Reason)] = []
  /// The cases of the others that cannot decline.
  private(set) var others: CoverIndex

  /// Finds the candidates.
  ///
  /// - Parameters:
  ///   - candidates: The rules of a key, in the order in which they are asked.
  ///   - declared: The declared types of variables.
  ///   - share: The share of the work that this search may do.
  ///   - mayDecline: Whether a candidate may decline of which that does not show by itself.
  init(
    _ candidates: [Candidate], _ declared: DeclaredDomains, share: WorkShare,
    mayDecline: (Candidate) -> Bool
  ) {
    others = CoverIndex(
      counting: candidates.lazy.compactMap(\.cases).joined(), declared, share: share)
    var unconditional: Int?
    for (position, candidate) in candidates.enumerated() {
      if candidate.isImpossible {
        reasons.append((position, .impossible))
        continue
      }
      if let unconditional {
        reasons.append((position, .behind(unconditional)))
        continue
      }
      guard let cases = candidate.cases else { continue }
      if let covers = covers(of: cases) {
        reasons.append((position, .covered(by: covers)))
        continue
      }
      if candidate.canDecline, position == candidates.count - 1 || mayDecline(candidate) {
        continue
      }
      for situation in cases {
        for (variable, domain) in situation.domains
        where domain == .falsehood || domain.allowed == nil && domain.excluded.count == 1 {
          others.note(split: variable)
        }
        others.add(situation, of: position)
      }
      if candidate.isUnconditional { unconditional = position }
    }
  }

  /// Returns the positions of candidates of which one holds in each of some cases; `nil` if there is a gap.
  private mutating func covers(of cases: [RuleCase]) -> [Int]? {
    var covers: Set<Int> = []
    for situation in cases {
      let found = others.cover(situation)
      guard !found.isEmpty else { return nil }
      covers.formUnion(found)
    }
    return covers.sorted()
  }
}
