import LuaRules
import LuaRulesTools
import Testing

/// Checks and proofs of large rules, which took minutes when each key had a budget of its own.
@Suite(.timeLimit(.minutes(15))) struct LargeRulesTests {
  private static func check(_ text: String) throws -> RuleCheck {
    try RuleCheck(RuleSource(text: "return {\n\(text)\n}", name: "r.lua"))
  }

  @Test func `a pattern of thousands of entries`() throws {
    let entries = (0..<8000).map { "a\($0) = \($0)" }.joined(separator: ", ")
    #expect(try Self.check("{ key = \"k\", when = { \(entries) }, value = 1 }").findings == [])
  }

  @Test func `a pattern that cannot match is found among thousands of entries`() throws {
    let schema = try RuleSchema(json: #"{"properties": {"z": {"enum": ["a", "b"]}}}"#)
    let entries = (0..<2000).map { "a\($0) = \($0)" }.joined(separator: ", ")
    let check = try RuleCheck(
      RuleSource(
        text: "return {\n{ key = \"k\", when = { \(entries), z = \"c\" }, value = 1 }\n}",
        name: "r.lua"),
      schema: schema)
    #expect(check.findings.contains { $0.severity >= .warning }, "\(check.findings)")
  }

  @Test func `many keys of many rules share one budget, and what is left out is reported`() throws {
    let groups = (0..<50).map { group in
      let rules = (0..<50).map { "{ when = { a\($0) = \(group) }, value = \($0) }" }
      return "{ key = \"k\(group)\", rules = { \(rules.joined(separator: ", ")) } },"
    }
    let messages = try Self.check(groups.joined(separator: "\n")).findings.map(\.message)
    let left = messages.filter { $0.hasPrefix("there are too many rules for ") }
    #expect(left.count <= 1)
    #expect(left.allSatisfy { $0.hasSuffix(" to compare all pairs") })
    // Each key is compared as far as its share goes.
    #expect(messages.count { $0.contains("rules after this one have priority") } == 50)
  }

  @Test func `a check that is no longer wanted ends, and gives no result`() throws {
    let source = RuleSource(
      text: "return {" + (0..<500).map { "{ key = \"k\($0)\", value = 1 }," }.joined() + "}")
    var asked = 0
    let error = #expect(throws: RuleError.self) {
      try RuleCheck(
        sources: [source], schema: RuleSchema(), host: [:], fallback: [], options: RuleOptions(),
        areAllOfProject: false,
        isStopped: {
          asked += 1
          return asked > 10
        })
    }
    #expect(error?.code == .stopped)
    #expect(asked < 40)
  }

  @Test(arguments: ["condition", "sum"])
  func `a proof of large rules ends, and tells what it does not know`(kind: String) throws {
    func rules(_ value: Int) -> String {
      switch kind {
      case "condition":
        let tests = (0..<500).map { "c.a\($0) == \($0)" }.joined(separator: " and ")
        return "return {{ key = 'k', when = function(c) return \(tests) end, value = \(value) }}"
      default:
        let sum = (0..<500).map { "c.a\($0)" }.joined(separator: " + ")
        return "return {{ key = 'k', value = function(c) return \(sum) + \(value) end }}"
      }
    }
    let names = (0..<500).map { "a\($0)" } + ["k"]
    let schema = try RuleSchema(
      json: "{\"properties\": {"
        + names.map { "\"\($0)\": {\"type\": \"integer\"}" }.joined(separator: ",") + "}}")
    let proof = try RuleSetProof(
      of: RuleModel(text: rules(1), schema: schema), with: RuleModel(text: rules(2), schema: schema)
    )
    #expect(proof.results.count == 1)
    for (key, result) in proof.results {
      if case .same = result { Issue.record("\(key) is not the same") }
    }
  }
}
