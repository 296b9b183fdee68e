import Logging

/// How a ``LiveRuleModel`` loads, watches and swaps.
public struct LiveRuleOptions: Sendable {
  /// The budget of one evaluation.
  public var budget = Budget()
  /// The budget of loading.
  public var loadingBudget = Budget.loading
  /// How many idle Lua states each generation keeps.
  public var states = StatePoolOptions()
  /// How the candidates of a key are tried; see ``EvaluationMode``.
  public var plan = EvaluationMode.standard
  /// When a rule that repeatedly hits its budget is suspended; an initial model, or a
  /// replacement, keeps its own policy.
  public var suspension = SuspensionPolicy()
  /// A source that returns a table of Lua functions in place of the host's functions.
  public var hostStubs: RuleSource?
  /// The file system from which files are read, and which reports changes.
  public var fileSystem: any RuleFileSystem = LocalFileSystem()
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
  /// Receives rejections at level `error`, suspensions and a gate's reports at
  /// `warning`, swaps and the ends of suspensions at `info`.
  public var logger = Logger(label: "luarules")

  /// Creates options: local files, watched, and five generations.
  public init() {}
}
