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
  ///
  /// Its ``Budget/memory`` is ignored: each Lua state has the memory limit of ``budget``, also while
  /// files are loaded.
  public var loadingBudget: Budget
  /// A file or a text in Lua that returns a table of functions by name.
  ///
  /// Each replaces the host function of its name, or adds one; other host functions stay. Of a folder
  /// only the first file is used.
  public var hostStubs: RuleSource?
  /// How many idle Lua states a model keeps, and the memory that they share; each generation of a live
  /// model has its own.
  public var states: StatePoolOptions
  /// Whether a plan finds the rule for a key in native code; otherwise Lua tries one rule after the other.
  ///
  /// The answers and errors are the same. Turn plans off to find out whether one causes an error. By
  /// default they are on, unless the environment variable `LUARULES_PLAN` is `lua` when a process first
  /// makes options.
  public var usesPlans: Bool {
    get { plan == .native }
    set { plan = newValue ? .native : .lua }
  }
  /// How the rules for a key are tried.
  package var plan: EvaluationMode
  /// What loading does about keys and members that can never matter.
  public var unusedKeys: UnusedKeyPolicy
  /// When a rule that repeatedly exhausts the budget is suspended.
  ///
  /// `nil` means ``SuspensionPolicy/never`` for a ``RuleModel``, and for a ``LiveRuleModel`` the policy
  /// of ``SuspensionPolicy/init(after:pause:upTo:behavior:)`` without arguments. The initial model of
  /// a live model keeps its own policy.
  public var suspension: SuspensionPolicy?
  /// Whether a folder without rule files is a source without rules, and not an error.
  ///
  /// An empty folder is probably another one than the user meant, or a deployment in progress.
  public var allowsEmptyFolders: Bool
  /// Where files are read from; for a live model also what reports their changes.
  public var fileSystem: any RuleFileSystem

  /// Creates options; what is left out has its default.
  public init(
    budget: Budget = Budget(), loadingBudget: Budget = .loading, hostStubs: RuleSource? = nil,
    states: StatePoolOptions = StatePoolOptions(), unusedKeys: UnusedKeyPolicy = .standard,
    suspension: SuspensionPolicy? = nil, allowsEmptyFolders: Bool = false,
    fileSystem: any RuleFileSystem = LocalFileSystem()
  ) {
    self.budget = budget
    self.loadingBudget = loadingBudget
    self.hostStubs = hostStubs
    self.states = states
    plan = .standard
    self.unusedKeys = unusedKeys
    self.suspension = suspension
    self.allowsEmptyFolders = allowsEmptyFolders
    self.fileSystem = fileSystem
  }

  /// Creates options with a plan, or without one.
  package init(
    budget: Budget = Budget(), loadingBudget: Budget = .loading, hostStubs: RuleSource? = nil,
    states: StatePoolOptions = StatePoolOptions(), plan: EvaluationMode,
    unusedKeys: UnusedKeyPolicy = .standard, suspension: SuspensionPolicy? = nil,
    allowsEmptyFolders: Bool = false
  ) {
    self.init(
      budget: budget, loadingBudget: loadingBudget, hostStubs: hostStubs, states: states,
      unusedKeys: unusedKeys, suspension: suspension, allowsEmptyFolders: allowsEmptyFolders)
    self.plan = plan
  }
}
