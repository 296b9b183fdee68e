import LuaRules
import LuaRulesTools
import Testing

/// What is known of the ends and the lengths of texts that are joined or formatted.
@Suite struct JoinedTextTests {
  private static let schema = #"""
    { "type": "object", "required": ["score", "cart"], "properties": {
      "score": { "type": "integer", "minimum": 0, "maximum": 100 },
      "cart": { "type": "object", "required": ["names"], "properties": {
        "names": { "type": "array", "items": { "type": "string" } } } }, "k": {} } }
    """#

  private static func told(_ rule: String) throws -> [String] {
    let text = "\nreturn {\n\(rule)\n}"
    return try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue)" }
  }

  @Test(arguments: [
    ("(\"R-\" .. c.cart.names[1]):sub(1, 2) == \"D-\"", true),
    ("(\"R-\" .. c.cart.names[1]):sub(1, 3) == \"R-a\"", false),
    ("(\"R-\" .. c.cart.names[1]) == \"R\"", true),
    ("(\"R-\" .. c.cart.names[1]) == \"R-\"", false),
    ("string.format(\"%d of %s items\", c.score, c.cart.names[1]) == \"1 of 2 item\"", true),
    ("string.format(\"%d of %s items\", c.score, c.cart.names[1]) == \"1 of 2 items\"", false),
    ("string.format(\"100%% of %s\", c.cart.names[1]) == \"100% of a\"", false),
    ("(c.cart.names[1] .. \"!\") == \"Hello\"", true),
    ("(c.cart.names[1] .. \"!\") == \"Hello!\"", false),
    ("#(\"abc\" .. c.cart.names[1]) < 4", false),
    ("(c.score .. \"-\" .. c.cart.names[1]) == \"x-1\"", false),
  ])
  func `what a joined text never is, is told`(condition: String, isTold: Bool) throws {
    let rule =
      "{ key = \"k\", value = function(c) if #c.cart.names == 0 then return 0 end "
      + "if \(condition) then return 1 end return 2 end },"
    let told = try Self.told(rule)
    #expect(told.isEmpty != isTold, "\(told)")
  }

  @Test func `a text that grows in a loop has no known end`() throws {
    let rule = """
      { key = "k", value = function(c)
        local text = "a"
        for _, name in ipairs(c.cart.names) do text = name .. text end
        if text == "b" or #text < 1 then return 1 end
        for _ = 1, 3 do text = "x" .. text end
        if text == "xxxa" then return 2 end
        return 3
      end },
      """
    let told = try Self.told(rule)
    #expect(!told.contains { $0.hasPrefix("8 ") }, "\(told)")
  }
}
