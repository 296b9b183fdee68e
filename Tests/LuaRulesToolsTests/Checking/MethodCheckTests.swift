import LuaRules
import Testing

@testable import LuaRulesTools

/// Methods of objects, as checks and annotations see them.
struct MethodCheckTests {
  private static let schema = """
    { "properties": {
        "todo": { "type": "object", "title": "Todo", "additionalProperties": false, "properties": {
          "title": { "type": "string" },
          "isVisible": { "description": "Whether somebody sees it.", "x-function": {
            "parameters": [ { "type": "string" }, { "enum": ["low", "high"] } ],
            "result": { "type": "boolean" } } } } },
        "k": { "type": "integer" } } }
    """

  @Test(arguments: [
    ("when = function(c) return c.todo.isVisible(\"ann\", \"low\") end", []),
    (
      "when = function(c) return c.todo.isVisible(\"ann\", \"low\", 1) end",
      ["2 wrong-argument warning"]
    ),
    ("when = function(c) return c.todo.isVisible(\"ann\") end", ["2 wrong-argument error"]),
    ("when = function(c) return c.todo.isVisible({}, \"low\") end", ["2 wrong-argument error"]),
    ("when = function(c) return c.todo:isVisible(\"ann\") end", ["2 wrong-argument error"]),
    (
      "when = function(c) return c.todo:isVisible(\"ann\", \"low\") end",
      ["2 wrong-argument error"]
    ),
    ("when = function(c) return c.todo.isVisible end", ["2 always-true warning"]),
    ("when = function(c) return not c.todo.isVisible end", ["2 always-true warning"]),
    ("when = { todo = { isVisible = true } }", ["2 impossible-comparison warning"]),
    (
      "when = function(c) return c.todo.isVisible == true end", ["2 impossible-comparison warning"]
    ),
    ("when = function(c) return c.todo.isVisble(\"ann\") end", ["2 unknown-member error"]),
  ])
  func `a method is there to be called`(condition: String, findings: [String]) throws {
    #expect(
      try CheckedText.findings(rules: ["key = \"k\", \(condition), value = 1"], schema: Self.schema)
        .filter { !$0.contains("not-planned") } == findings)
  }

  @Test func `a method is no value`() throws {
    #expect(
      try CheckedText.findings(
        rules: ["key = \"k\", value = function(c) return c.todo.isVisible end"], schema: Self.schema
      )
        == ["2 wrong-type error"])
  }

  @Test func `the warning says what to write`() throws {
    let text = "return {{ key = \"k\", when = function(c) return c.todo.isVisible end, value = 1 }}"
    let finding = try #require(try CheckedText.check(text, schema: Self.schema).findings.first)
    #expect(finding.message == "`todo.isVisible` is a method, which counts as true")
    #expect(finding.fix == "call it: `c.todo.isVisible(…)`")
  }

  @Test func `editors know what a method takes and gives`() throws {
    let text = try RuleAnnotations(RuleSchema(json: Self.schema)).text
    #expect(
      text.contains(
        "---@field isVisible fun(argument1: string, argument2: \"low\" | \"high\"): boolean "
          + "Whether somebody sees it.\n"))
  }
}
