/// An event of a ``LiveRuleModel``.
public enum LiveRuleEvent: Sendable {
  /// The active generation when a subscription begins: its first event.
  case active(generation: Int, LiveRuleOrigin)
  /// A new generation is active.
  case swapped(generation: Int)
  /// The sources cannot be loaded; the current generation stays active.
  ///
  /// Sent once for each distinct content of the sources.
  case rejected(RuleError)
  /// An earlier generation is active again, under a new number.
  case rolledBack(to: Int, generation: Int)
  /// The gate refused a new generation, for this reason.
  ///
  /// The same sources are refused again, without an event, if the gate judges them again and gives
  /// the same reason; see ``LiveRuleModel/refusal``.
  case refused(reason: String)
  /// The gate accepted a generation, with a report; comes just
  /// before the event of the swap.
  case reported(generation: Int, report: String)
  /// The rules of a generation were loaded, but look wrong in places; comes just before the event
  /// of the swap. See ``RuleModel/warnings``.
  case warned(generation: Int, [RuleWarning])
  /// A rule of the active generation was suspended, because it repeatedly used up its
  /// budget; see ``SuspensionPolicy``.
  case suspended(RuleID, generation: Int)
  /// A suspended rule works again.
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
    case .warned(let generation, let warnings):
      "generation \(generation) looks wrong in places:\n"
        + warnings.map(\.description).joined(separator: "\n")
    case .suspended(let rule, let generation):
      "suspended in generation \(generation): \(rule)"
    case .resumed(let rule, let generation):
      "no longer suspended in generation \(generation): \(rule)"
    }
  }
}
