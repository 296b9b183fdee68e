import Foundation
import Synchronization

/// A thread that waits, without sleeping, for its share of a piece.
final class SecondThread: Sendable {
  private enum Turn {
    static let waits = 0
    static let begins = 1
    static let ends = 2
  }

  private let turn = Atomic<Int>(Turn.waits)
  private let arrived = Atomic<Int>(0)
  private let finished = Atomic<Int>(0)
  private let work = Mutex<(@Sendable () -> Void)?>(nil)

  init() {
    Thread.detachNewThread { [self] in
      while true {
        switch turn.load(ordering: .acquiring) {
        case Turn.begins:
          turn.store(Turn.waits, ordering: .relaxed)
          work.withLock { $0 }?()
          finished.add(1, ordering: .releasing)
        case Turn.ends: return
        default: usleep(20)
        }
      }
    }
  }

  /// Returns the nanoseconds from when both threads begin until both are done.
  func time(
    _ count: Int, _ first: (Int) -> Void, _ second: @escaping @Sendable (Int) -> Void
  ) -> Double {
    arrived.store(0, ordering: .relaxed)
    finished.store(0, ordering: .relaxed)
    work.withLock { work in
      work = { [self] in
        meet()
        second(count)
      }
    }
    turn.store(Turn.begins, ordering: .releasing)
    meet()
    return RunBenchmarks.time {
      first(count)
      while finished.load(ordering: .acquiring) == 0 {}
    }
  }

  func end() {
    turn.store(Turn.ends, ordering: .releasing)
  }

  /// Waits until both threads are here.
  private func meet() {
    arrived.add(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < 2 {}
  }
}
