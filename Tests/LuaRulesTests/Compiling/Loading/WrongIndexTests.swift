import CLua54
import LuaRules
import Testing

/// Lua up to 5.4.7 compiles `names[a == b]` so that it may index what another evaluation left behind.
struct WrongIndexTests {
  static let wrong = [
    "return names[c.a ~= 1]", "return names[not (c.a ~= 1)]",
    "local x = c.a; return function() return names[x ~= 1] end",
    "local t = { [names[c.a ~= 1]] = 1 } return 1", "names[c.a ~= 1] = 1",
    "if c.a == 2 then return 1 end return names[c.a > 1].x",
  ]

  @Test(.enabled(if: Int(LUA_VERSION_RELEASE) ?? 0 < 8), arguments: wrong)
  func `an index that Lua compiles wrongly is refused`(body: String) throws {
    let text = """
      local names = { [true] = "yes", [false] = "no" }
      return {
        { key = "k", value = function(c)
          \(body) end },
      }
      """
    let error = #expect(throws: RuleError.self) { try RuleModel(text: text, name: "names.lua") }
    #expect(error?.code == .syntax)
    #expect(error?.location == SourceLocation(file: "names.lua", line: 4))
    #expect(error?.hint?.contains("into a local first") == true)
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `what is compiled rightly is not`(plan: EvaluationMode) throws {
    let model = try RuleModel(
      text: """
        local names = { [true] = "yes", [false] = "no" }
        return {
          { key = "k", value = function(c) local is = c.a == 1 return names[is] end },
          { key = "l", value = function(c) local own = names return own[c.a == 1] end },
          { key = "m", value = function(c) return names[c.a == 1 and c.b == 2] end },
          { key = "n", value = function(c) return names[not c.a] end },
          { key = "o", value = function(c) return { [c.a == 1] = names } and c.a == 1 end },
          { key = names[1 == 1], value = 1 },
        }
        """, options: RuleOptions(plan: plan))
    var context = RuleContext(model)
    context["a"] = 1
    context["b"] = 3
    #expect(try context.value(at: "k", as: String.self) == "yes")
    #expect(try context.value(at: "l", as: String.self) == "yes")
    #expect(try context.value(at: "m", as: String.self) == "no")
    #expect(try context.value(at: "n", as: String.self) == "no")
    #expect(try context.value(at: "o", as: Bool.self))
    #expect(try context.value(at: "yes", as: Int.self) == 1)
  }
}
