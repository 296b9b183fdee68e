import Dispatch
import Foundation
import Synchronization

/// The events that a watch waits for: a possible change, or its end.
final class WakeUp: Sendable {
  private struct State {
    var isDue = false
    var isEnding = false
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// The time in seconds to collect a burst of changes, such as a file emptied
  /// and then written.
  private static let settling = 0.01

  /// Signals that something may have changed.
  func ring() {
    wake { _ in }
  }

  /// Signals that the watch must end.
  func end() {
    wake { $0.isEnding = true }
  }

  /// Waits until something may have changed.
  ///
  /// - Returns: Whether the watch continues.
  func wait() -> Bool {
    semaphore.wait()
    if !state.withLock({ $0.isEnding }) { Thread.sleep(forTimeInterval: Self.settling) }
    return state.withLock { state in
      state.isDue = false
      return !state.isEnding
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      change(&state)
      defer { state.isDue = true }
      return !state.isDue
    }
    if isFirst { semaphore.signal() }
  }
}
