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
  /// Whether the rules for a key are tried by a plan in native code, or one after the other.
  public var plan: EvaluationMode
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
    states: StatePoolOptions = StatePoolOptions(), plan: EvaluationMode = .standard,
    unusedKeys: UnusedKeyPolicy = .standard, suspension: SuspensionPolicy? = nil,
    allowsEmptyFolders: Bool = false, fileSystem: any RuleFileSystem = LocalFileSystem()
  ) {
    self.budget = budget
    self.loadingBudget = loadingBudget
    self.hostStubs = hostStubs
    self.states = states
    self.plan = plan
    self.unusedKeys = unusedKeys
    self.suspension = suspension
    self.allowsEmptyFolders = allowsEmptyFolders
    self.fileSystem = fileSystem
  }
}
