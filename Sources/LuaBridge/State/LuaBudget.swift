import CLuaSupport

/// What the code of one access may still use, in all the states that it visits.
///
/// A budget that is used up stays used up: no code runs on it any more.
@safe public final class LuaBudget {
  let storage: UnsafeMutablePointer<LRSBudget>

  /// What a budget begins with.
  public struct Allowance: Sendable {
    let budget: LRSBudget

    /// Creates an allowance.
    ///
    /// - Parameters:
    ///   - instructions: The instructions of the Lua machine.
    ///   - time: The processor time of the thread; `nil` for no limit.
    public init(instructions: Int, time: Duration?) {
      budget = LRSBudget(
        instructions: Int64(instructions), nanoseconds: time.map(LuaBudget.nanoseconds) ?? 0,
        started: 0, exhausted: .none)
    }
  }

  /// Creates a budget with an allowance.
  public init(_ allowance: Allowance) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: allowance.budget)
  }

  /// Creates a budget; see ``Allowance/init(instructions:time:)``.
  public convenience init(instructions: Int, time: Duration?) {
    self.init(Allowance(instructions: instructions, time: time))
  }

  /// Begins again with an allowance.
  public func renew(_ allowance: Allowance) {
    unsafe storage.pointee = allowance.budget
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
