import Dispatch
import Synchronization

/// A queue of events that one thread passes to another one, in order.
final class EventQueue<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func push(_ event: Event) {
    events.withLock { $0.append(event) }
    semaphore.signal()
  }

  /// Waits for the next event.
  func pop() -> Event {
    while true {
      semaphore.wait()
      let event = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let event { return event }
    }
  }

  /// Waits for the next event for some time; returns `nil` if none comes.
  func pop(within time: DispatchTimeInterval) -> Event? {
    let end = DispatchTime.now() + time
    // A signal may belong to an event that `popAll` has taken.
    while semaphore.wait(timeout: end) == .success {
      if let event = events.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return event }
    }
    return nil
  }

  /// Returns whether an event waits that satisfies a condition.
  func contains(where isWanted: (Event) -> Bool) -> Bool {
    events.withLock { $0.contains(where: isWanted) }
  }

  /// Removes and returns all events, without waiting.
  func popAll() -> [Event] {
    events.withLock { events in
      defer { events.removeAll() }
      return events
    }
  }
}
