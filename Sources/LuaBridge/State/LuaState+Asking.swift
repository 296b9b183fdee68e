import CLuaSupport

extension LuaState {
  /// Begins an access: views made from now on are valid until it ends.
  public func beginAccess() {
    unsafe lrs_beginAccess(state)
  }

  /// Begins an access in which the host answers, on a budget.
  ///
  /// INVARIANT: both stay until the access ends.
  ///
  /// With a witness the host is asked for each scalar that is read, also again.
  ///
  /// - Parameters:
  ///   - host: Who answers.
  ///   - budget: What the code may use.
  ///   - wantsTraceback: Whether errors come with the calls that led to them.
  ///   - isWitnessed: Whether there is a witness.
  ///   - subject: Stands for all that the access looks at; 0 for what is like nothing else.
  /// - Returns: Whether what the last access has read is still there, as it was
  ///   ended by ``endAccess(keepingReadsOf:)`` of the same subject. The host then
  ///   knows the views of that access by their handles.
  public func beginAccess(
    answeredBy host: any LuaHost, using budget: LuaBudget, wantsTraceback: Bool,
    isWitnessed: Bool = false, of subject: UInt64 = 0
  ) -> Bool {
    unsafe accessHost = host
    unsafe lrs_setBudget(state, budget.storage)
    unsafe lrs_setTraceback(state, wantsTraceback)
    unsafe lrs_setWitnessed(state, isWitnessed)
    if subject != 0, subject == keptSubject, unsafe lrs_resumeAccess(state) { return true }
    unsafe lrs_beginAccess(state)
    return false
  }

  /// Ends the access, but for what it has read, which is the same whenever it is read.
  public func endAccess(keepingReadsOf subject: UInt64) {
    keptSubject = unsafe lrs_keepAccess(state) ? subject : 0
    letGo()
  }

  /// Ends the access: its views become stale and its budget is let go.
  public func endAccess() {
    unsafe lrs_endAccess(state)
    keptSubject = 0
    letGo()
  }

  private func letGo() {
    if budget != nil { budget = nil }
    unsafe accessHost = nil
    if host != nil { host = nil }
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
