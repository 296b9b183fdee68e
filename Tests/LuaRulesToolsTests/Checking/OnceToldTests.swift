import LuaRules
import LuaRulesTools
import Testing

/// A fault is told once, though it has several consequences.
@Suite struct OnceToldTests {
  /// A text with one fault, and all that is told of it, without remarks.
  struct Row: CustomTestStringConvertible, Sendable {
    let why: String
    let text: String
    let findings: [String]

    init(_ why: String, _ text: String, _ findings: String...) {
      self.why = why
      self.text = text
      self.findings = findings
    }

    var testDescription: String { why }
  }

  static let schema = #"""
    { "type": "object", "properties": {
      "age": { "type": "integer", "minimum": 0, "maximum": 130 },
      "order": { "type": "object", "additionalProperties": false, "required": ["size", "lines"],
        "properties": { "size": { "enum": ["small", "large"] }, "kind": { "enum": ["gift", "sale", "other"] },
          "lines": { "type": "array", "items": { "type": "string" } } } },
      "size": { "enum": ["small", "large"] }, "text": { "type": "string" }, "fee": { "type": "integer" },
      "on": { "type": "boolean" } },
      "x-host": { "bed": { "parameters": [{ "type": "string" }, { "type": "integer" }],
        "result": { "type": "string" } } } }
    """#

  static let rows: [Row] = [
    Row(
      "a test on another line than its condition",
      """
      return { { key = "text", when = function(c)
        return c.on
          and c.age < 0
      end, value = "x" } }
      """, "3 always-false"),
    Row(
      "two tests that exclude each other",
      """
      return { { key = "text", when = function(c)
        return c.on
          and c.order.size == "small" and c.order.size == "large"
      end, value = "x" } }
      """, "3 always-false"),
    Row(
      "a misspelt value among other tests",
      """
      return { { key = "text", when = function(c)
        return c.on
          and c.order.size == "smal"
          and c.text ~= "y"
      end, value = "x" } }
      """, "3 impossible-comparison"),
    Row(
      "two misspelt values",
      """
      return { { key = "text", when = function(c)
        return c.order.size == "smal"
          or c.order.kind == "gifts"
      end, value = "x" } }
      """, "2 impossible-comparison", "3 impossible-comparison"),
    Row(
      "a length that is compared with a text",
      """
      return {
        { key = "text", when = function(c) return #c.order.lines == "0" end, value = "x" },
      }
      """, "2 impossible-comparison"),
    Row(
      "a value that a key does not have",
      """
      return { { key = "size", value = function(c)
        if c.on then
          return "middle"
        end
        return "small"
      end } }
      """, "3 wrong-value"),
    Row(
      "one of two numbers for a text",
      """
      return { { key = "text", value = function(c)
        local early = c.on and 30 or 10
        return early
      end } }
      """, "3 wrong-type"),
    Row(
      "a misspelt value that leaves a gap",
      """
      return { { key = "fee", rules = {
        { when = { order = { kind = "gift" } }, value = 1 },
        { when = { order = { kind = "sale" } }, value = 2 },
        { when = { order = { kind = "othr" } }, value = 3 },
      } } }
      """, "4 impossible-comparison"),
    Row(
      "a gap beside a misspelt value",
      """
      return { { key = "fee", rules = {
        { when = { order = { kind = "gift", size = "small" } }, value = 1 },
        { when = { order = { kind = "gift", size = "large" } }, value = 2 },
        { when = { order = { kind = "sale", size = "small" } }, value = 3 },
        { when = { order = { kind = "sale", size = "larg" } }, value = 4 },
        { when = { order = { kind = "other", size = "small" } }, value = 5 },
      } } }
      """, "5 impossible-comparison"),
    Row(
      "a misspelt local function",
      """
      local function isBig(order) return #order.lines > 5 end
      return {
        { key = "text", when = function(c) return isBg(c.order) end, value = "x" },
      }
      """, "3 undefined-global"),
    Row(
      "a misspelt variable of the function",
      """
      return { { key = "fee", value = function(c)
        local count = #c.order.lines
        return coun
      end } }
      """, "3 undefined-global"),
    Row(
      "an undefined global that is like no variable",
      """
      local other = 1
      return {
        { key = "fee", value = function(c) return fees end },
      }
      """, "1 unused-local", "3 undefined-global"),
    Row(
      "arguments the wrong way round",
      """
      return {
        { key = "text", value = function(c) return host.bed(c.age, c.size) end },
      }
      """, "2 wrong-argument"),
    Row(
      "arguments of a library function the wrong way round",
      """
      return {
        { key = "text", value = function(c) return table.concat("; ", c.order.lines) end },
      }
      """, "2 wrong-argument"),
    Row(
      "a value that does not fit its format, and one too many",
      """
      return {
        { key = "text", value = function(c) return string.format("%d", c.order, c.age) end },
      }
      """, "2 wrong-format"),
    Row(
      "two arguments that fit nowhere",
      """
      return {
        { key = "text", value = function(c) return host.bed(c.on, c.order) end },
      }
      """, "2 wrong-argument", "2 wrong-argument"),
    Row(
      "a function that only calls itself",
      """
      local last
      function last(order)
        return last(order)
      end
      return {
        { key = "text", value = function(c) return last(c.order) end },
      }
      """, "2 endless-loop"),
    Row(
      "a misspelt member in the condition of a group",
      """
      return {
        { key = "fee", when = { order = { sise = "small" } }, rules = {
          { when = { on = true }, value = 1 },
          { when = { on = false }, value = 2 },
        } },
        { key = "fee", when = { order = { size = "large" } }, rules = {
          { when = { on = true }, value = 3 },
          { when = { on = false }, value = 4 },
        } },
      }
      """, "2 unknown-member"),
    Row(
      "a condition that always holds before other rules",
      """
      return {
        { key = "fee", when = function(c) return c.age >= 0 end, value = 1 },
        { key = "fee", when = { on = true }, value = 2, priority = "low" },
        { key = "fee", value = 3, priority = "low" },
      }
      """, "2 always-true"),
    Row(
      "a group whose condition always holds, and a rule that never wins for another reason",
      """
      return {
        { key = "fee", when = function(c) return c.age >= 0 end, rules = {
          { when = { on = true }, value = 1, priority = "high" },
          { value = 3, priority = "low" },
        } },
        { key = "fee", when = { on = true, order = { size = "small" } }, value = 2 },
      }
      """, "2 always-true", "6 subsumed-rule"),
    Row(
      "a rule without a condition before other rules",
      """
      return {
        { key = "fee", value = 1, priority = "high" },
        { key = "fee", when = { on = true }, value = 2 },
      }
      """, "3 unreachable-rule"),
    Row(
      "a condition that stands twice",
      """
      return {
        { key = "fee", when = { order = { size = "large" } }, when = { on = true }, value = 1 },
        { key = "fee", when = { order = { size = "small" } }, value = 2 },
      }
      """, "2 repeated-field"),
    Row(
      "a misspelt member in a function whose result is tested",
      """
      local function takes(order, name)
        for _, line in ipairs(order.lines) do
          if line:lowr() == name then return true end
        end
        return false
      end
      return {
        { key = "fee", value = function(c)
          if takes(c.order, "x") then return 1 end
          return 2
        end },
      }
      """, "3 unknown-member"),
    Row(
      "a tie without a misspelt member",
      """
      return {
        { key = "fee", when = { order = { size = "large" } }, value = 1 },
        { key = "fee", when = { on = true }, value = 3 },
      }
      """, "3 tie"),
  ]

  private static func findings(of text: String) throws -> [RuleFinding] {
    try CheckedText.check(
      text, schema: schema, host: ["bed": .function { (_: RuleContext) in "x" }]
    ).findings.filter { $0.severity > .info }
  }

  @Test(arguments: rows)
  func `a fault is told once`(row: Row) throws {
    let found = try Self.findings(of: row.text)
    #expect(
      found.map { "\($0.location.line ?? 0) \($0.code.rawValue)" } == row.findings,
      "\(found.map(\.description))")
  }

  @Test func `a misspelt value says which value is left out`() throws {
    let row = try #require(Self.rows.first { $0.why == "a misspelt value that leaves a gap" })
    let finding = try #require(Self.findings(of: row.text).first)
    #expect(
      finding.description == """
        r.lua:4:31: warning: `order.kind` is never "othr" [impossible-comparison]
          hint: did you mean "other"?
          note: so no rule for `fee` covers "other"
        """)
  }

  @Test func `arguments the wrong way round are told as such`() throws {
    let row = try #require(Self.rows.first { $0.why == "arguments the wrong way round" })
    let finding = try #require(Self.findings(of: row.text).first)
    #expect(
      finding.description == """
        r.lua:2:57: warning: arguments 1 and 2 of `host.bed`, an integer and a string, are perhaps \
        swapped; `host.bed` is declared so [wrong-argument]
          hint: the other way round they fit
        """)
  }

  @Test func `a misspelt function is replaced by the one that is not used`() throws {
    let row = try #require(Self.rows.first { $0.why == "a misspelt local function" })
    let finding = try #require(Self.findings(of: row.text).first)
    #expect(finding.fix == "did you mean `isBig`?")
    #expect(finding.replacement == "isBig")
  }
}
