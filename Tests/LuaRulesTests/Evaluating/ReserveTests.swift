import Testing

@testable import LuaRules

/// States that are made in advance, once some state had to be thrown away.
struct ReserveTests {
  private static let rules = """
    return {
      { key = "answer", value = function(c) local s = "x" while true do s = s .. s end return s end },
      { key = "fine", value = function(c) return 1 end },
    }
    """

  private func core(_ states: StatePoolOptions = StatePoolOptions()) throws -> ModelCore {
    let model = try RuleModel(
      sources: [RuleSource(text: Self.rules)],
      options: RuleOptions(budget: Budget(memory: 1 << 20), states: states, plan: .lua))
    return try #require(model.current.first)
  }

  private func outcome(_ key: String, _ core: ModelCore) -> String {
    LuaRulesTests.outcome(key, in: RuleContext(RuleModel(links: [.fixed(core)])))
  }

  private func hasReserve(_ core: ModelCore) -> Bool {
    core.pool.reserve.withLock { $0.idle != nil }
  }

  private func waitForReserve(_ core: ModelCore) async throws {
    while core.pool.reserve.withLock({ $0.isBeingMade }) {
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `a state that is thrown away is replaced in advance, again and again`() async throws {
    let core = try core()
    #expect(outcome("fine", core) == "1")
    #expect(!hasReserve(core))
    for _ in 1...3 {
      #expect(outcome("answer", core).contains("[budget]"))
      try await waitForReserve(core)
      #expect(hasReserve(core))
      let reserved = core.pool.reserve.withLock { $0.since }
      #expect(outcome("fine", core) == "1")
      try await waitForReserve(core)
      // That one was used, and this is the next.
      #expect(core.pool.reserve.withLock { $0.since } > reserved)
    }
  }

  @Test func `what is made in advance goes when it is not needed`() async throws {
    let core = try core(StatePoolOptions(idle: 64, idleTime: .zero))
    _ = outcome("answer", core)
    try await waitForReserve(core)
    #expect(hasReserve(core))
    for _ in 0..<StatePool.windowLength { core.pool.giveBack(core.lend()) }
    #expect(!hasReserve(core))
  }

  @Test func `nothing is made in advance that could not stay`() async throws {
    let none = try core(StatePoolOptions(idle: 0))
    _ = outcome("answer", none)
    #expect(!none.pool.reserve.withLock { $0.isBeingMade })
    var states = StatePoolOptions()
    states.memory = SharedMemoryLimit(limit: 1 << 20)
    let short = try core(states)
    states.memory.limit = 1000
    short.pool.fillReserve(for: short)
    #expect(!short.pool.reserve.withLock { $0.isBeingMade })
  }

  // MARK: Files that take long

  /// More instructions than the budget of an evaluation, and rules that use up memory.
  private static let costly = """
    for i = 1, 3000000 do end
    return {
      { key = "spent", value = function(c) local s = "x" while true do s = s .. s end return s end },
      { key = "fine", value = function(c) for i = 1, 2 do end return 1 end },
    }
    """

  private func costlyModel(
    time: Duration?, suspension: SuspensionPolicy? = nil
  ) throws -> (ModelCore, RuleContext) {
    var options = RuleOptions(budget: Budget(time: time, memory: 1 << 20), plan: .lua)
    options.suspension = suspension
    let model = try RuleModel(sources: [RuleSource(text: Self.costly)], options: options)
    return (try #require(model.current.first), RuleContext(model))
  }

  @Test func `no evaluation runs long files again for a state that ran out of memory`() async throws
  {
    let (core, context) = try costlyModel(time: .milliseconds(500))
    // A reserve is being made that takes longer than this test.
    core.pool.reserve.withLock { $0.isBeingMade = true }
    #expect(throws: RuleError.self) { try context.value(at: "spent", as: String.self) }
    #expect(core.isCostlyToLoad)
    let error = #expect(throws: RuleError.self) { try context.value(at: "fine", as: Int.self) }
    #expect(
      error?.description
        == "rules.lua:4: error: no Lua state is free: memory ran out, and the rule files are still being run again [budget]"
    )
    core.pool.reserve.withLock { $0.isBeingMade = false }
    core.pool.fillReserve(for: core)
    try await waitForReserve(core)
    #expect(try context.value(at: "fine", as: Int.self) == 1)
  }

  @Test func `an evaluation waits for such a state within its limit of time`() throws {
    let (_, context) = try costlyModel(time: nil)
    #expect(throws: RuleError.self) { try context.value(at: "spent", as: String.self) }
    #expect(try context.value(at: "fine", as: Int.self) == 1)
  }

  @Test func `a rule that uses up memory again and again is suspended if loading takes long`()
    throws
  {
    let (_, context) = try costlyModel(time: nil)
    var codes: [RuleError.Code] = []
    for _ in 1...5 {
      do {
        _ = try context.value(at: "spent", as: String.self)
      } catch {
        codes.append(error.code)
      }
    }
    #expect(codes == [.budget, .budget, .budget, .suspended, .suspended])
    #expect(try context.value(at: "fine", as: Int.self) == 1)
  }

  @Test func `a policy that never suspends is kept`() throws {
    let (_, context) = try costlyModel(time: nil, suspension: .never)
    for _ in 1...4 {
      let error = #expect(throws: RuleError.self) {
        try context.value(at: "spent", as: String.self)
      }
      #expect(error?.code == .budget)
    }
  }
}
