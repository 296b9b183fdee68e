/// Who may refuse a new generation before it becomes active.
///
/// ```swift
/// options.gate = ReloadGate { old, new in
///   new.ruleCount * 2 < old.ruleCount ? .refuse(reason: "half of the rules are gone") : .allow
/// }
/// ```
///
/// A gate is asked before each swap that brings other rules, one swap of a live
/// model after the other, on a thread of its own. When another generation became
/// active meanwhile, it is asked again, so that what it judged is what is
/// replaced. It may ask the live model and read its generation; it cannot swap
/// the model that it judges. What a live model is made with is not judged, nor
/// is a rollback: a rescue always works.
public struct ReloadGate: Sendable {
  /// What a gate says.
  public enum Decision: Sendable, Hashable {
    /// The new generation becomes active.
    case allow
    /// The new generation becomes active, and a text for people is told.
    case report(String)
    /// The old one stays; with a reason for people.
    case refuse(reason: String)
  }

  let timeLimit: Duration
  /// Who has to see the answers of the live model for the gate to work.
  let observer: ObserverRegistration?
  let decide: @Sendable (RuleSwap) throws -> Decision

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - timeLimit: How long a decision may take. Later than that, the new
  ///     generation is refused.
  ///   - decide: Looks at both models. What it throws refuses the new one.
  public init(
    timeLimit: Duration = .seconds(10),
    _ decide: @escaping @Sendable (_ old: RuleModel, _ new: RuleModel) throws -> Decision
  ) {
    self.init(timeLimit: timeLimit, swap: { try decide($0.old, $0.new) })
  }

  init(
    timeLimit: Duration, observer: ObserverRegistration? = nil,
    swap decide: @escaping @Sendable (RuleSwap) throws -> Decision
  ) {
    self.timeLimit = timeLimit
    self.observer = observer
    self.decide = decide
  }
}

/// What a gate judges.
struct RuleSwap: Sendable {
  /// The model whose generation is to be replaced.
  let live: LiveRuleModel
  let old: RuleModel
  let new: RuleModel
}
