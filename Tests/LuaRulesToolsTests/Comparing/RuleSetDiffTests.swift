import LuaRules
import LuaRulesTools
import Testing

/// Which decisions differ between two sets of rules.
struct RuleSetDiffTests {
  private static let old = """
    return {
      { key = "color", when = function(c) return c.todo.priority == "low" end, value = "silver", name = "calm" },
      { key = "color", value = "black" },
      { key = "gone", value = 1 },
    }
    """
  private static let new = """
    return {
      { key = "color", when = { todo = { priority = "low" } }, value = "gray" },
      { key = "color", value = "black" },
      { key = "size", value = 1.0 },
    }
    """

  private static func comparison(keys: [String] = []) throws -> RuleSetDiff {
    RuleSetDiff(
      of: try RuleModel(text: old, name: "old.lua"),
      with: try RuleModel(text: new, name: "new.lua"), keys: keys
    )
  }

  private static func compare(_ lines: String..., keys: [String] = []) throws -> RuleSetDiff {
    var comparison = try comparison(keys: keys)
    for (index, line) in lines.enumerated() {
      try comparison.compare(json: line, at: SourceLocation(file: "c.jsonl", line: index + 1))
    }
    return comparison
  }

  @Test func `differences that read the same are told together`() throws {
    let low = #"{"todo":{"priority":"low"}}"#
    let comparison = try Self.compare(low, #"{"todo":{"priority":"high"}}"#, low, keys: ["color"])
    #expect(
      comparison.text == """
        color: "silver" → "gray", 2 times, first at c.jsonl:1
          old: the rule `calm` at old.lua:2
          new: the rule at new.lua:2
        2 of 3 decisions differ, in 3 contexts
        """)
    #expect(comparison.json == #"{"contexts":3,"decisions":3,"differences":2,"masked":0}"#)
  }

  @Test func `every key that a rule of either assigns is asked`() throws {
    let comparison = try Self.compare(#"{"todo":{"priority":"high"}}"#)
    #expect(
      comparison.text == """
        gone: 1 → error: unknown key `gone`, once at c.jsonl:1
          old: the rule at old.lua:4
        size: error: unknown key `size` → 1.0, once at c.jsonl:1
          new: the rule at new.lua:4
        2 of 3 decisions differ, in 1 context
        """)
  }

  @Test func `an error is a decision`() throws {
    var comparison = try Self.comparison(keys: ["color"])
    let differences = try comparison.compare(json: #"{"todo":null}"#)
    let difference = try #require(differences.first)
    #expect(difference.old.error?.location?.line == 2)
    #expect(difference.new.value == "\"black\"")
    #expect(difference.location == nil)
  }

  @Test func `the lines of a decision log are contexts`() throws {
    let log = #""time":"2026-03-01T09:30:00Z","key":"color","value":"x","nanoseconds":5"#
    let comparison = try Self.compare(
      #"{\#(log),"context":{"todo.priority":"low","other":null}}"#,
      #"{\#(log),"context":{"todo":{"priority":"low"},"user":"•••"}}"#,
      #"{"time":"2026-03-01T09:30:00Z","event":"swapped","generation":3}"#,
      #"{"time":"2026-03-01T09:30:00Z","dropped":12}"#)
    #expect(
      comparison.summary
        == "2 of 2 decisions differ, in 2 contexts; 1 of them had secrets that are not shown")
  }

  @Test func `what a log writes is read`() throws {
    let lines = LineBox()
    let log = DecisionLog(contextKeys: ["todo"]) { lines.add($0) }
    var context = RuleContext(try RuleModel(text: Self.old).observed(by: log))
    try context.setValues(json: #"{"todo":{"priority":"low"}}"#)
    _ = try context.json(at: "color")
    log.flush()
    var comparison = try Self.comparison()
    for line in lines.all { try comparison.compare(json: line) }
    #expect(comparison.summary == "1 of 1 decisions differs, in 1 context")
  }

  @Test(arguments: [
    ("nonsense", "the line is not JSON: column 1: "), ("[]", "the line is no object"),
    ("7", "the line is no object"),
    (
      #"{"time":"t","key":"color","nanoseconds":5}"#, "the line does not say what its context was"
    ),
    (
      #"{"time":"t","key":"color","nanoseconds":5,"context":{"a..b":1}}"#,
      "\"a..b\" is not a path"
    ),
  ])
  func `what is no context is an error`(line: String, message: String) throws {
    var comparison = try Self.comparison()
    let error = try #require(throws: RuleError.self) {
      try comparison.compare(json: line, at: SourceLocation(file: "c.jsonl", line: 7))
    }
    #expect(error.message.hasPrefix(message))
    #expect(error.code == .badContext)
    #expect(error.location?.line == 7)
  }

  @Test func `a context that does not fit the schema is an error`() throws {
    let schema = try RuleSchema(json: #"{ "properties": { "n": { "type": "integer" } } }"#)
    let model = try RuleModel(text: "return {}", schema: schema)
    var comparison = RuleSetDiff(of: model, with: model)
    let error = try #require(throws: RuleError.self) {
      try comparison.compare(json: #"{"n":"x"}"#, at: SourceLocation(file: "c.jsonl", line: 2))
    }
    #expect(
      error.description
        == #"c.jsonl:2: error: `n` is "x"; expected an integer [bad-context]"#)
  }
}
