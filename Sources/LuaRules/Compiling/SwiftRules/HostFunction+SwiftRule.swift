import LuaBridge

extension HostFunction {
  /// Creates the function that Lua calls for a closure in a Swift rule.
  convenience init(
    swiftRule name: String, _ body: @escaping @Sendable (RuleContext) throws -> Any
  ) {
    self.init(name: name, isOfSwiftRule: true) { arguments in
      try arguments.strictly { HostResult(try body($0.context)) }
    }
  }

  /// Creates the function for a closure that is called on the main actor only.
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
  /// Calls a body with a context whose accessor errors become errors of the
  /// call.
  ///
  /// If the body keeps the context, it is an ordinary context after the call.
  fileprivate func strictly(
    _ body: (inout HostArguments) throws -> HostResult
  ) throws -> HostResult {
    var strict = self
    let probe = AccessorProbe(.catching)
    strict.probe = probe
    defer { probe.end() }
    let result = try body(&strict)
    if let error = probe.error { throw error }
    return result
  }
}
