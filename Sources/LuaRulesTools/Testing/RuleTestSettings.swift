import LuaRules

/// What rule tests are run with: what a host gives to its rules.
public struct RuleTestSettings: Sendable {
  /// The declared keys.
  public var schema: RuleSchema

  /// The functions that rules may call; a test file may put others in their place.
  public var host: HostFunctions

  /// The path of a Lua file with functions in place of the host's.
  public var hostStubs: String?

  /// Rule files or folders that are asked where the rules of a test have no answer.
  ///
  /// Of a test for one of them, those count that come after it.
  public var fallback: [String] = []

  /// The folders that hosts load: modules of tests and rules in them lie in their `lib`.
  ///
  /// Those of other tests lie in `lib` of the folder that is tested, or in the first one on
  /// the way from there to the test.
  public var ruleFolders: [String] = []

  /// What one answer may use.
  public var budget = Budget()

  /// What loading may use.
  public var loadingBudget = Budget.loading

  /// Sets on each context what tables of Lua cannot say, after the values of the test.
  public var prepare: (@Sendable (inout RuleContext) throws -> Void)?

  /// Where files are read from.
  public var fileSystem: any RuleFileSystem = LocalFileSystem()

  /// Creates settings; by default no keys are declared, and there is no host.
  public init(schema: RuleSchema = RuleSchema(), host: HostFunctions = [:]) {
    self.schema = schema
    self.host = host
  }
}
