import Synchronization

/// An owner of idle states.
package protocol SharedMemoryUser: AnyObject, Sendable {
  /// Closes the idle states.
  ///
  /// Called on a thread that is allocating memory in a state: neither
  /// rules nor host code may run here, and no lock is held.
  ///
  /// - Returns: The bytes that the states held.
  func letIdleStatesGo() -> Int
}

/// The owners of states with one memory limit, oldest first.
final class SharedMemoryUsers: Sendable {
  private struct Entry: Sendable {
    weak var user: (any SharedMemoryUser)?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// The number of entries at which dead entries are removed.
    var sweepCount = 64
  }

  private let state = Mutex(State())

  /// The least number of bytes to free at once, if possible.
  private static let leastRelief = 1 << 20

  func add(_ user: any SharedMemoryUser) {
    state.withLock { state in
      state.entries.append(Entry(user: user))
      guard state.entries.count >= state.sweepCount else { return }
      state.entries.removeAll { $0.user == nil }
      state.sweepCount = max(64, state.entries.count * 2)
    }
  }

  /// Closes idle states until `bytes` are free, or no idle states are left.
  func relieve(_ bytes: Int) {
    let users = state.withLock { $0.entries.compactMap(\.user) }
    var freed = 0
    for user in users where freed < max(bytes, Self.leastRelief) {
      freed += user.letIdleStatesGo()
    }
    // A reference here may be the last one to a model, which must not be released on this thread.
    releaseElsewhere(users)
  }
}
