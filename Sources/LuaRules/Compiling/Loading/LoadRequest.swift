import LuaBridge

/// What a model is loaded from; complete, so that every further state of the
/// model runs the same bytes.
struct LoadRequest: Sendable {
  var files: [SourceFile]
  /// A file whose functions stand in for the host's.
  var hostStubs: SourceFile?
  var host: HostFunctions
  var schema: RuleSchema
  /// What asking may use; its memory is the states' limit.
  var budget: Budget
  /// What loading may use.
  var loadingBudget: Budget
  /// How many states are kept.
  var states = StatePoolOptions()
  /// How candidates are tried.
  var plan = EvaluationMode.standard
  /// When a rule is put aside.
  var suspension = SuspensionPolicy.never
  /// The rules, if they are all written in Swift, as one list.
  var swiftRules: SwiftRuleList?
  /// Where modules are read from.
  var fileSystem: any RuleFileSystem = LocalFileSystem()
}

extension LoadRequest {
  /// Reads what a model of some sources is loaded from.
  ///
  /// - Parameters:
  ///   - written: The sources, and what those in Swift need.
  ///   - hostStubs: A source that returns a table of functions in place of the host's.
  ///   - budget: What asking may use.
  ///   - loadingBudget: What loading may use.
  ///   - fileSystem: Where files are read from, now and by `require`.
  ///   - refusesEmpty: Whether a source without files is an error.
  /// - Throws: ``RuleError`` when a source cannot be read.
  init(
    reading written: (sources: [RuleSource], host: HostFunctions, schema: RuleSchema),
    hostStubs: RuleSource? = nil, budget: Budget, loadingBudget: Budget,
    from fileSystem: any RuleFileSystem, refusesEmpty: Bool = false
  ) throws(RuleError) {
    self.init(
      files: try written.sources.files(
        in: fileSystem, within: loadingBudget, refusesEmpty: refusesEmpty),
      hostStubs: try hostStubs?.files(in: fileSystem, within: loadingBudget).first,
      host: written.host, schema: written.schema, budget: budget, loadingBudget: loadingBudget,
      fileSystem: fileSystem)
  }

  /// The sources that may not do everything, in their order; each is numbered from 1.
  var grantedSources: [GrantedSource] {
    var known: Set<GrantedSource> = []
    return files.compactMap(\.owner).filter { known.insert($0).inserted }
  }
}

extension LoadRequest {
  /// How much work plans of so many rules may be.
  func planningLimit(ofRuleCount count: Int) -> PlanningLimit {
    var budget = loadingBudget
    budget.memory = self.budget.memory
    return PlanningLimit(
      budget, sourcesOf: files.reduce(0) { $0 + $1.bytes.count }, rules: count)
  }
}

/// What running the files gave, before it was read as rules.
struct LoadedFiles {
  var state: LuaState
  /// The names of the chunks, by number from 1.
  var names: [String]
  /// What each rule file returned.
  var results: [FileResult]

  struct FileResult {
    var chunk: Int
    var node: LuaNode
    /// Where the tables of the result were written.
    var site: TableSite?
  }
}

/// What makes two modules the same one, which runs once.
///
/// A path is enough for a file; texts of several sources may share a name.
///
/// Sources that may not do everything share no module with others: what one
/// leaves in a module while it is loading would run with the rights of the other.
struct ModuleIdentity: Hashable, Sendable {
  var name: String
  var texts: [String: String]?
  var owner: GrantedSource?
  /// Whether the file was checked, as one with the same path need not be.
  var isVerified = false
}

extension SourceFile {
  var identity: ModuleIdentity {
    switch modules {
    case .folder(_, _, let verified):
      ModuleIdentity(name: name, texts: nil, owner: owner, isVerified: verified != nil)
    case .kept: ModuleIdentity(name: name, texts: nil, owner: owner)
    case .texts(let texts): ModuleIdentity(name: name, texts: texts, owner: owner)
    case .files(let files): ModuleIdentity(name: name, texts: files, owner: owner)
    }
  }
}

/// A `require`, told by the chunk that asked and the name it asked for.
struct ModuleRequest: Hashable, Sendable {
  var chunk: Int
  var name: String
}
