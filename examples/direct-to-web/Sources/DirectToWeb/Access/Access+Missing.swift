import LuaRules

extension Access {
  /// Why the answer about a right does not count; nil when it does.
  ///
  /// A rule of the user that applies and answers nothing leaves the question to the default rules, which
  /// allow everything. For rights that would be an open door where somebody wanted one that is closed.
  ///
  /// - Complexity: O(1) where no rule of the user about rights computes its answer; else an explanation, once
  ///   for each user, table and property, and for each row where rules look at the row.
  func missingAnswer(_ key: String, in context: RuleContext) -> String? {
    guard RuleFacts.rights.contains(key), ruleFacts.mayDecline else { return nil }
    let isAboutRow = context.object != nil || context.propertyValue.isThere
    if isAboutRow && ruleFacts.dependsOnRow(key) { return explained(key, context).message }
    let question = MissingAnswers.Question(
      key, context.task, context.entity?.name, context.attribute?.name, context.relationship?.name,
      context.propertyKey, userText)
    return ruleFacts.missing.message(question) { explained(key, context) }
  }

  private func explained(
    _ key: String, _ context: RuleContext
  ) -> (message: String?, isCertain: Bool) {
    let explanation = context.explain(at: key)
    // Such as a budget that this question needed up, and another one may not.
    if let error = explanation.answer.error { return ("\(error)", false) }
    for key in explanation.keys where RuleFacts.rights.contains(key.name) {
      guard key.answer.origin == .fallback || key.answer.origin == .default else { continue }
      let declined = key.candidates.first { $0.model == 0 && $0.outcome == .declined }
      if let declined { return ("the rule at \(declined.rule.location) gave no answer", true) }
    }
    return (nil, true)
  }
}

extension LuaValue {
  fileprivate var isThere: Bool { if case .nil = self { false } else { true } }
}
