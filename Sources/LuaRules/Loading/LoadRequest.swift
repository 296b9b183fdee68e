import LuaBridge

/// What a model is loaded from; complete, so that every further state of the
/// model runs the same bytes.
struct LoadRequest: Sendable {
  var files: [SourceFile]
  /// A file whose functions stand in for the host's.
  var standIns: SourceFile?
  var host: HostFunctions
  var schema: RuleSchema
  /// What asking may use; its memory is the states' limit.
  var budget: Budget
  /// What loading may use.
  var loadingBudget: Budget
  /// How many states are kept.
  var states = StateLimits()
  /// Counts what becomes of candidates; `nil` for nobody.
  var log: CandidateLog?
  /// Where modules are read from.
  var fileSystem: any RuleFileSystem = LocalFileSystem()
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
struct ModuleIdentity: Hashable, Sendable {
  var name: String
  var texts: [String: String]?
  /// Whether the file was checked, as one with the same path need not be.
  var isVerified = false
}

extension SourceFile {
  var identity: ModuleIdentity {
    switch modules {
    case .folder(_, _, let verified):
      ModuleIdentity(name: name, texts: nil, isVerified: verified != nil)
    case .kept: ModuleIdentity(name: name, texts: nil)
    case .texts(let texts): ModuleIdentity(name: name, texts: texts)
    case .files(let files): ModuleIdentity(name: name, texts: files)
    }
  }
}

/// A `require`, told by the chunk that asked and the name it asked for.
struct ModuleRequest: Hashable, Sendable {
  var chunk: Int
  var name: String
}
