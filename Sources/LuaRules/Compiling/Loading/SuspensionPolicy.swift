/// When a rule is put aside that uses up its budget again and again, and for how long.
///
/// A rule whose function ran out of instructions, time or memory several times
/// in a row is *suspended*: its function is not called any more, so that what
/// reaches it costs nothing. After a pause one question tries it again; the
/// pause grows each time that the budget runs out once more. One success, or a
/// new generation of a live model, ends the suspension.
///
/// What counts is the function, so the rules that share one are suspended
/// together, and a rule whose predicate works goes on declining. It is the
/// innermost function that used at least half of what was used at all: a rule
/// is not suspended for what the rules used that asked for its key, and no rule
/// for what many used together.
///
/// Answers that a plan finds without calling the function are given as ever, and
/// are no success of the function.
///
/// Not counted is what costs little, and is the same each time: too many keys
/// inside one another, and a value that is too large; and what is not the rule's
/// doing: all models together holding too much memory.
///
/// **Determinism.** The same files and the same context give the same answer. A
/// suspension may put an error in the place of an answer: when a rule works for
/// this context, and ran out for others several times with no success between.
/// It never changes one answer into another, unless it is told to: with
/// ``Behaviour/decline`` another candidate may answer. So it is for models that
/// serve, for long and many: a live model suspends rules by default, after three
/// times; a model that stays as it is, which tests and tools ask, never does
/// unless it is told to.
public struct SuspensionPolicy: Sendable {
  /// What becomes of a question that reaches a suspended rule.
  public enum Behaviour: Sendable, Hashable {
    /// It fails with the code `suspended`.
    case fail
    /// The next candidate is asked, as if the rule's predicate were false or its value `nil`.
    case decline
  }

  /// After so many times in a row a rule is suspended; `nil` for never.
  public var strikes: Int? {
    didSet { strikes = strikes.map { max(1, $0) } }
  }

  /// How long the first pause is.
  public var pause: Duration

  /// The longest pause; each is twice as long as the one before it.
  public var longestPause: Duration

  /// What becomes of a question that reaches a suspended rule.
  public var behaviour: Behaviour

  /// The time that has passed since some moment.
  package var clock: @Sendable () -> Duration = {
    SuspensionPolicy.beginning.duration(to: .now)
  }

  private static let beginning = ContinuousClock.now

  /// No rule is ever suspended.
  public static var never: SuspensionPolicy { SuspensionPolicy(after: nil) }

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - strikes: After so many times in a row, at least 1, a rule is suspended;
  ///     `nil` for never.
  ///   - pause: How long the first pause is.
  ///   - longestPause: The longest pause.
  ///   - behaviour: What becomes of a question that reaches a suspended rule.
  public init(
    after strikes: Int? = 3, pause: Duration = .seconds(1),
    upTo longestPause: Duration = .seconds(300), behaviour: Behaviour = .fail
  ) {
    self.strikes = strikes.map { max(1, $0) }
    self.pause = pause
    self.longestPause = longestPause
    self.behaviour = behaviour
  }

  /// The pause after another one; the first without one.
  func pause(after last: Duration?) -> Duration {
    // Whatever was asked for, a year can be counted with.
    let longest = min(max(longestPause, .zero), .seconds(365 * 86_400))
    return min(max(last.map { $0 * 2 } ?? pause, .zero), longest)
  }
}
