import LuaRules
import LuaRulesTools
import Testing

/// Conditions that never hold, of keys whose rules answer together and of those with one answer.
@Suite struct NeverHoldingTests {
  private static let schema = #"""
    { "type": "object", "required": ["state", "hour", "price"], "additionalProperties": false, "properties": {
      "state": { "enum": ["a", "b", "c"] }, "price": { "type": "integer", "minimum": 0 },
      "hour": { "type": "integer", "minimum": 0, "maximum": 23 }, "code": { "type": "string" },
      "late": { "type": ["integer", "null"] },
      "n": { "type": "integer", "minimum": 0, "maximum": 7 }, "flag": { "type": "boolean", "default": false },
      "text": { "type": "string", "default": "" },
      "remarks": { "type": "array", "items": { "type": "string" }, "default": [], "x-hit-policy": "collect",
        "x-on-error": [] },
      "fee": { "type": "integer", "default": 0, "x-hit-policy": "sum", "x-on-error": 0 },
      "tariff": { "type": "string", "default": "", "x-hit-policy": "unique" } } }
    """#

  /// Returns what is told of a condition of a rule for a key, without remarks.
  private static func told(_ condition: String, key: String, value: String) throws -> [String] {
    try CheckedText.findings(
      """
      return {
        { key = "n", when = { state = "a" }, value = 0 },
        { key = "n", when = { state = "b" }, value = 1 },
        { key = "n", when = { state = "c" }, value = 2 },
        { key = "flag", when = { state = "c" }, value = true },
        { key = "\(key)", when = function(c) return \(condition) end, value = \(value) },
      }
      """, schema: schema
    ).filter { !$0.hasSuffix("info") }
  }

  static let keys = [
    ("text", #""x""#), ("remarks", #""x""#), ("fee", "3"), ("tariff", #""x""#),
  ]

  @Test(arguments: keys, ["c.n > 1 and not c.flag", "c.hour // 2 * 2 > c.hour"])
  func `a condition that holds in no context is told, whatever the hit policy`(
    key: (name: String, value: String), condition: String
  ) throws {
    #expect(try Self.told(condition, key: key.name, value: key.value) == ["6 always-false warning"])
  }

  @Test(
    arguments: keys,
    [
      "c.n > 1 and c.flag", "c.n < 2 and not c.flag", "c.hour // 2 * 2 < c.hour",
      "c.hour * 3 == 69",
      "c.flag and c.hour == 23", "tonumber(c.code) == nil", "tonumber(c.late) == nil",
      "tonumber(c.price) ~= 5",
    ])
  func `a condition that holds in some context is not told`(
    key: (name: String, value: String), condition: String
  ) throws {
    #expect(try Self.told(condition, key: key.name, value: key.value) == [])
  }

  @Test(arguments: keys, ["tonumber(c.price) == nil", "tonumber(c.hour) == nil"])
  func `a number is never without a number`(
    key: (name: String, value: String), condition: String
  ) throws {
    #expect(try Self.told(condition, key: key.name, value: key.value) == ["6 always-false warning"])
  }

  @Test func `a careful value is no mistake`() throws {
    let found = try CheckedText.findings(
      """
      return {
        { key = "text", value = function(c)
          local price = tonumber(c.price)
          if not price then return "none" end
          return "at " .. price .. (tonumber(c.hour) or 0)
        end },
      }
      """, schema: Self.schema)
    #expect(found == [])
  }

  @Test func `a value that is missing is not told behind a condition that never holds`() throws {
    func found(_ condition: String) throws -> [String] {
      try CheckedText.findings(
        """
        return {
          { key = "text", when = function(c) return \(condition) end,
            value = function(c) return "late: " .. c.late end },
        }
        """, schema: Self.schema)
    }
    #expect(try found("c.hour > 23").map { $0.dropFirst(2) } == ["always-false warning"])
    #expect(try found("c.hour > 22").contains("3 possible-nil warning"))
  }
}
