/// Says when a rule that repeatedly exhausts the budget is suspended, and for how long.
///
/// A rule whose function exhausted its instructions, time or memory several
/// times in a row is *suspended*: its function is not called any more, so that
/// evaluations that reach it cost nothing. After a pause one evaluation tries
/// it again; the pause grows each time that the budget is exhausted again. One
/// success, or a new generation of a live model, ends the suspension.
///
/// The unit is the function, so rules that share a function are suspended
/// together, and a rule whose value function is suspended is still passed over
/// where its predicate does not hold. Such a failure counts
/// for the innermost function that used at least half of the whole consumption:
/// a rule is not suspended for the consumption of the rules that asked for its
/// key, and no rule is suspended for what many rules used together.
///
/// Answers that a plan finds without calling the function are given as before;
/// they are not a success of the function.
///
/// Some errors do not count: nested keys that are too deep and values that are
/// too large, because they cost little and are the same each time; and too much
/// memory of all models together, because the rule did not cause it.
///
/// **Determinism.** The same files and the same context give the same answer. A
/// suspension may replace an answer by an error: if a rule works for this
/// context, but exhausted its budget several times in a row for others. It
/// never changes one answer into another, except with ``Behavior/decline``,
/// where another candidate may answer. So suspension is for models that serve
/// many evaluations for a long time. A live model suspends rules by default,
/// after three times. A fixed model, which tests and tools use, needs a policy for
/// that, with one exception: if loading takes more instructions than an evaluation
/// may use, the model suspends rules that exhaust memory, because each of these
/// errors costs a run of all files for a new Lua state.
public struct SuspensionPolicy: Sendable {
  /// The result of an evaluation that reaches a suspended rule.
  public enum Behavior: Sendable, Hashable {
    /// The evaluation fails with the code `suspended`.
    case fail
    /// The next candidate is evaluated, as if the rule's predicate were false
    /// or its value `nil`.
    case decline
  }

  /// A rule is suspended after it used up the budget this many times in a row; `nil` for never.
  public var failureCount: Int? {
    didSet { failureCount = failureCount.map { max(1, $0) } }
  }

  /// How long the first pause is.
  public var pause: Duration

  /// The longest pause; each is twice as long as the one before it.
  public var longestPause: Duration

  /// The result of an evaluation that reaches a suspended rule.
  public var behavior: Behavior

  /// Returns the time that has passed since a fixed moment.
  package var clock: @Sendable () -> Duration = {
    SuspensionPolicy.beginning.duration(to: .now)
  }

  private static let beginning = ContinuousClock.now

  /// No rule is ever suspended.
  public static var never: SuspensionPolicy { SuspensionPolicy(after: nil) }

  /// Rules that exhaust memory are suspended.
  static var onlyMemory: SuspensionPolicy {
    var policy = SuspensionPolicy()
    policy.countsOnlyMemory = true
    return policy
  }

  /// Whether only exhausted memory counts.
  private(set) var countsOnlyMemory = false

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - failureCount: A rule is suspended after it used up the budget this many times in a row, at
  ///     least 1; `nil` for never.
  ///   - pause: How long the first pause is.
  ///   - longestPause: The longest pause.
  ///   - behavior: The result of an evaluation that reaches a suspended rule.
  public init(
    after failureCount: Int? = 3, pause: Duration = .seconds(1),
    upTo longestPause: Duration = .seconds(300), behavior: Behavior = .fail
  ) {
    self.failureCount = failureCount.map { max(1, $0) }
    self.pause = pause
    self.longestPause = longestPause
    self.behavior = behavior
  }

  /// Returns the pause that follows another one; the first pause for `nil`.
  func pause(after last: Duration?) -> Duration {
    // The pause is limited to a year, so that the calculation cannot overflow.
    let longest = min(max(longestPause, .zero), .seconds(365 * 86_400))
    return min(max(last.map { $0 * 2 } ?? pause, .zero), longest)
  }
}
