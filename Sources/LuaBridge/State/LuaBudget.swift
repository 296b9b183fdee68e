import CLuaSupport

/// What the code of one evaluation may still use, in all the states that it visits.
///
/// A budget that is used up stays used up: no code runs on it any more.
@safe public final class LuaBudget {
  let storage: UnsafeMutablePointer<LRSBudget>

  /// Whether somebody was found to be why a limit was reached.
  public var isBlamed: Bool {
    get { blame.value }
    set { blame.value = newValue }
  }
  private let blame = UncheckedCell(false)

  /// What one value may be on its way out of Lua.
  public struct ValueLimits: Sendable, Hashable {
    /// The scalars, names and tables in it, each counted as often as it is met.
    public var nodes: Int
    /// The bytes of its strings together.
    public var bytes: Int
    /// The tables inside one another; never more than 100.
    public var depth: Int

    /// Creates limits.
    public init(nodes: Int = .max, bytes: Int = .max, depth: Int = 100) {
      self.nodes = nodes
      self.bytes = bytes
      self.depth = depth
    }
  }

  /// What a budget begins with.
  public struct Allowance: Sendable {
    let budget: LRSBudget

    /// Creates an allowance.
    ///
    /// - Parameters:
    ///   - instructions: The instructions of the Lua machine.
    ///   - time: The processor time of the thread; `nil` for no limit.
    ///   - values: What one value may be on its way out.
    public init(instructions: Int, time: Duration?, values: ValueLimits = ValueLimits()) {
      budget = LRSBudget(
        instructions: Int64(instructions), nanoseconds: time.map(LuaBudget.nanoseconds) ?? 0,
        started: 0, startedOnWall: 0, exhausted: .none,
        valueNodes: max(0, values.nodes), valueBytes: max(0, values.bytes),
        valueDepth: Int32(clamping: values.depth))
    }
  }

  /// Creates a budget with an allowance.
  public init(_ allowance: Allowance) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: allowance.budget)
  }

  /// Creates a budget; see ``Allowance/init(instructions:time:values:)``.
  public convenience init(
    instructions: Int, time: Duration?, values: ValueLimits = ValueLimits()
  ) {
    self.init(Allowance(instructions: instructions, time: time, values: values))
  }

  /// Begins again with an allowance.
  public func renew(_ allowance: Allowance) {
    unsafe storage.pointee = allowance.budget
    isBlamed = false
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Takes from the budget for work that Swift does.
  ///
  /// - Returns: Whether something is left.
  public func spend(_ instructions: Int) -> Bool {
    unsafe lrs_spend(storage, Int64(instructions))
  }

  /// Takes from the budget for work that may have taken long, and looks at the clock.
  ///
  /// - Returns: Whether something is left.
  public func spendLong(_ instructions: Int) -> Bool {
    unsafe lrs_spendLong(storage, Int64(instructions))
  }

  /// Runs a body whose time is not the rules'.
  public func pausingClock<Result>(_ body: () -> Result) -> Result {
    let paused = unsafe lrs_pauseClock(storage)
    defer { unsafe lrs_resumeClock(storage, paused) }
    return body()
  }

  /// Whether a limit was reached.
  public var isExhausted: Bool { unsafe storage.pointee.exhausted != .none }

  /// The kind of the limit that was reached.
  public var exhaustedKind: LuaFailure.Kind? {
    isExhausted ? LuaFailure.Kind(unsafe storage.pointee.exhausted) : nil
  }

  /// The instructions that are left; less than 0 when a large piece of work was refused.
  public var instructionsLeft: Int { unsafe Int(clamping: storage.pointee.instructions) }

  /// Whether the limit that was reached is one of memory.
  public var isOutOfMemory: Bool {
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
