import LuaRules
import LuaRulesTools
import Testing

/// Results of `/` for keys that accept integers only.
@Suite struct QuotientTests {
  private static let schema = #"""
    { "type": "object", "properties": {
      "fee": { "type": "integer" }, "ratio": { "type": "number" }, "free": {},
      "cents": { "type": "integer", "minimum": 0 }, "days": { "type": "integer", "minimum": 1 },
      "tens": { "enum": [10, 20, 30] }, "isEven": { "type": "boolean" }, "on": { "type": "boolean" },
      "half": { "type": "number" }, "names": { "type": "array", "items": { "type": "string" } },
      "order": { "type": "object", "required": ["cents"], "properties": { "cents": { "type": "integer" } } } } }
    """#

  /// A helper that gives integers.
  private static let helper = "local function percent(n, share) return n * share // 100 end"

  /// Returns what is told of the types of what rules give, one rule a line, from line 2 on.
  private static func findings(_ rules: [String], before: String = helper) throws -> [String] {
    try CheckedText.findings(rules: rules, schema: schema, before: before).filter {
      $0.contains("wrong-type")
    }
  }

  private static func findings(_ key: String = "fee", body: String) throws -> [String] {
    try findings([#"key = "\#(key)", value = function(c) \#(body) end"#])
  }

  @Test(arguments: [
    "return c.cents / 2", "return c.order.cents / 100", "return c.cents / c.days",
    "return c.cents / #c.names", "return c.on and c.cents / 2 or 0", "return #c.names / 2",
    "if c.on then return c.cents / 3 end return 0",
    "return percent(c.cents, c.days) / 2",
    "local share = percent(c.cents, c.days) return share / 2",
  ])
  func `a quotient is no integer`(body: String) throws {
    #expect(try Self.findings(body: body) == ["2 wrong-type warning"])
  }

  @Test(arguments: [
    // The result is whole, or may well be.
    "return c.cents / 1", "return c.cents / 0.5", "return c.cents / c.cents", "return 10 / 2",
    "return c.tens / 10", "return c.cents // 2", "return c.cents * (c.cents + 1) / 2",
    "return (c.cents - c.days) / 2", "if c.cents % 2 == 0 then return c.cents / 2 end return 0",
    "return c.cents / 2 == c.cents // 2 and c.cents / 2 or 0",
    // It is rounded, or used otherwise.
    "return math.floor(c.cents / 2)", "return c.cents / 2 // 1", "return #tostring(c.cents / 2)",
    "local half = c.cents / 2 if half > 5 then return 5 end return 1",
    "return c.cents / 2 > 5 and 1 or 0",
  ])
  func `a result that may be whole is right`(body: String) throws {
    #expect(try Self.findings(body: body) == [])
  }

  @Test(arguments: ["ratio", "free"])
  func `a key that is no integer takes a quotient`(key: String) throws {
    #expect(try Self.findings(key, body: "return c.cents / 2") == [])
  }

  @Test(arguments: [
    [
      "key = 'fee', when = function(c) return c.cents % 2 == 0 end, value = function(c) return c.cents / 2 end"
    ],
    [
      "key = 'fee', when = function(c) return c.cents % 2 == 1 end, value = 0",
      "key = 'fee', value = function(c) return c.cents / 2 end",
    ],
    [
      "key = 'isEven', value = function(c) return c.cents % 2 == 0 end",
      "key = 'fee', when = { isEven = true }, value = function(c) return c.cents / 2 end",
    ],
    [
      "key = 'half', value = function(c) return c.cents // 10 * 10 end",
      "key = 'fee', value = function(c) return c.half / 10 end",
    ],
    ["key = 'fee', value = function(c) return tens(c.cents) / 10 end"],
  ])
  func `what makes sure that a quotient is whole is heeded`(rules: [String]) throws {
    let before = "local function tens(n) return n // 10 * 10 end"
    #expect(try Self.findings(rules, before: before) == [])
  }
}
