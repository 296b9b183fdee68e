import LuaRules
import Synchronization
import Testing

/// The memory that all models together may hold.
struct SharedMemoryTests {
  private static let budget = Budget(
    instructions: 20_000_000, time: .seconds(20), memory: 64 << 20, depth: 30)

  private static let rules = """
    return {
      { key = "answer", value = function(c)
        local t = {}
        for i = 1, c.count do t[i] = { i } end
        return #t
      end },
      { key = "nested", value = function(c)
        local kept = ("x"):rep(100000)
        return host.ask() + #kept
      end },
    }
    """

  private static let tooMuch =
    "rules.lua:4: error: more than 8 MiB of memory were used by all models together [budget]"

  private func context(
    _ memory: SharedMemoryLimit, count: Int = 10, idle: Int = 64, host: HostFunctions = [:],
    suspension: SuspensionPolicy = .never
  ) throws -> RuleContext {
    var states = StatePoolOptions(idle: idle)
    states.memory = memory
    var context = RuleContext(
      try RuleModel(
        sources: [RuleSource(text: Self.rules, name: "rules.lua")], host: host,
        options: RuleOptions(budget: Self.budget, states: states, suspension: suspension)))
    context["count"] = count
    return context
  }

  @Test func `it is what the states hold, and comes back`() throws {
    let memory = SharedMemoryLimit(limit: 8 << 20)
    #expect(memory.used == 0)
    do {
      var context = try context(memory)
      let resting = memory.used
      #expect(resting > 0)
      #expect(outcome(in: context) == "10")
      context["count"] = 20_000
      #expect(outcome(in: context) == "20000")
      #expect(memory.used > resting)
      #expect(memory.used <= memory.limit)
    }
    #expect(memory.used == 0)
  }

  @Test func `a question that needs more fails, and the next one is fine`() throws {
    let memory = SharedMemoryLimit(limit: 8 << 20)
    var context = try context(memory, suspension: SuspensionPolicy(after: 1))
    for _ in 1...5 {
      context["count"] = 1_000_000
      // Nor is the rule suspended for it.
      #expect(outcome(in: context) == Self.tooMuch)
      context["count"] = 100
      #expect(outcome(in: context) == "100")
      #expect(memory.used <= memory.limit)
    }
  }

  @Test(arguments: [0, 1000, 20_000])
  func `a model that finds nothing left does not load`(limit: Int) throws {
    let memory = SharedMemoryLimit(limit: limit)
    let error = #expect(throws: RuleError.self) { try context(memory) }
    let text = "error: more than \(limit == 0 ? "0 MiB" : "\(limit) bytes") of memory were used"
    #expect(error?.description.contains(text + " by all models together [budget]") == true)
    #expect(memory.used == 0)
  }

  @Test func `idle states go before a question fails`() throws {
    let memory = SharedMemoryLimit(limit: 8 << 20)
    let contexts = try (1...100).map { _ in try context(memory) }
    for _ in 1...3 {
      for context in contexts {
        #expect(outcome(in: context) == "10")
        #expect(memory.used <= memory.limit)
      }
    }
    // Nearly all of it for one, the others let go of theirs.
    var greedy = contexts[50]
    greedy["count"] = 60_000
    #expect(outcome(in: greedy) == "60000")
    for context in contexts { #expect(outcome(in: context) == "10") }
  }

  @Test func `a state that is in use is not let go`() throws {
    let memory = SharedMemoryLimit(limit: 8 << 20)
    var inner = try context(memory)
    inner["count"] = 60_000
    let asked = inner
    let host: HostFunctions = HostFunctions().adding("ask") { () throws -> Int in
      try asked.value(at: "answer", as: Int.self)
    }
    let outer = try context(memory, host: host)
    for _ in 1...3 { #expect(outcome("nested", in: outer) == "160000") }
  }

  @Test func `a limit that is set lower lets nothing grow, until it is set higher`() throws {
    let memory = SharedMemoryLimit(limit: 8 << 20)
    var context = try context(memory)
    memory.limit = 0
    context["count"] = 100_000
    #expect(outcome(in: context).contains("memory were used by all models together [budget]"))
    #expect(outcome(in: context).contains("memory were used by all models together [budget]"))
    memory.limit = 32 << 20
    #expect(outcome(in: context) == "100000")
  }

  @Test func `many threads share it`() async throws {
    let memory = SharedMemoryLimit(limit: 8 << 20)
    let contexts = try (1...30).map { _ in try context(memory) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<60 {
            var context = contexts[(round * 7 + thread * 11) % contexts.count]
            context["count"] = round.isMultiple(of: 10) ? 30_000 : 10
            let text = outcome(in: context)
            #expect(
              text == (round.isMultiple(of: 10) ? "30000" : "10")
                || text.contains("of memory were used by all models together"))
            #expect(memory.used <= memory.limit)
          }
        }
      }
    }
    for context in contexts { #expect(outcome(in: context) == "10") }
  }

  @Test func `models have the memory of the process unless another is given`() throws {
    let model = try RuleModel(
      text: "return { { key = 'answer', value = function(c) return 1 end } }")
    #expect(outcome(in: RuleContext(model)) == "1")
    #expect(SharedMemoryLimit.shared.used > 0)
    #expect(SharedMemoryLimit.shared.limit == 1 << 30)
    #expect(StatePoolOptions().memory === SharedMemoryLimit.shared)
  }
}
