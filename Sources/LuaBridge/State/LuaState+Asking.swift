import CLuaSupport

extension LuaState {
  /// Begins an evaluation: views made from now on are valid until it ends.
  @usableFromInline package func beginEvaluation() {
    unsafe lrs_beginEvaluation(state, LRSEntries())
  }

  /// Begins an evaluation with a host and a budget.
  ///
  /// INVARIANT: the host, the budget, the values and the list of keys stay alive until the evaluation ends.
  ///
  /// - Parameters:
  ///   - host: The host that answers callbacks.
  ///   - budget: The budget of the code.
  ///   - memoryLimit: The bytes that the state may hold from now on.
  ///   - wantsTraceback: Whether errors have a traceback.
  ///   - values: The set values that code of scope 0 reads directly, without a callback of the host.
  ///   - withheld: The keys whose values it does not read directly.
  @usableFromInline package func beginEvaluation(
    answeredBy host: any LuaHost, using budget: LuaBudget, memoryLimit: Int, wantsTraceback: Bool,
    reading values: EntryReader = EntryReader(), except withheld: WithheldKeys? = nil
  ) {
    unsafe accessHost = host
    unsafe lrs_beginLimitedEvaluation(
      state, withheld?.restricting(values.list) ?? values.list, budget.storage,
      max(0, memoryLimit), wantsTraceback)
  }

  /// The keys of the set values that code has read in this evaluation without asking the host.
  ///
  /// In a context with very many values it may also have keys that were not read.
  @usableFromInline package func readKeys(of values: EntryReader) -> [UInt32] {
    (0..<values.count).filter { unsafe lrs_hasReadEntry(state, $0) }.map { values.key(at: $0) }
  }

  /// From now on the host sees each read of a scalar, repeated reads too,
  /// until the evaluation ends.
  ///
  /// To be called before anything is read in the evaluation.
  @usableFromInline package func showReads() {
    unsafe lrs_setRecorded(state)
  }

  /// Ends the evaluation: its views become stale, and its budget is released.
  @usableFromInline package func endEvaluation() {
    unsafe lrs_endEvaluation(state)
    if ownBudget.value != nil { ownBudget.value = nil }
    unsafe accessHost = nil
  }

  /// Calls a function with the context and returns whether its result is true.
  ///
  /// Code of one scope cannot see what code of another scope has read of the context.
  @usableFromInline package func test(_ function: Int, scope: Int = 0) throws(LuaFailure) -> Bool {
    var result = false
    try check(
      unsafe lrs_test(state, UInt32(clamping: function), UInt32(clamping: scope), &result))
    return result
  }

  /// Calls a function with the context and copies its result; see ``test(_:scope:)``.
  @usableFromInline package func evaluate(_ function: Int, scope: Int = 0) throws(LuaFailure)
    -> LuaValue
  {
    var tokens = LRSTokens()
    try check(
      unsafe lrs_evaluate(state, UInt32(clamping: function), UInt32(clamping: scope), &tokens))
    defer { unsafe lrs_release(state) }
    if tokens.count == 1, let token = unsafe tokens.first?.pointee, token.kind != .table {
      return LuaValue(scalar: token)
    }
    // The tokens are memory of the state, so the state must stay alive until they are copied.
    return try withExtendedLifetime(self) { () throws(LuaFailure) in
      var reader = TokenReader(tokens)
      return try reader.value()
    }
  }
}
