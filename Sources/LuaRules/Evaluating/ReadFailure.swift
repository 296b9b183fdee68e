/// The error of a key that native code has read.
///
/// Lua runs the same candidate next and reads the same key; it then gets this error, and the
/// key is not computed again.
struct ReadFailure {
  let key: KeyID
  /// The number of keys that were being computed; the innermost of them read the failing key.
  let depth: Int
  let error: RuleError
  /// Whether the error is raised as it is, without running Lua.
  var isFinal = false
}

extension Evaluation {
  /// Returns the stored error if the same key is read again at the same depth;
  /// drops it unless `isKept`.
  func takeFailure(of key: KeyID, keeping isKept: Bool) -> RuleError? {
    guard let known = failure, known.depth == chain.count, known.key == key else { return nil }
    if !isKept { failure = nil }
    return known.error
  }

  /// Throws the error that native code met, if Lua would throw the same one.
  ///
  /// Lua would add the line of the read and a traceback. An error with a location keeps that
  /// location, so without a traceback both are equal. After the budget is used up Lua cannot run: then
  /// the error is thrown with the frames that it has.
  @inline(never)
  func raiseFailure() throws(RuleError) {
    guard let known = failure, known.depth == chain.count else { return }
    let error = known.error
    let canThrow = budget.isExhausted ? error.code == .budget : !wantsTraceback
    guard known.isFinal || error.location != nil && canThrow else { return }
    failure = nil
    throw error
  }
}
