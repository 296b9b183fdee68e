import Testing

@testable import LuaRules

/// What may come out of rules, what may go in, and who may say so.
struct ValueLimitTests {
  private static let budget: Budget = {
    var budget = Budget(time: .seconds(20), memory: 4 << 20, depth: 20)
    budget.valueNodes = 50
    budget.valueBytes = 1000
    budget.valueDepth = 5
    return budget
  }()

  static let values: [(body: String, expected: String)] = [
    ("local t = {} for i = 1, 49 do t[i] = 1 end return #t", "49"),
    (
      "local t = {}\nfor i = 1, 60 do t[i] = 1 end return t",
      "rules.lua:2: error: a value with more than 50 parts cannot come out of the rules [budget]"
    ),
    (
      "return { ('x'):rep(600), ('x'):rep(600) }",
      "rules.lua:2: error: a value with more than 1000 bytes of text cannot come out of the "
        + "rules [budget]"
    ),
    (
      "return { { { { { {} } } } } }",
      "rules.lua:2: error: a value nested deeper than 5 levels cannot come out of the rules "
        + "[budget]"
    ),
    (
      "return { c.list, c.list, c.list, c.list }",
      "rules.lua:2: error: a value with more than 50 parts cannot come out of the rules [budget]"
    ),
    (
      "return host.take({ ('x'):rep(1200) })",
      "rules.lua:2: error: a value with more than 1000 bytes of text cannot come out of the "
        + "rules [budget]"
    ),
  ]

  @Test(arguments: values)
  func `a value that is too large fails the evaluation`(body: String, expected: String) throws {
    let host = HostFunctions().adding("take") { (_: [String]) in 1 }
    var context = RuleContext(
      try model(
        "{ key = 'answer', value = function(c) \(body) end },", host: host, budget: Self.budget))
    context["list"] = Array(1...20)
    for _ in 1...2 { #expect(outcome(in: context) == expected) }
  }

  @Test func `a value that was too large changes no later error`() throws {
    var context = RuleContext(
      try model(
        "{ key = 'answer', value = function(c) return { c.list, c.list, c.list } end },",
        budget: Self.budget))
    context["list"] = Array(1...20)
    context["other"] = RuleContext(.empty)
    #expect(throws: RuleError.self) { try context.json(at: "answer") }
    let error = #expect(throws: RuleError.self) { try context.json(at: "other") }
    #expect(error?.code == .wrongType)
    #expect(error?.message.contains("the context itself") == true)
  }

  @Test func `files have sizes, alone and together`() throws {
    var limits = Budget.loading
    limits.fileSize = 100
    limits.totalSize = 150
    func load(_ sources: [RuleSource]) -> String {
      do {
        return
          "\(try RuleModel(sources: sources, options: RuleOptions(loadingBudget: limits)).ruleCount) rules"
      } catch {
        return "\(error)"
      }
    }
    let small = "return { { key = 'a', value = 1 } } -- " + String(repeating: "x", count: 40)
    let large = "return {} -- " + String(repeating: "x", count: 100)
    #expect(load([RuleSource(text: small)]) == "1 rules")
    #expect(
      load([RuleSource(text: large, name: "l.lua")])
        == "l.lua: error: the file has 113 bytes; at most 100 are read [budget]")
    #expect(
      load([RuleSource(text: small), RuleSource(text: small, name: "b.lua")])
        == "b.lua: error: the files have more than 150 bytes together [budget]")
    let user = RuleSource(text: "require 'm' return {}", name: "u.lua", modules: ["m": large])
    #expect(
      load([user]) == "m.lua: error: the file has 113 bytes; at most 100 are read [budget]")
  }

  @Test func `a context may only tighten the budget of its model`() throws {
    let rules = """
      { key = "answer", value = function(c) for i = 1, c.n do end return #("x"):rep(c.n) end },
      """
    var context = RuleContext(
      try model(rules, budget: Budget(instructions: 500_000, time: .seconds(20), memory: 4 << 20)))
    context["n"] = 200_000
    #expect(outcome(in: context) == "200000")
    context.budgetCap = Budget(instructions: 100_000, time: .seconds(60), memory: 1 << 30)
    #expect(outcome(in: context).contains("more than 100000 instructions were used"))
    context.budgetCap = Budget(instructions: .max, time: nil, memory: 1 << 18)
    #expect(outcome(in: context).contains("more than 262144 bytes of memory were used"))
    context.budgetCap = nil
    #expect(outcome(in: context) == "200000")
    context.budgetCap = Budget(instructions: .max, time: nil, memory: .max, depth: .max)
    context["n"] = 5_000_000
    #expect(outcome(in: context).contains("more than 500000 instructions were used"))
  }

  @Test func `memory that ran out is told with the line of the innermost function`() throws {
    let context = RuleContext(
      try model(
        """
        { key = "answer", value = function(c)
          local function grow()
            local t = {}
            while true do t = { t } end
          end
          return grow()
        end },
        """, budget: Budget(instructions: 1_000_000, time: .seconds(20), memory: 2 << 20)))
    #expect(
      outcome(in: context) == "rules.lua:5: error: more than 2 MiB of memory were used [budget]")
  }

  @Test func `no budget allows a value that is deeper than can be copied`() {
    var budget = Budget()
    budget.valueDepth = 1_000
    #expect(budget.valueDepth == 100)
  }

  @Test func `a state outlives a rule that used up its instructions`() throws {
    let rules = try model(
      """
      { key = "answer", value = function(c)
        local t = {}
        while true do t[#t + 1] = { #t } end
      end },
      { key = "fine", value = function(c) return #c.list end },
      """, budget: Budget(instructions: 200_000, time: .seconds(20)))
    var context = RuleContext(rules)
    context["list"] = [1, 2]
    let core = try #require(rules.current.first)
    let place = try #require(core.pool.lend())
    let state = try place.luaState().object
    let resting = state.memoryUsed
    core.pool.giveBack(place)
    for _ in 1...20 {
      #expect(outcome(in: context).contains("more than 200000 instructions"))
      #expect(outcome("fine", in: context) == "2")
      let idle = try #require(core.pool.lend())
      #expect(try idle.luaState().object === state)
      #expect(state.memoryUsed <= 2 * (resting + 1 << 20) + 1)
      core.pool.giveBack(idle)
    }
  }

  @Test func `a predicate that sorts long strings is broken off soon`() throws {
    let context = RuleContext(
      try model(
        """
        { key = "answer", value = 1, when = function(c)
          local a, b = ("x"):rep(1000):rep(4000) .. "a", ("x"):rep(1000):rep(4000) .. "b"
          local t = {}
          for i = 1, 50000 do t[i] = i % 2 == 0 and a or b end
          table.sort(t)
          return true
        end },
        """))
    let start = AttackOracle.processorTime
    #expect(outcome(in: context).contains("[budget]"))
    #expect(AttackOracle.processorTime - start < AttackOracle.patience)
  }
}
