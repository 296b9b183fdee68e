import Synchronization

/// Sends events to all listeners.
package final class EventHub<Event: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
    var next = 0
    /// The consumers that want to know only that there was an event.
    var signals = ChangeSignals()
    var isFinished = false
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Creates a hub without listeners.
  ///
  /// - Parameter capacity: The most events that wait for a slow listener; when there are more, the
  ///   oldest are dropped.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// Makes a subscription: a first event, then all events from now on.
  ///
  /// The first event is made under the lock, so no event is lost between it and
  /// the following ones.
  package func subscribe(beginningWith first: () -> Event? = { nil }) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(capacity))
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

  /// Whether no event will come any more.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Rings a signal at each event and at the end, until it is removed.
  func add(_ signal: ChangeSignal) { state.withLock { $0.signals.add(signal) } }

  func remove(_ signal: ChangeSignal) { state.withLock { $0.signals.remove(signal) } }

  /// Sends an event to all listeners; no lock is held while they are told.
  package func send(_ event: Event) {
    let (listeners, signals) = state.withLock { (Array($0.listeners.values), $0.signals) }
    for listener in listeners { listener.yield(event) }
    signals.ring()
  }

  /// Ends all subscriptions, present and future.
  package func finish() {
    let (listeners, signals) = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return (Array(state.listeners.values), state.signals)
    }
    for listener in listeners { listener.finish() }
    signals.ring()
  }
}
