import Logging

/// How a ``LiveRuleModel`` loads, watches and swaps.
public struct LiveRuleOptions: Sendable {
  /// What one evaluation may use.
  public var budget = Budget()
  /// What loading may use.
  public var loadingBudget = Budget.loading
  /// How many Lua states each generation keeps at hand.
  public var states = StatePoolOptions()
  /// How the candidates of a key are tried; see ``EvaluationMode``.
  public var plan = EvaluationMode.standard
  /// When a rule is put aside that hits its budget again and again; a model to
  /// start with, or a replacement, keeps its own policy.
  public var suspension = SuspensionPolicy()
  /// A source that returns a table of functions in place of the host's.
  public var hostStubs: RuleSource?
  /// Where files are read from, and who tells that they changed.
  public var fileSystem: any RuleFileSystem = LocalFileSystem()
  /// Whether changes of the sources are waited for; without it, ``LiveRuleModel/reload()`` is called by hand.
  public var isWatching = true
  /// Who may refuse a new generation; not asked for the first one, nor for a rollback.
  public var gate: ReloadGate?
  /// How many generations are kept for a rollback, the current one included; at least 1.
  public var keptGenerations = 5 {
    didSet { keptGenerations = max(1, keptGenerations) }
  }
  /// Who is told of answers, sampled, and of events.
  public var observers: [ObserverRegistration] = []
  /// Receives rejections at level `error`, suspensions and a gate's reports at
  /// `warning`, swaps and the ends of suspensions at `info`.
  public var logger = Logger(label: "luarules")

  /// Creates options: files of the machine, watched, and five generations.
  public init() {}
}
