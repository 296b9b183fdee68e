import Foundation
import LuaRules
import LuaRulesTools
import Testing

/// Faults in functions that are given to others, in single ways of a result, in arguments of the program's functions,
/// and in keys of constant tables.
@Suite struct CallbackFaultTests {
  private static let schema = #"""
    { "type": "object", "required": ["staff", "extras", "names", "tier", "hour", "rate", "guest", "isMember", "nights"],
      "x-host": { "convert": { "parameters": [{ "type": "number" }, { "enum": ["EUR", "USD"] }],
        "result": { "type": "number" } } },
      "properties": {
        "staff": { "type": "array", "minItems": 1, "items": { "type": "object", "additionalProperties": false,
          "required": ["name", "role"], "properties": { "name": { "type": "string" },
            "role": { "enum": ["maid", "porter"] } } } },
        "extras": { "type": "array", "items": { "type": "object", "additionalProperties": false,
          "required": ["amount", "perNight"],
          "properties": { "amount": { "type": "number" }, "perNight": { "type": "boolean" } } } },
        "names": { "type": "array", "items": { "type": "string" } },
        "tier": { "enum": ["gold", "none"] }, "isMember": { "type": "boolean" },
        "hour": { "type": "integer", "minimum": 0, "maximum": 23 },
        "nights": { "type": "integer", "minimum": 1, "maximum": 9 },
        "rate": { "type": "object", "additionalProperties": false, "required": ["base", "weekend"],
          "properties": { "base": { "type": "number" }, "weekend": { "type": "number" } } },
        "operator": { "type": ["object", "null"], "additionalProperties": false, "required": ["level"],
          "properties": { "level": { "type": "integer" } } },
        "guest": { "type": "object", "additionalProperties": false, "required": ["distanceTo"], "properties": {
          "lat": { "type": "number" }, "distanceTo": { "x-function": {
            "parameters": [{ "type": "number" }], "result": { "type": "number" } } } } },
        "flag": { "type": "boolean" }, "number": { "type": "integer" },
        "maybe": { "type": ["integer", "null"] }, "status": { "enum": ["gold", "none", null] }, "k": {} } }
    """#

  private static let module = """
    local list = {}
    function list.filter(t, keep)
      local out = {}
      for _, x in ipairs(t) do if keep(x) then out[#out + 1] = x end end
      return out
    end
    function list.sum(t, f)
      local sum = 0
      for _, x in ipairs(t) do sum = sum + f(x) end
      return sum
    end
    function list.byName(t)
      local copy = table.move(t, 1, #t, 1, {})
      table.sort(copy, function(a, b) return a.name < b.name end)
      return copy
    end
    return list
    """

  /// A file whose rules follow in the second line, and what is told of it; nothing without a message.
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let message: String

    init(_ rules: String, before: String = "", _ message: String) {
      text = "\(before) local list = require \"list\"\nreturn { \(rules) }"
      self.message = message
    }

    init(key: String = "k", body: String, before: String = "", _ message: String) {
      self.init(
        "{ key = \"\(key)\", value = function(c) \(body) end },", before: before, message)
    }

    var testDescription: String { text }
  }

  static let rows: [Row] = [
    Row(
      body: "return #list.filter(c.staff, isCook)",
      before: "local function isCook(m) return m.role == \"cook\" end",
      "1 impossible-comparison: `x.role` is never \"cook\""),
    Row(
      body:
        "for _, m in ipairs(c.staff) do if staff.isCook(m) then return m.name end end return \"-\"",
      before: "local staff = {} function staff.isCook(m) return m.role == \"cook\" end",
      "1 impossible-comparison: `m.role` is never \"cook\""),
    Row(
      body: "return #list.filter(c.staff, function(m) return m.role == \"cleaner\" end)",
      "2 impossible-comparison: `m.role` is never \"cleaner\""),
    Row(
      body:
        "return list.sum(c.extras, function(e) if e.perNight == \"yes\" then return 1 end return 2 end)",
      "2 impossible-comparison: `e.perNight` is never \"yes\""),
    Row(
      key: "flag", body: "return c.isMember and #c.names",
      "2 wrong-type: a function for `flag` gives an integer"),
    Row(
      key: "maybe", body: "return c.operator and c.tier or null",
      "2 wrong-type: a function for `maybe` gives `c.tier`"),
    Row(
      body: "return host.convert(3, \"GBP\")",
      "2 wrong-argument: argument 2 of `host.convert` is \"GBP\""),
    Row(
      body: "return c.guest.distanceTo(c.guest.lat)",
      "2 possible-nil: `guest.lat` may be nil as an argument of `guest.distanceTo`"),
    Row(
      "{ key = \"flag\", priority = 150, when = function(c) return c.operator and c.isMember end, value = false }, "
        + "{ key = \"flag\", value = function(c) return c.operator.level > 2 end },",
      "2 possible-nil: `operator` may be nil before `.level`"),
    Row(
      body: "local sum = 0 for n = 1, c.nights do sum = sum + price(c.rate, n) end return sum",
      before:
        "local function price(rate, night) if night <= 2 then return rate.weekends end return rate.base end",
      "1 unknown-member: `rate` has no member `weekends`"),
    Row(
      body: "return t[c.tier] * 2", before: "local t = { gold = 3, none = \"49 EUR\" }",
      "2 wrong-operand: an entry of the table gives \"49 EUR\" for `t[…]`"),
    Row(
      body: "return t[c.hour]", before: "local t = { gold = 3, none = 4 }",
      "2 unknown-member: `t` has no entry under `hour`, which is an integer"),
    Row(
      body: "return t[c.tier]", before: "local t = { 3, 4 }",
      "2 unknown-member: `t` has no entry under `tier`"),
    Row(
      key: "names", body: "local l = { c.tier } return table.sort(l)",
      "2 no-answer: `table.sort` changes its list and gives nothing"),
    Row(
      body: "return byName(c.staff)",
      before: "local function byName(t) local l = table.move(t, 1, #t, 1, {}) "
        + "table.sort(l, function(a, b) return a.name < b.nam end) return l end",
      "1 unknown-member: `b` has no member `nam`"),
    Row(
      body: "local l = table.move(c.staff, 1, #c.staff, 1, {}) table.sort(l) return l",
      "2 wrong-argument: the elements of this list have no order"),
    Row(
      body: "for w in c.tier:gmatch(\"%a+\") do return w:substring(1) end return \"\"",
      "2 unknown-member: `w` is a string, which has no member `substring`"),
    Row(
      body: "local n, l = {}, {} for _, s in ipairs(c.names) do n[s] = 1 end "
        + "for s in pairs(n) do l[#l + 1] = s end return l[1].name",
      "2 unknown-member: this is a string, which has no member `name`"),
    Row(
      body: "local hours = c.hour return hour + 1 + hours",
      "2 undefined-global: undefined global `hour`"),
  ]

  static let right: [Row] = [
    Row(
      key: "number", body: "return #list.filter(c.staff, is)",
      before:
        "local function is(m) return m.role == \"cook\" end local cook = is({ role = \"cook\", name = \"\" })",
      ""),
    Row(
      key: "number", body: "if tests.cook({ role = c.names[1] }) then return 1 end return 2",
      before: "local tests = { cook = function(m) return m.role == \"cook\" end }", ""),
    Row(body: "return #list.filter(c.staff, function(m) return m.role == \"maid\" end)", ""),
    Row(
      body:
        "local function is(x) return x == \"maid\" end local l = list.filter(c.staff, function(m) "
        + "return is(m.role) end) return #l + #list.filter(c.names, is)", ""),
    Row(key: "flag", body: "return c.isMember and c.hour > 3", ""),
    Row(key: "maybe", body: "return c.operator and c.operator.level or null", ""),
    Row(key: "number", body: "return c.isMember and 1 or 2", ""),
    // Nobody says what `k` is: where it is not true, it is probably nil.
    Row(key: "number", body: "return c.k and #c.k", ""),
    Row(
      "{ key = \"flag\", priority = 150, when = function(c) return not c.operator end, value = false }, "
        + "{ key = \"flag\", value = function(c) return c.operator.level > 2 end },", ""),
    Row(body: "return host.convert(3, c.isMember and \"EUR\" or \"USD\")", ""),
    Row(
      body: "return t[c.tier] * 2", before: "local t = { gold = \" 0x1F \", none = \"1e2\" }", ""),
    Row(body: "return t[c.hour] or 0", before: "local t = { [3] = 3, none = 4 }", ""),
    Row(body: "return list.byName(c.staff)", ""),
    Row(
      key: "flag",
      body:
        "local v = t[c.names[1] or \"\"] if type(v) == \"function\" then return v(c) end return v or false",
      before: "local t = { fixed = true, asked = function(c) return c.isMember end }", ""),
    Row(body: "local l = {} local function sort(t) return table.sort(t) end sort(l) return l", ""),
    Row(
      key: "number",
      body: "local it, n = c.tier:gmatch(\"%a\"), 0 while it() do n = n + 1 end return n", ""),
  ]

  private func findings(_ row: Row) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "callback-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "lib"), withIntermediateDirectories: true)
    for (name, text) in [("r.lua", row.text), ("lib/list.lua", Self.module)] {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let host: HostFunctions = ["convert": .function { (_: RuleContext) in 1 }]
    return try RuleCheck(
      RuleSource(path: folder.path), schema: RuleSchema(json: Self.schema), host: host
    ).findings.filter {
      $0.severity > .info && !["unused-module", "unused-local"].contains($0.code.rawValue)
    }
    .map { "\($0.location.line ?? 0) \($0.code.rawValue): \($0.message)" }
  }

  @Test(arguments: rows) func `it is told once, at its line`(row: Row) throws {
    let found = try findings(row)
    #expect(found.count == 1 && found[0].hasPrefix(row.message), "\(found)")
  }

  @Test(arguments: right) func `nothing is told of what is right`(row: Row) throws {
    #expect(try findings(row) == [])
  }

  @Test func `a name is like that of a variable that is used elsewhere`() throws {
    let found = try CheckedText.check(
      "local LONG = 7 return { { key = \"k\", value = function(c) return LONGS + LONG end } }",
      schema: Self.schema)
    #expect(found.findings.first?.fix == "did you mean `LONG`?")
  }
}
