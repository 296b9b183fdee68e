import LuaRules

extension Access {
  /// The keys whose answers open something.
  private static let rights: Set = [
    "visibleRows", "visibleEntityNames", "isEntityReadOnly", "isObjectEditable",
    "isObjectDeletable", "isPropertyVisible", "isPropertyEditable", "mayExplain", "mayAssist",
  ]

  /// The rights that are asked of the database, of tables and of properties.
  private static let rowless: Set = [
    "visibleEntityNames", "visibleRows", "isEntityReadOnly", "isPropertyVisible",
    "isPropertyEditable",
  ]

  /// Why the answer about a right does not count; nil when it does.
  ///
  /// A rule of the user that applies and answers nothing leaves the question to the default rules, which
  /// allow everything. For rights that would be an open door where somebody wanted one that is closed.
  ///
  /// - Complexity: One look into a table where the user has no rules about rights, or where the question was
  ///   asked before without a row; else an explanation.
  func missingAnswer(_ key: String, in context: RuleContext) -> String? {
    guard Self.rights.contains(key), !rightsWithRules.isEmpty else { return nil }
    guard Self.rowless.contains(key), context.object == nil,
      case .nil = context.propertyValue
    else {
      return explained(key, context).message
    }
    let question = MissingAnswers.Question(
      key, context.task, context.entity?.name, context.attribute?.name, context.relationship?.name,
      context.propertyKey, userText)
    return missing.message(question) { explained(key, context) }
  }

  private func explained(
    _ key: String, _ context: RuleContext
  ) -> (message: String?, isCertain: Bool) {
    let explanation = context.explain(at: key)
    // Such as a budget that this question needed up, and another one may not.
    if let error = explanation.answer.error { return ("\(error)", false) }
    for key in explanation.keys where Self.rights.contains(key.name) {
      guard key.answer.origin == .fallback || key.answer.origin == .default else { continue }
      let declined = key.candidates.first { $0.model == 0 && $0.outcome == .declined }
      if let declined { return ("the rule at \(declined.rule.location) gave no answer", true) }
    }
    return (nil, true)
  }

  /// The rights about which the first rules, those of the user, say something.
  private var rightsWithRules: Set<String> {
    missing.rights {
      Self.rights.filter { right in
        context.explain(at: right).keys.contains { key in
          key.name == right && key.candidates.contains { $0.model == 0 }
            && key.candidates.contains { $0.model > 0 }
        }
      }
    }
  }
}
