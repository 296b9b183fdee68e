extension RuleContext {
  /// The context of the current task; without rules unless one was set.
  ///
  /// Child tasks inherit it; `withRuleContext` overrides it
  /// while its body runs.
  @TaskLocal public static var current = RuleContext(.empty)
}

/// Runs the body with a context as ``RuleContext/current``.
public func withRuleContext<Result>(
  _ context: RuleContext, _ body: () throws -> Result
) rethrows -> Result {
  try RuleContext.$current.withValue(context, operation: body)
}

/// Runs the body with a context as ``RuleContext/current``.
public func withRuleContext<Result>(
  _ context: RuleContext, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await RuleContext.$current.withValue(context, operation: body, isolation: isolation)
}

/// Runs the body with one more value set on ``RuleContext/current``.
public func withRuleValue<Value, Result>(
  _ path: WritableKeyPath<RuleContext, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  try withRuleContext(RuleContext.current.with(path, value), body)
}

/// Runs the body with one more value set on ``RuleContext/current``.
public func withRuleValue<Value, Result>(
  _ path: WritableKeyPath<RuleContext, Value>, _ value: Value,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  try await withRuleContext(
    RuleContext.current.with(path, value), isolation: isolation, body)
}
