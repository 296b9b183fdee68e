import LuaRules

extension Access {
  /// Why the answer about a right does not count; nil when it does.
  ///
  /// A rule of the user that applies and answers nothing leaves the question to the default rules, which
  /// allow everything. For rights that would be an open door where somebody wanted one that is closed.
  ///
  /// - Complexity: O(1) where no rule of the user about rights computes its answer; else a question, and an
  ///   explanation only where a rule of the user gave no answer.
  func missingAnswer(_ key: String, in context: RuleContext) -> String? {
    guard RuleFacts.rights.contains(key), ruleFacts.mayDecline else { return nil }
    do throws(RuleError) {
      guard try !context.declinedRules(at: key).isEmpty else { return nil }
    } catch {
      return "\(error)"
    }
    return explained(key, context)
  }

  /// Whether the rule that gave no answer left a right to the default rules: another rule of the user may
  /// have answered.
  private func explained(_ key: String, _ context: RuleContext) -> String? {
    let explanation = context.explain(at: key)
    if let error = explanation.answer.error { return "\(error)" }
    for key in explanation.keys where RuleFacts.rights.contains(key.name) {
      guard key.answer.origin == .fallback || key.answer.origin == .default else { continue }
      let declined = key.candidates.first { $0.model == 0 && $0.outcome == .declined }
      if let declined { return "the rule at \(declined.rule.location) gave no answer" }
    }
    return nil
  }
}
