import Dispatch
import Synchronization

/// Things that one thread hands to another one, in their order.
final class EventQueue<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func push(_ event: Event) {
    events.withLock { $0.append(event) }
    semaphore.signal()
  }

  /// Waits for the next thing.
  func pop() -> Event {
    while true {
      semaphore.wait()
      let event = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let event { return event }
    }
  }

  /// Takes all that are there, without waiting.
  func popAll() -> [Event] {
    events.withLock { events in
      defer { events.removeAll() }
      return events
    }
  }
}
