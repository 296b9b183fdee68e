import LuaRules
import Testing

/// Errors at run time that name the expression that was `nil`.
struct NilOperandTests {
  /// The error of a function with a body; `c.order` has a `name` and nothing else.
  private static func error(_ body: String, before: String = "") throws -> String {
    let text = "\(before)\nreturn { { key = \"k\", value = function(c) \(body) end } }"
    var context = RuleContext(try RuleModel(text: text, name: "a.lua"))
    try context.setValues(json: #"{ "order": { "name": "x" }, "n": 1 }"#)
    let error = #expect(throws: RuleError.self) { try context.json(at: "k") }
    return error?.description ?? ""
  }

  @Test(arguments: [
    (
      "for _, x in ipairs(c.order.things) do return x end",
      "(table expected, got nil): `c.order.things` is nil",
      "or write `c.order.things or {}`"
    ),
    (
      "for _, x in pairs(c.order.things) do return x end", ": `c.order.things` is nil",
      "`c.order.things or {}`"
    ),
    ("return table.concat(c.order.things)", ": `c.order.things` is nil", "test it first"),
    ("return c.order.name:rep(c.order.count)", ": `c.order.count` is nil", "test it first"),
    ("return math.floor(c.order.most)", ": `c.order.most` is nil", "test it first"),
    (
      "local list = c.order.things return table.concat(list)", ": `list` is nil",
      "`list or {}`"
    ),
    ("return outer(c)", ": `things` is nil", "`things or {}`"),
    ("local l = c.order.list return l .. \"a\"", ": `c.order.list` is nil", "`l and …`"),
    ("local l = c.order.list return l.x", ": `c.order.list` is nil", "`l and …`"),
  ])
  func `an error names the expression`(body: String, message: String, hint: String) throws {
    let before =
      "local function outer(c) local things = c.order.list return #table.concat(things) end"
    let error = try Self.error(body, before: before)
    #expect(error.contains(message), "\(error)")
    #expect(error.contains(hint), "\(error)")
  }

  @Test(arguments: [
    "return table.concat(c.order.a or c.order.b)",
    "return table.concat(nil)",
    "return table.concat((tonumber(\"x\")))",
    "local t = c.n == 1 and { c.order.a } or {} return table.concat(t[1])",
    "return pairs(c.order.a), pairs(c.order.b)",
    "local l = c.order.list l = l or nil return l .. \"a\"",
    "return c.order[\"a b\"]:x(table.concat(c.order[\"a b\"]))",
  ])
  func `an error names nothing that is not certain`(body: String) throws {
    let error = try Self.error(body)
    #expect(
      error.contains("nil") && !error.contains("` is nil [") && !error.contains("or {}"), "\(error)"
    )
  }

  @Test func `a very long function fails without a name`() throws {
    let body = String(repeating: "local _ = c.n + 1 ", count: 100)
    let long = String(repeating: "do \(body) end\n", count: 100)
    let error = try Self.error("\(long) return table.concat(c.order.things)")
    #expect(error.contains("(table expected, got nil) [runtime]"), "\(error)")
  }

  @Test func `an empty list is a list in errors`() throws {
    let schema = try RuleSchema(
      json: """
        { "properties": { "k": {}, "tags": { "type": "array" },
          "parcel": { "type": "object", "properties": { "tags": { "type": "array" } } } } }
        """)
    for path in ["parcel.tags", "tags"] {
      let model = try RuleModel(
        text: "return { { key = \"k\", value = function(c) return \"x: \" .. c.\(path) end } }",
        name: "a.lua", schema: schema)
      var context = RuleContext(model)
      try context.setValues(json: #"{ "parcel": { "tags": [] }, "tags": [] }"#)
      let error = #expect(throws: RuleError.self) { try context.json(at: "k") }
      #expect(error?.message.contains("a list value") == true, "\(path): \(error as Any)")
    }
    let counted = try RuleModel(
      text: "return { { key = \"k\", value = function(c) return #c.tags end } }", schema: schema)
    var context = RuleContext(counted)
    try context.setValues(json: #"{ "tags": [] }"#)
    #expect(try context.json(at: "k") == "0")
  }
}
