import Testing

@testable import LuaRules

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
        sources: [RuleSource(text)], schema: RuleSchema(), host: [:], options: RuleOptions(),
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
}
