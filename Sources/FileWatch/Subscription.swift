import Dispatch
import Synchronization

/// The callback of one ``FolderWatch`` and when to call it.
///
/// Apart from the watch itself, so that a call under way does not keep the watch
/// alive.
final class Subscription: Sendable {
  typealias ID = ObjectIdentifier

  /// What is merged into one call.
  private static let burst = DispatchTimeInterval.milliseconds(2)
  private static let queue = DispatchQueue(label: "FileWatch.calls", attributes: .concurrent)

  let pollInterval: UInt64

  private enum Phase {
    case idle
    /// A call will begin within the time of a burst.
    case due
    case calling
    case callingAndDue
  }

  private struct State {
    var phase = Phase.idle
    /// Nil once cancelled.
    var onChange: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>
  /// What the hub knows of this subscription.
  ///
  /// INVARIANT: locked before the hub's state and before `state`, never after.
  private let folders = Mutex<[WatchedFolder: EntryNames]>([:])

  init(pollInterval: Duration, onChange: @escaping @Sendable () -> Void) {
    self.pollInterval = pollInterval.pollNanoseconds
    state = Mutex(State(onChange: onChange))
  }

  var id: ID { ObjectIdentifier(self) }

  func watch(_ wanted: [WatchedFolder: EntryNames], in hub: WatchHub) {
    folders.withLock { current in
      // Looked at under this lock, so that `cancel` either is seen here or sees what is added here.
      guard state.withLock({ $0.onChange != nil }) else { return }
      hub.update(self, from: current, to: wanted)
      current = wanted
    }
  }

  /// How many folders are there, but not told of as they should be.
  func countOfUntold(in hub: WatchHub) -> Int {
    folders.withLock { hub.countOfUntold(among: $0.keys) }
  }

  func cancel(in hub: WatchHub) {
    // Handed out, so that what it captures is released without the lock.
    let released = state.withLock { state in
      let onChange = state.onChange
      state.onChange = nil
      return onChange
    }
    guard released != nil else { return }
    folders.withLock { current in
      hub.update(self, from: current, to: [:])
      current = [:]
    }
  }

  /// Makes a call begin after now; cheap when one is due already.
  func notify() {
    let isFirst = state.withLock { state in
      guard state.onChange != nil else { return false }
      switch state.phase {
      case .idle:
        state.phase = .due
        return true
      case .calling:
        state.phase = .callingAndDue
        return false
      case .due, .callingAndDue:
        return false
      }
    }
    if isFirst { schedule() }
  }

  private func schedule() {
    Self.queue.asyncAfter(deadline: .now() + Self.burst) { self.call() }
  }

  private func call() {
    let onChange = state.withLock { state in
      state.phase = .calling
      return state.onChange
    }
    guard let onChange else { return }
    onChange()
    let isDue = state.withLock { state in
      let isDue = state.phase == .callingAndDue && state.onChange != nil
      state.phase = isDue ? .due : .idle
      return isDue
    }
    if isDue { schedule() }
  }
}

extension Duration {
  /// The duration as an interval of polling, from 1 ms to one day.
  fileprivate var pollNanoseconds: UInt64 {
    let bounded = Swift.min(Swift.max(self, .milliseconds(1)), .seconds(86_400))
    return UInt64(bounded / .nanoseconds(1))
  }
}
