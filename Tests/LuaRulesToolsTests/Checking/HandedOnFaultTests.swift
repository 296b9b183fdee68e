import Foundation
import LuaRules
import LuaRulesTools
import Testing

/// Faults that show only by what is handed on: keys that allow null, results that functions search for, arguments
/// that are missing, tables that are made and given back, closures that a module calls.
@Suite struct HandedOnFaultTests {
  static let schema = #"""
    { "type": "object", "required": ["meter", "roof", "month", "parts", "deals"],
      "x-host": { "distance": { "parameters": [{ "type": "string" }], "result": { "type": ["number", "null"] } } },
      "properties": {
        "meter": { "type": "object", "additionalProperties": false,
          "required": ["kind", "phases", "readings"], "properties": {
            "kind": { "enum": ["analog", "double", "smart"] }, "note": { "type": ["string", "null"] },
            "phases": { "type": "integer", "minimum": 1, "maximum": 3 },
            "readings": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/reading" } } } },
        "roof": { "type": ["object", "null"], "additionalProperties": false, "required": ["sunny", "size"],
          "properties": { "sunny": { "type": "boolean" },
            "size": { "type": "number", "minimum": 1, "maximum": 100 } } },
        "month": { "type": "integer", "minimum": 1, "maximum": 12 },
        "parts": { "type": "array", "items": { "type": "string" } },
        "deals": { "type": "array", "items": { "type": "object", "additionalProperties": false,
          "required": ["code"],
          "properties": { "code": { "type": "string" }, "note": { "type": ["string", "null"] } } } },
        "tasks": { "type": "array", "items": { "enum": ["pay", "wait"] } },
        "letter": { "enum": ["none", "first", "last"] }, "k": {}, "sum": { "type": "number" } },
      "$defs": { "reading": { "type": "object", "additionalProperties": false,
        "required": ["day", "source"], "properties": {
          "day": { "type": "integer" }, "source": { "enum": ["reader", "guess"] },
          "remark": { "type": ["string", "null"] } } } } }
    """#

  /// The functions of the module `list`.
  static let module = """
    local list = {}
    function list.map(t, f)
      local out = {}
      for i, x in ipairs(t) do out[i] = f(x, i) end
      return out
    end
    function list.filter(t, keep)
      local out = {}
      for i = 1, #t do if keep(t[i]) then out[#out + 1] = t[i] end end
      return out
    end
    function list.sorted(t, less)
      local copy = table.move(t, 1, #t, 1, {})
      table.sort(copy, less)
      return copy
    end
    return list
    """

  /// A file, and what is told of it in a line; nothing without a code.
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let code: RuleFinding.Code?
    let line: Int
    let message: String

    init(
      _ value: String, before: String = "", when: String = "", others: String = "",
      _ code: RuleFinding.Code, line: Int, _ message: String
    ) {
      text = Self.text(value, before, when, others)
      (self.code, self.line, self.message) = (code, line, message)
    }

    /// A right program.
    init(right value: String, before: String = "", when: String = "", others: String = "") {
      text = Self.text(value, before, when, others)
      (code, line, message) = (nil, 0, "")
    }

    private static func text(
      _ value: String, _ before: String, _ when: String, _ others: String
    ) -> String {
      "\(before)\nreturn { { key = \"k\", \(when) value = function(c)\n\(value)\nend }, \(others) }"
    }

    var testDescription: String { text }
  }

  static let lastReal = """
    local function lastReal(m) for i = #m.readings, 1, -1 do local r = m.readings[i] \
    if r.source ~= "guess" then return r end end return nil end
    """
  static let letter =
    "{ key = \"letter\", value = function(c) if c.month > 5 then return \"none\" end "
    + "return \"last\" end },"
  static let list = "local list = require \"list\""

  static let rows: [Row] = [
    // What may be missing.
    Row("return c.roof.size", .possibleNil, line: 3, "`roof` may be nil before `.size`"),
    Row(
      "local r = c.roof\nif r.sunny then return 1 end\nreturn 2", .possibleNil, line: 4,
      "the schema allows null"),
    Row(
      "return lastReal(c.meter).day", before: lastReal, .possibleNil, line: 3,
      "gives nil where it finds nothing"),
    Row(
      "local seen = {}\nfor _, d in ipairs(c.deals) do\nif seen[d.code] then return 1 end\n"
        + "seen[d.code] = true\nif #d.note > 3 then return 2 end end\nreturn 3",
      .possibleNil, line: 7, "`d.note` may be nil"),
    Row(
      "local i = 1\nwhile i <= #c.meter.readings do\nlocal r = c.meter.readings[i]\n"
        + "if r.remark:len() > 3 then return 1 end\ni = i + 1 end\nreturn 2",
      .possibleNil, line: 6, "`meter.readings[…].remark` may be nil"),
    Row(
      "return 1", when: "when = function(c) return host.distance(c.parts[1] or \"\") < 20 end,",
      .possibleNil, line: 2, "`host.distance(…)` may be nil"),
    Row(
      "local s = name(c.month)\nif #s < 50 then s = s .. c.meter.note:upper() end\nreturn s",
      before: "local names = { \"a\" } local function name(m) return names[m] or \"x\" end",
      .possibleNil, line: 4, "`meter.note` may be nil"),
    Row(
      "return pick(c.month) .. 1",
      before: "local function pick(m) local b if m > 3 then b = \"x\" end return b end",
      .possibleNil, line: 3, "the function gives nil in some cases"),
    Row(
      "local l = { table.unpack(c.deals) }\ntable.sort(l, function(a, b)\nreturn a.note < b.note end)\n"
        + "return l",
      .possibleNil, line: 5, "`a.note` may be nil"),
    Row(
      "return c.sum + 1", others: "{ key = \"sum\", when = { month = 3 }, value = 1 },",
      .possibleNil, line: 3, "rules answer it in some cases only"),
    // Arguments without names.
    Row(
      "return say(\"%d\", \"x\")",
      before: "local function say(f, ...) return string.format(f, ...) end", .wrongArgument,
      line: 3,
      "`%d` takes a number"),
    Row(
      "return say(c.month) .. say(3, \"x\")",
      before: "local function say(...) return string.format(\"%d %s\", ...) end", .wrongArgument,
      line: 3, "takes 2 values, and gets 1"),
    // Loops that test the same in each round.
    Row(
      "local n, from = 0, c.meter.phases\nwhile from + 2 <= c.month do\nn = n + 1 end\nreturn n",
      .endlessLoop, line: 4, "nothing in it changes what it tests"),
    Row(
      "local left, n = c.month, 0\nwhile left > 0 do\n"
        + "if left % 2 == 0 then n = n + 1 else n = n + 2 end end\nreturn n",
      .endlessLoop, line: 4, "nothing in it changes what it tests"),
    // Tables that a function makes.
    Row(
      "local amps = { 25, 63 }\nreturn amps[c.meter.phases] * 2", .possibleNil, line: 4,
      "`amps` has no entry for 3"),
    Row(
      "local out = {}\nlocal part = 12 // #out\nfor i = 1, 3 do out[i] = part end\nreturn out",
      .divisionByZero, line: 4, "is always 0"),
    Row(
      "return list.filter(c.meter.readings, function(r) return r.day > 1 end)[1].dya", before: list,
      .unknownMember, line: 3, "has no member `dya`"),
    Row(
      "return list.sorted(c.meter.readings, function(a, b)\nreturn a.day < b.dya end)[1].day",
      before: list, .unknownMember, line: 4, "`b` has no member `dya`"),
    // Closures that a module calls.
    Row(
      "return list.map(c.parts, function(p)\nreturn p:sub(1, 1).upper() end)", before: list,
      .wrongArgument, line: 4, "`string.upper` takes at least 1 argument"),
    Row(
      "return list.map(c.parts, function(_, p)\nreturn p:upper() end)", before: list,
      .unknownMember, line: 4, "`p` has no member `upper`"),
    // Arguments that are missing.
    Row(
      "return 2 * rate(c.month)",
      before: "local zones = { a = 1 } local function rate(m, zone) return m * zones[zone] end",
      .wrongArgument, line: 3, "arithmetic on `zones[nil]`"),
    Row(
      "return \"x\" .. name(c.month)",
      before: "local names = { \"a\" } local function name(_, m) return names[m] end",
      .wrongOperand, line: 3, "it is nil"),
    Row(
      "return join(c.parts)",
      before: "local function join(words, last) if #words == 0 then return \"\" end "
        + "return words[1] .. last end", .wrongArgument, line: 3, "the call of `join` may fail"),
    // Open numbers of arguments and results.
    Row(
      "return count(1, 2)",
      before:
        "local function count(...) local n = 0\nfor i = 1, select(\"n\", ...) do n = n + i end "
        + "return n end", .wrongArgument, line: 2, "argument 1 of `select`"),
    Row(
      "return (\"%d. %s\"):format(c.meter.kind:gsub(\"^!\", \"\"))", .wrongFormat, line: 3,
      "the text that `gsub` gives"),
    // Tests that are decided.
    Row(
      "local s\nif c.letter == \"none\" then s = \"a\"\nelseif c.letter == \"none\" then s = \"b\"\n"
        + "else s = \"c\" end\nreturn s", others: letter, .unreachableBranch, line: 5,
      "never reached"),
    Row(
      "local n = #c.meter.kind:upper()\nif c.letter == \"nothing\" then return n end\nreturn 2",
      others: letter, .impossibleComparison, line: 4, "never \"nothing\""),
    Row(
      "return (c.meter.kind == \"analog\" and 10 or 30) + 1",
      when: "when = { meter = { kind = \"smart\" } },", .decidedTest, line: 3,
      "an earlier one decides it"),
    Row(
      "local r = c.roof\nif not r then return 0 end\nlocal t\nif r.size <= 10 then\nt = 8\n"
        + "elseif r.size <= 100 then\nt = 7\nelse\nt = 5\nend\nreturn t",
      .unreachableBranch, line: 8, "so a branch is never reached"),
    Row(
      "local s = list.filter(c.parts, function(p) return p == \"a\" end)\n"
        + "if #s < 0 then return 1 end\nreturn 2", before: list, .unreachableBranch, line: 4,
      "never holds"),
    // Others.
    Row(
      "for _, s in ipairs(steps) do\nif c.month >= s.from then return s.rate end end",
      before: "local steps = { { from = 9, percent = 3 }, { from = 5, percent = 2 } }",
      .unknownMember, line: 4, "no entry of the table has `rate`"),
    Row(
      "return join(c.parts)",
      before: "local function join(words)\nif #words == 0 then return 1 end\n"
        + "return table.concat(words, \",\") .. words end", .wrongOperand, line: 3,
      "`words` cannot be joined"),
    Row(
      "return c.meter.kind:gsub(\"%D|%s\", \"\")", .malformedPattern, line: 3, "no alternatives"),
    // Tables that are filled and looked up.
    Row(
      "local seen = {}\nfor _, r in ipairs(c.meter.readings) do\nif seen[r.day] then return 1 end\n"
        + "seen[r] = true end\nreturn 2", .unknownMember, line: 6, "nothing is ever found"),
    Row(
      "local out = {}\nfor _, p in ipairs(c.parts) do\nout[#out] = p end\nreturn out", .unusedValue,
      line: 5, "`out[#out]` is no new element"),
    Row(
      "return count(c.meter).gues or 0",
      before: "local function count(m) local n = {} for _, r in ipairs(m.readings) do "
        + "n[r.source] = (n[r.source] or 0) + 1 end return n end", .unknownMember, line: 3,
      "has no member `gues`"),
    Row(
      "return codes[c.parts] or 0", before: "local codes = { a = 1, b = 2 }", .unknownMember,
      line: 3, "has no entry under `parts`, which is a list"),
    // Searches, elements and arguments.
    Row(
      "return first(c.deals).code",
      before: "local function first(l) local best for _, d in ipairs(l) do "
        + "if not best or d.code < best.code then best = d end end return best end", .possibleNil,
      line: 3, "gives nil where it finds nothing"),
    Row(
      "return host.distance(c.meter.note)", .possibleNil, line: 3,
      "`meter.note` may be nil as an argument of `host.distance`"),
    Row(
      "local note = c.meter.note\nif note == \"\" then return 1 end\nreturn #note", .possibleNil,
      line: 5, "`meter.note` may be nil"),
    Row(
      "return total(c.meter.readings)",
      before:
        "local function total(l) local n = 0 for i = 0, #l do n = n + l[i].day end return n end",
      .possibleNil, line: 1, "lists begin with 1"),
    Row(
      "return names[c.meter.kind].format(c.month)",
      before: "local names = { analog = \"a%d\", double = \"d%d\", smart = \"s%d\" }",
      .wrongArgument,
      line: 3, "`format` is called with `.`"),
    Row(
      "return name(c.month, c.meter.kind)",
      before: "local names = { analog = { \"a\" }, smart = { \"s\" } } "
        + "local function name(kind, m) return names[kind][m] end", .wrongArgument, line: 3,
      "the call of `name` fails"),
    Row(
      "return count(c.parts)",
      before: "local function count(x) local n = 0 for _, p in ipairs(x.parts) do n = n + #p end "
        + "return n end", .wrongArgument, line: 3, "has no member `parts`"),
    Row(
      "return 1",
      others: "{ key = \"tasks\", value = function(c) local t = {} "
        + "local add = function(x) t[#t + 1] = x end\nadd(\"pay\")\n"
        + "add(\"waiting\")\nreturn t end },", .wrongType, line: 6,
      "a list with \"waiting\" in it"),
    Row(
      "return 1", before: "local function push(list, x) list[#list + 1] = x end",
      others: "{ key = \"tasks\", value = function(c) local t = {}\npush(t, \"pay\")\n"
        + "push(t, \"waiting\")\nreturn t end },", .wrongType, line: 6,
      "a list with \"waiting\" in it"),
    // Circles.
    Row(
      "return c.k + 1", when: "when = { month = 3 },",
      others: "{ key = \"k\", value = 2, priority = \"low\" },", .cycle, line: 3,
      "`k` depends on itself where this rule is asked"),
    Row(
      "local n = 0\nfor _, p in ipairs(c.parts) do n = n + #p end\nreturn c.sum + n",
      others: "{ key = \"sum\", value = function(c) return #c.k end },", .cycle, line: 5,
      "k → sum → k"),
  ]

  private func check(_ row: Row) throws -> [RuleFinding] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "handed-on-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "lib"), withIntermediateDirectories: true)
    for (name, text) in [("r.lua", row.text), ("lib/list.lua", Self.module)] {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let host: HostFunctions = ["distance": .function { (_: RuleContext) in 1 }]
    return try RuleCheck(
      RuleSource(path: folder.path), schema: RuleSchema(json: Self.schema), host: host
    ).findings.filter { $0.severity > .info && $0.code != .unusedModule }
  }

  @Test(arguments: rows) func `it is told once, at its line`(row: Row) throws {
    let found = try check(row)
    #expect(found.map(\.code) == [row.code], "\(found.map(\.description))")
    #expect(found.first?.location.file.hasSuffix("r.lua") == true)
    #expect(found.first?.location.line == row.line)
    #expect(found.first?.message.contains(row.message) == true, "\(found.map(\.message))")
  }

  @Test(arguments: right) func `nothing is told of what is right`(row: Row) throws {
    #expect(try check(row).map(\.description) == [])
  }
}
