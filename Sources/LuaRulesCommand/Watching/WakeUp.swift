import Dispatch
import Foundation
import Synchronization

/// What a watch waits for: that something may have changed, or that it is to end.
final class WakeUp: Sendable {
  private struct State {
    var isDue = false
    var isEnding = false
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// How long a burst of changes is gathered, such as a file emptied and then written.
  private static let settling = 0.01

  /// Says that something may have changed.
  func ring() {
    wake { _ in }
  }

  /// Says that the watch is to end.
  func end() {
    wake { $0.isEnding = true }
  }

  /// Waits until something may have changed.
  ///
  /// - Returns: Whether the watch goes on.
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
