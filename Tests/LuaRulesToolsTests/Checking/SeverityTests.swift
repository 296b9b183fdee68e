import LuaRules
import LuaRulesTools
import Testing

/// Tests of how serious findings are, and what they say.
@Suite struct SeverityTests {
  static let schema = """
    { "type": "object", "properties": { "k": {}, "total": { "type": "integer", "minimum": 0 },
      "level": { "type": "integer", "minimum": 3, "maximum": 3 }, "size": { "enum": ["s", "m"] },
      "order": { "type": "object", "additionalProperties": false, "required": ["lines", "total"], "properties": {
        "total": { "type": "integer", "minimum": 0 },
        "lines": { "type": "array", "items": { "type": "object", "additionalProperties": false,
          "properties": { "sku": { "type": "string" } } } },
        "map": { "type": "object", "additionalProperties": { "type": "object",
          "additionalProperties": false, "properties": { "y": { "type": "integer" } } } } } } } }
    """

  /// Values with which every member of the rows is read.
  static let context = """
    { "order": { "total": 1, "lines": [{ "sku": "a" }], "map": { "a": { "y": 1 } } } }
    """

  private func found(_ rules: String) throws -> [RuleFinding] {
    try CheckedText.check("return { \(rules) }", schema: Self.schema).findings
  }

  /// Returns the answer for the key `k`; fails where loading or asking does.
  private func answer(of rule: String) throws -> String {
    let model = try RuleModel(
      text: "return { \(rule) }", name: "r.lua", schema: RuleSchema(json: Self.schema))
    var context = RuleContext(model)
    try context.setValues(json: Self.context)
    return try context.json(at: "k")
  }

  @Test(arguments: [
    ("c.order.lines.count", false), ("c.order.lines[1].skuu", true), ("c.order.map.a.z", true),
    ("c.order.totl", true),
  ])
  func `a member that is not declared is an error where the answer fails`(
    path: String, fails: Bool
  ) throws {
    let rule = "{ key = \"k\", value = function(c) return \(path) or 0 end }"
    let severities = try found(rule).filter { $0.code == .unknownMember }.map(\.severity)
    #expect(severities == [fails ? .error : .warning])
    #expect((try? answer(of: rule)) == (fails ? nil : "0"))
  }

  @Test(arguments: [
    ("while true do end", "this loop never ends: nothing in it leaves it"),
    (
      "local i = 10 while i > 0 do i = i + 1 end",
      "after its first round this loop never ends: no way leads out of it then"
    ),
    (
      "local n = c.order.note while true do if not n then return 2 end n = 1 end",
      "after its first round this loop never ends: no way leads out of it then"
    ),
  ])
  func `a loop without an end says why`(loop: String, message: String) throws {
    #expect(
      try found("{ key = \"k\", value = function(c) \(loop) return 1 end }")
        .filter { $0.code == .endlessLoop }.map(\.message) == [message])
  }

  @Test func `what a condition rests on is what it looks at`() throws {
    let rules = """
      { key = "k", when = function(c) return c.order.total end, value = 1 },
      { key = "k", when = function(c) return c.level == 3 end, value = 2 }, { key = "k", value = 3 }
      """
    let told = try found(rules).filter { $0.code == .alwaysTrue }
    #expect(
      told.map(\.message) == [
        "the condition always holds; the schema says that `order.total` has a value",
        "the condition always holds; the schema says that `level` is 3; unless `level` is unset",
      ])
    #expect(told.allSatisfy { $0.fix == "change the condition, or leave `when` out" })
  }

  @Test func `a comparison that excludes a branch is told once`() throws {
    let found = try found(
      """
      { key = "k", value = function(c)
        if c.size == "xl" then
          return 1
        end
        return 2 end }
      """)
    #expect(found.map(\.code) == [.impossibleComparison])
  }

  @Test func `an or of which the schema excludes one side calls no function`() throws {
    let found = try found(
      """
      { key = "k", value = 1, when = function(c)
        return (c.total < 0 or (c.size ~= nil and c.level ~= nil)) end },
      { key = "k", value = 2, when = function(c)
        return c.order.total == 2 and c.order.lines ~= nil end },
      { key = "k", value = 3 }
      """)
    #expect(!found.contains { $0.code == .countedHelper })
  }
}
