import Foundation
import Synchronization

/// Work that one other thread does in its order while the caller goes on.
package final class ConcurrentQueue: Sendable {
  private struct Work: Sendable {
    var pending: [@Sendable () -> Void] = []
    var isUnderWay = false
  }

  private let work = Mutex(Work())

  package init() {}

  /// Adds some work behind the other work.
  package func add(_ body: @escaping @Sendable () -> Void) {
    let begins = work.withLock { work in
      work.pending.append(body)
      defer { work.isUnderWay = true }
      return !work.isUnderWay
    }
    guard begins else { return }
    let thread = Thread { [self] in
      while let body = next() { body() }
    }
    // That of a main thread, which deeply nested texts need.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func next() -> (@Sendable () -> Void)? {
    work.withLock { work in
      work.isUnderWay = !work.pending.isEmpty
      return work.isUnderWay ? work.pending.removeFirst() : nil
    }
  }
}
