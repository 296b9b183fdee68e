import Synchronization

/// Records the last questions, to find out what a new generation would change.
///
/// Each gate ``ReloadGate/recorded(_:capacity:sampling:keys:timeLimit:)`` has one.
///
/// The capacity bounds the recorder: when it is full, a new question replaces the oldest one.
/// The same context and key are recorded once. A recorded context keeps its set values and the
/// fixed models of its chain alive, but not its live models. A context is not recorded if no
/// swap can change its rules.
final class DecisionRecorder: Sendable {
  /// The most decisions that are recorded.
  let capacity: Int
  /// The share of the answers that is recorded.
  let sampling: ObserverRegistration.Sampling
  /// The keys or paths whose answers are recorded; `nil` for all.
  let keys: Set<String>?

  private struct State {
    /// A ring buffer: once it is full, a new question replaces the oldest one.
    var questions: [RecordedQuestion] = []
    var next = 0
    var known: Set<RecordedQuestion.Identity> = []
  }

  private let state = Mutex(State())

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - capacity: The most decisions that are recorded; at least 1.
  ///   - sampling: The share of the answers that is recorded.
  ///   - keys: The keys or paths whose answers are recorded; `nil` for all.
  init(
    capacity: Int = 4096, sampling: ObserverRegistration.Sampling = .all, keys: Set<String>? = nil
  ) {
    self.capacity = max(1, capacity)
    self.sampling = sampling
    self.keys = keys
  }

  /// How many decisions are recorded at this moment.
  var count: Int { state.withLock { $0.questions.count } }

  /// Records a question: a context and a key or path.
  ///
  /// A live model with the recorder in its gate calls this for each sampled answer.
  func record(_ context: RuleContext, key: String) {
    if let keys, !keys.contains(key) { return }
    guard let question = RecordedQuestion(context, key: key) else { return }
    let replaced: RecordedQuestion? = state.withLock { state in
      guard state.known.insert(question.identity).inserted else { return nil }
      guard state.questions.count == capacity else {
        state.questions.append(question)
        return nil
      }
      let old = state.questions[state.next]
      state.known.remove(old.identity)
      state.questions[state.next] = question
      state.next = (state.next + 1) % capacity
      return old
    }
    // Released while the lock is not held: host values may run any code in `deinit`.
    withExtendedLifetime(replaced) {}
  }

  /// The recorded questions, newest first.
  var newestFirst: [RecordedQuestion] {
    state.withLock { state in
      Array((state.questions[state.next...] + state.questions[..<state.next]).reversed())
    }
  }
}

extension DecisionRecorder: RuleObserver {
  /// Records the question.
  func observe(_ answer: ObservedAnswer) {
    record(answer.context, key: answer.key)
  }
}
