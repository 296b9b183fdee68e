/// How a model loads its rules and evaluates them; the same for a ``RuleModel`` and a ``LiveRuleModel``.
///
/// ```swift
/// let model = try RuleModel(
///   contentsOf: folder, options: RuleOptions(budget: Budget(instructions: 10_000)))
/// ```
public struct RuleOptions: Sendable {
  /// What one evaluation may use.
  public var budget: Budget
  /// What loading may use.
  public var loadingBudget: Budget
  /// A source that returns a table of Lua functions, which replace the host's functions.
  public var hostStubs: RuleSource?
  /// How many idle Lua states are kept, by each generation of a live model.
  public var states: StatePoolOptions
  /// How the candidates of a key are tried.
  public var plan: EvaluationMode
  /// When a rule that repeatedly hits its budget is suspended.
  ///
  /// `nil` means ``SuspensionPolicy/never`` for a ``RuleModel``, and for a ``LiveRuleModel`` the policy
  /// of ``SuspensionPolicy/init(after:pause:upTo:behaviour:)`` without arguments. The initial model of
  /// a live model keeps its own policy.
  public var suspension: SuspensionPolicy?
  /// Where files are read from; for a live model also what reports their changes.
  public var fileSystem: any RuleFileSystem

  /// Creates options; what is left out has its default.
  public init(
    budget: Budget = Budget(), loadingBudget: Budget = .loading, hostStubs: RuleSource? = nil,
    states: StatePoolOptions = StatePoolOptions(), plan: EvaluationMode = .standard,
    suspension: SuspensionPolicy? = nil, fileSystem: any RuleFileSystem = LocalFileSystem()
  ) {
    self.budget = budget
    self.loadingBudget = loadingBudget
    self.hostStubs = hostStubs
    self.states = states
    self.plan = plan
    self.suspension = suspension
    self.fileSystem = fileSystem
  }
}
