import LuaRules
import LuaRulesTools
import Testing

/// Claims of random rule files that all contexts together contradicted.
@Suite struct WrongClaimTests {
  private static let schema = #"""
    { "type": "object", "required": ["b", "e", "i", "k", "s", "xs", "m"], "properties": {
      "b": { "type": "boolean" }, "e": { "enum": ["a", "b"] },
      "i": { "type": "integer", "minimum": 0, "maximum": 3 }, "k": { "type": ["integer", "null"] },
      "s": { "type": "string" }, "m": { "type": "integer" },
      "xs": { "type": "array", "minItems": 1, "maxItems": 1,
        "items": { "type": "integer", "minimum": 2, "maximum": 4 } },
      "r": { "type": "string" }, "color": { "enum": ["red", "green"] } } }
    """#

  private static func findings(_ text: String) throws -> [String] {
    try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue)" }
  }

  @Test(arguments: [
    "c.b and c.i % 5 > 4", "c.b and #c.e == 4", "c.i - c.i > 2", "#c.e % 2 == 0",
  ])
  func `a rule that never holds ties with none`(condition: String) throws {
    let found = try Self.findings(
      """
      return {
      { key = "r", when = function(c) return \(condition) end, value = "1" },
      { key = "r", when = function(c) return c.e == "a" and c.b end, value = "2" },
      }
      """)
    #expect(!found.contains { $0.hasSuffix(" tie") }, "\(found)")
  }

  @Test(arguments: ["> 1", "== 2", "< 2"])
  func `the length of an entry is not that of its name`(comparison: String) throws {
    let found = try Self.findings(
      """
      local icons = { a = "xyz", b = "x" }
      return {
      { key = "r", when = function(c) return #icons[c.e] \(comparison) end, value = "1" },
      { key = "r", value = "2" },
      }
      """)
    #expect(found == (comparison == "== 2" ? ["3 always-false"] : []))
  }

  @Test func `rules behind one that always answers tie with none`() throws {
    let found = try Self.findings(
      """
      return {
      { key = "r", priority = "high", when = function(c) return math.abs(c.i) <= 3 end, value = "0" },
      { key = "r", when = { b = true }, value = "1" },
      { key = "r", when = { e = "a" }, value = "2" },
      }
      """)
    #expect(!found.contains { $0.hasSuffix(" tie") }, "\(found)")
  }

  @Test func `what always holds in a group is told at the group`() throws {
    let found = try Self.findings(
      """
      return { {
        when = function(c) return c.s ~= nil end, rules = {
        { key = "r", value = "a",
          when = function(c) return c.e ~= "a" or #c.s < 0 end },
      } } }
      """)
    #expect(found == ["2 always-true", "4 decided-test"])
  }

  @Test(arguments: [
    "when = { e = \"a\" }, value = function(c) return color(c.e) end",
    "when = { b = true }, value = function(c) return c.b and \"red\" or \"blue\" end",
    "when = function(c) return c.e == \"a\" and c.b end, value = function(c) return c.b and \"red\" or \"blue\" end",
  ])
  func `a value that the condition excludes is not given`(rule: String) throws {
    let found = try Self.findings(
      """
      local function color(e) if e == "a" then return "red" end return "blue" end
      return { { key = "color", \(rule) }, { key = "r", value = function(c) return color(c.e) end } }
      """)
    #expect(
      !found.contains { $0.hasSuffix("wrong-value") || $0.hasSuffix("wrong-type") }, "\(found)")
  }

  @Test func `a value that the condition leaves is told`() throws {
    #expect(
      try Self.findings(
        "return { { key = \"color\", when = { b = false },\nvalue = function(c) return c.b and \"red\" or \"blue\" end } }"
      ).contains("2 wrong-value"))
  }

  @Test func `an element that is not there has no bounds`() throws {
    #expect(
      try Self.findings(
        "return { { key = \"r\", when = function(c) return c.xs[2] > 1 end, value = \"1\" } }")
        == ["1 unknown-member"])
  }

  @Test func `tests that others lead to are judged with those`() throws {
    let found = try Self.findings(
      """
      return { { key = "r", value = "x", when = function(c)
        if c.k == nil and c.b then return false end
        return c.b and c.k > 4
      end } }
      """)
    #expect(found == [])
  }

  @Test func `a value that is twice in a line is told where it is compared`() throws {
    let text =
      "return { { key = \"r\", value = \"x\", when = function(c) return c.s == \"b\" and c.e == \"b\" and c.m == \"b\" end } }"
    let found = try CheckedText.check(text, schema: Self.schema).findings.filter {
      $0.code == .impossibleComparison
    }
    let columns = try #require(found.first?.columns)
    let last = try #require(text.ranges(of: "\"b\"").last)
    #expect(columns.start == text[..<last.lowerBound].utf16.count + 1)
  }

  @Test(arguments: [
    "(c.b and c.k) == false and c.b", "not (c.b and c.k) and c.k", "(c.b and c.o) ~= true and c.b",
  ])
  func `a value that other tests lead to, too, is no part of those before it`(
    condition: String
  ) throws {
    let found = try Self.findings(
      "return { { key = \"r\", value = \"x\", when = function(c) return \(condition) end } }")
    #expect(!found.contains { $0.hasSuffix("decided-test") }, "\(found)")
  }

  @Test func `two checks of calls find the same`() throws {
    let text = """
      local function isOn(a) return a:upper() == "ON" end
      return {
        { key = "r", when = function(c) return isOn(c.e) end, value = "1" },
        { key = "r", when = function(c) return isOn("q") end, value = "2" },
      }
      """
    let first = try CheckedText.check(text, schema: Self.schema).findings.map(\.description)
    for _ in 0..<8 {
      #expect(try CheckedText.check(text, schema: Self.schema).findings.map(\.description) == first)
    }
  }

  // MARK: Called functions

  /// Rules whose conditions call a function that reads the context, with what the schema declares.
  private static let calling: [(properties: String, text: String)] = [
    (
      #""tone": { "enum": ["cash", "card"] }, "xs": { "type": "array", "items": { "type": "integer" }, "maxItems": 2 }"#,
      """
      local function count(c)
        local n = 0
        for _ in ipairs(c.xs) do n = n + 1 end
        if n == 0 then return -1 end
        return n
      end
      return {
      { key = "r", when = function(c) return c.tone == "cash" and count(c) < 0 end, value = "1" },
      }
      """
    ),
    (
      #""on": { "type": "boolean" }, "xs": { "type": "array", "items": { "type": "string" } }"#,
      """
      local function others(c)
        local xs = { table.unpack(c.xs) }
        table.remove(xs)
        return #xs == 0 and 9 or #xs
      end
      return {
      { key = "r", when = function(c) return not c.on and 1 >= others(c) end, value = "1" },
      }
      """
    ),
    (
      #""kind": { "enum": ["red", "green"] }, "n": { "type": "integer", "minimum": -3, "maximum": 17 }"#,
      """
      local function capped(c)
        local most = math.min(c.n, 6)
        for i = 1, most do if i > 5 then return 99 end end
        return most
      end
      return {
      { key = "r", when = function(c) return c.kind == "green" and capped(c) <= -3 end, value = "1" },
      }
      """
    ),
    (
      #""n": { "type": ["integer", "null"], "minimum": -3, "maximum": -1 }"#,
      """
      local function lessen(n)
        while n > 15 do n = n - 3 end
        return n
      end
      return {
      { key = "r", when = function(c) return lessen(c.n or 50) == 14 end, value = "1" },
      }
      """
    ),
  ]

  @Test(arguments: calling)
  func `what a called function reads, or sets, counts for the condition`(
    properties: String, text: String
  ) throws {
    let names = properties.matches(of: /"(\w+)": \{/).map { "\"\($0.1)\"" }
    let schema = """
      { "type": "object", "required": [\(names.joined(separator: ", "))],
        "properties": { "r": { "type": "string" }, \(properties) } }
      """
    let found = try CheckedText.check(text, schema: schema).findings
    #expect(found.allSatisfy { $0.severity == .info }, "\(found)")
  }
}
