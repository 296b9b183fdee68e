import CLuaSupport

extension LuaState {
  /// Begins an evaluation: views made from now on are valid until it ends.
  public func beginEvaluation() {
    unsafe lrs_beginEvaluation(state, LRSEntries())
  }

  /// Begins an evaluation in which the host answers, on a budget.
  ///
  /// INVARIANT: the host, the budget and the values stay until the evaluation ends.
  ///
  /// - Parameters:
  ///   - host: Who answers.
  ///   - budget: What the code may use.
  ///   - memoryLimit: The bytes that the state may hold from now on.
  ///   - wantsTraceback: Whether errors come with the calls that led to them.
  ///   - values: What code of scope 0 reads where it lies, and the host is not asked for.
  public func beginEvaluation(
    answeredBy host: any LuaHost, using budget: LuaBudget, memoryLimit: Int, wantsTraceback: Bool,
    reading values: EntryReader = EntryReader()
  ) {
    unsafe accessHost = host
    unsafe lrs_beginLimitedEvaluation(
      state, values.list, budget.storage, max(0, memoryLimit), wantsTraceback)
  }

  /// Lets the host see each read of a scalar until the evaluation ends, also again.
  ///
  /// To be called before anything is read in the evaluation.
  public func showReads() {
    unsafe lrs_setRecorded(state)
  }

  /// Ends the evaluation: its views become stale and its budget is let go.
  public func endEvaluation() {
    unsafe lrs_endEvaluation(state)
    if ownBudget.value != nil { ownBudget.value = nil }
    unsafe accessHost = nil
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
