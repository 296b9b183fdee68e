import LuaRules
import Testing

@testable import LuaRulesTools

struct InspectedModelTests {
  @Test func `functions beyond the limit are known by their place`() throws {
    let text = """
      return {
        { key = "k", when = function(c) return c.a == 1 end, value = 1 },
        { key = "k", rules = { { when = function(c) return c.b and c.d end, value = 2 } },
          when = function(c) return c.a == 2 end },
      }
      """
    func rules(_ most: Int) throws -> [InspectedRule] {
      try InspectedModel(
        sources: [RuleSource(text: text)], schema: RuleSchema(), host: [:], options: RuleOptions(),
        mostInstructions: most
      ).rules
    }
    let (all, some) = (try rules(1000), try rules(1))
    #expect(all.map(\.complexity) == some.map(\.complexity))
    #expect(some.map(\.countedComplexity) == some.map(\.complexity))
    func areKnown(_ rules: [InspectedRule]) -> [Bool] {
      rules.flatMap(\.conditions).compactMap { condition in
        guard case .function(let function) = condition else { return nil }
        return !function.graph.nodes.isEmpty
      }
    }
    #expect(areKnown(all) == [true, true, true])
    #expect(areKnown(some) == [true, false, false])
  }

  @Test(arguments: [("n > 1", "n > 2", true), ("n > 1", "n > 1", false)])
  func `functions in one line are told apart by their code`(
    one: String, other: String, areKnown: Bool
  ) throws {
    let text = """
      local a, b = function(n) return \(one) end, function(n) return \(other) end
      return { { key = "k", value = function(c) return a(c.n) or b(c.n) end } }
      """
    let functions = try InspectedModel(
      sources: [RuleSource(text: text)], schema: RuleSchema(), host: [:], options: RuleOptions()
    ).code.functions
    let numbers = functions.values.map { $0.written?.number }
    #expect(Set(numbers) == (areKnown ? [0, 1, 2] : [nil, 2]))
    #expect(functions.count == 3)
  }

  // Another thread makes the graphs of the second half.
  @Test func `functions are the same in each half of the rules`() throws {
    let conditions = [
      "c.a == 1", "c.b.d > 2 and not c.a", "c.a + c.e * 2 > 3", "#c.list == c.a",
      "isLarge(c.e)", "math.floor(c.f) == 2", "c.a.b.d == c.e or c.b", #"c.list[1] == "x""#,
      "-(c.a + c.e * 2) < c.g", "c.g ~= nil and c.g.h <= 2.0", "c[c.a] == 1",
    ]
    let rules = conditions.map { condition in
      """
      { key = "k", when = function(c) return \(condition) end,
        value = function(c) return c.a or c.value end },

      """
    }.joined()
    let others = String(repeating: #"{ key = "other", value = 1 }, "#, count: conditions.count)
    func model(_ text: String) throws -> InspectedModel {
      try InspectedModel(
        sources: [
          RuleSource(
            text: "local function isLarge(n) return n > 9 end return { \(text) }", name: "r.lua")
        ],
        schema: RuleSchema(), host: [:], options: RuleOptions())
    }
    func functions(_ model: InspectedModel) -> [String] {
      model.rules.flatMap(\.functions).map { function in
        let graph = function.graph
        return "\(graph.nodes) \(graph.firstReads) \(graph.constantTests) \(function.reads) "
          + "\(function.probableReads) \(function.canDecline)"
      }
    }
    let first = try model("\n\(rules)\(others)")
    let second = try model("\(others)\n\(rules)")
    #expect(first.errors.isEmpty && second.errors.isEmpty)
    #expect(functions(first).count == 2 * conditions.count)
    #expect(functions(first) == functions(second))
    #expect(first.variables.map { "\($0)" } == second.variables.map { "\($0)" })
  }
}
