import LuaRules

/// The settings of rule tests: the environment that a host provides to its
/// rules.
public struct RuleTestSettings: Sendable {
  /// The declared keys.
  public var schema: RuleSchema

  /// The functions that rules may call; a test file may replace them.
  public var host: HostFunctions

  /// The path of a Lua file with functions that replace the host functions.
  public var hostStubs: String?

  /// The rule files or folders of the fallbacks, which answer where the tested
  /// rules have no answer.
  ///
  /// For a test of one of them, only the later ones apply.
  public var fallback: [String] = []

  /// The models of those fallbacks that are in no file, by their names among ``fallback``.
  package var loadedFallbacks: [String: RuleModel] = [:]

  /// The folders that hosts load; modules of the tests and rules in them are in
  /// their `lib`.
  ///
  /// Modules of other tests are in the `lib` of the tested folder, or in the
  /// first `lib` on the path from there to the test.
  public var ruleFolders: [String] = []

  /// The budget of one evaluation.
  public var budget = Budget()

  /// The budget of loading.
  public var loadingBudget = Budget.loading

  /// What to do about names that can never matter: in contexts of tests, and in rules.
  ///
  /// A tested file may be a part of a model whose other files read its keys; so by default only
  /// names in contexts are refused.
  public var unusedKeys: UnusedKeyPolicy = .standard

  /// Sets values that Lua tables cannot express, on each context, after the
  /// values of the test.
  public var prepare: (@Sendable (inout RuleContext) throws -> Void)?

  /// The files and folders with rules of other authors, which tests may not name.
  var foreignPaths: [String] = []

  /// The file system to read from.
  public var fileSystem: any RuleFileSystem = LocalFileSystem()

  /// Creates settings; by default without declared keys and without host
  /// functions.
  public init(schema: RuleSchema = RuleSchema(), host: HostFunctions = [:]) {
    self.schema = schema
    self.host = host
  }

  /// Whether a file or a folder has rules of another author.
  func isForeign(_ path: String) -> Bool {
    foreignPaths.contains { foreign in
      fileSystem.resolved(path) == fileSystem.resolved(foreign)
        || FilePath.isInside(path, root: foreign, in: fileSystem)
    }
  }
}
