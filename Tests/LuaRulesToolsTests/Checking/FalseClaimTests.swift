import LuaRules
import LuaRulesTools
import Testing

/// Functions of which a claim would be wrong.
@Suite struct FalseClaimTests {
  /// A function that does nothing wrong, and why one might think so.
  struct Row: CustomTestStringConvertible, Sendable {
    let why: String
    let text: String

    init(_ why: String, _ text: String) {
      self.why = why
      self.text = text
    }

    /// A file with one value function.
    init(_ why: String, value: String) {
      self.init(why, "return { { key = \"k\", value = function(c) \(value) end } }")
    }

    var testDescription: String { why }
  }

  static let schema = #"""
    { "type": "object", "properties": {
      "order": { "type": "object", "additionalProperties": false, "required": ["id", "total", "lines"],
        "properties": {
          "id": { "type": "string" }, "total": { "type": "number", "minimum": 0 },
          "note": { "type": "string" }, "tag": { "type": "string", "default": "x" }, "limit": { "type": "integer" },
          "address": { "type": "object", "required": ["city"],
            "properties": { "city": { "type": "string" }, "country": { "type": "string" } } },
          "lines": { "type": "array", "minItems": 1, "items": { "type": "integer" } } } },
      "count": { "type": "integer" }, "ratio": { "type": "number" }, "size": { "enum": ["s", "m"] },
      "list": { "type": "array", "items": { "type": ["integer", "null"] } },
      "rows": { "type": "array", "items": { "type": "object", "additionalProperties": false,
        "properties": { "count": { "type": "integer" }, "note": { "type": "string" } } } },
      "share": { "type": "number", "minimum": 0, "default": 1 },
      "level": { "type": "integer", "default": 0 }, "on": { "type": "boolean", "default": false },
      "maybe": { "type": "boolean" }, "hint": { "type": ["string", "null"] },
      "advice": { "type": ["string", "null"] }, "k": {}, "other": {},
      "names": { "type": "array", "items": { "type": "string" } } } }
    """#

  static let rows: [Row] = [
    // Calls with several results.
    Row("find gives two numbers", value: #"return string.format("%d-%d", c.order.id:find("b"))"#),
    Row("gsub gives a count", value: #"return string.rep(c.order.id:gsub("b", "c"))"#),
    Row("modf gives two", value: #"return string.format("%d %f", math.modf(c.ratio or 0))"#),
    Row(
      "a helper gives two",
      """
      local function two(x) return x, x end
      return { { key = "k", value = function(c) return string.format("%s-%s", two(c.count)) end } }
      """),
    Row(
      "a function inside gives two",
      value: """
        local function two(x) return x, 2 end
        return math.max(two("x"))
        """),
    Row(
      "varargs after a call in a table",
      value: """
        local function join(...) local t = { tostring(c.count) } return string.format("%s %s", ...) .. t[1] end
        return join(1, 2)
        """),
    Row("select gives several", value: #"return string.format("%s %s", select(2, 1, 2, 3))"#),
    Row("unpack gives several", value: #"return string.format("%s %s", table.unpack({ 1, 2 }))"#),
    // What `assert` makes sure of.
    Row("a value that is asserted", value: "assert(c.order.note) return c.order.note:upper()"),
    Row(
      "a comparison that is asserted",
      value: "assert(c.order.limit ~= nil, \"no limit\") return c.order.limit + 1"),
    Row(
      "a text that may be a number, or a table",
      value: """
        local v = c.order.note or {}
        if not c.order.note then return "none" end
        return string.format("%d", v)
        """),
    Row(
      "a rule before answers where the value is missing",
      """
      return {
        { key = "k", value = function(c) if not c.order.note then return "none" end end },
        { key = "k", value = function(c) return c.order.note:upper() end },
      }
      """),
    // What is changed is not of the context.
    Row(
      "a list of its own is changed",
      value: """
        local t = {}
        for _, x in ipairs(c.list) do t[#t + 1] = x end
        table.sort(t)
        t[1] = nil
        t.size = c.size
        return table.concat(t)
        """),
    Row("a replacement of the whole match", value: #"return (c.order.id:gsub("%w", "%0%1%%"))"#),
    Row("no step of a loop is 0", value: "local n = 0 for i = 10, 1, -1 do n = n + i end return n"),
    Row("bits of a float that is whole", value: "return c.count | 2.0"),
    // Functions that are reached in several ways.
    Row(
      "a predicate that others call",
      """
      local function isBig(o) if o.total then return o.total > 5 end return false end
      local function big(c) if c.order then return isBig(c.order) end return isBig(c) end
      return {
        { key = "k", when = isBig, value = 1 },
        { key = "other", when = big, value = 2 },
      }
      """),
    Row(
      "a value function of two rules",
      """
      local function text(c) if c.order.note then return c.order.note end return "none" end
      return {
        { key = "k", when = function(c) return c.order.note end, value = text },
        { key = "other", value = text },
      }
      """),
    Row(
      "a value function that a helper calls",
      """
      local function text(c) if c.order.note then return c.order.note end return "none" end
      local function long(c) return #text(c) end
      return {
        { key = "k", when = function(c) return c.order.note end, value = text },
        { key = "other", value = long },
      }
      """),
    // Closures.
    Row(
      "a closure keeps what was tested",
      value: """
        local limit = c.order.limit
        if not limit then return 0 end
        local function over(n) return n > limit end
        for _, n in ipairs(c.order.lines) do if over(n) then return n end end
        return 1
        """),
    Row(
      "a closure keeps what was tested of the context",
      value: """
        if not c.order.note then return "" end
        local function shout() return c.order.note:upper() end
        return shout()
        """),
    Row(
      "a closure sees a later value",
      value: """
        local x
        local function get() if x == nil then return 0 end return x + 1 end
        x = c.count
        return get()
        """),
    Row(
      "a closure that assigns",
      value: """
        local n = 0
        local function count() n = n + 1 end
        for _ in ipairs(c.order.lines) do count() end
        if n > 0 then return "some" end
        return "none"
        """),
    // Kinds.
    Row("null is a kind", value: #"if type(c.other) == "null" then return 1 end return 2"#),
    Row("null is tested", value: #"if type(null) == "null" then return 1 end return 2"#),
    Row("both may be missing", value: "if c.count == c.size then return 1 end return 2"),
    Row(
      "move gives its table",
      value:
        "local t = {} local u = table.move({ 1 }, 1, 1, 1, t) if u == t then return 1 end return 2"),
    // No number, and wrapping around.
    Row(
      "no number is neither less nor greater",
      value: """
        local ratio = 0 / (c.count or 1)
        if ratio < 1 then return 1 elseif ratio >= 1 then return 2 else return 3 end
        """),
    Row(
      "no number is not itself",
      value: "local x = 0 / (c.count or 1) if x ~= x then return 1 end return 2"),
    Row(
      "nothing times infinity",
      value: """
        local x = math.abs(c.ratio or 0)
        if x >= 0 then local y = x * 0.0 if y >= 0 then return 1 else return 2 end end
        return 3
        """),
    Row(
      "integers wrap around",
      value: """
        local h = 7
        for i = 1, 100 do h = h * 31 + i end
        if h < 0 then return "wrapped" end
        return "not"
        """),
    Row(
      "integers are doubled until they wrap around",
      value: "local h = 1 while h > 0 do h = h + h end return h"),
    Row(
      "integers from a key wrap around",
      value: "local n = c.count or 1 if n > 0 and n + 1 < 0 then return 1 end return 2"),
    // Patterns and formats.
    Row("a backslash in a set", value: #"return c.order.id:match("[^\\/]+$")"#),
    Row("a path of Windows", value: #"return c.order.id:find("C:\\Users")"#),
    Row("another path of Windows", value: #"return c.order.id:find("C:\\data")"#),
    Row("braces are characters", value: #"return c.order.id:match("{1}")"#),
    Row("a bar is a character", value: #"return c.order.id:match("(a|b)")"#),
    Row("%u is a format", value: #"return string.format("%u", 5)"#),
    Row(
      "flags are no digits of the width",
      value: #"return string.format("%010d %-+012.3f", c.level, c.level)"#),
    Row("%d takes an integer key", value: #"return string.format("%d", c.level)"#),
    Row("max puts strings in order", value: #"return math.max(c.order.id, "x")"#),
    Row(
      "what max gives may be a string",
      value: #"local x = math.max(c.order.id, "x") return x:upper()"#),
    // Loops.
    Row(
      "assert ends the loop", value: "local i = 0 while true do i = i + 1 assert(i < 9) end"),
    Row(
      "a helper ends the loop",
      """
      local function check(i) if i > 9 then error("end") end end
      return { { key = "k", value = function(c) local i = 0 while true do i = i + 1 check(i) end end } }
      """),
    Row(
      "one of two ways back ends the loop",
      value: """
        local i, j = 0, 0
        while true do
          if j == 3 then return i end
          if c.order.note then j = j + 1 else goto continue end
          ::continue::
          i = i + 1
        end
        """),
    Row(
      "a text as a bound of a loop",
      value: #"local s = 0 for i = "0", 3 do if i == 0 then s = 9 end end return s"#),
    Row(
      "assert ends the recursion",
      """
      local function f(n) assert(n > 0) return f(n - 1) end
      return { { key = "k", value = function(c) return f(c.count) end } }
      """),
    Row(
      "a helper ends the recursion",
      """
      local function check(n) if n < 0 then error("end") end end
      local function f(n) check(n) return f(n - 1) end
      return { { key = "k", value = function(c) return f(c.count) end } }
      """),
    Row(
      "a format that may be a number",
      value: """
        local f = c.count
        if c.order.note then f = "%d %d" end
        return string.format(f or "x", 1)
        """),
    Row(
      "a pattern that may be a number",
      value: """
        local f = c.count
        if c.order.note then f = "[a" end
        return c.order.id:match(f or "x")
        """),
    // Keys of a path.
    Row(
      "members of a missing value that rules answer",
      """
      return {
        { key = "other.x", value = 1 },
        { key = "k", value = function(c) local x = c.other.x if c.other == nil then return x end return 2 end },
      }
      """),
    // Optional members that something else makes sure of.
    Row(
      "an earlier rule takes what is missing",
      """
      return {
        { key = "k", priority = "high", when = function(c) return not c.order.note end, value = 1 },
        { key = "k", value = function(c) return c.order.note:upper() end },
      }
      """),
    Row(
      "another key tells that it is there",
      """
      return {
        { key = "other", value = function(c) return c.order.note ~= nil end },
        { key = "k", value = function(c) if c.other then return c.order.note:upper() end return 1 end },
      }
      """),
    Row(
      "a flag tells that it is there",
      value: """
        local has = 0
        if c.order.note then has = 1 end
        if has == 1 then return c.order.note:upper() end
        return ""
        """),
  ]

  @Test(
    arguments: rows + rowsOfTheEngine + rowsOfWays + rowsOfElsewhere + rowsOfIdioms + rowsOfDecided
      + rowsOfTables + rowsOfUnused + rowsOfSlips)
  func `nothing is told of what is right`(row: Row) throws {
    let found = try CheckedText.check(row.text, schema: Self.schema).findings
    let claims: Set<RuleFinding.Code> = [
      .wrongArgument, .wrongFormat, .wrongOperand, .wrongCall, .unknownMember, .possibleNil,
      .impossibleComparison, .unreachableBranch, .endlessLoop, .malformedPattern, .divisionByZero,
      .unusedValue, .alwaysTrue, .alwaysFalse,
      .decidedTest, .wrongType, .subsumedRule, .unreachableRule, .doubtfulLoop, .noAnswer,
    ]
    #expect(
      found.filter { $0.severity > .info && claims.contains($0.code) }.map(\.description) == [])
  }
}
