import Synchronization

/// Counts by rule how the candidates of a model ended.
///
/// A model with a log has no plans: it tries the candidates one after the other until one answers, and
/// Lua runs every rule function.
package final class CandidateLog: Sendable {
  /// How often a rule ended in each way.
  package struct Counts: Hashable, Sendable {
    /// The predicate held, and the rule gave its key a value.
    package var won = 0
    /// The predicate held, and the value function declined.
    package var declined = 0
    /// The predicate did not hold.
    package var passed = 0
    /// The predicate or the value function failed with an error.
    package var failed = 0

    /// How often the predicate was tested.
    package var tries: Int { won + declined + passed + failed }
  }

  /// The counts, by declaration index of the rule.
  private let counts = Mutex<[Int: Counts]>([:])
  /// The declaration index of the rule whose predicate is negated; `nil` for none.
  private let negated: Int?

  package init(negating rule: Int? = nil) {
    negated = rule
  }

  /// Returns the counts since the last call, and resets them.
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

// How the evaluator reports to the log, if the model has one.

extension KeyEntry {
  /// Returns the result of a candidate's predicate, negated if the log says so.
  @inline(__always) func judged(_ holds: Bool, of candidate: Int) -> Bool {
    guard let log else { return holds }
    return log.judged(holds, candidates[candidate].rule)
  }

  /// Counts in the log how a candidate ended.
  @inline(__always) func note(_ end: EvaluationRecorder.End, of candidate: Int) {
    if let log { log.note(candidates[candidate].rule, end) }
  }
}
