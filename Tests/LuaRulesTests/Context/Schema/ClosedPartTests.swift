import LuaRules
import Testing

/// Members that no schema declares, of closed objects inside of lists, dictionaries and open objects.
struct ClosedPartTests {
  private static let schema = """
    { "properties": { "order": {
        "type": "object",
        "properties": {
          "lines": { "type": "array", "items": { "$ref": "#/$defs/line" } },
          "grid": { "type": "array",
                    "items": { "type": "array", "items": { "$ref": "#/$defs/line" } } },
          "byName": { "type": "object", "additionalProperties": { "$ref": "#/$defs/line" } },
          "first": { "$ref": "#/$defs/line" }
        } } },
      "$defs": { "line": { "type": "object", "properties": { "sku": { "type": "string" } },
                           "additionalProperties": false } } }
    """
  private static let order = """
    {"order": {"lines": [{"sku": "a"}], "grid": [[{"sku": "b"}]], "byName": {"empty": {}, "x": {"sku": "c"}},
               "first": {"sku": "d"}, "note": {"any": "e"}}}
    """

  private func answer(_ body: String) throws -> String {
    let model = try RuleModel(
      text: "return {{ key = 'k', value = function(c) return \(body) end }}",
      schema: RuleSchema(json: Self.schema))
    var context = RuleContext(model)
    try context.setValues(json: Self.order)
    return try context.value(at: "k", as: String.self)
  }

  @Test(arguments: [
    ("c.order.lines[1]", "a"), ("c.order.grid[1][1]", "b"), ("c.order.byName.x", "c"),
    ("c.order.first", "d"),
  ])
  func `a declared member is read, and another one is an error with a hint`(
    part: String, sku: String
  ) throws {
    #expect(try answer("\(part).sku") == sku)
    // Native code reads the first one, Lua the second one.
    for read in ["\(part).skuu", "('%s'):format(\(part).skuu)"] {
      let error = #expect(throws: RuleError.self) { try answer(read) }
      #expect(error?.code == .unknownMember)
      #expect(error?.hint == "did you mean `sku`?")
    }
  }

  @Test(arguments: [
    "tostring(c.order.lines.count)", "tostring(c.order.lines[2])", "tostring(c.order.byName.y)",
    "tostring(c.order.missing)", "tostring(c.order.note.other)",
  ])
  func `what is open stays open`(read: String) throws {
    #expect(try answer(read) == "nil")
  }

  @Test func `a declared member without a value is no entry, however an object is walked`() throws {
    #expect(
      try answer(
        """
        (function() local object = c.order.byName.empty
          local count = #object
          for _ in pairs(object) do count = count + 1 end
          for _ in next, object do count = count + 1 end
          return count .. tostring(next(object)) .. #c.order.byName.x .. next(c.order.byName.x) end)()
        """) == "0nil1sku")
  }

  @Test func `a list with typed elements is walked and counted as before`() throws {
    #expect(
      try answer(
        """
        (function() local t = {}
          for i, line in ipairs(c.order.lines) do t[#t + 1] = i .. line.sku end
          for name, line in pairs({ x = c.order.byName.x }) do t[#t + 1] = name .. line.sku end
          return table.concat(t, ",") .. #c.order.lines end)()
        """) == "1a,xc1")
  }
}
