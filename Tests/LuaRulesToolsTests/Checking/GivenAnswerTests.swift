import LuaRules
import LuaRulesTools
import Testing

/// What is told of tests of keys by what the rules for these keys give.
@Suite struct GivenAnswerTests {
  private static let schema = #"""
    { "type": "object", "required": ["pax", "hour", "temp", "ready", "mode", "mean", "shifts"],
      "properties": {
      "pax": { "type": "integer", "minimum": 0, "maximum": 600 },
      "hour": { "type": "integer", "minimum": 0, "maximum": 23 },
      "temp": { "type": "number", "minimum": -40, "maximum": 50 },
      "mean": { "type": "number" }, "ready": { "type": "boolean" }, "mode": { "enum": ["a", "b"] },
      "shifts": { "type": "array", "maxItems": 6, "items": { "type": "object", "required": ["hours"],
        "properties": { "hours": { "type": "integer", "minimum": 1, "maximum": 12 } } } },
      "buses": { "type": "integer" }, "desks": { "type": "integer" },
      "level": { "type": "integer" }, "day": { "type": "string" }, "share": { "type": "number" },
      "icy": { "type": "boolean" }, "rank": { "type": "integer", "default": 9 },
      "limit": { "type": "integer" }, "total": { "type": "integer", "x-hit-policy": "sum" },
      "period": { "enum": ["night", "day", "evening"] },
      "k": { "type": "integer", "default": 0 }, "n": { "type": "integer", "default": 0 } } }
    """#

  /// The rules for keys that other rules read.
  private static let keys = #"""
    { key = "buses", value = function(c) return (c.pax + 69) // 70 end },
    { key = "desks", value = function(c) return math.max(1, math.min(c.buses, 8)) end },
    { key = "level", when = { mode = "a" }, value = 1 },
    { key = "level", value = 3, priority = "low" },
    { key = "day", when = { mode = "a" }, value = "monday" },
    { key = "day", value = "friday", priority = "low" },
    { key = "icy", when = { mode = "b" }, value = false },
    { key = "icy", value = function(c) return c.temp < 3 and c.ready end, priority = "low" },
    { key = "period", when = function(c) return c.hour < 6 end, value = "night" },
    { key = "period", when = function(c) return c.hour > 18 end, value = "evening" },
    { key = "period", value = "day", priority = "low" },
    { key = "rank", when = { mode = "a" }, value = 1 },
    { key = "rank", when = { ready = true }, value = 2, priority = "low" },
    { key = "limit", value = 10 },
    { key = "total", when = { mode = "a" }, value = 1 }, { key = "total", value = 2 },
    """#

  /// Returns what is told of a rule for `k`.
  private static func told(_ rule: String) throws -> [String] {
    let text = "return {\n\(rule)\n\(keys)\n}"
    return try CheckedText.check(text, schema: schema).findings
      .filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.message)" }
  }

  private static func rule(_ condition: String) -> String {
    "{ key = \"k\", value = 1, when = function(c) return \(condition) end },"
  }

  private static func rule(of body: String) -> String {
    "{ key = \"k\", value = function(c)\n\(body)\nend },"
  }

  @Test func `the rules that others read are sound`() throws {
    #expect(try Self.told(Self.rule("c.buses > 8 and c.desks > 7")) == [])
  }

  @Test(arguments: [
    ("c.buses > 9", "2 the condition can never hold; the rules give `buses` from 0 to 9"),
    ("c.desks == 0", "2 the condition can never hold; the rules give `desks` from 1 to 8"),
    ("c.level > 3", "2 the condition can never hold; the rules give `level` from 1 to 3"),
    (
      "c.day == \"sunday\"",
      "2 `day` is never \"sunday\": no rule gives it"
    ),
    ("#c.day < 6", "2 the condition can never hold; the rules give `day` one of friday, monday"),
    ("c.desks >= 1", "2 the condition always holds; the rules give `desks` from 1 to 8"),
  ])
  func `a condition that no answer fulfils is told`(condition: String, message: String) throws {
    #expect(try Self.told(Self.rule(condition)) == [message])
  }

  @Test func `a pattern with a value that no rule gives is told`() throws {
    #expect(
      try Self.told(#"{ key = "k", value = 1, when = { day = "fridai" } },"#) == [
        "2 `day` is never \"fridai\": no rule gives it"
      ])
    // A rule for all other texts, and one for what the type lists.
    #expect(
      try Self.told(
        #"""
        { key = "k", value = 1, when = { day = { "friday", "monday" } } },
        { key = "k", value = 2, priority = "low" },
        """#) == [])
  }

  @Test func `a value of an enumeration that no rule gives is told`() throws {
    let text = #"""
      return {
        { key = "n", value = 1, when = { period = "evening" } },
        { key = "n", value = 2, when = function(c) return c.period == "evening" end },
        { key = "period", when = function(c) return c.hour < 6 end, value = "night" },
        { key = "period", value = "day" },
      }
      """#
    #expect(
      try CheckedText.check(text, schema: Self.schema).findings.filter { $0.severity > .info }
        .map { "\($0.location.line ?? 0) \($0.message)" } == [
          "2 the pattern can never match; the rules give `period` one of day, night",
          "3 the condition can never hold; the rules give `period` one of day, night",
        ])
  }

  @Test func `a number between those that rules give is told`() throws {
    #expect(
      try Self.told(Self.rule("c.level == 2")) == [
        "2 the condition can never hold: no rule for `level` gives such a value"
      ])
    #expect(try Self.told(Self.rule("c.level ~= 2 and c.ready")) == [])
    let text = #"""
      return {
        { key = "icy", value = function(c) return c.level == 2 end },
        { key = "level", when = { mode = "a" }, value = 1 }, { key = "level", value = 3 },
      }
      """#
    #expect(
      try CheckedText.check(text, schema: Self.schema).findings.filter { $0.severity > .info }
        .map(\.message) == [
          "the function never gives true: no rule for `level` gives such a value"
        ])
  }

  @Test func `a branch of a function that no answer reaches is told`() throws {
    #expect(
      try Self.told(Self.rule(of: "if c.buses > 9 then\n return 2 end\n return 1")) == [
        "3 this test never holds, so a branch is never reached; the rules give `buses` from 0 to 9"
      ])
  }

  @Test(arguments: [
    // A default that the program replaces; the default of a key that rules do not always answer.
    "c.limit > 10", "c.rank == 9",
    // A sum of answers.
    "c.total > 2",
    // What the rules give.
    "c.level == 3", "c.buses == 9", "c.day ~= \"friday\"", "c.period ~= \"day\"",
  ])
  func `a condition that some answer fulfils is not told`(condition: String) throws {
    #expect(try Self.told(Self.rule(condition)) == [])
  }

  @Test(arguments: [
    ("c.period == \"night\" and c.hour == 12", "`period`"),
    ("c.period == \"evening\" and c.hour < 18", "`period`"),
    // What comes first leaves the rest to others.
    ("c.period == \"day\" and c.hour < 3", "`period`"),
    ("c.icy and c.temp > 5", "`icy`"), ("c.icy and c.mode == \"b\"", "`icy`"),
    ("c.icy and not c.ready", "`icy`"),
    ("c.icy and c.period == \"night\" and c.temp >= 3", "`icy`"),
    ("c.icy and c.temp > 5 or c.period == \"night\" and c.hour > 7", "`icy` and `period`"),
  ])
  func `conditions that contradict the rules for a key are told`(
    condition: String, keys: String
  ) throws {
    #expect(
      try Self.told(Self.rule(condition)) == [
        "2 the condition can never hold: that contradicts the rules for \(keys)"
      ])
  }

  @Test(arguments: [
    "c.period == \"night\" and c.hour == 5", "c.period == \"day\" and c.hour == 18",
    "c.icy and c.temp < 2", "not c.icy and c.temp > 5", "not c.icy and c.mode == \"b\"",
    "c.icy and c.mode == \"a\"", "c.period ~= \"night\" and c.hour == 12",
    "c.icy and c.temp > 5 or c.period == \"night\"",
    "c.rank == 9 and not c.ready",
  ])
  func `conditions that rules for a key allow are not told`(condition: String) throws {
    #expect(try Self.told(Self.rule(condition)) == [])
  }

  @Test func `the rules that give what a condition wants are noted`() throws {
    let text = "return {\n\(Self.rule(#"c.period == "night" and c.hour == 12"#))\n\(Self.keys)\n}"
    let finding = try #require(
      try CheckedText.check(text, schema: Self.schema).findings.first { $0.severity > .info })
    #expect(finding.related.map(\.message) == ["gives `period`"])
    #expect(finding.related.map(\.location?.line) == [11])
  }

  @Test func `a branch that contradicts the rules for a key is told`() throws {
    #expect(
      try Self.told(
        Self.rule(
          of: "if c.period == \"night\" then\n if c.hour > 9 then\n return 3 end\n end\n return 1"))
        == ["4 the branch of this test is never reached: that contradicts the rules for `period`"])
  }

  @Test func `a function that is true only where rules for a key exclude it is told`() throws {
    let text = #"""
      return {
        { key = "icy", value = function(c) return c.period == "night" and c.hour == 12 end },
        { key = "period", when = function(c) return c.hour < 6 end, value = "night" },
        { key = "period", value = "day" },
      }
      """#
    #expect(
      try CheckedText.check(text, schema: Self.schema).findings.filter { $0.severity > .info }
        .map(\.message) == [
          "the function never gives true: that contradicts the rules for `period`"
        ])
  }

  @Test func `a function that always gives the same truth is told`() throws {
    func told(_ body: String) throws -> [String] {
      let text =
        "return {\n{ key = \"icy\", value = function(c)\n\(body)\nend },\n"
        + "{ key = \"k\", value = 1, when = { icy = true } } }"
      return try CheckedText.check(text, schema: Self.schema).findings
        .filter { $0.severity > .info }.map { "\($0.location.line ?? 0) \($0.message)" }
    }
    let loop = "local found = false\nfor _, s in ipairs(c.shifts) do\n"
    #expect(
      try told("\(loop) if s.hours > 8 then found = false end\nend\nreturn found")
        == ["7 the function gives false on every way, whatever it tests"])
    #expect(try told("\(loop) if s.hours > 8 then found = true end\nend\nreturn found") == [])
    #expect(try told("if c.ready then error(\"no\") end\nreturn true") == [])
    #expect(try told("return true") == [])
  }
}
