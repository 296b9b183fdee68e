import Synchronization

/// What became of the candidates of a model, counted by rule.
///
/// A model with a log tries its candidates one after the other, each by Lua.
package final class CandidateLog: Sendable {
  /// How often a rule came to each end.
  package struct Counts: Hashable, Sendable {
    /// It held, and gave its key a value.
    package var won = 0
    /// It held, and its function declined.
    package var declined = 0
    /// It did not hold.
    package var passed = 0
    /// Its predicate or its value was an error.
    package var failed = 0

    /// How often its predicate was asked.
    package var tries: Int { won + declined + passed + failed }
  }

  /// By the number of the rule in its model.
  private let counts = Mutex<[Int: Counts]>([:])
  /// The rule whose predicate is taken for its opposite.
  private let negated: Int?

  package init(negating rule: Int? = nil) {
    negated = rule
  }

  /// Takes out what was counted since the last time.
  package func take() -> [Int: Counts] {
    counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
  }

  fileprivate func note(_ rule: Rule, _ end: EvaluationRecorder.End) {
    let count: WritableKeyPath<Counts, Int> =
      switch end {
      case .won: \.won
      case .declined: \.declined
      case .passed: \.passed
      case .failed: \.failed
      }
    counts.withLock { $0[rule.rank.declarationIndex, default: Counts()][keyPath: count] += 1 }
  }

  fileprivate func judged(_ holds: Bool, _ rule: Rule) -> Bool {
    rule.rank.declarationIndex == negated ? !holds : holds
  }
}

// What evaluation tells the log, if there is one.

extension KeyEntry {
  /// Returns what is taken for the result of a candidate's predicate.
  @inline(__always) func judged(_ holds: Bool, of candidate: Int) -> Bool {
    guard let log else { return holds }
    return log.judged(holds, candidates[candidate].rule)
  }

  /// Tells the log how an attempt of a candidate ended.
  @inline(__always) func note(_ end: EvaluationRecorder.End, of candidate: Int) {
    if let log { log.note(candidates[candidate].rule, end) }
  }
}
