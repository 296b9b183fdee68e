import CLuaSupport

/// What the code of one access may still use, in all the states that it visits.
///
/// A budget that is used up stays used up: no code runs on it any more.
@safe public final class LuaBudget {
  let storage: UnsafeMutablePointer<LRSBudget>

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - instructions: The instructions of the Lua machine.
  ///   - time: The processor time of the thread; `nil` for no limit.
  public init(instructions: Int, time: Duration?) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: LRSBudget(
        instructions: Int64(instructions),
        nanoseconds: time.map(Self.nanoseconds) ?? 0, started: 0, exhausted: .none))
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Whether a limit was reached.
  public var isExhausted: Bool { unsafe storage.pointee.exhausted != .none }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isOver { return .max }
    let (sum, isOverSum) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOverSum ? .max : max(1, sum)
  }
}
