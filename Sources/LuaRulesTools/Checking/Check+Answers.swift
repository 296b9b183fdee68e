import LuaBridge
import LuaRules

// Checks for keys without an answer.

extension Check {
  /// Finds keys that have no answer in some contexts.
  mutating func checkAnswers(of rules: CheckedRules) {
    guard isWhole else { return }
    for (key, candidates) in rules.keys where !isBroken(key) {
      // Fallback models answer where this model has no answer.
      let isLast = !models[(rules.number + 1)...].contains { model in
        model.model.rules.contains { $0.key == key }
      }
      guard isLast, !key.contains(".") else { continue }
      let policy = schema.hitPolicy(of: key)
      if policy.isFirst { checkDeclining(candidates, of: key) }
      // That no rule holds is usual where many may.
      if !policy.joinsValues { checkCoverage(candidates, of: key, rules) }
    }
  }

  private func isBroken(_ key: String) -> Bool {
    models.contains { $0.model.brokenKeys.contains(key) }
  }

  /// Returns how serious it is if no rule answers for a key; `nil` if it is not
  /// a problem.
  private func severity(ofSilence key: String) -> RuleFinding.Severity? {
    guard let type = schema.type(of: key) else { return .info }
    if type.isOptional { return nil }
    return schema.hasDefault(key) ? nil : .warning
  }

  private mutating func checkDeclining(_ candidates: [Candidate], of key: String) {
    guard let last = candidates.last, case .function(let function) = last.rule.outcome,
      let severity = severity(ofSilence: key)
    else { return }
    var givesNothing: SourceLocation?
    var givesSomething = false
    var ways = PossibleWays(function.graph)
    for (number, node) in function.graph.nodes.enumerated() {
      guard case .result(let result, let place) = node, ways.reach(number) else { continue }
      if result == .constant(.nothing) {
        givesNothing = place ?? function.location
      } else {
        givesSomething = true
      }
    }
    guard let givesNothing, givesSomething else { return }
    add(
      .noAnswer, severity,
      "the function can decline, and no rule for `\(key)` comes after it", at: givesNothing,
      fix: "add a rule without a condition, or return `null` for nothing", rule: last.rule)
  }
}
