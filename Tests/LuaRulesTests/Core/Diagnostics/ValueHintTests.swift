import LuaRules
import Testing

/// Hints for values of another type than that of their key.
@Suite struct ValueHintTests {
  private static func schema() throws -> RuleSchema {
    try RuleSchema(
      json: """
        { "properties": {
          "flag": { "type": "boolean" }, "count": { "type": "integer" },
          "rate": { "type": "number" }, "title": { "type": "string" },
          "name": { "type": "string" } } }
        """)
  }

  @Test(arguments: [
    ("flag", "'true'", #"gives "true"; expected true or false"#, "write true without quotes"),
    ("count", "'12'", #"gives "12"; expected an integer"#, "write 12 without quotes"),
    ("rate", "'0.5'", #"gives "0.5"; expected a number"#, "write 0.5 without quotes"),
    ("title", "12", "gives 12; expected a string", #"write "12", in quotes"#),
    ("title", "false", "gives false; expected a string", #"write "false", in quotes"#),
    ("count", "'1.5'", #"gives "1.5"; expected an integer"#, nil),
    ("rate", "'inf'", #"gives "inf"; expected a number"#, nil),
    ("flag", "'yes'", #"gives "yes"; expected true or false"#, nil),
    ("title", "{ 1 }", "gives a table; expected a string", nil),
  ])
  func `a constant that lacks quotes, or has too many, has a hint`(
    _ key: String, _ value: String, _ problem: String, _ hint: String?
  ) throws {
    let text = loading(
      "return {\n  { key = '\(key)', value = \(value) },\n}", schema: try Self.schema())
    #expect(text.hasPrefix("rules.lua:2: error: rule for `\(key)` \(problem) ["), "\(text)")
    #expect(text.hasSuffix(hint.map { "]\n  hint: \($0)" } ?? "]"), "\(text)")
  }

  @Test func `a text that is cut inside a character has a hint`() throws {
    var context = RuleContext(
      try RuleModel(
        text: "return {\n  { key = 'title', value = function(c) return c.name:sub(1, 3) end },\n}",
        name: "rules.lua", schema: try Self.schema()))
    context["name"] = "größe"
    let error = #expect(throws: RuleError.self) {
      try context.value(at: "title", as: String.self)
    }
    #expect(
      error?.description == """
        rules.lua:2: error: rule for `title` gives "gr\\xC3"; expected a string in UTF-8 [wrong-value]
          hint: was it cut inside a character? `string.sub` counts bytes; `utf8.offset(text, n)` is \
        the byte at which character n begins
        """)
    let json = #expect(throws: RuleError.self) { try context.json(at: "title") }
    #expect(json?.hint == error?.hint)
  }

  /// Lua walks tables in an order that differs from state to state.
  @Test(arguments: ["for k in pairs(t) do end", "next(t)"])
  func `of several keys without an order the same one is named always`(_ code: String) throws {
    for _ in 0..<20 {
      let text = loading(
        """
        local t = { [function() end] = 1, [{}] = 1, [true] = 1, x = 1, [print] = 1 }
        for n = 1, 20 do t[{}] = n t[function() return n end] = n end
        \(code)
        return {}
        """)
      #expect(
        text
          == "rules.lua:3: error: `pairs` over a table with a function as key has no fixed order "
          + "[runtime]")
    }
  }
}
