import LuaRules
import LuaRulesTools
import Testing

/// Functions that are nearly so plain that the type analysis is spared.
@Suite struct PlainFunctionTests {
  private static let schema = """
    { "type": "object", "properties": { "k": {}, "order": { "type": "object",
      "additionalProperties": false, "required": ["total"],
      "properties": { "total": { "type": "number" } } } } }
    """

  @Test(arguments: [
    (
      #"if c.order then return 1 end if c.order.total > 3 then return 2 end return 3"#,
      "possible-nil"
    ),
    ("return c.order or c.order.total", "possible-nil"),
    ("return not c.order and c.order.total > 3", "possible-nil"),
    (
      "if c.order.total > 3 then return 1 end if not c.order then return 2 end return 3",
      "unreachable-branch"
    ),
  ])
  func `a value that is tested and read on is looked at`(body: String, code: String) throws {
    let found = try CheckedText.check(
      "return { { key = \"k\", value = function(c) \(body) end } }", schema: Self.schema)
    #expect(found.findings.contains { $0.code.rawValue == code }, "\(found.findings)")
  }

  @Test(arguments: [
    "{ order = null }",
    "function(c) return not c.order end",
    "function(c) if c.order then return false end return true end",
    "function(c) return c.order == nil end",
  ])
  func `a value that a condition knows to be missing is looked at`(when: String) throws {
    let found = try CheckedText.check(
      """
      return { { key = "k", when = \(when), value = function(c) return c.order.total end } }
      """, schema: Self.schema)
    #expect(found.findings.contains { $0.code.rawValue == "possible-nil" }, "\(found.findings)")
  }
}
