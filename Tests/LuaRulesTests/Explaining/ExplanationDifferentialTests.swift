import Testing

@testable import LuaRules

/// Explaining and asking say the same, whatever the rules and the context are.
struct ExplanationDifferentialTests {
  @Test func `an explanation has the answer that asking gives`() throws {
    for seed in UInt64(1)...20 {
      let rules = try AnswerDifferential(seed: seed)
      for plan in [EvaluationMode.native, .lua] {
        let model = try RuleModel(text: rules.text, options: RuleOptions(plan: plan))
        var writer = RandomContext(seed: seed ^ 0xE59)
        for round in 0..<8 {
          var context = writer.context(model)
          if round % 3 != 0 { context["plain"] = PlainObject.random(&writer.random) }
          if round % 4 != 0 { context["shared"] = SharedObject(count: round % 3) }
          if round % 5 == 0 { context.budgetCap = Budget(depth: 1 + round % 4) }
          for key in 0..<4 {
            let mismatch = Self.mismatch(context, "k\(key)")
            #expect(mismatch == nil, "seed \(seed), context \(round)\n\(rules.text)")
          }
        }
      }
    }
  }

  private static func mismatch(_ context: RuleContext, _ key: String) -> String? {
    let explanation = context.explain(at: key, includingPlans: true)
    let answer = explanation.answer
    do {
      let asked = try context.jsonAnswer(at: key)
      if answer.json != asked.value { return "\(answer.json ?? "") is \(asked.value)" }
      if answer.origin.rawValue != asked.source.rawValue { return "\(asked.source)" }
      if answer.rule?.location != asked.location { return "\(answer.rule, default: "no rule")" }
    } catch {
      // An answer without a JSON form is one all the same.
      if answer.error == nil, error.message.contains("has no JSON form") { return nil }
      if answer.error != error { return "\(answer.error, default: "no error") is \(error)" }
    }
    for key in explanation.keys {
      let winners = key.candidates.filter { $0.outcome == .won }
      let isByRule = key.answer.origin == .rule
      if winners.count != (isByRule ? 1 : 0) { return "\(winners.count) candidates won" }
      for candidate in key.candidates where candidate.outcome == .notMatched {
        if candidate.conditions.isEmpty { return "\(candidate.rule) has no condition" }
      }
    }
    return nil
  }
}
