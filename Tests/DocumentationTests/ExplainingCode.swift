import LuaRules
import Testing

// The Swift of explaining.md; see ReadmeCode.swift.

private func lines(explaining context: RuleContext) -> [String] {
  var lines: [String] = []
  func log(_ line: String) { lines.append(line) }
  func print(_ explanation: Explanation) { lines.append("\(explanation)") }

  let explanation = context.explain(\.fancyColor)
  print(explanation)
  for candidate in explanation.keys.first?.candidates ?? [] where candidate.outcome == .won {
    log("\(candidate.rule.location) won")
  }
  return lines
}

/// What the guide to explanations shows of Swift, run.
@Suite struct ExplainingCodeTests {
  @Test func `an explanation is a text and a value`() throws {
    let model = try RuleModel(
      text: #"return { { key = "fancyColor", value = "red" } }"#, name: "todo.lua")
    #expect(
      lines(explaining: RuleContext(model)) == [
        """
        fancyColor is "red", by the rule at todo.lua:1
          todo.lua:1: won (priority 100, complexity 0)
        """,
        "todo.lua:1 won",
      ])
  }

  @Test func `every field of the JSON is explained`() throws {
    let text = Repository.text(of: Guide.file("explaining"))
    for outcome in [
      Explanation.Outcome.won, .notMatched, .declined, .failed, .notReached,
    ] {
      #expect(text.contains("`\(outcome.rawValue)`"))
    }
    for origin in [Explanation.Origin.set, .rule, .fallback, .default, .error] {
      #expect(text.contains("`\(origin.rawValue)`"))
    }
  }
}
