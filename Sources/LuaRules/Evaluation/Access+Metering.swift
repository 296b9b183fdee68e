import LuaBridge

// What native code does, and the engine in its stead, is paid for out of the budget.
//
// Lua counts instructions, and looks at the clock at times; so does native code. It takes
// no more instructions from the budget than Lua would for the same rules.

extension Access {
  /// What native code has done since the question began, as far as it is not paid for.
  struct NativeWork {
    /// Steps for each of which Lua would have executed an instruction.
    var steps = 0
    /// How long it took, in steps, since the last look at the clock.
    var work = 0
    /// How much of it were calculations.
    var calculated = 0
  }

  /// So much work may be done between two looks at the clock: some tens of microseconds.
  private static var interval: Int { 4096 }

  /// So much may be calculated natively for one question: about a millisecond.
  ///
  /// Native code calculates what Lua keeps in a local again at each use. A bound of all such work
  /// keeps it from taking longer than Lua, which does the rest.
  private static var mostCalculations: Int { 1 << 17 }

  /// Counts work; returns whether the budget is not used up.
  @inline(__always)
  func spendNatively(steps: Int, work: Int) -> Bool {
    question.value.nativeWork.steps &+= steps
    question.value.nativeWork.work &+= work
    return question.value.nativeWork.work < Self.interval || payForNativeWork()
  }

  /// Counts a calculation; returns whether native code is to do it.
  func mayCalculate(_ work: Int) -> Bool {
    guard question.value.nativeWork.calculated < Self.mostCalculations else { return false }
    question.value.nativeWork.calculated &+= work
    return true
  }

  /// Takes steps from the budget, and looks at the clock.
  ///
  /// Lua counts a thousand instructions before it pays for them, on each level of calls; so
  /// the first ones are free here, too.
  @inline(never)
  private func payForNativeWork() -> Bool {
    let free = 1024 * (min(depthLimit, 1 << 16) + 2)
    let due = max(0, question.value.nativeWork.steps - free)
    question.value.nativeWork.steps -= due
    guard budget.spendLong(due) else { return false }
    question.value.nativeWork.work = 0
    return true
  }

  /// What Lua and native code have done since the question began, in instructions.
  var instructionsUsed: Int {
    limits.instructions &- budget.instructionsLeft &+ question.value.nativeWork.steps
  }

  /// Pays for tests that the engine makes as native code would.
  func payForTests(_ count: Int, ofBytes bytes: Int) throws(RuleError) {
    let work = count &+ count &* NativeCost.ofBytes(bytes)
    if !spendNatively(steps: count, work: work) { throw exhaustion }
  }

  /// Pays for finding out whether bytes are a text; returns whether the budget is not used up.
  func payForText(of bytes: [UInt8]) -> Bool {
    spendNatively(steps: 0, work: NativeCost.ofBytes(bytes.count))
  }

  /// The error of a budget that is used up, as Lua would meet it.
  var exhaustion: RuleError {
    RuleError(LuaFailure(budget.exhaustedKind ?? .instructions), in: failureContext)
  }
}
