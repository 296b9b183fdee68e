import LuaRules
import LuaRulesTools
import Testing

/// Values of a key that rules answer, which the rules of another key leave out.
@Suite struct AnsweredCoverageTests {
  static let schema = """
    { "type": "object", "properties": { "late": { "type": "boolean" },
      "urgency": { "enum": ["low", "medium", "high"] }, "color": { "type": "string" } } }
    """

  private static let flags = #"""
    { "type": "object", "required": ["locale", "status"], "properties": {
      "locale": { "enum": ["de", "pl"] }, "status": { "enum": ["out", "delivered", "lost"] },
      "isFinal": { "type": "boolean", "default": false }, "subject": { "type": "string" },
      "title": { "type": "string", "default": "" } } }
    """#

  /// Returns what is told of three of four rules for a key by two values, one of which a default may answer.
  private static func told(
    final: String = #"{ "delivered", "lost" }"#, key: String = "subject", last: String = ""
  ) throws -> [String] {
    try CheckedText.check(
      """
      return {
      { key = "isFinal", when = { status = \(final) }, value = true },
      { key = "\(key)", rules = {
        { when = { locale = "de", isFinal = true }, value = "a" },
        { when = { locale = "de", isFinal = false }, value = "b" },
        { when = { locale = "pl", isFinal = true }, value = "c" },
        \(last)
      } } }
      """, schema: flags
    ).findings.map { "\($0.location.line ?? 0) \($0.severity) \($0.message)" }
  }

  @Test func `the default of a flag is a value that rules have to cover`() throws {
    #expect(
      try Self.told() == [
        "6 warning no rule for `subject` covers false with \"pl\" of `isFinal` with `locale`"
      ])
  }

  @Test(arguments: [
    #"{ when = { locale = "pl", isFinal = false }, value = "d" },"#, #"{ value = "d" },"#,
    #"{ when = { status = "out" }, value = "d" },"#,
    #"{ when = function(c) return not c.isFinal and c.locale:find("l") end, value = "d" },"#,
  ])
  func `a default that rules cover is not told`(last: String) throws {
    #expect(try Self.told(last: last).filter { !$0.contains("info") } == [])
  }

  @Test func `a default that never answers, or that a default covers, is not told`() throws {
    let all = #"{ "out", "delivered", "lost" }"#
    #expect(try Self.told(final: all).filter { $0.contains("covers") } == [])
    #expect(try Self.told(key: "title") == [])
  }

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
