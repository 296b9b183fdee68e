import Dispatch
import LuaBridge
import Synchronization
import Testing

@testable import LuaRules

/// One object that threads hand to one another.
struct AtomicSlotTests {
  /// Counts how many threads use it at once.
  private final class Thing: Sendable {
    let users = Atomic<Int>(0)
    let uses = Atomic<Int>(0)
  }

  // A slot cannot be copied, so it is not handed to the macros of tests.

  @Test func `a slot takes one object, and gives it once`() throws {
    let slot = AtomicSlot<Thing>()
    let wasEmpty = slot.isEmpty
    #expect(wasEmpty)
    let nothing = slot.take()
    #expect(nothing.map(\.object) === nil)
    let thing = Thing()
    let isPut = slot.put(.retaining(thing))
    #expect(isPut)
    let other = UnretainedReference.retaining(Thing())
    let isOtherPut = slot.put(other)
    #expect(!isOtherPut)
    other.release()
    let found = slot.take()
    let taken = try #require(found)
    #expect(taken.object === thing)
    taken.release()
    let isEmptyAgain = slot.isEmpty
    #expect(isEmptyAgain)
  }

  @Test func `a slot releases what is left in it`() {
    weak var gone: Thing?
    do {
      let slot = AtomicSlot<Thing>()
      let thing = Thing()
      gone = thing
      let isPut = slot.put(.retaining(thing))
      #expect(isPut)
    }
    #expect(gone == nil)
  }

  @Test func `no two threads have the object at once`() {
    let slot = AtomicSlot<Thing>()
    let thing = Thing()
    let isPut = slot.put(.retaining(thing))
    #expect(isPut)
    let shared = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<5000 {
        guard let taken = slot.take() else { continue }
        let (before, _) = taken.object.users.add(1, ordering: .relaxed)
        if before != 0 { shared.add(1, ordering: .relaxed) }
        taken.object.uses.add(1, ordering: .relaxed)
        taken.object.users.subtract(1, ordering: .relaxed)
        if !slot.put(taken) { taken.release() }
      }
    }
    #expect(shared.load(ordering: .relaxed) == 0)
    #expect(thing.uses.load(ordering: .relaxed) > 0)
    let isEmpty = slot.isEmpty
    #expect(!isEmpty)
  }
}
