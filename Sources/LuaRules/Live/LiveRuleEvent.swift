/// What happened to a ``LiveRuleModel``.
public enum LiveRuleEvent: Sendable {
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
}

extension LiveRuleEvent: CustomStringConvertible {
  /// The event as a sentence.
  public var description: String {
    switch self {
    case .swapped(let generation): "generation \(generation) is active"
    case .rejected(let error): "the sources were rejected: \(error)"
    case .rolledBack(let old, let generation):
      "generation \(generation) is active, which is generation \(old) again"
    case .refused(let reason): "the gate refused a generation: \(reason)"
    }
  }
}

/// Who may refuse a new generation before it becomes active.
public struct RuleGate: Sendable {
  /// What a gate says.
  public enum Decision: Sendable {
    /// The new generation becomes active.
    case allow
    /// The old one stays; with a reason for people.
    case refuse(reason: String)
  }

  let decide: @Sendable (_ old: RuleModel, _ new: RuleModel) -> Decision

  /// Creates a gate; it is asked off the caller's thread, before each swap.
  public init(_ decide: @escaping @Sendable (_ old: RuleModel, _ new: RuleModel) -> Decision) {
    self.decide = decide
  }
}
