import LuaRules
import LuaRulesTools
import Testing

/// Values of a key that rules answer, which the rules of another key leave out.
@Suite struct AnsweredCoverageTests {
  static let schema = """
    { "type": "object", "properties": { "late": { "type": "boolean" },
      "urgency": { "enum": ["low", "medium", "high"] }, "color": { "type": "string" } } }
    """

  private func found(_ urgency: String, _ color: String) throws -> [String] {
    try CheckedText.check(
      """
      return {
      { key = "urgency", rules = { \(urgency) } },
      { key = "color", rules = {
        \(color)
      } } }
      """, schema: Self.schema
    ).findings.filter { $0.code == .uncoveredValue }.map {
      "\($0.location.line ?? 0) \($0.message)"
    }
  }

  private static let twoColors = """
    { when = { urgency = "high" }, value = "red" },
      { when = { urgency = "low" }, value = "green" },
    """

  @Test(arguments: [
    #"{ when = { late = true }, value = "high" }, { when = { late = false }, value = "medium" }, { value = "low" }"#,
    """
    { value = function(c) if c.late then return "high" end if c.late == nil then return "medium" end
      return "low" end }
    """,
  ])
  func `a value that some rule gives is told`(urgency: String) throws {
    let found = try found(urgency.split(separator: "\n").joined(separator: " "), Self.twoColors)
    #expect(found == ["5 no rule for `color` covers \"medium\" of `urgency`"])
  }

  @Test(arguments: [
    (#"{ when = { late = true }, value = "high" }, { value = "low" }"#, twoColors),
    (
      #"{ when = { late = true }, value = "high" }, { when = { late = false }, value = "medium" }, { value = "low" }"#,
      twoColors + #"{ value = "gray" }"#
    ),
  ])
  func `what no rule gives, or what is covered, is not told`(urgency: String, color: String) throws
  {
    #expect(try found(urgency, color) == [])
  }
}
