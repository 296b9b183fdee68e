import Synchronization

/// Sends events to all listeners.
final class EventHub: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<LiveRuleEvent>.Continuation] = [:]
    var next = 0
    /// The consumers that want to know only that there was an event.
    var signals = ChangeSignals()
    var isFinished = false
  }

  private let state = Mutex(State())

  /// The most events that wait for a slow listener; when there are more, the oldest are dropped.
  private static let capacity = 64

  /// Makes a subscription: a first event, then all events from now on.
  ///
  /// The first event is made under the lock, so no event is lost between it and
  /// the following ones.
  func subscribe(
    beginningWith first: () -> LiveRuleEvent? = { nil }
  ) -> AsyncStream<LiveRuleEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveRuleEvent.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    let number: Int? = state.withLock { state in
      if let first = first() { continuation.yield(first) }
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Rings a signal at each event, until it is removed.
  func add(_ signal: ChangeSignal) { state.withLock { $0.signals.add(signal) } }

  func remove(_ signal: ChangeSignal) { state.withLock { $0.signals.remove(signal) } }

  func send(_ event: LiveRuleEvent) {
    let (listeners, signals) = state.withLock { (Array($0.listeners.values), $0.signals) }
    for listener in listeners { listener.yield(event) }
    signals.ring()
  }

  /// Ends all subscriptions, present and future.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
