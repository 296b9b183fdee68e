import LuaRules
import LuaRulesTools
import Testing

@Suite struct ErrorValueCheckTests {
  private static func schema(_ onError: String = "") -> String {
    """
    {
      "properties": {
        "denials": {
          "type": "array", "items": { "type": "string" }, "default": [],
          "x-hit-policy": "collect"\(onError) },
        "total": { "type": "integer", "default": 0, "x-hit-policy": "sum", "x-on-error": -1 },
        "first": { "type": "string", "default": "" },
        "level": { "type": "integer" },
        "plan": { "enum": ["free", "team"] },
        "user": { "type": ["object", "null"], "properties": { "name": { "type": "string" } } }
      },
      "x-host": ["isBlocked"]
    }
    """
  }

  private static func messages(_ rules: [String], onError: String = "") throws -> [String] {
    let text = "return {\n" + rules.map { "  { \($0) }," }.joined(separator: "\n") + "\n}"
    return try RuleCheck(
      RuleSource(text: text, name: "r.lua"), schema: try RuleSchema(json: schema(onError)),
      host: ["isBlocked": .function { (_: RuleContext) in true }]
    ).findings.filter { $0.code == .defaultOnError }.map {
      "\($0.severity.rawValue) \($0.location.line ?? 0) \($0.message)"
    }
  }

  private static let warning =
    "this rule can fail, and after an error `denials` has its default, as if no rule held"

  @Test(arguments: [
    [#"key = "denials", when = function(c) return c.level > 3 end, value = "high""#],
    [#"key = "denials", value = function(c) return "no " .. c.user.name end"#],
    [#"key = "denials", value = function(c) if c.plan == "free" then error("no") end end"#],
    [#"key = "denials", when = host.isBlocked, value = "blocked""#],
    [#"key = "denials", when = function(c) return host.isBlocked(c) end, value = "blocked""#],
    [
      #"key = "denials", when = function(c) return c.first == "x" end, value = "first""#,
      #"key = "first", value = function(c) return c.user.name end"#,
    ],
  ])
  func `a rule that can fail is reported`(_ rules: [String]) throws {
    #expect(
      try Self.messages([#"key = "denials", value = "always""#] + rules)
        == ["warning 3 \(Self.warning)"])
    // A declaration ends it, also of the default itself.
    #expect(try Self.messages(rules, onError: #", "x-on-error": ["failed"]"#) == [])
    #expect(try Self.messages(rules, onError: #", "x-on-error": []"#) == [])
  }

  @Test(arguments: [
    [#"key = "denials", when = { level = 3, user = { name = "eve" } }, value = "high""#],
    [#"key = "denials", when = function(c) return c.plan == "free" end, value = "free""#],
    [
      #"key = "denials", when = function(c) return c.level and c.level > 3 end, value = "high""#
    ],
    [#"key = "denials", when = function(c) return not c.level end, value = "none""#],
    [#"key = "total", value = function(c) return c.level + 1 end"#],
    [#"key = "first", value = function(c) return c.user.name end"#],
    [
      #"key = "denials", value = function(c) if c.plan == "free" then return "free" end end"#
    ],
  ])
  func `a rule that cannot fail is not, nor one of another key`(_ rules: [String]) throws {
    #expect(try Self.messages(rules) == [])
  }

  @Test func `a key that the schema does not declare has no policy`() throws {
    let text = #"return { { key = "denials", value = function(c) return c.user.name end } }"#
    let check = try RuleCheck(RuleSource(text: text, name: "r.lua"))
    #expect(check.findings.allSatisfy { $0.code != .defaultOnError })
  }
}
