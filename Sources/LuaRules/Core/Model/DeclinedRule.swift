/// A rule whose predicate held and whose value function gave `nil`, so that the next rule was tried.
struct DeclinedRule: Hashable, Sendable {
  /// The rule.
  let rule: RuleID
  /// The number of the rule's model in the chain: 0 for the first, 1 for its fallback.
  let model: Int
}
