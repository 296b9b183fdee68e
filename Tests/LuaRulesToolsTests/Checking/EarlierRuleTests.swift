import LuaRules
import LuaRulesTools
import Testing

/// What is told of rules and functions because of the rules that are asked before them.
@Suite struct EarlierRuleTests {
  private static let schema = #"""
    { "type": "object", "required": ["alarm", "kind", "name", "parts", "level"], "properties": {
      "alarm": { "type": "boolean" }, "kind": { "enum": ["a", "b", "c"] },
      "name": { "type": "string" }, "note": { "type": ["string", "null"] },
      "level": { "type": "integer", "minimum": 1, "maximum": 5 },
      "parts": { "type": "array", "items": { "type": "string" } },
      "isNight": { "type": "boolean" }, "k": { "type": "string" }, "n": { "type": "string" } } }
    """#

  private static func told(_ rules: [String], before: String = "") throws -> [String] {
    let list = rules.map { "{ \($0) }," }.joined(separator: "\n")
    return try CheckedText.check("\(before)\nreturn {\n\(list)\n}", schema: schema).findings
      .filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue)" }
  }

  private static func value(_ body: String) -> String {
    "key = \"k\", value = function(c) \(body) end"
  }

  @Test(arguments: [
    (#"when = { alarm = true }"#, #"if c.alarm then return "2" end return "3""#),
    (#"when = function(c) return c.alarm end"#, #"if c.alarm then return "2" end return "3""#),
    (#"when = { kind = "a" }"#, #"if c.kind == "a" then return "2" end return "3""#),
    (
      #"when = { kind = { "a", "b" } }"#,
      #"if c.kind == "c" then return "2" elseif c.level > 3 then return "3" end return "4""#
    ),
    (#"when = function(c) return c.kind == "a" end"#, #"return c.kind == "a" and "2" or "3""#),
  ])
  func `a branch that an earlier rule takes is told`(condition: String, body: String) throws {
    let found = try Self.told([#"key = "k", value = "1", \#(condition)"#, Self.value(body)])
    #expect(found.count == 1 && found[0].hasPrefix("4 "), "\(found)")
  }

  @Test(arguments: [
    // Another test, a rule that may decline, one behind, and one for another key.
    [#"key = "k", when = { kind = "b" }, value = "1""#],
    [#"key = "k", when = { kind = "a" }, value = function(c) return c.note end"#],
    [#"key = "k", when = { kind = "a" }, value = "1", priority = "low""#],
    [#"key = "n", when = { kind = "a" }, value = "1""#],
    [#"key = "k", when = function(c) return c.kind == "a" and c.alarm end, value = "1""#],
  ])
  func `a branch that an earlier rule may leave is not told`(rules: [String]) throws {
    let body = #"if c.kind == "a" then return "2" end return "3""#
    #expect(
      try Self.told(rules + [Self.value(body)]).filter {
        $0.hasPrefix("4 unreachable") || $0.hasPrefix("4 decided")
      } == [])
  }

  @Test func `to test once more whether a value is there is careful`() throws {
    #expect(
      try Self.told([
        #"key = "k", when = { note = null }, value = "1""#,
        Self.value(#"if not c.note then return "" end return c.note"#),
      ]) == [])
  }

  @Test(arguments: [
    // A text that the schema does not list, and two tests together.
    (#"{ name = "x" }"#, #"if c.name == "x" then return "2" end return "3""#, 1),
    (
      #"{ kind = "a", alarm = true }"#,
      #"if c.kind == "a" and c.alarm then return "2" end return "3""#, 1
    ),
    (#"{ kind = "a", alarm = true }"#, #"if c.kind == "a" then return "2" end return "3""#, 0),
    (#"{ name = "x" }"#, #"if c.name == "y" then return "2" end return "3""#, 0),
    (#"function(c) return c.level > 3 end"#, #"if c.level > 3 then return "2" end return "3""#, 1),
    (#"function(c) return c.level > 3 end"#, #"if c.level > 2 then return "2" end return "3""#, 0),
  ])
  func `what several tests and texts exclude is told`(
    condition: String, body: String, count: Int
  ) throws {
    let rules = [#"key = "k", when = \#(condition), value = "1""#, Self.value(body)]
    #expect(try Self.told(rules) == Array(repeating: "4 unreachable-branch", count: count))
  }

  @Test func `the earlier rule is noted`() throws {
    let text = """
      return {
        { key = "k", when = { alarm = true }, value = "1" },
        { key = "k", value = function(c)
          if c.alarm then return "2" end
          return "3"
        end },
      }
      """
    let finding = try #require(try CheckedText.check(text, schema: Self.schema).findings.first)
    #expect(finding.related.map(\.location?.line) == [2])
  }

  @Test func `a rule behind a value that the schema requires never wins`() throws {
    #expect(
      try Self.told([
        #"key = "k", when = { alarm = true }, value = "1""#,
        #"key = "k", value = function(c) return c.name end, priority = "high""#,
      ]) == ["3 unreachable-rule"])
    #expect(
      try Self.told([
        #"key = "k", when = { alarm = true }, value = "1""#,
        #"key = "k", value = function(c) return c.note end, priority = "high""#,
      ]).filter { !$0.hasSuffix("no-answer") } == [])
  }

  @Test func `a Boolean that a function gives has two values`() throws {
    let rules = [
      #"key = "k", when = { isNight = true }, value = "1""#,
      #"key = "k", when = { isNight = false }, value = "2""#, #"key = "k", value = "3""#,
      #"key = "isNight", value = function(c) return c.level > 3 end"#,
    ]
    #expect(try Self.told(rules) == ["5 subsumed-rule"])
  }

  @Test func `values that no rule gives are told where contexts are left out`() throws {
    let schema = #"""
      { "type": "object", "required": ["size", "hours"], "properties": {
        "size": { "type": "integer", "minimum": 0 }, "hours": { "type": "integer", "minimum": 0 },
        "mix": { "enum": ["heavy", "mixed", "light"] } } }
      """#
    func told(_ last: String) throws -> [String] {
      let text = """
        return {
        { key = "mix", when = function(c) return c.hours > 50 and c.size > 3 end, value = "heavy" },
        { key = "mix", when = function(c) return c.hours > 10 end, value = "mixed" },
        \(last) }
        """
      return try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
        .map { "\($0.location.line ?? 0) \($0.message)" }
    }
    #expect(
      try told("") == ["3 no rule for `mix` gives \"light\", and in some contexts none answers"])
    #expect(try told(#"{ key = "mix", value = "light", priority = "low" }"#) == [])
    #expect(try told(#"{ key = "mix", when = { hours = 3 }, value = "light" }"#) == [])
  }

  @Test(arguments: [
    #"c.kind:match("^a") and c.kind:match("^b")"#, #"c.kind:find("x", 1, true)"#,
  ])
  func `a method of a text that decides a condition is tried`(condition: String) throws {
    #expect(
      try Self.told([#"key = "k", value = "1", when = function(c) return \#(condition) end"#])
        == ["3 always-false"])
  }
}
