import LuaRules
import Testing

/// Loading tells all mistakes at once.
struct AllErrorsTests {
  private static func errors(_ text: String, schema: RuleSchema = RuleSchema()) -> [String] {
    do {
      _ = try RuleModel(
        text: text, name: "a.lua", schema: schema,
        host: ["rate": .function { (_: RuleContext) in 1 }])
      return []
    } catch {
      return ([error] + error.others).map { "\($0.location?.line ?? 0) \($0.message)" }
    }
  }

  @Test func `all host functions that there are not are told`() {
    let found = Self.errors(
      """
      local function helper(c) return host.V(c) end
      return {
        { key = "a", value = host.X },
        { key = "b", value = host.Y },
        { key = "c", value = host.X },
        { key = "d", when = host.Z, value = host.rate },
        { key = "e", value = function(c) return host.W(c) + helper(c) end },
      }
      """)
    #expect(
      found == [
        "3 the host has no function `X`", "1 the host has no function `V`",
        "4 the host has no function `Y`", "6 the host has no function `Z`",
        "7 the host has no function `W`",
      ])
  }

  @Test func `a wrong constant is told beside an unknown field`() throws {
    let schema = try RuleSchema(
      json: #"{ "properties": { "color": { "enum": ["white", "red"] } } }"#)
    let found = Self.errors(
      """
      return {
        { key = "color", value = "whit", prioriy = 1 },
        { set = { color = "rde" }, whne = true },
      }
      """, schema: schema)
    #expect(found.count == 4, "\(found)")
    #expect(found.contains { $0.hasPrefix("2 ") && $0.contains("\"whit\"") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("3 ") && $0.contains("\"rde\"") }, "\(found)")
  }
}
