import LuaBridge

// A rule that uses up its budget again and again is put aside; see
// ``SuspensionPolicy``.

extension Access {
  /// Whether a function of the running model is put aside, and declines.
  ///
  /// - Throws: ``RuleError`` with the code `suspended` where it is to fail.
  func isSuspended(_ function: Int) throws(RuleError) -> Bool {
    let suspensions = links[currentLink].suspensions
    // Who explains looks on, and is not the question that tries the rule again.
    let verdict =
      witness == nil ? suspensions.verdict(on: function) : suspensions.state(of: function)
    guard case .suspended(let reason) = verdict else { return false }
    trackOther()
    if suspensions.policy.behaviour == .decline { return true }
    let strikes = suspensions.policy.strikes ?? 1
    throw RuleError(
      .suspended,
      "the rule for `\(chain.last?.name ?? "")` is suspended: it used up its budget"
        + (strikes == 1 ? "" : " \(strikes) times in a row"),
      hint: "it is tried again after a pause, and when the rules change", notes: [reason])
  }

  /// Notes that a function of the running model came to its end within the budget.
  func noteSuccess(of function: Int) {
    if witness == nil { links[currentLink].suspensions.noteSuccess(of: function) }
  }

  /// The error that a failed call of a function comes to.
  ///
  /// Notes whose doing it was, where the budget ran out.
  func error(_ failure: LuaFailure, in function: Int) -> RuleError {
    let error = RuleError(failure, in: failureContext)
    noteHit(failure, in: function, error)
    return error
  }

  private func noteHit(_ failure: LuaFailure, in function: Int, _ error: RuleError) {
    switch failure.kind {
    case .instructions, .time, .memory: break
    default: return
    }
    let budget = budget
    guard budget.isExhausted, !budget.isBlamed, witness == nil else { return }
    // Who had little part in it is not to blame; perhaps who asked for its key is.
    let used = limits.instructions &- budget.instructionsLeft
    guard failure.spent >= used / 2 else { return }
    budget.isBlamed = true
    let core = links[currentLink]
    core.suspensions.noteHit(
      of: function, RuleError.Note(error.message, at: error.location),
      in: core.rule(calling: function, for: chain.last?.name))
  }
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
