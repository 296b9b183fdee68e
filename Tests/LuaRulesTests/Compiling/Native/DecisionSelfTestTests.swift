import Testing

@testable import LuaRules

struct DecisionSelfTestTests {
  @Test func `each function has a decision program, and gives what Lua gives`() throws {
    var results: [String?] = []
    let difference = try DecisionSelfTest.difference(in: DecisionSelfTest.expressions) {
      results.append($0)
    }
    #expect(difference == nil)
    #expect(results.count == DecisionSelfTest.expressions.count)
    for (expression, result) in zip(DecisionSelfTest.expressions, results) {
      #expect(result != nil, "\(expression)")
    }
  }

  @Test func `what only Lua can run is no difference`() throws {
    var results: [String?] = []
    let difference = try DecisionSelfTest.difference(in: ["#{ 1, 2 }", "c.s:upper()", "c.a"]) {
      results.append($0)
    }
    #expect(difference == nil)
    #expect(results == [nil, nil, "7"])
  }
}
