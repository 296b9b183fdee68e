import Dispatch
import LuaBridge
import Synchronization
import Testing

/// Numbers of names; each test has names that nobody else uses.
struct NameNumbersTests {
  @Test(arguments: [
    "name-é", "name-e\u{301}", "name-\u{0}", "name-\u{0}x", "name-1234567", "name-12345678",
    "name-123456789", String(repeating: "name-", count: 1000),
  ])
  func `a name has the number that it was given`(name: String) {
    let number = UInt32(name.utf8.reduce(7) { ($0 &* 31 &+ UInt($1)) & 0xFFFF } + 1)
    #expect(NameNumbers.of(name) == 0)
    #expect(NameNumbers.set(number, for: name))
    #expect(NameNumbers.of(name) == number)
    #expect(NameNumbers.of(name + "?") == 0)
    #expect(NameNumbers.of(String(name.dropLast()) + "?") == 0)
  }

  @Test func `names are found while others are put in`() {
    let count = 5000
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 1...count {
        let name = "growing-\(index)"
        if thread == 0 {
          _ = NameNumbers.set(UInt32(index), for: name)
        } else {
          let found = NameNumbers.of(name)
          if found != 0, found != UInt32(index) { wrong.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect((1...count).allSatisfy { NameNumbers.of("growing-\($0)") == UInt32($0) })
  }

  @Test func `of threads that put the same names in, one wins`() {
    let count = 1000
    let wins = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 1...count {
        if NameNumbers.set(UInt32(4 * index + thread), for: "same-\(index)") {
          wins.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wins.load(ordering: .relaxed) == count)
    #expect((1...count).allSatisfy { NameNumbers.of("same-\($0)") / 4 == UInt32($0) })
  }

  @Test func `threads that put names in at once lose none`() {
    let count = 1000
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 1...count {
        _ = NameNumbers.set(UInt32(index), for: "thread-\(thread)-\(index)")
      }
    }
    for thread in 0..<4 {
      #expect((1...count).allSatisfy { NameNumbers.of("thread-\(thread)-\($0)") == UInt32($0) })
    }
  }
}
