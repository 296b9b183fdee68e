import CLuaSupport

/// The candidates for a key, as far as a state calls them without anybody else.
@safe public final class LuaCandidates {
  /// How one is tried.
  public struct Call {
    fileprivate let call: LRSCandidate

    /// Whether a candidate holds.
    public enum Test {
      /// It always does.
      case always
      /// It never does.
      case never
      /// What a function tells.
      case function(Int)
      /// What Lua alone cannot tell; asking goes wrong.
      case foreign
    }

    /// Creates it.
    ///
    /// - Parameters:
    ///   - test: Whether it holds.
    ///   - value: The function that gives its value; `nil` for a constant.
    public init(_ test: Test, value: Int?) {
      let number: Int32 =
        switch test {
        case .always: LRS_ALWAYS
        case .never: LRS_NEVER
        case .function(let number): Int32(clamping: number)
        case .foreign: LRS_FOREIGN
        }
      call = LRSCandidate(test: number, value: value.map { Int32(clamping: $0) } ?? LRS_CONSTANT)
    }
  }

  fileprivate let calls: UnsafeMutableBufferPointer<LRSCandidate>

  /// Creates a list, in the order in which they are asked.
  public init(_ calls: [Call]) {
    unsafe self.calls = .allocate(capacity: calls.count)
    _ = unsafe self.calls.initialize(from: calls.lazy.map(\.call))
  }

  deinit { unsafe calls.deallocate() }

  /// The number of candidates.
  public var count: Int { unsafe calls.count }
}

extension LuaState {
  /// What asking alone came to.
  public enum AnswerAlone {
    /// The position of the candidate that holds, and the scalar that its function gave.
    case winner(Int, LuaValue)
    /// No candidate answers.
    case none
    /// The host is needed, or a call went wrong: who asks in another way is told more.
    case failed
  }

  /// Asks candidates in order, in an access of its own in which nobody answers for the host.
  ///
  /// INVARIANT: the values stay until this returns.
  ///
  /// - Parameters:
  ///   - candidates: The candidates, best first.
  ///   - range: Which of them are asked.
  ///   - values: All that rules may read.
  ///   - budget: What the code may use.
  ///   - memoryLimit: How many bytes the state may hold.
  /// - Returns: The winner, if there is one.
  @inline(__always)
  public func askAlone(
    _ candidates: LuaCandidates, in range: Range<Int>, reading values: EntryReader,
    using budget: LuaBudget, memoryLimit: Int
  ) -> AnswerAlone {
    guard range.lowerBound >= 0, range.upperBound <= candidates.count,
      let first = unsafe candidates.calls.baseAddress
    else { return .failed }
    var scalar = LRSValue()
    let position = unsafe lrs_askAlone(
      state, values.list, budget.storage, max(0, memoryLimit), first + range.lowerBound,
      UInt32(clamping: range.count), &scalar)
    if pendingError != nil { pendingError = nil }
    guard position >= 0 else {
      return position == LRS_NO_WINNER ? .none : .failed
    }
    let value = scalar.kind == .nil ? .nil : LuaValue(scalar: scalar)
    unsafe lrs_endAskingAlone(state)
    return .winner(range.lowerBound + Int(position), value)
  }
}
