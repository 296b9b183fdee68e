/// The error of a key that native code has read: Lua runs the same candidate
/// next, reads the same key, and meets it without computing the key again.
struct ReadFailure {
  let key: KeyID
  /// How many keys were being computed; the innermost of them is the reader's.
  let depth: Int
  let error: RuleError
  /// Whether it is raised as it is, and Lua not asked.
  var isFinal = false
}

extension Evaluation {
  /// Takes the error that native code met where the same key is read again.
  func takeFailure(of key: KeyID, keeping isKept: Bool) -> RuleError? {
    guard let known = failure, known.depth == chain.count, known.key == key else { return nil }
    if !isKept { failure = nil }
    return known.error
  }

  /// Raises the error that native code met, if Lua would raise the same.
  ///
  /// Lua would add the line where it reads, and its calls; an error that has a
  /// place keeps it, and where no calls are wanted nothing else is added.
  @inline(never)
  func raiseFailure() throws(RuleError) {
    guard let known = failure, known.depth == chain.count else { return }
    let error = known.error
    guard
      known.isFinal
        || error.location != nil && !wantsTraceback
          && (!budget.isExhausted || error.code == .budget)
    else { return }
    failure = nil
    throw error
  }
}
