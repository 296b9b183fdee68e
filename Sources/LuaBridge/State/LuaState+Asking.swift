import CLuaSupport

extension LuaState {
  /// Begins an access: views made from now on are valid until it ends.
  public func beginAccess() {
    unsafe lrs_beginAccess(state)
  }

  /// Begins an access in which the host answers, on a budget.
  ///
  /// With a witness the host is asked for each scalar that is read, also again.
  ///
  /// INVARIANT: both stay until ``endAccess()``.
  public func beginAccess(
    answeredBy host: any LuaHost, using budget: LuaBudget, wantsTraceback: Bool,
    isWitnessed: Bool = false
  ) {
    unsafe accessHost = host
    unsafe lrs_setBudget(state, budget.storage)
    unsafe lrs_setTraceback(state, wantsTraceback)
    unsafe lrs_setWitnessed(state, isWitnessed)
    unsafe lrs_beginAccess(state)
  }

  /// Ends the access: its views become stale and its budget is let go.
  public func endAccess() {
    unsafe lrs_endAccess(state)
    budget = nil
    unsafe accessHost = nil
    host = nil
  }

  /// Calls a function with the context and returns whether its result is true.
  ///
  /// What one scope has read of the context, code of another one cannot see.
  public func test(_ function: Int, scope: Int = 0) throws(LuaFailure) -> Bool {
    var result = false
    try check(
      unsafe lrs_test(state, UInt32(clamping: function), UInt32(clamping: scope), &result))
    return result
  }

  /// Calls a function with the context and copies its result; see ``test(_:scope:)``.
  public func evaluate(_ function: Int, scope: Int = 0) throws(LuaFailure) -> LuaValue {
    var tokens = LRSTokens()
    try check(
      unsafe lrs_evaluate(state, UInt32(clamping: function), UInt32(clamping: scope), &tokens))
    defer { unsafe lrs_release(state) }
    if tokens.count == 1, let token = unsafe tokens.first?.pointee, token.kind != .table {
      return LuaValue(scalar: token)
    }
    // The tokens are the state's: it stays until they are copied.
    return try withExtendedLifetime(self) { () throws(LuaFailure) in
      var reader = TokenReader(tokens)
      return try reader.value()
    }
  }
}
