import LuaRules
import LuaRulesTools
import Testing

/// Tests of the part of a line that a finding points at.
@Suite struct ColumnTests {
  static let schema = """
    { "type": "object", "properties": { "size": { "enum": ["s", "m"] }, "total": {}, "k": {},
      "rank": { "type": "integer", "minimum": 2, "maximum": 20 },
      "order": { "type": "object", "required": ["status"], "additionalProperties": false,
        "properties": { "status": { "enum": ["open", "paid"] } } } } }
    """

  /// Returns the text in the line that each finding of a code points at, with its column.
  private func pointed(_ code: RuleFinding.Code, in line: String) throws -> [String] {
    try CheckedText.check("return { \(line) }", schema: Self.schema).findings
      .filter { $0.code == code }
      .map { finding in
        guard let columns = finding.columns else { return "none" }
        let units = Array("return { \(line) }".utf16)[columns.start - 1..<columns.end - 1]
        return "\(columns.start) \(String(decoding: units, as: UTF16.self))"
      }
  }

  @Test func `the same comparison in one line is told at its own place`() throws {
    #expect(
      try pointed(
        .impossibleComparison,
        in: #"{ key = "k", when = function(c) return c.order.status == "x" or c.size == "x" end, "#
          + "value = 1 }")
        == ["67 \"x\"", "84 \"x\""])
  }

  @Test func `of a very long line only the line is told`() throws {
    func line(_ count: Int) -> String {
      let tests = (1...count).map { "if c.rank == \($0 + 100) then return \($0) end" }
      return "{ key = \"k\", value = function(c) \(tests.joined(separator: " ")) return 1 end }"
    }
    #expect(try pointed(.impossibleComparison, in: line(300)).allSatisfy { $0 != "none" })
    let long = try pointed(.impossibleComparison, in: line(600))
    #expect(!long.isEmpty && long.allSatisfy { $0 == "none" })
  }

  @Test func `a word in a string or a comment is not meant`() throws {
    #expect(
      try pointed(
        .unknownMember,
        in: #"{ key = "total", value = function(c) return "totl" .. c.order.totl end }"#)
        == ["72 totl"])
    #expect(
      try pointed(
        .unknownMember,
        in: #"--[[ totl ]] { key = "k", value = function(c) return c.order.totl end }"#)
        == ["71 totl"])
  }

  @Test func `the key that a rule assigns is meant, although the same name stands before it`()
    throws
  {
    #expect(
      try pointed(
        .unusedKey, in: #"{ value = function(kee) return 1 end, key = "kee" }"#) == ["55 kee"])
  }

  @Test func `a number is no part of another one, and is that of the equality`() throws {
    #expect(
      try pointed(
        .impossibleComparison,
        in:
          #"{ key = "k", when = function(c) return #c.total <= 10 and c.rank == 1 end, value = 1 }"#
      )
        == ["78 1"])
    #expect(
      try pointed(
        .impossibleComparison,
        in:
          #"{ key = "k", value = function(c) local n = c.rank * 2 if n > 3 and n ~= 3 then return 1 end return 2 end }"#
      ) == ["82 3"])
  }

  @Test func `each of several comparisons in a line has its own place`() throws {
    #expect(
      try pointed(
        .impossibleComparison,
        in:
          #"{ key = "k", when = function(c) return c.size == "x" or c.order.status == "x" end, value = 1 }"#
      )
        == [#"59 "x""#, #"84 "x""#])
    #expect(
      try pointed(
        .impossibleComparison,
        in:
          #"{ key = "k", value = function(c) for i = 1, 3 do if c.size == "x" or c.order.status == "x" then return 1 end end return 2 end }"#
      )
      .count == 2)
  }

  @Test func `a pattern with a backslash is found`() throws {
    #expect(
      try pointed(
        .malformedPattern,
        in: #"{ key = "k", value = function(c) return c.size:match("\\d+") end }"#)
        == [#"63 "\\d+""#])
  }
}
