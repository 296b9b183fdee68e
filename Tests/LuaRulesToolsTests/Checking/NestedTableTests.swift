import LuaRules
import LuaRulesTools
import Testing

/// Tables in tables that functions give to keys, and fields that are set on some ways only.
@Suite struct NestedTableTests {
  private static let schema = #"""
    { "type": "object", "required": ["month", "parts"], "properties": {
      "month": { "type": "integer", "minimum": 1, "maximum": 12 },
      "parts": { "type": "array", "items": { "type": "string" } },
      "slots": { "type": "array", "items": { "type": "object", "additionalProperties": false,
        "required": ["from", "to"], "properties": {
          "from": { "type": "integer" }, "to": { "type": "integer" }, "name": { "type": "string" } } } },
      "grid": { "type": "array", "items": { "type": "array", "items": { "type": "integer" } } },
      "fees": { "type": "object", "additionalProperties": { "type": "number" } },
      "sign": { "type": "object", "additionalProperties": false, "required": ["label"],
        "properties": { "label": { "type": "string" }, "size": { "type": "integer" } } } } }
    """#

  /// A function that gives a value to a key, and what is told of it in a line; nothing without a message.
  struct Row: CustomTestStringConvertible, Sendable {
    let key: String
    let body: String
    let before: String
    let line: Int
    let message: String

    init(_ key: String, _ body: String, before: String = "", line: Int, _ message: String) {
      (self.key, self.body, self.before) = (key, body, before)
      (self.line, self.message) = (line, message)
    }

    /// A right function.
    init(right key: String, _ body: String, before: String = "") {
      self.init(key, body, before: before, line: 0, "")
    }

    var testDescription: String { "\(before) \(body)" }
  }

  private static func findings(_ row: Row) throws -> [RuleFinding] {
    try CheckedText.check(
      "\(row.before)\nreturn { { key = \"\(row.key)\", value = function(c)\n\(row.body)\nend } }",
      schema: schema
    ).findings.filter { $0.severity > .info }
  }

  static let slot = "local function slot(a, b) return { from = a, till = b } end"

  static let rows: [Row] = [
    Row(
      "slots",
      "local out = {}\nfor i = 1, 3 do\nout[#out + 1] = { from = i, till = i } end\nreturn out",
      line: 5, "a list whose element is an object with `till`; expected one with from, name, to"),
    Row(
      "slots",
      "local out = {}\nfor i = 1, 3 do\nlocal s = { from = i }\ns.to = \"x\"\n"
        + "table.insert(out, s) end\nreturn out",
      line: 6, "a list whose element is an object whose `to` is \"x\"; expected an integer"),
    Row(
      "slots", "return {\n{ from = 1, to = 2 },\n{ from = 1 } }", line: 5,
      "an object without `to`"),
    Row(
      "slots", "local out = {}\nfor i = 1, 3 do\nout[#out + 1] = slot(i, i) end\nreturn out",
      before: slot, line: 5, "an object with `till`"),
    Row(
      "grid", "local out = {}\nfor i = 1, c.month do\nout[#out + 1] = { i, \"x\" } end\nreturn out",
      line: 5, "a list whose element is a list with \"x\" in it; expected a list of integers"),
    Row(
      "fees", "local t = {}\nt.base = 3\nt.fine = \"x\"\nreturn t", line: 5,
      "a table whose `fine` is \"x\"; expected a number"),
    Row(
      "sign", "local t = { label = 5 }\nif c.month > 3 then t.label = \"x\" end\nreturn t",
      line: 3, "an object whose `label` is 5"),
    Row(
      "sign", "local t = { size = 3 }\nif c.month > 3 then t.label = \"x\" end\nreturn t", line: 5,
      "an object without `label` in some cases"),
    Row(
      "sign", "return sign(3)", before: "local function sign(a) return { label = a } end", line: 3,
      "an object whose `label` is 3"),
  ]

  static let right: [Row] = [
    Row(
      right: "slots",
      "local out = {}\nfor i = 1, 3 do out[i] = { from = i } end\n"
        + "for i = 1, 3 do out[i].to = i end\nreturn out"),
    Row(
      right: "slots",
      "local out, last = {}, nil\nfor i = 1, 3 do\nif last then last.to = i end\n"
        + "last = { from = i }\nout[#out + 1] = last end\nlast.to = 3\nreturn out"),
    Row(
      right: "slots", "local s = { from = 1 }\nlocal out = { s }\nclose(s)\nreturn out",
      before: "local function close(s) s.to = 3 end"),
    Row(
      right: "slots", "local out = { { from = 1 } }\nclose(out[1])\nreturn out",
      before: "local function close(s) s.to = 3 end"),
    Row(
      right: "slots",
      "local out = { { from = 1 } }\nlocal function fix() out[1].to = 3 end\nfix()\n"
        + "return out"),
    Row(
      right: "slots",
      "local out = { { from = 1 } }\nfor _, s in ipairs(out) do s.to = 3 end\n"
        + "return out"),
    Row(
      right: "sign",
      "local t = { label = 5 }\nif c.month > 3 then t.label = \"x\" end\n"
        + "if c.month <= 3 then t.label = \"y\" end\nreturn t"),
    Row(
      right: "sign",
      "local t = {}\nif c.month > 3 then t.label = \"x\" else t.label = \"y\" end\nreturn t"),
    Row(
      right: "sign",
      "local t = { label = 0 }\nfor i = 1, c.month do t.label = \"x\" .. i end\n"
        + "return t"),
    Row(
      right: "sign", "return copy({ label = \"x\" })",
      before:
        "local function copy(t) local r = {} for k, v in pairs(t) do r[k] = v end return r end"),
    Row(
      right: "sign", "local s = { label = \"x\", tmp = 3 }\ns.size = s.tmp\ns.tmp = nil\nreturn s"),
    Row(
      right: "sign",
      "local s = { label = 0 }\nfor _, k in ipairs({ \"label\" }) do s[k] = \"x\" end\nreturn s"),
    Row(right: "fees", "local t = { base = \"x\" }\nt.base = 3\nt.more = #c.parts\nreturn t"),
    Row(right: "fees", "local t = { a = \"x\" }\nt[(\"A\"):lower()] = 3\nreturn t"),
  ]

  @Test(arguments: rows) func `what does not fit is told where it is put in`(row: Row) throws {
    let found = try Self.findings(row)
    #expect(found.map(\.code) == [.wrongType], "\(found.map(\.description))")
    #expect(found.first?.location.line == row.line)
    #expect(found.first?.message.contains(row.message) == true, "\(found.map(\.message))")
  }

  @Test(arguments: right) func `nothing is told of what is filled later`(row: Row) throws {
    #expect(try Self.findings(row).map(\.description) == [])
  }

  /// Each table holds the next one many times.
  @Test func `many tables in tables are not followed one by one`() throws {
    let levels = (1...20).map { level in
      "local t\(level) = { \(repeatElement("t\(level - 1)", count: 40).joined(separator: ", ")) }"
    }
    let body = "local t0 = { \"x\" }\n\(levels.joined(separator: "\n"))\nreturn t20"
    #expect(try Self.findings(Row(right: "grid", body)).count <= 1)
  }
}
