import LuaRules
import LuaRulesTools
import Testing

/// The part of the text that a finding points at, where the text alone tells it.
@Suite struct RangeTests {
  /// The bodies of functions, in which the part stands between `«` and `»`, and the codes.
  static let marked: [(body: String, code: RuleFinding.Code)] = [
    ("local «spare» = c.a return 1", .unusedLocal),
    ("local a, «b» <const> = 1, 2 return a", .unusedLocal),
    ("local function «spare»() return c.a end return 1", .unusedLocal),
    ("local x = 1 «x» = c.b x = c.d return x", .unusedValue),
    ("local «x» = c.a x = c.b return x", .unusedValue),
    ("for _, z in ipairs(c.list) do «z» = z .. \"!\" end return 1", .unusedValue),
    ("local f = «function»(a) a = a.b end return f", .unusedValue),
    ("do return c.a end «return c.b»", .unreachableBranch),
    ("while true do if c.a then return 1 end end «local x = c.b» return x", .unreachableBranch),
    ("return c.d > 1 and «c.a - c.a» or 2", .decidedTest),
    ("return «c.list[1].n < c.list[1].n»", .decidedTest),
    ("if c.a == 1 then return 1 end return «c.a == 1» and 2 or 3", .decidedTest),
    ("if c.a == 1 and (c.b or «c.a == 1») then return 1 end return 2", .decidedTest),
    ("return c.a or c.b and c.d or «c.b and c.d»", .decidedTest),
    ("return c.a > 1 and «\"x\"» or \"x\"", .decidedTest),
    ("«if» c.a then return 1 else return 1 end", .decidedTest),
    ("return math.max(c.n, «c.n»)", .decidedTest),
    ("return c.a or «\"x\"» or \"y\"", .decidedTest),
    ("«for» i = #c.list, 1 do if c.list[i] then return i end end return 0", .doubtfulLoop),
    ("for _, «x» in ipairs(c.list) do if c.list[1] then return 1 end end return 0", .unusedLocal),
    ("local t = {} for _, x in ipairs(c.list) do t[x] = «t[x]» + 1 end return t", .possibleNil),
    ("local t = { «a» = 1, b = 2, a = 3 } return t", .repeatedField),
  ]

  @Test(arguments: marked)
  func `it is the expression that the finding is about`(
    body: String, code: RuleFinding.Code
  ) throws {
    let line = "return { { key = \"k\", value = function(c) \(body) end } }"
    let text = line.filter { $0 != "«" && $0 != "»" }
    let found = try CheckedText.check(text).findings.filter { $0.code == code }
    let start = try #require(line.firstIndex(of: "«")).utf16Offset(in: line)
    let end = try #require(line.firstIndex(of: "»")).utf16Offset(in: line) - 1
    #expect(
      found.contains { $0.columns?.start == start + 1 && $0.columns?.end == end + 1 },
      "\(start + 1) to \(end + 1): \(found)")
  }
}
