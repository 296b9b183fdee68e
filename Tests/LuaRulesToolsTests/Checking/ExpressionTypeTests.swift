import LuaRules
import Testing

@testable import LuaRulesTools

/// The types of expressions that an editor shows.
@Suite struct ExpressionTypeTests {
  private static func types(_ line: Int) throws -> [String: String] {
    let schema = try RuleSchema(json: PlantedProject.schema)
    let text = """
      return {
        { key = "spare", value = function(c)
          local customer = c.order.customer
          for _, line in ipairs(c.order.lines) do
            if line.comment then return #line.comment end
          end
          return customer.tier .. c.order.note
        end },
      }
      """
    let model = try InspectedModel(
      sources: [RuleSource(text: text, name: "r.lua")], schema: schema, host: [:],
      options: RuleOptions())
    let all = ExpressionType.all(in: "r.lua", around: line, of: model, schema: schema)
    return Dictionary(all.filter { $0.line == line }.map { ($0.text, $0.typeText) }) { $1 }
  }

  @Test func `an alias has the type of what it stands for`() throws {
    let types = try Self.types(3)
    #expect(types["order.customer"] == "an object")
    #expect(types["customer"] == "an object")
  }

  @Test func `an element of a loop has declared members`() throws {
    let types = try Self.types(5)
    #expect(types["line.comment"] == "a string")
  }

  @Test func `a member that may be missing says so`() throws {
    let types = try Self.types(7)
    #expect(types["order.note"] == "a string or nil")
    #expect(types["order.customer.tier"] == "a string")
  }
}
