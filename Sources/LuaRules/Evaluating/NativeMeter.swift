import LuaBridge

/// Counts the work of native code in an evaluation and charges it to the budget.
///
/// Like Lua, native code counts instructions and sometimes looks at the clock. It never charges
/// more instructions than Lua would for the same rules.
struct NativeMeter {
  /// Steps that are not charged yet; for each of them Lua would have executed an instruction.
  private(set) var steps = 0
  /// The duration, in steps, since the last look at the clock.
  private var work = 0
  /// The part of the work that was calculations.
  private(set) var calculated = 0

  /// The work between two looks at the clock: some tens of microseconds.
  static let interval = 4096

  /// The most calculation that native code does in one evaluation: about a millisecond.
  ///
  /// Where Lua keeps a result in a local, native code calculates it again at each use. This limit
  /// keeps native code from taking longer than Lua; beyond it Lua runs the function.
  static let mostCalculations = 1 << 17

  /// Counts work.
  ///
  /// - Returns: Whether nothing has to be charged yet.
  @inline(__always)
  mutating func count(steps: Int, work: Int) -> Bool {
    self.steps &+= steps
    self.work &+= work
    return self.work < Self.interval
  }

  /// Counts a calculation.
  ///
  /// - Returns: Whether native code may do the calculation.
  mutating func count(calculating work: Int) -> Bool {
    guard calculated < Self.mostCalculations else { return false }
    calculated &+= work
    return true
  }

  /// Charges steps to the budget, and looks at the clock.
  ///
  /// On each call level Lua charges only whole thousands of instructions. So about
  /// a thousand steps for each allowed level are free here, and native code never
  /// charges more than Lua.
  ///
  /// - Returns: Whether some budget is left.
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
  /// Counts work of native code; returns whether some budget is left.
  @inline(__always)
  func spendNatively(steps: Int, work: Int) -> Bool {
    state.value.meter.count(steps: steps, work: work) || payForNativeWork()
  }

  @inline(never)
  private func payForNativeWork() -> Bool {
    state.value.meter.pay(from: budget, depthLimit: depthLimit)
  }

  /// Counts a calculation; returns whether native code may do it.
  func mayCalculate(_ work: Int) -> Bool { state.value.meter.count(calculating: work) }

  /// The work of Lua and native code in this evaluation, in instructions.
  var instructionsUsed: Int {
    limits.instructions &- budget.instructionsLeft &+ state.value.meter.steps
  }

  /// Charges tests that the engine makes in place of native code.
  func payForTests(_ count: Int, ofBytes bytes: Int) throws(RuleError) {
    let work = count &+ count &* NativeCost.ofBytes(bytes)
    if !spendNatively(steps: count, work: work) { throw exhaustion }
  }

  /// Charges a check whether bytes are UTF-8; returns whether some budget is left.
  func payForText(of bytes: [UInt8]) -> Bool {
    spendNatively(steps: 0, work: NativeCost.ofBytes(bytes.count))
  }

  /// The error for an exhausted budget, as Lua would raise it.
  var exhaustion: RuleError {
    RuleError(LuaFailure(budget.exhaustedKind ?? .instructions), in: failureContext)
  }
}
