import LuaRules
import Testing

/// Keys whose rules answer together, with the types of a JSON Schema.
@Suite struct HitPolicyTypeTests {
  private static let schema = """
    {
      "properties": {
        "earliest": { "type": "string", "format": "date-time", "x-hit-policy": "minimum" },
        "work": { "type": "string", "format": "duration", "x-hit-policy": "sum" },
        "price": { "type": ["number", "string"], "format": "decimal", "x-hit-policy": "sum" },
        "agreed": { "type": "string", "format": "date-time", "x-hit-policy": "any" },
        "level": { "enum": [1, 2, 3], "x-hit-policy": "maximum" },
        "least": { "type": ["number", "null"], "x-hit-policy": "minimum" },
        "few": { "type": "integer", "maximum": 10, "x-hit-policy": "sum" },
        "words": { "type": "array", "items": { "enum": ["a", "b"] }, "x-hit-policy": "collect" },
        "hits": { "type": "integer", "x-hit-policy": "count" },
        "optional": { "type": ["array", "null"], "items": { "type": "integer" }, "default": null,
          "x-hit-policy": "collect" },
        "pins": { "type": "array", "x-hit-policy": "collect", "items": {
          "type": "object", "properties": {
            "id": { "type": "integer" }, "pin": { "type": "string", "writeOnly": true } } } }
      }
    }
    """

  private static func context(_ rules: [String]) throws -> RuleContext {
    let text = "return {\n" + rules.map { "{ \($0) }," }.joined(separator: "\n") + "\n}"
    return RuleContext(
      try RuleModel(
        sources: [RuleSource(text: text, name: "r.lua")], schema: try RuleSchema(json: schema)))
  }

  @Test(arguments: [
    (
      "earliest",
      [#"value = "2026-03-01T00:00:00Z""#, #"value = "2026-01-01T00:00:00Z""#, "value = 1.9e9"],
      #""2026-01-01T00:00:00Z""#
    ),
    ("work", [#"value = "PT1H""#, "value = 90"], #""PT3690S""#),
    ("price", ["value = 0.1", #"value = "0.20""#], "0.3"),
    (
      "price", ["value = 12345678901234.5", #"value = "0.01""#], #""12345678901234.51""#
    ),
    (
      "agreed", [#"value = "2026-01-01T00:00:00Z""#, #"value = "2026-01-01T01:00:00+01:00""#],
      #""2026-01-01T00:00:00Z""#
    ),
    ("level", ["value = 1", "value = 3", "value = 2"], "3"),
    ("least", ["value = null", "value = 4", "value = 3.5"], "3.5"),
    ("few", ["value = function(c) return 3.0 end", "value = 4"], "7"),
    ("words", [#"value = "b""#, #"value = "a""#], #"["b","a"]"#),
    ("hits", [#"value = "x""#, "value = null", "value = { 1 }"], "3"),
    ("optional", ["value = 1", "when = false, value = 2"], "[1]"),
    ("optional", ["when = false, value = 2"], "null"),
  ])
  func `values are joined in the form of the key's type`(
    key: String, rules: [String], json: String
  ) throws {
    let context = try Self.context(rules.map { "key = \"\(key)\", \($0)" })
    #expect(try context.json(at: key) == json)
  }

  @Test(arguments: [
    (
      "words", [#"value = "a""#, #"value = function(c) return "c" end"#],
      #"r.lua:3: error: rule for `words` gives "c"; expected one of a, b [wrong-value]"#
    ),
    (
      "few", ["value = 6", "value = 7"],
      """
      r.lua:2: error: `few`, the sum of 2 rules, is 13; expected an integer of at most 10 [wrong-value]
        note: r.lua:3: another rule
      """
    ),
    (
      "few", ["value = function(c) return 0.5 end", "value = function(c) return 0.5 end"],
      "r.lua:2: error: rule for `few` gives 0.5; expected an integer of at most 10 [wrong-type]"
    ),
    (
      "least", ["value = function(c) return -1/0 end", "value = function(c) return 0/0 end"],
      """
      r.lua:3: error: rule for `least` gives nan; expected a number, of which the key has the minimum \
      [wrong-type]
      """
    ),
  ])
  func `an error names the rule that is at fault`(
    key: String, rules: [String], message: String
  ) throws {
    let context = try Self.context(rules.map { "key = \"\(key)\", \($0)" })
    let error = #expect(throws: RuleError.self) { try context.json(at: key) }
    #expect(error?.description == message)
  }

  @Test func `a policy that its type cannot have is told at its place in the schema`() {
    let error = #expect(throws: RuleError.self) {
      try RuleSchema(
        json: #"{"properties": {"x": {"type": "string", "x-hit-policy": "sum"}}}"#, name: "s.json")
    }
    #expect(
      error?.description == """
        s.json: error: `#/properties/x/x-hit-policy`: with `sum` the values are numbers or \
        durations, not a string [bad-schema]
        """)
  }

  @Test func `values that must agree are compared within the budget`() throws {
    let key = RuleKey("agreed", default: [Int](), hitPolicy: .any)
    let list = RuleKey("list", default: [Int]())
    let other = RuleKey("other", default: [Int]())
    let rules = (0..<200).map { number in
      #"{ key = "agreed", value = function(c) return c.\#(number == 0 ? "list" : "other") end },"#
    }
    var options = RuleOptions()
    options.budget.instructions = 1_000_000
    let model = try RuleModel(
      sources: [RuleSource(text: "return {\n\(rules.joined(separator: "\n"))\n}")],
      schema: RuleSchema(key, list, other), options: options)
    var context = RuleContext(model)
    context[dynamic: list] = Array(0..<50_000)
    context[dynamic: other] = Array(0..<50_000)
    let error = #expect(throws: RuleError.self) { try context.value(for: key) }
    #expect(error?.code == .budget)
    context[dynamic: list] = [1, 2]
    context[dynamic: other] = [1, 2]
    #expect(try context.value(for: key) == [1, 2])
  }
}
