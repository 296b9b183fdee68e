import Testing

@testable import LuaRules

/// The keys that are being computed, against a list that is looked through.
struct KeyChainTests {
  private let keys = (0..<200).map { KeyID("chained\($0)") }

  @Test func `a key is found in it as in a list, however long it is`() {
    var chain = KeyChain()
    var list: [KeyID] = []
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let key = keys[Int.random(in: keys.indices, using: &random)]
      #expect(chain.contains(key) == list.contains(key))
      if !list.contains(key), Int.random(in: 0..<5, using: &random) > 0 {
        chain.enter(key)
        list.append(key)
      } else if !list.isEmpty {
        chain.leave()
        list.removeLast()
      }
      #expect(chain.keys == list && chain.count == list.count && chain.last == list.last)
    }
  }

  @Test func `its errors name the keys that lead to one another`() {
    var chain = KeyChain()
    for key in keys[..<40] { chain.enter(key) }
    let circle = chain.circle(to: keys[38])
    #expect(circle.code == .cycle)
    #expect(
      circle.message == "`chained38` depends on itself: chained38 → chained39 → chained38")
    let deep = chain.tooDeep(keys[40], limit: 40)
    #expect(deep.code == .budget)
    #expect(
      deep.message
        == "more than 40 keys are computed for one another: chained37 → chained38 → chained39 → chained40"
    )
  }

  @Test func `leaving an empty one does nothing`() {
    var chain = KeyChain()
    chain.leave()
    #expect(chain.isEmpty && !chain.contains(keys[0]))
  }
}
