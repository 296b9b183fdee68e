extension RuleContext {
  /// Asks for a name or a path of names again, and returns the rules of the first model that declined to
  /// answer.
  ///
  /// If a rule declines to answer about a right, later rules and fallbacks answer, and may allow more. This
  /// function finds out whether that happened, for the price of a question;
  /// ``explain(at:includingPlans:)`` also says why, and costs many times as much.
  ///
  /// - Parameter path: A name, or a path such as `person.status`.
  /// - Returns: The rules that declined, for the name and for the keys that were read for it, in the order
  ///   in which they were tried. Rules that a set value or a higher rule hides are not tried, and rules of
  ///   fallbacks are not listed. Observers are not notified; answers that a memoized context keeps are not
  ///   used.
  /// - Throws: ``RuleError`` as ``value(at:as:)``.
  /// - Complexity: As ``value(at:as:)``, without the conversion of the value.
  public func declinedRules(at path: String) throws(RuleError) -> [RuleID] {
    var context = self
    context.probe = nil
    context.remembered = nil
    // With a new stamp, no current evaluation is reused: its memo would hide rules.
    context.values.renew()
    return try Evaluation.with(context) { evaluation throws(RuleError) in
      try evaluation.declinedRules(at: path)
    }
  }
}

extension Evaluation {
  fileprivate func declinedRules(at path: String) throws(RuleError) -> [RuleID] {
    state.value.declinedRules = []
    defer { state.value.declinedRules = nil }
    guard try answer(at: path) != nil else { throw unknownKey(path) }
    return state.value.declinedRules ?? []
  }
}
