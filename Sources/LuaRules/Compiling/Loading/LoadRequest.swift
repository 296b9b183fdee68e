import LuaBridge
import LuaBytecode

/// Everything that a model is loaded from.
///
/// It is complete, so that every further state of the model runs the same bytes.
package struct LoadRequest: Sendable {
  package var files: [SourceFile]
  /// The file whose functions replace the host functions: what was read of the options' source.
  package var hostStubs: SourceFile?
  package var host: HostFunctions
  package var schema: RuleSchema
  /// How the model loads and evaluates; the memory of its ``RuleOptions/budget`` is the limit of
  /// the Lua states.
  package var options: RuleOptions
  /// The rules, if they are all written in Swift, as one list.
  var swiftRules: SwiftRuleList?
  /// The files and folders among the sources; none if the files come from an archive.
  package var places: [RuleSource] = []
}

extension LoadRequest {
  /// Reads the files that a model of some sources is loaded from.
  ///
  /// - Parameters:
  ///   - written: The sources, and what the Swift sources need.
  ///   - options: How to load; the file system is used now, and for `require`.
  /// - Throws: ``RuleError`` when a source cannot be read.
  package init(
    reading written: (sources: [RuleSource], host: HostFunctions, schema: RuleSchema),
    options: RuleOptions
  ) throws(RuleError) {
    self.init(
      files: try written.sources.files(
        in: options.fileSystem, within: options.loadingBudget,
        refusesEmpty: !options.allowsEmptyFolders),
      hostStubs: try options.hostStubs?.files(
        in: options.fileSystem, within: options.loadingBudget
      ).first,
      host: written.host, schema: written.schema, options: options,
      places: written.sources.filter { $0.path != nil })
  }

  /// Whether names that can never matter are looked for.
  var judgesNames: Bool {
    !schema.isEmpty && !schema.isOfSwiftRulesOnly && options.unusedKeys != .allow
  }

  /// The restricted sources, in order; they are numbered from 1.
  package var grantedSources: [GrantedSource] {
    var known: Set<GrantedSource> = []
    return files.compactMap(\.owner).filter { known.insert($0).inserted }
  }
}

extension LoadRequest {
  /// Returns the limit of work for the plans of a number of rules.
  package func planningLimit(ofRuleCount count: Int) -> PlanningLimit {
    var budget = options.loadingBudget
    budget.memory = options.budget.memory
    return PlanningLimit(
      budget, sourcesOf: files.reduce(0) { $0 + $1.bytes.count }, rules: count)
  }
}

/// The results of running the files, before they are read as rules.
package struct LoadedFiles {
  package var state: LuaState
  /// The names of the chunks, by number from 1.
  package var names: [String]
  /// The result of each rule file.
  package var results: [FileResult]

  package struct FileResult {
    package var chunk: Int
    package var node: LuaNode
  }
}

/// The identity of a module; modules with the same identity run once.
///
/// For a file the path is enough; texts of several sources may share a name.
///
/// A restricted source shares no module with other sources: code that one
/// source leaves in a module while it is loading would run with the permissions
/// of the other.
struct ModuleIdentity: Hashable, Sendable {
  var name: String
  var texts: [String: String]?
  var owner: GrantedSource?
  /// The digest of the files that were verified together with it: another
  /// folder or bundle may have a file with the same path.
  var verified: Int?
}

extension SourceFile {
  var identity: ModuleIdentity {
    switch modules {
    case .folder(_, _, let verified):
      ModuleIdentity(name: name, texts: nil, owner: owner, verified: verified?.digest)
    case .kept: ModuleIdentity(name: name, texts: nil, owner: owner)
    case .texts(let texts): ModuleIdentity(name: name, texts: texts, owner: owner)
    case .files(let files): ModuleIdentity(name: name, texts: files, owner: owner)
    }
  }
}

/// A `require`: the chunk that called it, and the requested name.
package struct ModuleRequest: Hashable, Sendable {
  var chunk: Int
  var name: String
}
