import LuaRules
import LuaRulesTools
import Testing

/// What trials show: with great numbers, of functions named like methods, and of functions between others that decline.
@Suite struct TriedContextTests {
  private static let schema = #"""
    { "type": "object", "required": ["orders", "attempts", "gift", "score", "cart"], "properties": {
      "orders": { "type": "integer", "minimum": 0, "maximum": 10000 },
      "attempts": { "type": "integer", "minimum": 0, "maximum": 9 },
      "gift": { "type": "boolean" }, "score": { "type": "integer", "minimum": 0, "maximum": 100 },
      "cart": { "type": "object", "required": ["names"], "properties": {
        "names": { "type": "array", "items": { "type": "string" } },
        "note": { "type": ["string", "null"] },
        "contains": { "x-function": { "parameters": [{ "type": "string" }],
          "result": { "type": "boolean" } } } } },
      "subtotal": { "type": "integer" }, "hours": { "type": "integer" },
      "mark": { "type": "boolean" }, "k": {} } }
    """#

  private static func told(_ rules: String, before: String = "") throws -> [String] {
    let text = "\(before)\nreturn {\n\(rules)\n}"
    return try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue)" }
  }

  @Test func `a failure that only great numbers lead to is told`() throws {
    func rules(_ bound: Int) -> String {
      """
      { key = "subtotal", value = function(c) return c.orders * 2 + 1 end },
      { key = "hours", value = function(c)
        if c.subtotal > \(bound) then return 10 // c.attempts end
        return 1
      end },
      """
    }
    let told = try Self.told(rules(18_000))
    #expect(told == ["5 possible-failure"], "\(told)")
    let found = try Self.told(rules(20_001))
    #expect(!found.contains("5 possible-failure"), "\(found)")
  }

  @Test func `a function of the file may be named like a method`() throws {
    let before =
      "local lists = { contains = function(l, x) for _, y in ipairs(l) do if x == y then return true end end end }"
    let rule =
      "{ key = \"k\", value = function(c) if lists.contains(c.cart.names, \"a\") then return #c.cart.note.x end "
      + "return #c.cart.names end },"
    #expect(try !Self.told(rule, before: before).isEmpty)
    let calling =
      "{ key = \"k\", value = function(c) return c.cart.contains(\"a\") end },"
    let told = try Self.told(calling)
    #expect(told == [], "\(told)")
  }

  @Test func `a function that declines between others is told if nobody answers then`() throws {
    let declining =
      "{ key = \"mark\", when = { gift = true }, value = function(c) if c.score >= 50 then return true end end },"
    let other = "{ key = \"mark\", when = { gift = false }, value = false },"
    #expect(try Self.told("\(declining)\n\(other)") == ["3 no-answer"])
    #expect(try Self.told("\(other)\n\(declining)") == ["4 no-answer"])
    #expect(
      try Self.told("\(declining)\n\(other)\n{ key = \"mark\", value = true, priority = \"low\" },")
        == [])
    let rest =
      "{ key = \"mark\", when = function(c) return c.gift and c.score < 50 end, value = false },"
    #expect(
      try Self.told("\(declining)\n\(other)\n\(rest)").filter { $0.hasSuffix("no-answer") } == [])
    // That no rule holds is meant.
    #expect(
      try Self.told("\(declining)\n{ key = \"mark\", when = { score = 1 }, value = true },") == [])
  }
}
