import Synchronization

/// The last contexts that were asked, to see what a new generation would change.
///
/// Nothing is recorded unless a host makes one and uses it as a gate:
///
/// ```swift
/// options.gate = .recorded(DecisionRecorder(), .report)
/// ```
///
/// What is kept is bounded by the capacity: the oldest makes room for the
/// newest, and a context that is asked for a key again counts once. A recorded
/// context keeps the values that are set on it, and the fixed models of its
/// chain, alive; live models are not kept alive. Contexts whose rules no swap
/// can change are not recorded.
public final class DecisionRecorder: Sendable {
  /// How many decisions are kept.
  public let capacity: Int
  /// How many of the answers are recorded.
  public let sampling: ObserverRegistration.Sampling
  /// The keys, or paths, whose answers are recorded; `nil` for all.
  public let keys: Set<String>?

  private struct State {
    /// A ring: once it is full, the next one takes the place of the oldest.
    var questions: [RecordedQuestion] = []
    var next = 0
    var known: Set<RecordedQuestion.Identity> = []
  }

  private let state = Mutex(State())

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many decisions are kept; at least 1.
  ///   - sampling: How many of the answers are recorded.
  ///   - keys: The keys, or paths, whose answers are recorded; `nil` for all.
  public init(
    capacity: Int = 4096, sampling: ObserverRegistration.Sampling = .all, keys: Set<String>? = nil
  ) {
    self.capacity = max(1, capacity)
    self.sampling = sampling
    self.keys = keys
  }

  /// How many decisions are recorded now.
  public var count: Int { state.withLock { $0.questions.count } }

  /// Forgets what was recorded.
  public func removeAll() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    // Released here, outside the lock: the host's values may do as they like.
    withExtendedLifetime(old) {}
  }

  /// Records that a context was asked for a key, or a path.
  ///
  /// Done for the answers of a live model that has the recorder in its gate; by
  /// hand for questions that a host knows from elsewhere.
  public func record(_ context: RuleContext, key: String) {
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
    // Released here, outside the lock: the host's values may do as they like.
    withExtendedLifetime(replaced) {}
  }

  /// What is recorded, newest first.
  var newestFirst: [RecordedQuestion] {
    state.withLock { state in
      Array((state.questions[state.next...] + state.questions[..<state.next]).reversed())
    }
  }
}

extension DecisionRecorder: RuleObserver {
  /// Records the question.
  public func observe(_ answer: ObservedAnswer) {
    record(answer.context, key: answer.key)
  }
}
