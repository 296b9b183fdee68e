import LuaRules
import Testing

@testable import LuaRulesTools

struct KeyTableTests {
  private static let text = """
    return {
      { when = { plan = "team" }, rules = {
        table { inputs = { "plan", "age" }, outputs = { "k" }, rows = {
          { "-", at_least(65), 20 },
          { is_not("<b>"), at_least(70), "<30>" },
        } } } },
      { key = "k", when = function(c) return c.age == 1 end, value = function(c) return c.age end },
    }
    """

  private func tables(_ key: String?) throws -> [KeyTable] {
    let schema = try RuleSchema(
      json: """
        { "properties": {
          "age": { "type": "integer" }, "plan": { "type": "string" },
          "k": { "default": 0, "x-hit-policy": "first-declared" } } }
        """)
    return try KeyTable.tables(
      for: key, in: try RuleModel(text: Self.text, name: "r.lua", schema: schema),
      try RuleCheck(RuleSource(text: Self.text, name: "r.lua"), schema: schema))
  }

  @Test func `rows have a column for each path, and what a check says of them`() throws {
    #expect(
      try tables("k").map(\.text) == [
        """
        k (first-declared)
        plan                              age           when        k           place
        "team"                            at_least(65)  -           20          r.lua:4
        all_of { "team", is_not("<b>") }  at_least(70)  -           "<30>"      r.lua:5
          warning: the rule can never win: one that always holds when it does is asked before it (r.lua:4: asked before it) [subsumed-rule]
        -                                 -             a function  a function  r.lua:7

        """
      ])
  }

  @Test func `HTML shows texts as they are`() throws {
    let page = KeyTable.page(try tables(nil))
    #expect(page.contains("<td>all_of { &quot;team&quot;, is_not(&quot;&lt;b&gt;&quot;) }</td>"))
    #expect(page.contains("<tr class=\"finding warning\"><td colspan=\"5\">the rule can never win"))
    #expect(!page.contains("<b>"))
  }

  @Test func `a key without rules is an error`() {
    let error = #expect(throws: RuleError.self) { try tables("j") }
    #expect(error?.message == "no rule assigns `j`")
  }
}
