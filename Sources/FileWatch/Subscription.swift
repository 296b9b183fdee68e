import Dispatch
import Synchronization

/// The callback of one ``FolderWatch`` and when to call it.
///
/// A separate object from the watch, so that a running call does not keep the watch
/// alive.
final class Subscription: Sendable {
  typealias ID = ObjectIdentifier

  /// Changes within this time are merged into one call.
  private static let burst = DispatchTimeInterval.milliseconds(2)
  /// The queue of the calls.
  ///
  /// Serial, because Dispatch starts a thread for the work of a serial queue if all others are busy. A
  /// concurrent queue shares as many threads as there are processors with all tasks of the program,
  /// and would wait for as long as those keep them busy.
  private let queue = DispatchQueue(label: "FileWatch.calls")

  let pollInterval: UInt64

  private enum Phase {
    case idle
    /// A call will begin within the burst time.
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
  /// The folders that the hub watches for this subscription.
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
      // Checked under this lock: so either `cancel` is seen here, or
      // `cancel` sees the added folders.
      guard state.withLock({ $0.onChange != nil }) else { return }
      hub.update(self, from: current, to: wanted)
      current = wanted
    }
  }

  /// The number of existing folders for which the system should report changes, but does not.
  func countOfUntold(in hub: WatchHub) -> Int {
    folders.withLock { hub.countOfUntold(among: $0.keys) }
  }

  func cancel(in hub: WatchHub) {
    // Taken out, so that its captured objects are released while the lock is not held.
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

  /// Ensures that a call begins after this moment; cheap when one is already due.
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
    queue.asyncAfter(deadline: .now() + Self.burst) { self.call() }
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
  /// The duration as a polling interval, from 1 ms to one day.
  fileprivate var pollNanoseconds: UInt64 {
    let bounded = Swift.min(Swift.max(self, .milliseconds(1)), .seconds(86_400))
    return UInt64(bounded / .nanoseconds(1))
  }
}
