import Testing

@testable import LuaRules

struct NumberIndexTests {
  /// Hashes that collide, and some that do not.
  @Test(arguments: [1, 7, 1 << 20] as [UInt64])
  func `an index numbers things as a dictionary would`(spread: UInt64) {
    var index = NumberIndex()
    var things: [Int] = []
    var numbers: [Int: Int] = [:]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let thing = Int.random(in: 0..<500, using: &random)
      let hash = UInt64(thing) % spread
      let found = index.number(hash: hash) { things[$0] == thing }
      #expect(found == numbers[thing])
      guard found == nil else { continue }
      index.add(hash: hash)
      numbers[thing] = things.count
      things.append(thing)
      #expect(index.count == things.count)
    }
  }

  @Test func `what was found for functions is found again, near and far`() {
    var memo = FunctionMemo<Int>()
    var known: [Int: Int] = [:]
    for number in [1, 2, 3, 63, 64, 65, 5000, 4, 128, 1_000_000, 66] {
      #expect(memo.value(of: number) == nil)
      memo.add(-number, of: number)
      known[number] = -number
      for other in [1, 2, 64, 5000, 129] { #expect(memo.value(of: other) == known[other]) }
    }
  }
}
