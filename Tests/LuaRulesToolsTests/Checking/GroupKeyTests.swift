import LuaRules
import LuaRulesTools
import Testing

/// Where a key is told of that the schema does not declare.
@Suite struct GroupKeyTests {
  static let schema = #"""
    { "type": "object", "properties": { "badge": {}, "on": { "type": "boolean" } } }
    """#

  @Test(arguments: [
    (
      """
      return {
        { key = "bagde", rules = {
          { when = { on = true }, value = 1 },
          { value = 2 },
        } },
      }
      """, "2 unused-key error"
    ),
    (
      """
      return {
        { key = "badge", value = 1 },
        { when = { on = true }, rules = {
          { key = "bagde", value = 2 },
        } },
      }
      """, "4 unused-key error"
    ),
    // A group of many rules.
    (
      """
      return {
        { key = "bagde", rules = {
      \(String(repeating: "    -- Nothing.\n", count: 40))
          { value = 2 },
        } },
      }
      """, "2 unused-key error"
    ),
    // A rule of several lines.
    (
      """
      return {
        {
          when = { on = true },
          key = "bagde",
          value = 1,
        },
        { key = "badge", value = 2 },
      }
      """, "4 unused-key error"
    ),
    (
      """
      return {
        {
          when = { on = true },
          set = {
            badge = 1,
            bagde = 2,
          },
        },
      }
      """, "6 unused-key error"
    ),
    // No table around it names the key.
    (
      """
      local name = "bag" .. "de"
      return {
        { key = name, value = 1 },
      }
      """, "3 unused-key error"
    ),
  ])
  func `a key is told of where it is named`(text: String, found: String) throws {
    let findings = try CheckedText.findings(text, schema: Self.schema)
    #expect(findings.filter { $0.contains("-key") } == [found])
  }

  @Test func `a key of a group is corrected`() throws {
    let text = "return {\n  { key = \"bagde\", rules = {\n    { value = 1 },\n  } },\n}"
    let finding = try #require(
      CheckedText.check(text, schema: Self.schema).findings.first { $0.code == .unusedKey })
    #expect(finding.location.line == 2 && finding.columns?.start == 12)
  }

  @Test(arguments: [("", ["2 undeclared-key warning"]), ("-- check: ignore undeclared-key", [])])
  func `a key that is refused nowhere is told of at the group, too`(
    comment: String, found: [String]
  ) throws {
    let schema = #"{ "type": "object", "properties": { "on": {}, "all": {} }, "x-rules": {} }"#
    let text = """
      return {
        { key = "shippingNote", rules = { \(comment)
          { when = { on = true }, value = 1 },
        } },
        { key = "all", value = function(c) return c["shipping" .. c.on] end },
      }
      """
    #expect(try CheckedText.findings(text, schema: schema).filter { $0.contains("-key") } == found)
  }
}
