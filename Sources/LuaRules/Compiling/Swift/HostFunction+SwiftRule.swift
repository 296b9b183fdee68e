import LuaBridge

extension HostFunction {
  /// Creates the function that Lua calls for a closure in a rule.
  convenience init(
    swiftRule name: String, _ body: @escaping @Sendable (RuleContext) throws -> Any
  ) {
    self.init(name: name, isOfSwiftRule: true) { arguments in
      try arguments.strictly { HostResult(try body($0.context)) }
    }
  }

  /// The same for one that is called on the main actor only.
  convenience init<Value>(
    swiftRule name: String,
    onMainActor body: @escaping @MainActor @Sendable (RuleContext) throws -> Value?
  ) {
    let function = HostFunction.onMainActor(HostFunction.title(of: name, isOfSwiftRule: true), body)
    self.init(name: name, isOfSwiftRule: true) { arguments in
      try arguments.strictly(function)
    }
  }
}

extension HostArguments {
  /// Calls a body with a context whose accessors' errors are those of the call.
  ///
  /// Who keeps that context finds it an ordinary one afterwards.
  fileprivate func strictly(
    _ body: (inout HostArguments) throws -> HostResult
  ) throws -> HostResult {
    var strict = self
    let capture = AccessorProbe(.catching)
    strict.capture = capture
    defer { capture.end() }
    let result = try body(&strict)
    if let error = capture.error { throw error }
    return result
  }
}
