import LuaRules
import LuaRulesTools
import Testing

/// Lists that may be too short, calls that give fewer values than are taken, loops without a round, and what
/// `math.min` and `math.max` tell.
@Suite struct ListLengthTests {
  private static let schema = #"""
    { "type": "object", "required": ["month", "parts", "deals", "days", "opens", "left", "kind"],
      "properties": {
        "month": { "type": "integer", "minimum": 1, "maximum": 12 },
        "opens": { "type": "integer" }, "left": { "type": "integer" },
        "kind": { "enum": ["double", "smart"] },
        "parts": { "type": "array", "items": { "type": "string" } },
        "days": { "type": "array", "minItems": 1, "maxItems": 5, "items": { "type": "integer" } },
        "deals": { "type": "array", "items": { "type": "object", "additionalProperties": false,
          "required": ["code"], "properties": { "code": { "type": "string" } } } },
        "hasParts": { "type": "boolean" }, "k": {} } }
    """#

  /// Returns what is told of a function; its first line is 2.
  private static func findings(_ body: String, before: String = "", when: String = "") throws
    -> [String]
  {
    try CheckedText.check(
      "\(before) return { { key = \"k\", \(when) value = function(c)\n\(body)\nend } }",
      schema: schema
    ).findings.filter { $0.severity > .info }.map {
      "\($0.location.line ?? 0) \($0.code.rawValue): \($0.message)"
    }
  }

  @Test(arguments: [
    (
      "return c.parts[1]:upper()",
      "`parts[1]` may be nil before `.upper`: the list may be too short"
    ),
    ("local d = c.deals[1] return d.code", "`deals[1]` may be nil before `.code`"),
    (
      "return c.deals[#c.deals].code",
      "`deals[…]` may be nil before `.code`: the list may be too short"
    ),
    ("local n = #c.deals return c.deals[n].code", "may be nil before `.code`"),
    ("return c.days[2] + 1", "`days[2]` may be nil in this calculation: the list may be too short"),
  ])
  func `an element of a list that may be too short is told`(body: String, message: String) throws {
    let found = try Self.findings(body)
    #expect(found.count == 1 && found[0].hasPrefix("2 possible-nil: "), "\(found)")
    #expect(found.first?.contains(message) == true, "\(found)")
  }

  @Test func `an element of a list that may be too short is told in a helper`() throws {
    let found = try Self.findings(
      "return first(c.deals)", before: "local function first(list) return list[1].code end")
    #expect(found.count == 1 && found[0].hasPrefix("1 possible-nil: "), "\(found)")
  }

  @Test(arguments: [
    "return c.days[1] + c.days[#c.days]",
    "if #c.deals == 0 then return 1 end return c.deals[#c.deals].code",
    "local n = #c.deals return n > 0 and c.deals[n].code or 1",
    "if not next(c.deals) then return 3 end return c.deals[1].code",
    "return (c.parts[1] or \"x\"):upper() .. (c.parts[2] and c.parts[2]:upper() or \"\")",
    "local s = table.concat(c.parts) if s == \"\" then return s end return c.parts[1]:upper()",
    "local n = 0 for _, p in ipairs(c.parts) do n = n + #p end\nif n > 0 then return c.parts[1]:upper() end",
    "local b = c.deals[1] for _, d in ipairs(c.deals) do\nif #d.code > #b.code then b = d end end return 1",
    "if has(c.parts) then return c.parts[1]:upper() end return 1",
  ])
  func `an element that a test makes sure of is not told`(body: String) throws {
    let before = "local function has(list) return #list > 0 end"
    #expect(try Self.findings(body, before: body.contains("has(") ? before : "") == [])
  }

  @Test func `a condition makes sure of an element`() throws {
    let found = try Self.findings(
      "return c.parts[1]:upper()", when: "when = function(c) return #c.parts > 0 end,")
    #expect(found == [])
  }

  @Test(arguments: [
    "#c.parts == 0", "c.parts[1] == nil", "next(c.parts) == nil", "not c.hasParts",
  ])
  func `a rule that is asked before may make sure of an element`(condition: String) throws {
    let found = try CheckedText.findings(
      rules: [
        "key = \"k\", when = function(c) return \(condition) end, value = 1",
        "key = \"k\", value = function(c) return c.parts[1]:upper() end",
        "key = \"hasParts\", value = function(c) return #c.parts > 0 end",
      ], schema: Self.schema)
    #expect(!found.contains { $0.contains("possible-nil") }, "\(found)")
  }

  /// Where a schema counts no list, it says nothing of their lengths.
  @Test func `without minItems nothing is told`() throws {
    let found = try CheckedText.findings(
      rules: ["key = \"k\", value = function(c) return c.parts[1]:upper() end"],
      schema: Self.schema.replacing("\"minItems\": 1, ", with: ""))
    #expect(found == [])
  }

  static let one = "local function one(c) return c.month end"

  @Test(arguments: [
    ("local _, b = one(c) return b + 1", "wrong-operand: arithmetic on `b`, which is nil"),
    ("return select(2, one(c)) + 1", "wrong-operand: arithmetic on `select(…)`, which is nil"),
    ("return select(\"#\", one(c), 4) == 3", "impossible-comparison: `select(…)` is never 3"),
    (
      "local n = 0 for i = 10, 1 do n = n + i * one(c) end return n",
      "unreachable-branch: this loop has no round"
    ),
    (
      "local n, days = 0, c.days for i = 6, #days do n = n + days[i] end return n + one(c)",
      "unreachable-branch: this loop has no round: it counts up from 6, and `#days` is less; the schema "
        + "says that `#days` is from 1 to 5"
    ),
    (
      "local seen = {} for _, d in ipairs(c.deals) do if seen[d.code] then return one(c) end end return 2",
      "unknown-member: nothing is ever put into `seen`"
    ),
    (
      "local lo = math.min(c.opens, c.left, one(c)) if lo > c.left then return 1 end return 2",
      "unreachable-branch: the branch of this test is never reached"
    ),
    (
      "local hi = math.max(c.opens, one(c)) if hi < c.opens then return 1 end return 2",
      "unreachable-branch: the branch of this test is never reached"
    ),
    (
      "if c.kind .. \"-\" .. one(c) == \"smart-13\" then return 1 end return 2",
      "unreachable-branch: this test has always the same outcome"
    ),
  ])
  func `what cannot be is told`(body: String, message: String) throws {
    let found = try Self.findings(body, before: Self.one)
    #expect(found.count == 1 && found[0].hasPrefix("2 \(message)"), "\(found)")
  }

  @Test(arguments: [
    "local a, b = two(c) return a + b", "return select(2, two(c)) + 1",
    "local n = 0 for i = 10, 1, -1 do n = n + i end return n + two(c)",
    "local n, days = two(c), c.days for i = 5, #days do n = n + days[i] end return n",
    "local n = two(c) for i = 6, #c.parts do n = n + i end return n",
    "local seen = {} for _, d in ipairs(c.deals) do if seen[d.code] then return 1 end\nseen[d.code] = true end return two(c)",
    "local memo = {} local function f(n) if memo[n] then return memo[n] end memo[n] = n return n end return f(two(c))",
    "local lo = math.min(c.opens, c.left) if lo < c.left then return 1 end return two(c)",
    "local hi, n = 0, two(c) for _, d in ipairs(c.days) do if hi < d then n = n + 1 end\nhi = math.max(hi, d) end return n + hi",
    "if c.kind .. \"-\" .. two(c) == \"smart-12\" then return 1 end return 2",
  ])
  func `what may be is not told`(body: String) throws {
    let before = "local function two(c) return c.month, c.left end"
    #expect(try Self.findings(body, before: before) == [])
  }
}
