import LuaRules
import LuaRulesTools
import Testing

/// What rules give to members of objects, compared with what is declared of these.
@Suite struct PathKeyValueTests {
  private static let schema = #"""
    { "type": "object", "required": ["order"], "properties": {
      "order": { "type": "object", "required": ["total"], "properties": {
        "total": { "type": "number", "exclusiveMinimum": 0, "maximum": 100 },
        "risk": { "enum": ["low", "high"] },
        "score": { "type": "integer", "minimum": 0, "maximum": 100 } } } } }
    """#

  private static func told(_ rule: String) throws -> [String] {
    try CheckedText.check("return { { \(rule) } }", schema: schema).findings
      .filter { $0.severity > .info }
      .map { "\($0.code.rawValue) \($0.message); \($0.fix ?? "")" }
  }

  @Test(arguments: [
    (
      #"key = "order.risk", value = "hihg""#,
      #"wrong-value rule for `order.risk` gives "hihg"; expected one of low, high; did you mean "high"?"#
    ),
    (
      #"key = "order.risk", value = 3"#,
      "wrong-type the rule for `order.risk` gives a number; expected one of low, high; "
    ),
    (
      #"key = "order.score", value = 120"#,
      "wrong-value rule for `order.score` gives 120; the schema says that it is from 0 to 100; "
    ),
    (
      #"key = "order.score", value = function(c) return c.order.total > 9 and 101 or 102 end"#,
      "wrong-value a function for `order.score` gives 102; "
        + "the schema says that it is from 0 to 100; "
    ),
    (
      #"key = "order.total", value = 0"#,
      "wrong-value rule for `order.total` gives 0; "
        + "the schema says that it is more than 0 and at most 100; "
    ),
  ])
  func `a value that the member never has is told`(rule: String, message: String) throws {
    #expect(try Self.told(rule) == [message])
  }

  @Test(arguments: [
    #"key = "order.risk", value = "low""#, #"key = "order.score", value = 100"#,
    #"key = "order.score", value = function(c) return c.order.total > 9 and 100 or 1 end"#,
    #"key = "order.total", value = 0.5"#, #"key = "order.total", value = 3"#,
  ])
  func `a value that the member may have is not told`(rule: String) throws {
    #expect(try Self.told(rule) == [])
  }
}
