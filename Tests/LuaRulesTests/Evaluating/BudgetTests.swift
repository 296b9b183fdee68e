import LuaRules
import Testing

struct BudgetTests {
  private static let budget = Budget(
    instructions: 50_000, time: .seconds(20), memory: 1 << 20, depth: 30)

  static let spenders: [(name: String, rules: String, expected: String)] = [
    (
      "a loop",
      "{ key = 'answer', value = function(c) while true do end return 1 end },",
      "rules.lua:2: error: more than 50000 instructions were used [budget]"
    ),
    (
      "a loop in a predicate",
      "{ key = 'answer', when = function(c) while true do end return 1 end, value = 1 },",
      "rules.lua:2: error: more than 50000 instructions were used [budget]"
    ),
    (
      "a loop in another key",
      "{ key = 'answer', value = function(c) return c.b end },\n"
        + "{ key = 'b', value = function(c) while true do end return 1 end },",
      "rules.lua:3: error: more than 50000 instructions were used [budget]\n"
        + "  note: `answer` asked for `b`"
    ),
    (
      "a string that grows",
      "{ key = 'answer', value = function(c) local s = 'x' while true do s = s .. s end return s end },",
      "rules.lua:2: error: more than 1 MiB of memory were used [budget]"
    ),
    (
      "a recursion",
      "{ key = 'answer', value = function(c) local function f(n) return 1 + f(n + 1) end "
        + "return f(1) end },",
      "budget"
    ),
    (
      "a string that is repeated too often",
      "{ key = 'answer', value = function(c) return #string.rep('', 1e15) end },",
      "0"
    ),
  ]

  @Test(arguments: spenders)
  func `a budget that ran out fails the evaluation, and the next one is fine`(
    name: String, rules: String, expected: String
  ) throws {
    let context = RuleContext(
      try model(
        rules + "\n{ key = 'fine', value = function(c) return 1 end },", budget: Self.budget))
    for _ in 1...3 {
      let text = outcome(in: context)
      #expect(text == expected || expected == "budget" && text.hasPrefix("rules.lua:2: error"))
      #expect(outcome("fine", in: context) == "1")
    }
  }

  @Test func `time is a budget`() throws {
    let rules = try model(
      "{ key = 'answer', value = function(c) while true do end return 1 end },",
      budget: Budget(instructions: .max, time: .milliseconds(5)))
    #expect(
      outcome(in: RuleContext(rules)) == "rules.lua:2: error: more than 5 ms were used [budget]")
  }

  @Test func `all that one question causes shares one budget`() throws {
    let host: HostFunctions = [
      "again": .function { (c: RuleContext) in
        var copy = c
        copy["n"] = try c.value(at: "n", as: Int.self) + 1
        return (try? copy.value(at: "answer", as: Int.self)) as Any
      }
    ]
    let rules = try model(
      """
      { key = "answer", value = function(c)
        for i = 1, 3000 do local x = i end
        return host.again(c) or 1
      end },
      """, host: host, budget: Budget(instructions: 30_000, time: nil, depth: 1000))
    var context = RuleContext(rules)
    context["n"] = 0
    // The host function forgives the error, but what is used up stays used up.
    #expect(outcome(in: context).contains("more than 30000 instructions were used [budget]"))
    #expect(outcome(in: context).contains("more than 30000 instructions were used [budget]"))
  }

  @Test(arguments: [1, 2, 50, 150])
  func `keys may be computed for one another as deep as the budget says`(depth: Int) throws {
    let rules = """
      for i = 1, \(depth) do
        rules[i] = { key = "k" .. i, value = function(c) return c["k" .. i + 1] end }
      end
      """
    let text = "local rules = {}\n\(rules)\nreturn rules"
    let last = "return { { key = 'k\(depth + 1)', value = 'end' } }"
    let sources = [RuleSource(text: text), RuleSource(text: last)]
    let budget = { Budget(instructions: 10_000_000, time: .seconds(20), depth: $0) }
    let enough = try RuleModel(
      sources: sources, options: RuleOptions(budget: budget(depth + 1)))
    #expect(outcome("k1", in: RuleContext(enough)) == "\"end\"")
    let scarce = try RuleModel(sources: sources, options: RuleOptions(budget: budget(depth)))
    #expect(outcome("k1", in: RuleContext(scarce)).contains("[budget]"))
  }

  @Test func `fallbacks use the budget of the first model, and errors tell that one`() throws {
    let first = try model("", budget: Budget(instructions: 20_000, time: nil))
    let loop = "{ key = 'answer', value = function(c) while true do end return 1 end },"
    let second = try model(loop, budget: Budget(instructions: 1000, time: nil))
    #expect(
      outcome(in: RuleContext(first.fallback(second)))
        .contains("more than 20000 instructions were used [budget]"))
  }

  @Test func `loading has a budget of its own`() throws {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        sources: [RuleSource(text: "while true do end return {}", name: "a.lua")],
        options: RuleOptions(loadingBudget: Budget(instructions: 10_000)))
    }
    #expect(error?.description == "a.lua:1: error: more than 10000 instructions were used [budget]")
  }
}
