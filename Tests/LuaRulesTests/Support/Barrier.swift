import Foundation

/// Lets nobody pass before all are there; gives up after a minute.
final class Barrier: Sendable {
  private let condition = NSCondition()
  private let count: Int
  nonisolated(unsafe) private var waiting = 0

  init(_ count: Int) { self.count = count }

  /// Waits; says whether all came.
  // INVARIANT: `waiting` is read and written between `lock` and `unlock` only.
  @discardableResult
  func wait() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    unsafe waiting += 1
    let round = unsafe (waiting - 1) / count
    if unsafe waiting.isMultiple(of: count) { condition.broadcast() }
    let deadline = Date(timeIntervalSinceNow: 60)
    while unsafe waiting < (round + 1) * count {
      if !condition.wait(until: deadline) { return false }
    }
    return true
  }
}
