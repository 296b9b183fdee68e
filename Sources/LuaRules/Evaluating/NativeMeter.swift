import LuaBridge

/// Counts what native code does in an evaluation, and the engine in its stead, and pays for it out of the
/// budget.
///
/// Lua counts instructions, and looks at the clock at times; so does native code. It takes
/// no more instructions from the budget than Lua would for the same rules.
struct NativeMeter {
  /// Steps for each of which Lua would have executed an instruction, as far as they are not paid for.
  private(set) var steps = 0
  /// How long it took, in steps, since the last look at the clock.
  private var work = 0
  /// How much of it were calculations.
  private(set) var calculated = 0

  /// So much work may be done between two looks at the clock: some tens of microseconds.
  static let interval = 4096

  /// So much may be calculated natively for one question: about a millisecond.
  ///
  /// Native code calculates what Lua keeps in a local again at each use. A bound of all such work
  /// keeps it from taking longer than Lua, which does the rest.
  static let mostCalculations = 1 << 17

  /// Counts work.
  ///
  /// - Returns: Whether nothing is to be paid yet.
  @inline(__always)
  mutating func count(steps: Int, work: Int) -> Bool {
    self.steps &+= steps
    self.work &+= work
    return self.work < Self.interval
  }

  /// Counts a calculation.
  ///
  /// - Returns: Whether native code is to do it.
  mutating func count(calculating work: Int) -> Bool {
    guard calculated < Self.mostCalculations else { return false }
    calculated &+= work
    return true
  }

  /// Takes steps from the budget, and looks at the clock.
  ///
  /// Lua counts a thousand instructions before it pays for them, on each level of calls; so
  /// the first ones are free here, too.
  ///
  /// - Returns: Whether the budget is not used up.
  mutating func pay(from budget: LuaBudget, depthLimit: Int) -> Bool {
    let free = 1024 * (min(depthLimit, 1 << 16) + 2)
    let due = max(0, steps - free)
    steps -= due
    guard budget.spendLong(due) else { return false }
    work = 0
    return true
  }
}

extension Evaluation {
  /// Counts work of native code; returns whether the budget is not used up.
  @inline(__always)
  func spendNatively(steps: Int, work: Int) -> Bool {
    question.value.meter.count(steps: steps, work: work) || payForNativeWork()
  }

  @inline(never)
  private func payForNativeWork() -> Bool {
    question.value.meter.pay(from: budget, depthLimit: depthLimit)
  }

  /// Counts a calculation; returns whether native code is to do it.
  func mayCalculate(_ work: Int) -> Bool { question.value.meter.count(calculating: work) }

  /// What Lua and native code have done since the question began, in instructions.
  var instructionsUsed: Int {
    limits.instructions &- budget.instructionsLeft &+ question.value.meter.steps
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
