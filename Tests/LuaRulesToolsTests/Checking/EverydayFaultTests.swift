import LuaRules
import LuaRulesTools
import Testing

/// Faults in comparators, counted loops, calls with several results, texts that are chosen first, entries of
/// tables, and circles through functions that only Lua runs.
@Suite struct EverydayFaultTests {
  static let schema = #"""
    { "type": "object",
      "required": ["age", "heat", "locale", "seats", "tags", "title", "guest", "house"],
      "properties": {
        "age": { "type": "integer", "minimum": 0 }, "heat": { "type": "number" },
        "locale": { "enum": ["de", "en", "fr"] }, "title": { "type": "string" },
        "tags": { "type": "array", "items": { "type": "string" } },
        "seats": { "type": "array", "minItems": 1, "items": { "type": "object",
          "additionalProperties": false, "required": ["row", "number"],
          "properties": { "row": { "type": "string" }, "number": { "type": "integer" } } } },
        "guest": { "type": "object", "additionalProperties": false, "required": ["name"],
          "properties": { "name": { "type": "string" }, "phone": { "type": ["string", "null"] } } },
        "house": { "type": "object", "additionalProperties": false, "required": ["places"],
          "properties": { "places": { "type": "integer", "minimum": 50 } } },
        "summary": { "type": "object", "additionalProperties": false, "required": ["mood"],
          "properties": { "mood": { "enum": ["calm", "tense"] } } },
        "icon": { "enum": ["mask", "note", "shoe"] },
        "total": { "type": "integer" }, "sum": { "type": "integer" }, "k": {} } }
    """#

  /// A file, and what is told of it in a line.
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let code: RuleFinding.Code
    let line: Int
    let message: String

    init(
      _ value: String, before: String = "", key: String = "k", _ code: RuleFinding.Code,
      line: Int, _ message: String
    ) {
      text = "\(before)\nreturn { { key = \"\(key)\", value = function(c)\n\(value)\nend } }"
      (self.code, self.line, self.message) = (code, line, message)
    }

    var testDescription: String { text }
  }

  static let copy = "local copy = {} for i, s in ipairs(c.seats) do copy[i] = s end"

  static let rows: [Row] = [
    Row(
      "\(copy)\ntable.sort(copy, function(a, b) return a.nr < b.number end)\nreturn copy[1].row",
      .unknownMember, line: 4, "`a` has no member `nr`"),
    Row(
      "\(copy)\ntable.sort(copy, function(a, b) return a < b end)\nreturn copy[1].row",
      .impossibleComparison, line: 4, "cannot be put in order"),
    Row(
      "\(copy)\ntable.sort(copy, function(a, b) return a.number < b.number end)\nreturn copy[1]",
      key: "icon", .wrongType, line: 5, "a function for `icon` gives"),
    Row(
      "\(copy)\ntable.sort(copy, better)\nreturn copy[1].row",
      before: "local ranks = { A = 1 } local function better(a, b) "
        + "local x, y = ranks[a.row], ranks[b.row] if x ~= y then return x < y end "
        + "return a.nr < b.number end",
      .unknownMember, line: 1, "`a` has no member `nr`"),
    Row(
      "local lines = {}\ntable.insert(lines, c.title:gsub(\"a\", \"b\"))\nreturn lines",
      .wrongArgument, line: 4, "expected a place in the list"),
    Row(
      "return tonumber(c.title:gsub(\",\", \".\"))", .wrongArgument, line: 3,
      "argument 2 of `tonumber` is the base"),
    Row(
      "return string.format(\"%d\", c.heat .. \"C\")", .wrongFormat, line: 3, "takes a number"),
    Row("return math.min({ 1, 2 })", .wrongArgument, line: 3, "gives a table alone back"),
    Row(
      "local mood = \"calm\"\nif c.age > 9 then mood = \"nervous\" end\nreturn { mood = mood }",
      key: "summary", .wrongType, line: 4, "whose `mood` is \"nervous\""),
    Row(
      "local n = 0\nfor _ in ipairs(c.tags) do n = n + 1 end\nif n == 0 then return 1 end\n"
        + "return \"b\" .. c.guest.phone", .possibleNil, line: 6, "`guest.phone` may be nil"),
    Row(
      "local size = c.age\nif c.age >= 70 then size = size + 4\n"
        + "elseif c.age >= 80 then size = size + 8 end\nreturn size",
      .unreachableBranch, line: 5, "never reached"),
    Row(
      "if c.locale == \"fr\" then return 1 end\n"
        + "if c.locale == \"de\" or c.locale == \"fr\" then return 2 end\nreturn 3",
      .decidedTest, line: 4, "an earlier test excludes the value"),
    Row(
      "return push(\"pay\")", before: "local function push(list, x) list[#list + 1] = x end",
      .wrongArgument, line: 3, "has no elements that can be set"),
    Row(
      "return join(c.tags)", before: "local function join(list) return list:concat(\", \") end",
      .unknownMember, line: 1, "is a list, which has no method `concat`"),
    Row(
      "return likes(c.title)",
      before: "local function likes(g) return g:upper() == \"drama\" end",
      .impossibleComparison, line: 1, "never \"drama\""),
    Row(
      "return total(c.seats)",
      before:
        "local function total(seats) local s = 0 for i = 1, #seats do s = s + seats[i].price end "
        + "return s end", .unknownMember, line: 1, "`seats[…]` has no member `price`"),
    Row(
      "return total(c.seats)",
      before: "local function total(seats) local s = \"\" for _, x in ipairs(seats) do "
        + "s = s .. x.row .. x.label end return s end",
      .unknownMember, line: 1, "has no member `label`"),
    Row(
      "return first(c.guest)", before: "local function first(guest) return guest.firstName end",
      .unknownMember, line: 1, "`guest` has no member `firstName`"),
    Row(
      "return mean(c.tags)",
      before: "local function mean(list) local n = 0 for _, x in ipairs(list) do n = n + #x end "
        + "return n / list end", .wrongOperand, line: 1, "arithmetic on `list`, which is a list"),
    Row(
      "return badge(c.seats[1])",
      before: "local function label(seat) return seat.row .. seat.no end\n"
        + "local function badge(seat) if seat.row == \"A\" then return label(seat) end return \"\" end",
      .unknownMember, line: 1, "`seat` has no member `no`"),
    Row(
      "return sum(c.seats, function(s) return s.price end)",
      before: "local function sum(list, read) local n = 0 for _, x in ipairs(list) do "
        + "n = n + read(x) end return n end", .unknownMember, line: 3, "has no member `price`"),
    Row(
      "return icons[c.locale]", before: "local icons = { de = \"mask\", en = \"note\" }",
      key: "icon", .noAnswer, line: 3, "`icons` has no entry for \"fr\""),
  ]

  @Test(arguments: rows) func `it is told once, at its line`(row: Row) throws {
    let check = try CheckedText.check(row.text, schema: Self.schema)
    let found = check.findings.filter { $0.severity > .info }
    #expect(found.map(\.code) == [row.code], "\(found.map(\.description))")
    #expect(found.first?.location.line == row.line)
    #expect(found.first?.message.contains(row.message) == true, "\(found.map(\.message))")
  }

  @Test(arguments: [
    ("c.names.first", "`names` is a list, which has no member `first`"),
    ("c.names[1].name", "`names[1]`"),
    ("c.about.seets", "`about` has no member `seets`"),
    ("\"x\" .. c.names", "`names` cannot be joined with `..`"),
  ])
  func `what rules calculate for a key has its declared members`(
    value: String, message: String
  ) throws {
    let schema = #"""
      { "type": "object", "properties": { "k": {}, "n": { "type": "string" },
        "names": { "type": "array", "items": { "type": "string" }, "default": [] },
        "about": { "type": "object", "additionalProperties": false, "required": ["seats"],
          "properties": { "seats": { "type": "integer" } } } } }
      """#
    let found = try CheckedText.check(
      """
      return {
        { key = "names", value = function(c) return { c.n } end },
        { key = "about", value = function(c) return { seats = 3 } end },
        { key = "k", value = function(c) return \(value) end },
      }
      """, schema: schema
    ).findings.filter { $0.severity > .info }
    #expect(found.count == 1, "\(found.map(\.description))")
    #expect(found.first?.location.line == 4)
    #expect(found.first?.message.contains(message) == true, "\(found.map(\.message))")
  }

  @Test func `a local constant that nothing uses is told, although it leaves no code`() throws {
    let text = """
      local EARLY <const> = 10
      local LATE <const> = 20
      return { { key = "k", value = function(c) return c.age > LATE end } }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.severity > .info }
    #expect(found.map(\.code) == [.unusedLocal])
    #expect(found.first?.location.line == 1)
    #expect(found.first?.message == "the constant `EARLY` is not used")
  }

  static let right: [String] = [
    "\(copy) table.sort(copy, function(a, b) return a.number < b.number end) return copy[1].row",
    "return tonumber((c.title:gsub(\",\", \".\")))", "return tonumber(c.title, 16)",
    "return (tostring(c.title:gsub(\"a\", \"b\")))",
    "return string.format(\"%s\", c.title:gsub(\"a\", \"b\"))",
    "local lines = {} table.insert(lines, (c.title:gsub(\"a\", \"b\"))) return lines",
    "local lines = {} table.insert(lines, 1, c.title) return lines",
    "return string.format(\"%d\", c.age .. \"0\")",
    "return string.format(\"%d\", (c.age .. \"C\"):sub(1, -2))",
    "local l = { \"a\" } table.insert(l, c.title, tostring(c.age)) return l",
    "return math.min(c.heat)", "return math.min(table.unpack({ 1, 2 }))",
    "local n = 0 for _ in ipairs(c.tags) do if c.guest.phone then n = n + 1 end end "
      + "if n == 0 then return 1 end return \"b\" .. c.guest.phone",
    "local mood = \"tense\" if c.age > 9 then mood = \"calm\" end return { mood = mood }",
    "if c.locale == \"fr\" then return 1 end if c.locale == \"de\" or c.age > 3 then return 2 end "
      + "return 3",
    "local size = c.age if c.age >= 80 then size = size + 8 elseif c.age >= 70 then size = size + 4 "
      + "end return size",
    "local size = 1 size = c.age < 5 and 3 or size + 2 return size",
  ]

  @Test(arguments: right) func `what is right is not told`(value: String) throws {
    let text = "return { { key = \"k\", value = function(c) \(value) end } }"
    let check = try CheckedText.check(text, schema: Self.schema)
    #expect(check.findings.filter { $0.severity > .info }.map(\.description) == [])
  }

  @Test func `a general function may look out for 0 before it divides`() throws {
    let text = """
      local function ratio(part, whole) if whole == 0 then return 0 end return part / whole end
      return { { key = "k", value = function(c) return ratio(c.age, c.house.places) end } }
      """
    let check = try CheckedText.check(text, schema: Self.schema)
    #expect(check.findings.filter { $0.severity > .info }.map(\.description) == [])
  }

  @Test(.timeLimit(.minutes(1))) func `comparators that sort with themselves come to an end`()
    throws
  {
    let text = """
      local function f(a, b)
        local g = function() local l = { 1, 2 } table.sort(l, f) return l end
        return #g() > 0 and a < b
      end
      return { { key = "k", value = function(c)
        local l = { 1, 2 }
        table.sort(l, f)
        return l[1]
      end } }
      """
    let check = try CheckedText.check(text, schema: Self.schema)
    #expect(check.findings.filter { $0.severity > .info }.map(\.code) == [.possibleFailure])
  }

  @Test func `a string that may be a number is no certain place in a list`() throws {
    let text = """
      return { { key = "k", value = function(c)
        local lines = { "a" }
        table.insert(lines, c.title:gsub("a", "b"))
        return lines
      end } }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings
    #expect(found.first { $0.location.line == 3 }?.severity == .warning)
  }

  @Test func `a circle through a function with a loop is certain where its reads come first`()
    throws
  {
    let text = """
      local function count(list) local n = 0 for _ in ipairs(list) do n = n + 1 end return n end
      return {
        { key = "total", value = function(c) return count(c.seats) + c.sum end },
        { key = "sum", value = function(c) return c.total + 1 end },
      }
      """
    let check = try CheckedText.check(text, schema: Self.schema)
    #expect(check.findings.contains { $0.code == .cycle && $0.severity == .error })
    let guarded = text.replacing(
      "return count(c.seats) + c.sum",
      with: "if #c.seats > 3 then return 1 end return count(c.seats) + c.sum")
    let other = try CheckedText.check(guarded, schema: Self.schema)
    #expect(!other.findings.contains { $0.code == .cycle && $0.severity == .error })
    let told = other.findings.first { $0.code == .cycle }
    #expect(told?.message.contains("for example where `seats` is ") == true, "\(other.findings)")
  }
}
