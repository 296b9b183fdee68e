import LuaRules
import LuaRulesTools
import Testing

private let limit = "{ key = 'limit', when = { plan = 'free' }, value = 100 }"
private let schema = RuleSchema(
  RuleKey<String>("plan", default: ""), RuleKey<Int>("limit", default: 0),
  RuleKey<String>("title", default: ""))

@Suite struct UnchangedGateTests {
  private static func rules(_ rules: String...) -> String {
    "return { \(rules.joined(separator: ", ")) }"
  }

  @Test func `another answer for a key is refused with an example`() async throws {
    let rules = try GatedRules(
      .unchanged(["limit"]), ["rules/a.lua": Self.rules(limit)], schema: schema)
    defer { rules.end() }
    let raised = Self.rules(limit.replacing("100", with: "200"))
    #expect(
      try await rules.edit(["rules/a.lua": raised]) == [
        """
        the gate refused a generation: the answers for 1 key change:
          limit: 100 → 200 in {"plan":"free"}
        """
      ])
    let written = Self.rules(
      "{ key = 'limit', when = function(c) return c.plan == 'free' end, value = 100 }",
      "{ key = 'title', value = 'other' }")
    #expect(try await rules.edit(["rules/a.lua": written]) == ["generation 3 is active"])
    #expect(try rules.answer("title") == "other")
  }

  @Test(arguments: [false, true])
  func `what cannot be proved is reported, or refused`(needsProof: Bool) async throws {
    func title(_ start: Int) -> String {
      "{ key = 'title', value = function(c) for i = \(start), 1 do return c.plan end end }"
    }
    let rules = try GatedRules(
      .unchanged(needsProof: needsProof), ["rules/a.lua": Self.rules(title(0))], schema: schema)
    defer { rules.end() }
    let told = try await rules.edit(["rules/a.lua": Self.rules(title(1))])
    let reason = "it is not known whether the answers for 1 key change:\n  title: not known: "
    #expect(told.contains { $0.contains(reason) }, "\(told)")
    #expect(told.contains("generation 2 is active") == !needsProof, "\(told)")
  }

  @Test func `rules without a schema are refused`() async throws {
    let rules = try GatedRules(.unchanged(), ["rules/a.lua": Self.rules(limit)])
    defer { rules.end() }
    let told = try await rules.edit(["rules/a.lua": Self.rules()])
    #expect(told.first?.contains("a proof needs a schema") == true, "\(told)")
  }

  @Test func `the fallback answers, too`() async throws {
    let base = try RuleModel(text: Self.rules("{ key = 'limit', value = 7 }"), schema: schema)
    let rules = try GatedRules(
      .unchanged(fallback: base), ["rules/a.lua": Self.rules(limit)], schema: schema)
    defer { rules.end() }
    let more = Self.rules(limit, "{ key = 'limit', value = 7 }")
    #expect(try await rules.edit(["rules/a.lua": more]) == ["generation 2 is active"])
  }
}
