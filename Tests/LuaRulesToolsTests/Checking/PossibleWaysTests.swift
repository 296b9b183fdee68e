import LuaRules
import LuaRulesTools
import Testing

/// Locals that are one thing on one way through a function, and another on another way.
@Suite struct PossibleWaysTests {
  private static let schema = #"""
    { "type": "object", "required": ["dark"], "properties": {
      "quota": { "type": "object", "required": ["used", "limit"], "properties": {
        "used": { "type": "integer" }, "limit": { "type": "integer" } } },
      "manager": { "type": "object", "properties": { "role": { "enum": ["member", "admin"] } } },
      "locale": { "type": ["string", "null"] }, "opt": { "type": ["integer", "null"] },
      "platform": { "enum": ["ios", "web"] }, "width": { "type": "integer" },
      "dark": { "type": "boolean" }, "role": { "enum": ["member", "admin"] },
      "any": {}, "number": { "type": "integer", "default": 0 }, "word": { "type": "integer" },
      "is": { "type": "boolean", "default": false } } }
    """#

  private func findings(_ key: String, _ body: String) throws -> [String] {
    let text = "return { { key = \"\(key)\", value = function(c) \(body) end } }"
    return try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.severity > .info }.map(\.description)
  }

  @Test(arguments: [
    (
      "any",
      "local q = c.quota local left = q and q.limit - q.used if left and left < 0 then return 1 end return left or 2"
    ),
    ("any", "local q = c.quota and c.quota.limit return q and q < 5 or 2"),
    ("any", "local d = c.dark and 5 return d and d > 3 or 2"),
    ("any", "local n = c.opt and tostring(c.opt) return n and n < '5' or 2"),
    ("number", "return c.quota and c.quota.limit"),
    ("number", "local q = c.quota q = q and q.limit return q or 0"),
    ("is", "local x = c.opt and c.opt > 3 return x or false"),
    ("is", "local x = c.opt if x ~= nil then x = x > 3 end if x == nil then x = true end return x"),
    ("number", "local r = 'x' if c.dark then r = 1 end if not c.dark then r = 2 end return r"),
    ("any", "local r = c.manager and c.manager.role if r == 'admin' then return 1 end return 2"),
    (
      "any",
      "local x = c.locale x = x and x:sub(1, 1) == 'd' if x == true then return 1 end return 2"
    ),
    (
      "any",
      "local x = c.dark and c.platform or c.width if x == 'web' then return 1 end if x == 5 then return 3 end return 2"
    ),
    ("any", "local r = c.manager and c.manager.role if r == c.role then return 1 end return 2"),
    ("word", "if c.dark then return 1 elseif not c.dark then return 2 end"),
  ])
  func `what only another way would make wrong is not told`(key: String, body: String) throws {
    #expect(try findings(key, body) == [])
  }

  @Test(arguments: [
    (
      "any", "return c.platform and c.platform == 'andriod' and 1 or 2",
      "`platform` is never \"andriod\""
    ),
    ("any", "if c.width and c.width < 'x' then return 1 end return 2", "cannot be put in order"),
    (
      "any", "local p = c.platform if p == 'ois' then return 1 end return 2",
      "`platform` is never \"ois\""
    ),
    (
      "any", "if c.platform == 'ios' and c.width == 'web' then return 1 end return 2",
      "`width` is never \"web\""
    ),
    ("number", "if c.dark then return 'x' end return 1", "gives \"x\"; expected an integer"),
    ("number", "local p = c.platform if p then return p end return 1", "gives `c.platform`"),
  ])
  func `what is wrong on a way that is possible is told`(
    key: String, body: String, message: String
  ) throws {
    let found = try findings(key, body)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }
}
