/// What happened to a ``LiveRuleModel``.
public enum LiveRuleEvent: Sendable {
  /// What answers when the subscription begins: its first event.
  case active(generation: Int, LiveRuleOrigin)
  /// A new generation answers from now on.
  case swapped(generation: Int)
  /// The sources are bad; the generation that answered goes on answering.
  ///
  /// Told once for each distinct content of the sources.
  case rejected(RuleError)
  /// An earlier generation answers again, under a new number.
  case rolledBack(to: Int, generation: Int)
  /// The gate refused a new generation; with its reason.
  case refused(reason: String)
  /// The gate let a generation pass and has something to tell of it; comes just
  /// before the event of the swap.
  case reported(generation: Int, report: String)
  /// A rule of the generation that answers was put aside, because it used up its
  /// budget again and again; see ``SuspensionPolicy``.
  case suspended(RuleID, generation: Int)
  /// A rule that was put aside works again.
  case resumed(RuleID, generation: Int)
}

extension LiveRuleEvent: CustomStringConvertible {
  /// The event as a sentence.
  public var description: String {
    switch self {
    case .active(let generation, let origin): "generation \(generation) is active: \(origin)"
    case .swapped(let generation): "generation \(generation) is active"
    case .rejected(let error): "the sources were rejected: \(error)"
    case .rolledBack(let old, let generation):
      "generation \(generation) is active, which is generation \(old) again"
    case .refused(let reason): "the gate refused a generation: \(reason)"
    case .reported(let generation, let report):
      "the gate let generation \(generation) pass: \(report)"
    case .suspended(let rule, let generation):
      "suspended in generation \(generation): \(rule)"
    case .resumed(let rule, let generation):
      "no longer suspended in generation \(generation): \(rule)"
    }
  }
}
