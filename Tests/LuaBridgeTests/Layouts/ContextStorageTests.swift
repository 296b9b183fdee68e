import Synchronization
import Testing

@testable import LuaBridge

/// Counts how many of it live.
private final class Counted: Sendable {
  private let living: LivingCount

  init(_ living: LivingCount) {
    self.living = living
    living.count.add(1, ordering: .relaxed)
  }

  deinit { living.count.subtract(1, ordering: .relaxed) }
}

private final class LivingCount: Sendable {
  let count = Atomic(0)
  var now: Int { count.load(ordering: .relaxed) }
}

/// Larger than what an entry holds itself.
private struct Boxed: Sendable, Equatable {
  var numbers: (Int, Int, Int) = (0, 0, 0)
  var text: String

  static func == (left: Boxed, right: Boxed) -> Bool {
    left.numbers == right.numbers && left.text == right.text
  }
}

struct ContextStorageTests {
  @Test(arguments: 0..<40)
  func `entries are what a dictionary is`(seed: UInt64) {
    var random = Numbers(state: seed)
    var entries = ContextStorage()
    var expected: [UInt32: any Sendable] = [:]
    var copies: [(ContextStorage, [UInt32: any Sendable])] = []
    for step in 0..<300 {
      let number = UInt32.random(in: 1...20, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: #expect(entries.remove(number) == (expected.removeValue(forKey: number) != nil))
      case 1: copies.append((entries, expected))
      case 2:
        guard let (other, values) = copies.randomElement(using: &random) else { continue }
        entries = entries.overridden(by: other)
        expected.merge(values) { $1 }
      case 3:
        guard let (other, values) = copies.randomElement(using: &random),
          let value = other[number]
        else { continue }
        entries.set(value, for: number)
        expected[number] = values[number]
      case 4, 5:
        entries.set(step, for: number)
        expected[number] = step
      case 6, 7:
        let text = String(repeating: "x", count: step % 40)
        entries.set(text, for: number)
        expected[number] = text
      default:
        let value = Boxed(numbers: (step, -step, 7), text: "text of \(step), on the heap")
        entries.set(value, for: number)
        expected[number] = value
      }
      check(entries, expected)
    }
    for (copy, values) in copies { check(copy, values) }
  }

  private func check(_ entries: ContextStorage, _ expected: [UInt32: any Sendable]) {
    #expect(entries.keys == expected.keys.sorted())
    for (number, value) in expected {
      let found = entries[number]?.erased
      switch value {
      case let value as Int: #expect(found as? Int == value)
      case let value as String: #expect(found as? String == value)
      default: #expect(found as? Boxed == value as? Boxed)
      }
    }
  }

  @Test func `each value ends once, when nobody has it any more`() {
    let living = LivingCount()
    do {
      var entries = ContextStorage()
      for number in 1...9 { entries.set(Counted(living), for: UInt32(number)) }
      entries.set((Counted(living), Counted(living), Counted(living)), for: 10)
      #expect(living.now == 12)
      let copy = entries
      entries.remove(1)
      entries.set(5, for: 10)
      #expect(living.now == 12)
      let value = copy[10]
      entries = entries.overridden(by: copy)
      entries = ContextStorage()
      #expect(living.now == 12)
      withExtendedLifetime((copy, value)) {}
    }
    #expect(living.now == 0)
  }

  @Test func `a value alone keeps nothing that was set beside it`() {
    let living = LivingCount()
    var entries = ContextStorage()
    entries.set(Counted(living), for: 1)
    entries.set("a text that is longer than fifteen bytes", for: 2)
    entries.set(Boxed(text: "boxed"), for: 3)
    let alone = [entries[2]?.alone, entries[3]?.alone]
    #expect(entries[2].map { alone[0]?.isIdentical(to: $0) } == true)
    #expect(entries[3].map { alone[1]?.isIdentical(to: $0) } == true)
    entries = ContextStorage()
    #expect(living.now == 0)
    #expect(alone[1]?.erased as? Boxed == Boxed(text: "boxed"))
  }

  @Test(.readsByLayouts) func `what must not be moved byte by byte lies in a box`() {
    struct Holder: @unchecked Sendable { weak var object: Counted? }
    let living = LivingCount()
    let counted = Counted(living)
    // On Linux a weak reference would survive a move of its bytes; where objects have side tables
    // that know it, as on Apple's platforms, it would not.
    #expect(unsafe !Layout.of(Holder(object: counted)).pointer.pointee.isInline)
    #expect(unsafe Layout.of("text").pointer.pointee.isInline)
    var entries = ContextStorage()
    for number in (1...20).reversed() { entries.set(Holder(object: counted), for: UInt32(number)) }
    for number in 1...20 {
      #expect((entries[UInt32(number)]?.erased as? Holder)?.object === counted)
    }
    withExtendedLifetime(counted) {}
  }

  @Test func `a value is filled into a place of its own type only`() {
    var entries = ContextStorage()
    entries.set("text", for: 1)
    entries.set(Boxed(text: "boxed"), for: 2)
    func read<Value>(_ type: Value.Type, _ number: UInt32) -> Value? {
      VacantPlace.filled(type) { _ = entries.read.fill($0, withValueOf: number) }
    }
    #expect(read(String.self, 1) == "text")
    #expect(read(String?.self, 1) == nil)
    #expect(read(Int.self, 1) == nil)
    #expect(read(Boxed.self, 2) == Boxed(text: "boxed"))
    #expect(read(Boxed.self, 3) == nil)
  }

  @Test func `a value of large alignment lies where it may`() {
    let vector = SIMD16<Double>(repeating: 1.5)
    var entries = ContextStorage()
    for number in 1...5 { entries.set((UInt8(number), vector), for: UInt32(number)) }
    for number in 1...5 {
      let found = entries[UInt32(number)]?.erased as? (UInt8, SIMD16<Double>)
      #expect(found?.0 == UInt8(number))
      #expect(found?.1 == vector)
    }
  }
}

/// Numbers that are the same in each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}
