import LuaRules
import Testing

/// Rules that use up memory, each in another way.
struct MemoryBudgetTests {
  private static let budget = Budget(
    instructions: 20_000_000, time: .seconds(20), memory: 2 << 20, depth: 50)

  static let spenders: [(name: String, body: String)] = [
    ("a string that doubles", "local s = 'x' while true do s = s .. s end return 1"),
    ("a table that grows", "local t = {} for i = 1, 1e9 do t[i] = i end return 1"),
    ("many tables", "local t for i = 1, 1e9 do t = { t } end return 1"),
    ("a repeated string", "return #string.rep('x', 4e6)"),
    ("a repeated string with a separator", "return #string.rep('x', 1e6, 'yyyyyyyy')"),
    ("closures", "local f for i = 1, 1e9 do local g = f f = function() return g end end return 1"),
    (
      "a joined list",
      "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(1e4) end "
        + "return #table.concat(t)"
    ),
    ("a replaced string", "return #(('x'):rep(1e5):gsub('x', ('y'):rep(1000)))"),
    ("a formatted string", "local s = ('x'):rep(1e6) return #string.format('%s%s%s', s, s, s)"),
    ("an unfinished error", "error(('x'):rep(3e6)) return 1"),
  ]

  @Test(arguments: spenders)
  func `memory that ran out fails the evaluation, and the next one is fine`(
    name: String, body: String
  ) throws {
    let rules = try model(
      """
      { key = "answer", when = { spend = true }, value = function(c) \(body) end },
      { key = "answer", value = function(c) return #("y"):rep(100) + #c.list end },
      """, budget: Self.budget)
    var context = RuleContext(rules)
    context["list"] = [1, 2, 3]
    for _ in 1...3 {
      context["spend"] = true
      #expect(
        outcome(in: context) == "rules.lua:2: error: more than 2 MiB of memory were used [budget]")
      context["spend"] = false
      #expect(outcome(in: context) == "103")
    }
  }

  @Test func `what one evaluation leaves does not count for the next`() throws {
    let context = RuleContext(
      try model(
        "{ key = 'answer', value = function(c) return #('x'):rep(1e6) end },", budget: Self.budget))
    for _ in 1...20 { #expect(outcome(in: context) == "1000000") }
  }

  @Test func `a budget error is told to the accessor, too`() throws {
    let log = ErrorLog()
    let key = RuleKey("answer", default: -1)
    var context = RuleContext(
      try model(
        "{ key = 'answer', value = function(c) while true do end return 1 end },",
        budget: Budget(instructions: 10_000)))
    context.onError = { log.add($0) }
    #expect(context[dynamic: key] == -1)
    #expect(log.all.map(\.code) == [.budget])
  }
}
