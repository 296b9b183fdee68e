extension RuleEnvironment {
  /// Explains the value at a key path; see ``RuleContext/explain(_:includingPlans:)``.
  public func explain<Value>(
    _ path: KeyPath<RuleContext, Value>, includingPlans: Bool = false
  ) -> Explanation {
    context.explain(path, includingPlans: includingPlans)
  }

  /// Explains the value at a name or a path of names.
  public func explain(at path: String, includingPlans: Bool = false) -> Explanation {
    context.explain(at: path, includingPlans: includingPlans)
  }
}
