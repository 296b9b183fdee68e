import Logging

/// How a ``LiveRuleModel`` watches its sources and swaps generations.
public struct LiveRuleOptions: Sendable {
  /// The name of the live model in its log lines; by default the names of its sources.
  public var name: String?
  /// Whether changes of the sources cause a reload; if not, call ``LiveRuleModel/reload()``.
  public var isWatching = true
  /// The gate that may refuse a new generation.
  ///
  /// It is not asked for the model with which the live model starts, nor for a rollback.
  public var gate: ReloadGate?
  /// How many generations are kept for a rollback, the current one included; at least 1.
  public var keptGenerations = 5 {
    didSet { keptGenerations = max(1, keptGenerations) }
  }
  /// The observers of answers, sampled, and of events.
  public var observers: [ObserverRegistration] = []
  /// Receives rejected and refused generations at level `error`; suspensions, a gate's reports, a
  /// limited watch and a failed write to the archive at `warning`; swaps, rollbacks and the ends of
  /// suspensions at `info`.
  public var logger = Logger(label: "luarules")

  /// Creates options: sources are watched, and five generations are kept.
  public init() {}
}
