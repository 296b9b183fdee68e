import Dispatch
import Synchronization

/// Somebody who keeps states that nobody uses at the moment.
package protocol SharedMemoryUser: AnyObject, Sendable {
  /// Closes the states that nobody uses.
  ///
  /// Called on a thread in whose state something is being allocated: neither
  /// rules nor the host's code may run here, and no lock is held.
  ///
  /// - Returns: The bytes that they held.
  func letIdleStatesGo() -> Int
}

/// Those who keep states of one memory, oldest first.
final class SharedMemoryUsers: Sendable {
  private struct Entry: Sendable {
    weak var user: (any SharedMemoryUser)?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// At how many entries those are looked for that have gone.
    var sweepCount = 64
  }

  private let state = Mutex(State())

  /// At least so many bytes are freed at once, where that is possible.
  private static let leastRelief = 1 << 20

  func add(_ user: any SharedMemoryUser) {
    state.withLock { state in
      state.entries.append(Entry(user: user))
      guard state.entries.count >= state.sweepCount else { return }
      state.entries.removeAll { $0.user == nil }
      state.sweepCount = max(64, state.entries.count * 2)
    }
  }

  /// Lets idle states go until so many bytes are free, or there are none.
  func relieve(_ bytes: Int) {
    let users = state.withLock { $0.entries.compactMap(\.user) }
    var freed = 0
    for user in users where freed < max(bytes, Self.leastRelief) {
      freed += user.letIdleStatesGo()
    }
    // The last reference to a model may be one of these; what it holds is not let go here.
    DispatchQueue.global(qos: .utility).async { withExtendedLifetime(users) {} }
  }
}
