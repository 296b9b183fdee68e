import LuaRules
import LuaRulesTools
import Testing

/// What is told because no combination of the values that rules read leads there.
@Suite struct CaseProofTests {
  private static let schema = #"""
    { "type": "object", "required": ["level", "vip", "weight", "price", "hour", "lines", "share"],
      "properties": {
      "level": { "enum": ["low", "mid", "high"] }, "vip": { "type": "boolean" },
      "weight": { "type": "integer", "minimum": 0, "maximum": 100 },
      "price": { "type": "number", "minimum": 0 },
      "share": { "type": "number", "minimum": 0, "maximum": 1 },
      "hour": { "type": "integer", "minimum": 0, "maximum": 23 },
      "lines": { "type": "array", "items": { "type": "object", "required": ["count"],
        "properties": { "count": { "type": "integer", "minimum": 1 } } } },
      "rank": { "type": "integer" }, "band": { "enum": ["light", "heavy"] },
      "risk": { "enum": ["small", "some", "great"] }, "score": { "type": "integer" },
      "late": { "type": "boolean" }, "kind": { "type": "string" },
      "k": { "type": "integer", "default": 0 } } }
    """#

  /// The rules for keys that other rules read.
  private static let keys = #"""
    { key = "rank", value = function(c) return points[c.level] + (c.vip and 5 or 0) end },
    { key = "band", when = function(c) return c.weight > 50 end, value = "heavy" },
    { key = "band", value = "light", priority = "low" },
    { key = "score", value = function(c)
      local sum = 0
      for _, line in ipairs(c.lines) do sum = sum + line.count end
      return sum
    end },
    { key = "risk", when = function(c) return c.score < 10 end, value = "small" },
    { key = "risk", when = function(c) return c.score >= 10 and c.score < 50 end, value = "some" },
    { key = "risk", when = function(c) return c.score >= 50 end, value = "great" },
    { key = "late", value = function(c) return c.hour >= 18 end },
    { key = "kind", when = { level = "low" }, value = "plain" },
    { key = "kind", value = "fine", priority = "low" },
    """#

  /// Returns what is told of some rules, without what it is told by.
  private static func told(_ rules: String) throws -> [String] {
    let text = """
      local points = { low = 10, mid = 20, high = 30 } return {
      \(rules)
      \(keys)
      }
      """
    return try CheckedText.check(text, schema: schema).findings
      .filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue) \($0.message)" }
  }

  private static func value(_ body: String, when condition: String = "") -> String {
    "{ key = \"k\", \(condition)value = function(c)\n\(body)\nend },"
  }

  @Test func `a proof names the bounds of floats that it needs`() throws {
    let told = try Self.told(
      Self.value(
        "if c.share > 0 and c.share < 1 then return 1 end\nif c.share == 0 then return 2 end\n"
          + "if c.share == 1 then return 3 end\nreturn 4"))
    #expect(
      told == [
        "6 unreachable-branch this is never reached: an earlier test excludes it, whatever value `share` "
          + "has; the schema says that `share` is from 0 to 1; unless `share` is no number (NaN)"
      ])
  }

  @Test func `the rules that others read are sound`() throws {
    let readers = ["rank", "band", "risk", "late", "kind"].map { "tostring(c.\($0))" }
    #expect(try Self.told(Self.value("return #(\(readers.joined(separator: " .. ")))")) == [])
  }

  @Test(arguments: [
    (
      "c.rank == 12",
      "2 always-false the condition can never hold, whatever values `level` and `vip` have, with what the "
        + "rules for `rank` give"
    ),
    (
      "c.rank > 30 and c.level == \"mid\"",
      "2 always-false the condition can never hold, whatever value `level` has, with what the rules for "
        + "`rank` give"
    ),
    (
      "c.band == \"light\" and c.weight + 1 > 60",
      "2 always-false the condition can never hold, whatever value `weight` has, with what the rules for "
        + "`band` give"
    ),
    (
      "c.risk == \"great\" and c.score - 1 < 40",
      "2 always-false the condition can never hold, with what the rules for `risk` and `score` give; "
        + "unless a calculation leaves the range of integers"
    ),
    (
      "c.late and c.hour * 2 < 30",
      "2 always-false the condition can never hold, whatever value `hour` has, with what the rules for "
        + "`late` give"
    ),
  ])
  func `a condition that no combination of values fulfils is told`(
    condition: String, told: String
  ) throws {
    let rule = "{ key = \"k\", value = 1, when = function(c) return \(condition) end },"
    #expect(try Self.told(rule) == [told])
  }

  @Test(arguments: [
    "c.rank == 35", "c.rank > 30 and c.level == \"high\"", "c.rank ~= 12 and c.vip",
    "c.band == \"light\" and c.weight + 1 > 50", "c.risk == \"great\" and c.score - 1 < 50",
    "c.late and c.hour * 2 < 37", "c.kind == \"fine\" and c.level ~= \"low\" and c.vip",
    // A rule for texts to come.
    "c.kind == \"fine\" and c.level == \"mid\"",
  ])
  func `a condition that some values fulfil is right`(condition: String) throws {
    let rule = "{ key = \"k\", value = 1, when = function(c) return \(condition) end },"
    #expect(try Self.told(rule) == [])
  }

  @Test func `branches that no combination leads to are told`() throws {
    #expect(
      try Self.told(
        Self.value(
          """
          local p = points[c.level]
          if p == 15 then return 1 end
          return p
          """)) == [
          "4 unreachable-branch the branch of this test is never reached, whatever value `level` has"
        ])
    #expect(
      try Self.told(
        Self.value(
          """
          if c.rank >= 30 then
            if c.level == "low" then return 1 end
          end
          return 2
          """)) == [
          "4 unreachable-branch the branch of this test is never reached, whatever value `level` has, with "
            + "what the rules for `rank` give"
        ])
    #expect(
      try Self.told(
        Self.value(
          """
          if c.score < 50 then return 1 end
          return 2
          """, when: "when = { risk = \"great\" }, ")) == [
          "3 unreachable-branch the branch of this test is never reached, with what the rules for `risk` and "
            + "`score` give; unless a calculation leaves the range of integers"
        ])
  }

  @Test(arguments: [
    "local p = points[c.level] if p == 20 then return 1 end return p",
    "if c.rank >= 30 then if c.level == \"high\" then return 1 end end return 2",
    "if c.rank > 30 and c.level == \"high\" then return 1 end return 2",
    // What the author has set may change.
    "if points[c.level] > 5 then return 1 end return 2",
    // Careful functions.
    "local p = points[c.level] if not p then return 0 end return p",
    "local p = points[c.level] if type(p) == \"number\" and c.vip then return p end return 2",
  ])
  func `branches that some values lead to, and careful ones, are right`(body: String) throws {
    #expect(try Self.told(Self.value(body)) == [])
  }

  @Test func `a rule behind others that take all values is told`() throws {
    let taken = [
      "{ key = \"k\", value = 1, when = { risk = \"small\" } },",
      "{ key = \"k\", value = 2, when = { risk = \"some\", vip = true } },",
      "{ key = \"k\", value = 3, when = { risk = \"some\", vip = false } },",
      "{ key = \"k\", value = 4, when = { risk = \"great\" } },",
    ]
    let last = "{ key = \"k\", value = 5, priority = \"low\" },"
    let told = try Self.told((taken + [last]).joined(separator: "\n"))
    #expect(told.count == 1 && told[0].hasPrefix("6 unreachable-rule the rule can never win"))
    for index in taken.indices {
      var others = taken
      others.remove(at: index)
      #expect(try Self.told((others + [last]).joined(separator: "\n")) == [], "without \(index)")
    }
  }

  @Test func `a key that a rule sets to null is read as nil`() throws {
    let schema = #"""
      { "type": "object", "required": ["level"], "properties": {
        "level": { "enum": ["low", "mid"] }, "flag": { "type": ["boolean", "null"] },
        "tag": { "type": ["string", "null"], "enum": ["a", "b", null] },
        "k": { "type": "integer", "default": 0 }, "n": { "type": "integer", "default": 0 } } }
      """#
    let text = """
      return {
        { key = "flag", when = { level = "low" }, value = null },
        { key = "flag", value = true },
        { key = "tag", when = { level = "low" }, value = null },
        { key = "tag", value = function(c) return c.level == "mid" and "a" or "b" end },
        { key = "k", when = function(c) return not c.flag end, value = 1 },
        { key = "n", when = function(c) return c.tag == nil and c.level:upper() == "LOW" end, value = 3 },
        { key = "n", when = { tag = null }, value = 2, priority = "high" },
        { key = "n", when = { tag = null, level = "mid" }, value = 4, priority = 300 },
      }
      """
    let found = try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
    // Only for "low" there is no tag.
    #expect(
      found.filter { $0.location.line != 9 && $0.location.line != 7 }.map(\.description) == [])
    #expect(found.contains { $0.location.line == 9 && $0.code == .alwaysFalse }, "\(found)")
  }

  @Test func `what a helper reads by a calculated name is followed in each case`() throws {
    let text = """
      local function get(c, name) return c[name] end
      return {
        { key = "risk", value = function(c)
          local level = get(c, "lev" .. (c.vip and "el" or "e" .. "l"))
          if level == "high" then return "great" elseif level == "mid" then return "some" end
          return "small"
        end },
        { key = "k", when = { risk = "great", level = "high" }, value = 1 },
        { key = "k", when = { risk = "some", level = "mid" }, value = 2 },
        { key = "k", when = { risk = "small", level = "low", vip = true }, value = 3 },
        { key = "late", value = function(c)
          if c.risk == "great" and c.level == "high" then return c.vip end
          return c.risk == "small" and c.level == "low" and not c.vip
        end },
      }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings
    #expect(found.filter { $0.severity > .info }.map(\.description) == [])
  }

  @Test func `many keys behind one another come to an end`() throws {
    let keys = (1...40).map { "\"d\($0)\": { \"enum\": [\"a\", \"b\", \"c\"] }" }
    let schema = """
      { "type": "object", "required": ["d1", "d2"], "properties": {
        \(keys.joined(separator: ", ")), "k": { "type": "integer", "default": 0 } } }
      """
    let rules = (3...40).map { number in
      """
      { key = "d\(number)", value = function(c)
        return c.d\(number - 1) == "a" and c.d\(number - 2) or c.d\(number - 2) == "b" and "c" or "a"
      end },
      """
    }
    let text = """
      return {
      \(rules.joined(separator: "\n"))
      { key = "k", when = { d40 = "a", d39 = "b", d38 = "c" }, value = 1 },
      { key = "k", when = function(c) return c.d40 ~= c.d39 and c.d38 == c.d37 end, value = 2 },
      }
      """
    let codes = try CheckedText.check(text, schema: schema).findings.map(\.code)
    #expect(codes.allSatisfy { [.alwaysFalse, .decidedTest, .unreachableBranch].contains($0) })
  }
}
