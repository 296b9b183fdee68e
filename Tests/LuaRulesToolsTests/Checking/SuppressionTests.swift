import LuaRules
import LuaRulesTools
import Testing

/// Comments that hide findings.
@Suite struct SuppressionTests {
  private static let first = "{ key = 'k', when = { a = 1 }, value = 1 },"
  private static let second = "{ key = 'k', when = { b = 1 }, value = 2 },"

  private static let comments: [(comment: String, findings: [String])] = [
    ("-- check: ignore tie", []), ("--check:ignore tie", []),
    ("-- check: ignore tie: the first wins", []),
    ("-- check: ignore tie - the first wins", []), ("-- check: ignore tie -- why", []),
    ("-- check: ignore tye", ["3 tie warning", "3 unknown-suppression warning"]),
    ("-- check: ignore", ["3 tie warning", "3 unknown-suppression warning"]),
    ("-- check: ignore tie, cycle", ["3 unused-suppression warning"]),
    ("-- ignore tie", ["3 tie warning"]),
    (#"{ key = "-- check: ignore tie", value = 1 }"#, ["3 tie warning"]),
    ("--[[ check: ignore tie ]]", ["3 tie warning"]),
  ]

  @Test(arguments: comments)
  func `a comment on the line of a rule hides a finding`(comment: String, findings: [String]) throws
  {
    let text = "return {\n\(Self.first)\n\(Self.second) \(comment)\n}"
    #expect(try CheckedText.findings(text) == findings)
  }

  @Test func `a comment on the first line of a rule hides what is found inside`() throws {
    let text = """
      return {
        { key = "k", -- check: ignore null-comparison
          when = function(c)
            return c.x == null
          end, value = 1 },
      }
      """
    #expect(try CheckedText.findings(text) == [])
  }

  @Test(arguments: ["possible-failure", "always-false", "unreachable-rule", "tie"])
  func `a comment for what trials find is unused only where rules are tried`(code: String) throws {
    let text = "return { { key = 'k', value = 1 } } -- check: ignore \(code)"
    let json = #"{ "type": "object", "properties": { "k": { "type": "integer" } } }"#
    #expect(try CheckedText.findings(text, schema: json) == ["1 unused-suppression warning"])
    #expect(try CheckedText.findings(text) == ["1 unused-suppression warning"])
    let model = try RuleModel(text: text, name: "r.lua", schema: RuleSchema(json: json))
    #expect(try RuleCheck(model).findings.map(\.code.rawValue) == [])
  }

  @Test func `a comment hides a finding in a rule that a helper function adds`() throws {
    let text = """
      local rules = {}
      local function add(rule) rules[#rules + 1] = rule end
      for _, name in ipairs { "x", "y" } do
        add { key = "k", when = { name = name }, value = name, priority = "high" }
      end
      add \(Self.first.dropLast())
      add \(Self.second.dropLast()) -- check: ignore tie
      return rules
      """
    #expect(try CheckedText.findings(text) == [])
    let shown = text.replacing(" -- check: ignore tie", with: "")
    #expect(try CheckedText.findings(shown) == ["7 tie warning"])
  }

  @Test func `what stops rules from loading is not hidden`() throws {
    let text = "return {\n{ key = 'k', vlue = 1 }, -- check: ignore unknown-field\n}"
    #expect(
      try CheckedText.findings(text) == [
        "2 unknown-field error", "2 unknown-suppression warning",
      ])
  }
}
