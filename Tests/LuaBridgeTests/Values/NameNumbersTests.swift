import Dispatch
import LuaBridge
import Synchronization
import Testing

/// Numbers of names; each test has names that nobody else uses.
struct NameNumbersTests {
  /// One thread at a time puts names in.
  private static let writing = Mutex(())

  private func set(_ number: UInt32, for name: String) -> Bool {
    Self.writing.withLock { _ in NameNumbers.set(number, for: name) }
  }

  @Test(arguments: [
    "name-é", "name-e\u{301}", "name-\u{0}", "name-\u{0}x", "name-1234567", "name-12345678",
    "name-123456789", String(repeating: "name-", count: 1000),
  ])
  func `a name has the number that it was given`(name: String) {
    let number = UInt32(name.utf8.reduce(7) { ($0 &* 31 &+ UInt($1)) & 0xFFFF } + 1)
    #expect(NameNumbers.of(name) == 0)
    #expect(set(number, for: name))
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
          _ = set(UInt32(index), for: name)
        } else {
          let found = NameNumbers.of(name)
          if found != 0, found != UInt32(index) { wrong.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect((1...count).allSatisfy { NameNumbers.of("growing-\($0)") == UInt32($0) })
  }
}
