import LuaRules

/// What a model was loaded from, for tools that look at the same files again.
struct LoadedSources: Sendable {
  /// The files and folders of sources that may do everything, as the user named them.
  let paths: [String]
  /// The bundles of sources that may do everything; signed ones, too, because
  /// the signature covers their tests.
  let bundles: [VerifiedFiles]
  /// The files and folders of sources with a grant, or folders with a signature.
  let foreignPaths: [String]
  /// The bytes of all files, modules and host stubs, by name, as they were loaded.
  let files: [String: [UInt8]]
  /// The name of the file of the host stubs.
  let hostStubs: String?
  let schema: RuleSchema
  let host: HostFunctions
  let budget: Budget
  let loadingBudget: Budget
  let unusedKeys: UnusedKeyPolicy
  /// Where the files were read.
  let fileSystem: any RuleFileSystem

  init(_ model: ModelCore) {
    let request = model.request
    let granted = Set(request.files.filter { $0.owner != nil }.map(\.bundleName))
    bundles = request.verified.filter { $0.origin != nil && !granted.contains($0.origin?.name) }
    let names = Set(bundles.compactMap(\.origin?.name))
    let isForeign = { (source: RuleSource) in
      source.verifier != nil && !names.contains(source.path ?? "") || !source.grant.isEverything
    }
    paths = request.places.filter { !isForeign($0) }.compactMap(\.path)
    foreignPaths = request.places.filter(isForeign).compactMap(\.path)
    let modules = model.recording.modules.values.map(\.self)
    let all = request.files + modules + [request.hostStubs].compactMap(\.self)
    // A folder may have the names of files in a bundle.
    files = Dictionary(
      all.filter { $0.bundleName == nil }.map { ($0.name, $0.bytes) }
    ) { first, _ in first }
    hostStubs = request.hostStubs?.name
    schema = request.schema
    host = request.host
    budget = request.options.budget
    loadingBudget = request.options.loadingBudget
    unusedKeys = request.options.unusedKeys
    fileSystem =
      (request.options.fileSystem as? RecordingFileSystem)?.base ?? request.options.fileSystem
  }
}

extension SourceFile {
  /// The name of the bundle that has the file, as the user gave it.
  fileprivate var bundleName: String? { modules.verified?.origin?.name }
}

extension RuleModel {
  /// The sources of the models at this moment, in the order in which the models are asked.
  var loadedSources: [LoadedSources] { current.map(LoadedSources.init) }
}

extension InspectedModel {
  /// Inspects the models at this moment, in the order in which they are asked.
  ///
  /// - Parameters:
  ///   - model: The rules.
  ///   - keepsContents: Whether what functions capture is kept, too.
  /// - Returns: The models, of which the first one is asked first.
  /// - Throws: ``RuleError`` if a model is broken, or if there is no memory for a Lua state.
  static func all(
    of model: RuleModel, keepsContents: Bool = false
  ) throws(RuleError) -> [InspectedModel] {
    var models: [InspectedModel] = []
    for core in try model.asked() {
      models.append(try InspectedModel(core, keepsContents: keepsContents))
    }
    return models
  }
}
