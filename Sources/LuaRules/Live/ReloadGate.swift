/// Decides whether a new generation may become active.
///
/// ```swift
/// liveOptions.gate = ReloadGate { old, new in
///   new.ruleCount * 2 < old.ruleCount ? .refuse(reason: "half of the rules are gone") : .allow
/// }
/// ```
///
/// A gate is asked before each swap that brings other rules. For one live model it is asked for one
/// swap at a time, on a thread of its own. If another generation became
/// active meanwhile, it is asked again, so that it always judges the generation that is
/// replaced. It may ask the live model and read its generation; it cannot swap
/// the model that it judges. The rules at the start are judged only if an
/// archive has a generation that can answer instead. A rollback is not judged: the gate cannot prevent it.
public struct ReloadGate: Sendable {
  /// The decision of a gate.
  public enum Decision: Sendable, Hashable {
    /// The new generation becomes active.
    case allow
    /// The new generation becomes active, and a text for people is reported.
    case report(String)
    /// The old generation stays active, for a reason that people can read.
    case refuse(reason: String)
  }

  let timeLimit: Duration
  /// The observers of the live model's answers that the gate needs.
  let observers: [ObserverRegistration]
  let decide: @Sendable (RuleSwap) throws -> Decision

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - timeLimit: How long a decision may take. After that, the new
  ///     generation is refused.
  ///   - decide: Compares both models. If it throws, the new one is refused.
  public init(
    timeLimit: Duration = .seconds(10),
    _ decide: @escaping @Sendable (_ old: RuleModel, _ new: RuleModel) throws -> Decision
  ) {
    self.init(timeLimit: timeLimit, swap: { try decide($0.old, $0.new) })
  }

  /// Creates a gate that is told everything about the swap.
  package init(
    timeLimit: Duration, observers: [ObserverRegistration] = [],
    swap decide: @escaping @Sendable (RuleSwap) throws -> Decision
  ) {
    self.timeLimit = timeLimit
    self.observers = observers
    self.decide = decide
  }
}
