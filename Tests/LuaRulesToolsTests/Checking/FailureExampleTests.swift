import LuaRules
import LuaRulesTools
import Testing

/// The values that a failure of a rule is told with.
@Suite struct FailureExampleTests {
  private static let schema = #"""
    { "type": "object", "required": ["size", "shifts", "tank", "flight", "stand"], "properties": {
      "size": { "type": "integer", "minimum": 0, "maximum": 12 },
      "shifts": { "type": "array", "items": { "type": "integer" }, "minItems": 1, "maxItems": 6 },
      "tank": { "type": "object", "required": ["fluid", "stock"], "additionalProperties": false,
        "properties": { "fluid": { "enum": ["I", "II", "IV"] }, "stock": { "type": "integer" } } },
      "stand": { "type": "object", "required": ["code", "distance"], "additionalProperties": false,
        "properties": { "code": { "type": "string" }, "distance": { "type": "integer", "minimum": 1 } } },
      "flight": { "type": "object", "required": ["pax", "number", "canDivert"], "additionalProperties": false,
        "properties": { "pax": { "type": "integer", "minimum": 0, "maximum": 600 },
          "number": { "type": "string" },
          "canDivert": { "x-function": { "parameters": [{ "type": "string" }], "result": { "type": "boolean" } } } } },
      "share": { "type": "integer", "default": 0 }, "k": { "type": "integer", "default": 0 } } }
    """#

  private static func told(_ function: String, before: String = "") throws -> [String] {
    try CheckedText.check(
      "\(before) return { { key = \"k\", value = \(function) },\n"
        + "{ key = \"share\", value = function(c) return c.size * 2 end } }", schema: schema
    ).findings.filter { $0.severity > .info }.map { "\($0.code.rawValue): \($0.message)" }
  }

  @Test(arguments: [
    ("#c.shifts // (c.size - 3)", "`size` is 3"),
    ("c.stand.distance // (c.size - 3) + #c.stand.code", "`size` is 3"),
    ("#({ I = \"x\", II = \"y\" })[c.tank.fluid]", "`tank.fluid` is \"IV\""),
    ("90 // c.flight.pax", "`flight.pax` is 0"),
    ("c.tank.stock // (c.share - 8)", "`size` is 4"),
    (
      "c.tank.stock % (#c.shifts > 3 and math.abs(c.size) - math.abs(c.size) or 1)", "`shifts` is ["
    ),
  ])
  func `a failure is told with what it depends on, as the schema allows it`(
    value: String, example: String
  ) throws {
    let found = try Self.told("function(c) return \(value) end")
    #expect(found.count == 1)
    #expect(found.first?.contains("for example where \(example)") == true, "\(found)")
    #expect(found.first?.contains(" and ") == false, "\(found)")
  }

  @Test func `what a rule reads itself is named before what that follows from`() throws {
    let names = (0..<12).map { "m\($0)" }
    let members = names.map { "\"\($0)\": { \"type\": \"integer\", \"minimum\": 0 }" }
    let schema = """
      { "type": "object", "required": ["big", "stops"], "properties": {
        "big": { "type": "object", "required": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))],
          "properties": { \(members.joined(separator: ", ")) } },
        "stops": { "type": "integer", "minimum": 0, "maximum": 5 },
        "price": { "type": "integer" }, "k": { "type": "string", "default": "" } } }
      """
    let sum = names.map { "c.big.\($0)" }.joined(separator: " + ")
    let found = try CheckedText.check(
      """
      return {
        { key = "price", value = function(c) return \(sum) end },
        { key = "k", when = function(c) return c.price > 9000 end, value = "much" },
        { key = "k", value = function(c) return "each " .. c.price // c.stops end },
      }
      """, schema: schema
    ).findings.filter { $0.code == .possibleFailure }.map(\.message)
    #expect(found.count == 1)
    #expect(found.first?.contains("for example where `stops` is 0") == true, "\(found)")
  }

  @Test func `a failure in every context is told without an example`() throws {
    let found = try Self.told(
      "function(c) return #c.shifts // (math.abs(c.size) - math.abs(c.size)) end")
    #expect(found == ["possible-failure: attempt to divide by zero"])
  }

  @Test(arguments: [
    ("c.flight.canDivert(\"x\") and 1 or 2", ""),
    ("f(c.flight)", "flight.canDivert(\"x\") and 1 or 2"),
    ("f(c.flight)", "flight[\"canDivert\"](flight.number) and 1 or 2"),
  ])
  func `a rule that calls a method is not tried, as no context that is made has any`(
    value: String, helper: String
  ) throws {
    let before = helper.isEmpty ? "" : "local function f(flight) return \(helper) end"
    #expect(try Self.told("function(c) return \(value) end", before: before) == [])
  }
}
