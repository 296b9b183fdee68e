import Foundation
import LuaBridge
import Synchronization
import Testing

/// Replaced objects live as long as somebody may use them, and no longer.
struct PublishedCopiesTests {
  private final class Numbered: Sendable {
    let number: Int
    let alive: Alive
    /// Another number while the object is being freed.
    let check: Atomic<Int>

    init(_ number: Int, _ alive: Alive) {
      self.number = number
      self.alive = alive
      check = Atomic(number)
      alive.count.add(1, ordering: .relaxed)
    }

    deinit {
      check.store(-1, ordering: .relaxed)
      alive.count.subtract(1, ordering: .relaxed)
    }
  }

  private final class Alive: Sendable { let count = Atomic(0) }

  /// Copies in an object, so that threads can share them.
  private final class Shared: Sendable {
    let copies: PublishedCopies<Numbered>
    let alive = Alive()

    init() {
      let alive = alive
      copies = PublishedCopies { Numbered(0, alive) }
    }

    func replace(_ number: Int) { copies.replace { Numbered(number, alive) }.begin() }

    var count: Int { alive.count.load(ordering: .relaxed) }
  }

  private func waits(for condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      usleep(500)
    }
    return true
  }

  @Test func `what is replaced lives until the last pin from before ends`() {
    let shared = Shared()
    let size = shared.count
    let (isPinned, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread {
      shared.copies.withPinned { object in
        isPinned.signal()
        mayEnd.wait()
        #expect(object.check.load(ordering: .relaxed) == 0)
      }
    }.start()
    isPinned.wait()
    shared.replace(1)
    shared.replace(2)
    #expect(shared.copies.withPinned(\.number) == 2)
    usleep(20_000)
    #expect(shared.count == 3 * size)
    mayEnd.signal()
    #expect(waits { shared.count == size })
  }

  /// The pins of other tests may delay it, but nothing else.
  @Test func `without a pin it is gone soon`() {
    let shared = Shared()
    let size = shared.count
    for number in 1...100 { shared.replace(number) }
    #expect(waits { shared.count == size })
  }

  private final class Readers: Sendable {
    let isOver = Atomic(false)
    let faults = Atomic(0)
    let running = Atomic(0)
  }

  @Test(arguments: [1, 2, 8])
  func `readers see only living objects, and none that is older than the last`(threads: Int) {
    let (shared, readers) = (Shared(), Readers())
    let size = shared.count
    for _ in 0..<threads {
      readers.running.add(1, ordering: .relaxed)
      Thread {
        var last = 0
        while !readers.isOver.load(ordering: .relaxed) {
          let (number, check) = shared.copies.withPinned {
            ($0.number, $0.check.load(ordering: .relaxed))
          }
          if number != check || number < last { readers.faults.add(1, ordering: .relaxed) }
          last = number
        }
        readers.running.subtract(1, ordering: .relaxed)
      }.start()
    }
    for number in 1...20_000 { shared.replace(number) }
    readers.isOver.store(true, ordering: .relaxed)
    #expect(waits { readers.running.load(ordering: .relaxed) == 0 })
    #expect(readers.faults.load(ordering: .relaxed) == 0)
    #expect(waits { shared.count == size })
  }
}
