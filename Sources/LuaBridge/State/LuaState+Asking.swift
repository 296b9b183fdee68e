import CLuaSupport

extension LuaState {
  /// Begins an access: views made from now on are valid until it ends.
  public func beginAccess() {
    unsafe lrs_beginAccess(state)
  }

  /// Ends the access: its views become stale and its budget is let go.
  public func endAccess() {
    unsafe lrs_endAccess(state)
    budgetDidEnd()
  }

  private func budgetDidEnd() {
    setBudget(nil)
    host = nil
  }

  /// Calls a function with the context and returns whether its result is true.
  public func test(_ function: Int) throws(LuaFailure) -> Bool {
    var result = false
    try check(unsafe lrs_test(state, UInt32(clamping: function), &result))
    return result
  }

  /// Calls a function with the context and copies its result.
  public func evaluate(_ function: Int) throws(LuaFailure) -> LuaValue {
    var tokens = LRSTokens()
    try check(unsafe lrs_evaluate(state, UInt32(clamping: function), &tokens))
    defer { unsafe lrs_release(state) }
    // The tokens are the state's: it stays until they are copied.
    return try withExtendedLifetime(self) { () throws(LuaFailure) in
      var reader = TokenReader(tokens)
      return try reader.value()
    }
  }
}
