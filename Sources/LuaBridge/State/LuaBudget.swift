import CLuaSupport

/// The resources that one evaluation may still use, in all its Lua states.
///
/// An exhausted budget stays exhausted: no more code runs on it.
@safe @usableFromInline package final class LuaBudget {
  let storage: UnsafeMutablePointer<LRSBudget>

  /// Whether a function was already blamed for the exhaustion.
  @usableFromInline package var isBlamed: Bool {
    get { blame.value }
    set { blame.value = newValue }
  }
  private let blame = UncheckedCell(false)

  /// The limits for one value that leaves Lua.
  @usableFromInline package struct ValueLimits: Sendable, Hashable {
    /// The most scalars, names and tables in it; shared ones count each time.
    @usableFromInline package var nodes: Int
    /// The most bytes of all its strings together.
    @usableFromInline package var bytes: Int
    /// The deepest nesting of tables; never more than 100.
    @usableFromInline package var depth: Int

    /// Creates limits.
    @usableFromInline package init(nodes: Int = .max, bytes: Int = .max, depth: Int = 100) {
      self.nodes = nodes
      self.bytes = bytes
      self.depth = depth
    }
  }

  /// The initial content of a budget.
  @usableFromInline package struct Allowance: Sendable {
    let budget: LRSBudget

    /// Creates an allowance.
    ///
    /// - Parameters:
    ///   - instructions: The instructions of the Lua machine.
    ///   - time: The processor time of the thread; `nil` for no limit.
    ///   - values: The limits for one value that leaves Lua.
    @usableFromInline package init(
      instructions: Int, time: Duration?, values: ValueLimits = ValueLimits()
    ) {
      budget = LRSBudget(
        instructions: Int64(instructions), nanoseconds: time.map(LuaBudget.nanoseconds) ?? 0,
        started: 0, startedOnWall: 0, exhausted: .none,
        valueNodes: max(0, values.nodes), valueBytes: max(0, values.bytes),
        valueDepth: Int32(clamping: values.depth))
    }
  }

  /// Creates a budget with an allowance.
  @usableFromInline package init(_ allowance: Allowance) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: allowance.budget)
  }

  /// Creates a budget; see ``Allowance/init(instructions:time:values:)``.
  @usableFromInline package convenience init(
    instructions: Int, time: Duration?, values: ValueLimits = ValueLimits()
  ) {
    self.init(Allowance(instructions: instructions, time: time, values: values))
  }

  /// Resets the budget to an allowance.
  @usableFromInline package func renew(_ allowance: Allowance) {
    unsafe storage.pointee = allowance.budget
    isBlamed = false
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Charges work of Swift code to the budget.
  ///
  /// - Returns: Whether some budget is left.
  @usableFromInline package func spend(_ instructions: Int) -> Bool {
    unsafe lrs_spend(storage, Int64(instructions))
  }

  /// Charges work that may have taken long to the budget, and looks at the clock.
  ///
  /// - Returns: Whether some budget is left.
  @usableFromInline package func spendLong(_ instructions: Int) -> Bool {
    unsafe lrs_spendLong(storage, Int64(instructions))
  }

  /// Runs `body`; its time is not charged.
  @usableFromInline package func pausingClock<Result>(_ body: () -> Result) -> Result {
    let paused = unsafe lrs_pauseClock(storage)
    defer { unsafe lrs_resumeClock(storage, paused) }
    return body()
  }

  /// Whether a limit was reached.
  @usableFromInline package var isExhausted: Bool { unsafe storage.pointee.exhausted != .none }

  /// The kind of the limit that was reached.
  @usableFromInline package var exhaustedKind: LuaFailure.Kind? {
    isExhausted ? LuaFailure.Kind(unsafe storage.pointee.exhausted) : nil
  }

  /// The remaining instructions; negative after a large piece of work was refused.
  @usableFromInline package var instructionsLeft: Int {
    unsafe Int(clamping: storage.pointee.instructions)
  }

  /// Whether the reached limit is one of memory.
  @usableFromInline package var isOutOfMemory: Bool {
    let exhausted = unsafe storage.pointee.exhausted
    return exhausted == .memory || exhausted == .sharedMemory
  }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isOver { return .max }
    let (sum, isOverSum) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOverSum ? .max : max(1, sum)
  }
}
