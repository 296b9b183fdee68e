import LuaBridge

// A rule that uses up its budget again and again is put aside; see
// ``SuspensionPolicy``.

extension Access {
  /// Whether a function of the running model is put aside, and declines.
  ///
  /// - Throws: ``RuleError`` with the code `suspended` where it is to fail.
  func isSuspended(_ function: Int) throws(RuleError) -> Bool {
    // An answer that depends on the time of day is not to be remembered.
    trackOther()
    return try suspensions.declines(
      function, for: chain.last?.name ?? "", mayTry: witness == nil)
  }

  /// Notes that a function of the running model came to its end within the budget.
  func noteSuccess(of function: Int) {
    if witness == nil { suspensions.noteSuccess(of: function) }
  }

  /// The error that a failed call of a function comes to.
  ///
  /// Notes whose doing it was, where the budget ran out.
  func error(_ failure: LuaFailure, in function: Int) -> RuleError {
    let error = RuleError(failure, in: failureContext)
    if isToBlame(failure) {
      budget.isBlamed = true
      let core = links[currentLink]
      suspensions.noteHit(
        of: function, RuleError.Note(error.message, at: error.location),
        in: core.rule(calling: function, for: chain.last?.name))
    }
    return error
  }

  /// Whether the function that failed is the one that used up the budget.
  private func isToBlame(_ failure: LuaFailure) -> Bool {
    switch failure.kind {
    case .instructions, .time, .memory: break
    default: return false
    }
    guard budget.isExhausted, !budget.isBlamed, witness == nil else { return false }
    // Of a function that used little, perhaps the one that asked for its key is to blame.
    return failure.spent >= (limits.instructions &- budget.instructionsLeft) / 2
  }

  private var suspensions: Suspensions { links[currentLink].suspensions }
}

extension ModelCore {
  /// The rule with a function; of several, the one for a key.
  fileprivate func rule(calling function: Int, for key: String?) -> Rule? {
    let all = rules.filter { $0.calls(function) }
    return all.first { $0.key == key } ?? all.first
  }
}

extension Rule {
  fileprivate func calls(_ function: Int) -> Bool {
    if case .function(let number) = assignment, number == function { return true }
    return predicate.calls(function)
  }
}

extension Predicate {
  fileprivate func calls(_ function: Int) -> Bool {
    switch self {
    case .function(let number): number == function
    case .all(let predicates): predicates.contains { $0.calls(function) }
    case .always, .never, .pattern, .host: false
    }
  }
}
