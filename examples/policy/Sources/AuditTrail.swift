import LuaRules

/// Prints each decision, whoever asked for it, and why it was made.
///
/// `DecisionLog` of the library writes lines of JSON, with the time; a service would take that.
struct AuditTrail: RuleObserver {
  func observe(_ answer: ObservedAnswer) {
    let context = answer.context
    let subject = """
      \(context.user?.name ?? "nobody") \(context.operation) \
      "\(context.document?.title ?? "nothing")"
      """
    let outcome: String
    switch answer.result {
    case .success(let value): outcome = "\(value): \(reason(for: answer))"
    case .failure(let error): outcome = "failed, so denied: \(error.message)"
    }
    print("\(subject) → \(outcome)")
  }

  private func reason(for answer: ObservedAnswer) -> String {
    guard let rule = answer.rule else { return "no rule allows it" }
    // What an observer asks is not observed.
    let denials = answer.context.denials
    return denials.isEmpty
      ? "\(rule.name ?? rule.key), \(rule.location)" : denials.joined(separator: "; ")
  }
}
