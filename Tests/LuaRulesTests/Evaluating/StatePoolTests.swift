import Dispatch
import Synchronization
import Testing

@testable import LuaRules

/// How many Lua states are kept, and when they are freed.
struct StatePoolTests {
  private func core(_ states: StatePoolOptions, host: HostFunctions = [:]) throws -> ModelCore {
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: """
            return {
              { key = "answer", value = function(c) return 1 end },
              { key = "deep", value = function(c) return host.deeper(c.depth) end },
            }
            """, name: "rules.lua")
      ], host: host, options: RuleOptions(states: states))
    return try #require(model.current.first)
  }

  private func context(_ core: ModelCore) -> RuleContext {
    RuleContext(RuleModel(links: [.fixed(core)]))
  }

  @Test func `one thread uses one state again and again`() throws {
    let core = try core(StatePoolOptions())
    for _ in 0..<20 { #expect(try context(core).value(at: "answer", as: Int.self) == 1) }
    #expect(core.pool.idleCount == 1)
  }

  @Test func `an idle state does not hold the garbage of a large answer`() throws {
    let rules = """
      local junk = ("x"):rep(5 << 20)
      return { { key = "size", value = function(c)
        local text = ("a"):rep(6 << 20)
        return #text
      end } }
      """
    let budget = Budget(
      instructions: 100_000_000, time: .seconds(20), memory: 32 << 20, depth: 50)
    let model = try RuleModel(
      sources: [RuleSource(text: rules)],
      options: RuleOptions(
        budget: budget, loadingBudget: budget, states: StatePoolOptions(idle: 1)))
    let core = try #require(model.current.first)
    for _ in 0..<4 {
      let place = try #require(core.pool.lend())
      #expect(try place.luaState().object.memoryUsed < 1 << 20)
      core.pool.giveBack(place)
      #expect(try context(core).value(at: "size", as: Int.self) == 6 << 20)
    }
  }

  @Test(arguments: [0, 1, 3, 64])
  func `what comes back beyond the bound is thrown away`(idle: Int) throws {
    let core = try core(StatePoolOptions(idle: idle))
    let lent = (0..<10).map { _ in core.lend() }
    #expect(core.pool.idleCount == 0)
    for place in lent { core.pool.giveBack(place) }
    #expect(core.pool.idleCount <= idle)
    #expect(try context(core).value(at: "answer", as: Int.self) == 1)
  }

  /// Asks the context of one level less, each level on a state of its own.
  private final class Deeper: Sendable {
    let model = Mutex<RuleModel?>(nil)

    func callAsFunction(_ depth: Int) throws -> Int {
      guard depth > 0, let model = model.withLock({ $0 }) else { return 0 }
      var context = RuleContext(model)
      context["depth"] = depth - 1
      return try context.value(at: "deep", as: Int.self) + 1
    }
  }

  @Test(arguments: [0, 2])
  func `host functions that ask again never wait for a state`(idle: Int) throws {
    let deeper = Deeper()
    let host = HostFunctions().adding("deeper") { (depth: Int) in try deeper(depth) }
    let core = try core(StatePoolOptions(idle: idle), host: host)
    let model = RuleModel(links: [.fixed(core)])
    deeper.model.withLock { $0 = model }
    defer { deeper.model.withLock { $0 = nil } }
    var context = RuleContext(model)
    context["depth"] = 9
    #expect(try context.value(at: "deep", as: Int.self) == 9)
    #expect(core.pool.idleCount <= idle)
  }

  @Test func `states that are not needed any more are freed`() throws {
    let core = try core(StatePoolOptions(idle: 64, idleTime: .zero))
    let lent = (0..<10).map { _ in core.lend() }
    for place in lent { core.pool.giveBack(place) }
    #expect(core.pool.idleCount >= 10)
    for _ in 0..<(3 * StatePool.windowLength) {
      core.pool.giveBack(core.lend())
    }
    #expect(core.pool.idleCount == 1)
  }

  @Test func `states that are in use now and then stay`() throws {
    let core = try core(StatePoolOptions(idle: 64, idleTime: .zero))
    for _ in 0..<(2 * StatePool.windowLength) {
      let lent = (0..<4).map { _ in core.lend() }
      for place in lent { core.pool.giveBack(place) }
    }
    #expect(core.pool.idleCount >= 4)
  }

  /// The workplaces that are in use, to find one that two threads have.
  private final class Uses: Sendable {
    let places = Mutex<Set<ObjectIdentifier>>([])
    let twice = Atomic<Int>(0)
  }

  @Test(arguments: [1, 3, 64])
  func `no two threads have one workplace at once`(idle: Int) throws {
    let core = try core(StatePoolOptions(idle: idle, idleTime: .zero))
    let uses = Uses()
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for _ in 0..<(StatePool.windowLength + number) {
        let lent = (0..<(1 + number % 3)).map { _ in core.lend() }
        for place in lent {
          let isNew = uses.places.withLock { $0.insert(ObjectIdentifier(place)).inserted }
          if !isNew { uses.twice.add(1, ordering: .relaxed) }
        }
        for place in lent {
          _ = uses.places.withLock { $0.remove(ObjectIdentifier(place)) }
          core.pool.giveBack(place)
        }
      }
    }
    #expect(uses.twice.load(ordering: .relaxed) == 0)
    #expect(core.pool.idleCount <= idle)
    #expect(try context(core).value(at: "answer", as: Int.self) == 1)
  }

  @Test func `the workplace of a stripe that is not used any more is freed`() throws {
    let core = try core(StatePoolOptions(idle: 64, idleTime: .zero))
    let queues = (0..<8).map { DispatchQueue(label: "stripe \($0)") }
    let threads = DispatchGroup()
    for queue in queues { queue.async(group: threads) { core.pool.giveBack(core.lend()) } }
    threads.wait()
    for _ in 0..<(3 * StatePool.windowLength) { core.pool.giveBack(core.lend()) }
    #expect(core.pool.idleCount == 1)
  }
}
