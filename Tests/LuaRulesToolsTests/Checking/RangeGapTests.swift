import LuaRules
import LuaRulesTools
import Testing

/// Numbers that the ranges of a key's rules leave out.
@Suite struct RangeGapTests {
  private static let schema = #"""
    { "type": "object", "required": ["pax", "weight", "isNew", "mode", "balance"], "properties": {
      "pax": { "type": "integer", "minimum": 0, "maximum": 600 }, "weight": { "type": "number" },
      "balance": { "type": "integer" }, "ratio": { "type": "number", "minimum": 0, "maximum": 1 },
      "isNew": { "type": "boolean" }, "mode": { "enum": ["a", "b"] },
      "k": { "type": "string" }, "n": { "type": ["string", "null"] },
      "d": { "type": "string", "default": "none" },
      "three": { "enum": ["low", "middle", "high"] } } }
    """#

  /// Returns what is told of rules for a key, each a condition, as `LINE message`.
  private static func told(_ conditions: [String], key: String = "k") throws -> [String] {
    let values = conditions.count == 2 ? ["low", "high"] : ["low", "middle", "high", "low"]
    let rules = zip(conditions, values).map { condition, value in
      let isPattern = condition.hasPrefix("{")
      return "{ key = \"\(key)\", value = \"\(value)\", "
        + "when = \(isPattern ? condition : "function(c) return \(condition) end") },"
    }
    let text = "return {\n\(rules.joined(separator: "\n"))\n}"
    return try CheckedText.check(text, schema: schema).findings
      .filter { $0.code == .uncoveredValue && $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.message)" }
  }

  @Test func `a length that no listed text has is not left out`() throws {
    // The texts have 3, 4 and 6 letters.
    #expect(try Self.told(["#c.three < 5", "#c.three > 5"]) == [])
    #expect(
      try Self.told(["#c.three < 4", "#c.three > 4"]) == ["3 no rule for `k` covers 4 of `#three`"])
  }

  @Test(arguments: [
    (["c.pax < 60", "c.pax >= 60 and c.pax < 150", "c.pax >= 180"], "4 150 to 179 of `pax`"),
    (["c.pax < 60", "c.pax > 60"], "3 60 of `pax`"),
    (["c.pax < 60", "60 < c.pax and c.pax <= 90", "c.pax > 90"], "4 60 of `pax`"),
    (["c.pax <= 60", "c.pax > 61"], "3 61 of `pax`"),
    (["{ pax = 0 }", "c.pax > 0 and c.pax < 8", "c.pax >= 10"], "4 8, 9 of `pax`"),
    (["c.weight < 7", "c.weight > 7 and c.weight < 9", "c.weight >= 9"], "4 7 of `weight`"),
    (["c.weight <= 9", "c.weight >= 10"], "3 what is between 9 and 10 of `weight`"),
    (["c.ratio < 0.5", "c.ratio > 0.5"], "3 0.5 of `ratio`"),
    // The greater part, up to the smallest or the greatest number.
    (
      ["c.pax < 200", "c.pax >= 200 and c.pax < 400", "c.pax >= 400 and c.pax < 600"],
      "4 600 of `pax`"
    ),
    (["c.pax >= 1 and c.pax < 20", "c.pax >= 20 and c.pax < 400", "c.pax >= 400"], "4 0 of `pax`"),
  ])
  func `numbers between ranges are told`(conditions: [String], gap: String) throws {
    let parts = gap.split(separator: " ", maxSplits: 1)
    #expect(try Self.told(conditions) == ["\(parts[0]) no rule for `k` covers \(parts[1])"])
  }

  @Test(arguments: [
    ["c.pax < 60", "c.pax >= 60"], ["c.pax <= 59", "c.pax > 59"], ["c.pax <= 59", "c.pax >= 60"],
    ["{ pax = 0 }", "c.pax >= 1"], ["c.weight < 7", "c.weight >= 7"],
    // Both ends are meant, or the sign.
    ["c.pax < 60", "c.pax > 400"], ["c.balance < 0", "c.balance > 0"],
    ["c.ratio < 0.1", "c.ratio > 0.9"],
    ["c.weight < 2.25", "c.weight > 2.75"],
    // Only what is great.
    ["c.pax > 60", "c.pax > 180", "c.pax > 400"],
    ["c.pax >= 400 and c.pax < 450", "c.pax >= 450 and c.pax < 500", "c.pax >= 500"],
    // Another rule covers it.
    ["c.pax < 60", "c.pax > 60", "c.pax > 50 and c.pax < 70"],
    ["c.pax < 60", "c.pax > 60", "c.pax % 60 == 0"],
    ["c.pax < 60", "c.pax > 60", "c.isNew", "not c.isNew"],
  ])
  func `ranges that leave nothing out, or on purpose, are not told`(conditions: [String]) throws {
    #expect(try Self.told(conditions) == [])
  }

  @Test func `ranges belong together whose other conditions are the same`() throws {
    let conditions = ["c.isNew and c.pax < 60", "c.isNew and c.pax > 60", "not c.isNew"]
    #expect(
      try Self.told(conditions) == ["3 no rule for `k` covers 60 of `pax` where `isNew` is true"])
    #expect(
      try Self.told(["c.isNew and c.pax < 60", "c.pax > 60 and not c.isNew", "c.mode == \"a\""])
        == [])
    #expect(
      try Self.told(["c.pax < 60", "c.pax > 60", "c.mode == \"a\" and c.isNew"])
        == ["3 no rule for `k` covers 60 of `pax` by these alone"])
  }

  @Test func `a value that no rule gives makes a gap of what is between two ends`() throws {
    let conditions = ["c.pax < 60", "c.pax > 400"]
    #expect(
      try Self.told(conditions, key: "three") == ["3 no rule for `three` covers 60 to 400 of `pax`"]
    )
  }

  @Test(arguments: ["n", "d"])
  func `a key that may have no answer may have a gap`(key: String) throws {
    #expect(try Self.told(["c.pax < 60", "c.pax > 60"], key: key) == [])
  }
}
