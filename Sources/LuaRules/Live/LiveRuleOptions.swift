import Logging

/// How a ``LiveRuleModel`` loads, watches and swaps.
public struct LiveRuleOptions: Sendable {
  /// What one access may use.
  public var budget = Budget()
  /// What loading may use.
  public var loadingBudget = Budget.loading
  /// A source that returns a table of functions in place of the host's.
  public var standIns: RuleSource?
  /// Where files are read from, and who tells that they changed.
  public var fileSystem: any RuleFileSystem = LocalFileSystem()
  /// Whether changes of the sources are waited for; without it, ``LiveRuleModel/reload()`` is called by hand.
  public var isWatching = true
  /// Who may refuse a new generation.
  public var gate: RuleGate?
  /// A folder that stores each accepted generation; when the sources are bad at
  /// start, the newest one that loads answers.
  public var keepingFolder: String?
  /// How many generations are kept for a rollback, the current one included; at least 1.
  public var keptGenerations = 5 {
    didSet { keptGenerations = max(1, keptGenerations) }
  }
  /// Receives rejections at level `error` and swaps at `info`.
  public var logger = Logger(label: "luarules")

  /// Creates options: files of the machine, watched, and five generations.
  public init() {}
}

/// What a live model loads again and again.
struct LiveSettings: Sendable {
  var source: any LiveRuleSource
  var schema: RuleSchema
  var host: HostFunctions
  var options: LiveRuleOptions

  /// One load of the sources.
  struct Attempt {
    var result: Result<ModelCore, RuleError>
    var digest: SourceDigest
    /// Where a change may make the next load a different one.
    var places: Set<WatchedPlace>
  }

  /// Reads and loads the sources, unless they are as they were.
  ///
  /// - Returns: `nil` when the digest is the known one.
  func load(unless known: SourceDigest?) -> Attempt? {
    let attempt = load()
    return attempt.digest == known ? nil : attempt
  }

  func load() -> Attempt {
    var files: [SourceFile] = []
    let fileSystem = RecordingFileSystem(options.fileSystem)
    let result: Result<ModelCore, RuleError>
    do throws(RuleError) {
      let sources = try currentSources()
      for source in sources {
        let found = try source.files(in: fileSystem, within: options.loadingBudget)
        // What empties a folder is a deployment under way, or an accident.
        if found.isEmpty { throw source.hasNoFiles }
        files += found
      }
      let request = LoadRequest(
        files: files,
        standIns: try options.standIns?.files(in: fileSystem, within: options.loadingBudget).first,
        host: host, schema: schema, budget: options.budget, loadingBudget: options.loadingBudget,
        fileSystem: fileSystem)
      result = .success(try ModelLoader.load(request))
    } catch {
      result = .failure(error)
    }
    return Attempt(
      result: result, digest: fileSystem.digest(texts: files, result.error),
      places: fileSystem.places)
  }

  /// Stores what a model was loaded from, where that is wanted.
  func keep(_ model: ModelCore) {
    guard let path = options.keepingFolder else { return }
    do {
      try GenerationFolder(path: path, capacity: options.keptGenerations).store(model)
    } catch {
      options.logger.warning("the generation cannot be stored in \(path): \(error)")
    }
  }

  /// Loads the newest stored generation that still loads.
  func loadKept() -> (name: String, model: ModelCore)? {
    guard let path = options.keepingFolder else { return nil }
    let folder = GenerationFolder(path: path, capacity: options.keptGenerations)
    for (name, rules) in folder.stored() {
      let (files, standIns) = rules.sourceFiles
      let request = LoadRequest(
        files: files, standIns: standIns, host: host, schema: schema, budget: options.budget,
        loadingBudget: options.loadingBudget, fileSystem: options.fileSystem)
      if let model = try? ModelLoader.load(request) { return (name, model) }
    }
    return nil
  }

  private func currentSources() throws(RuleError) -> [RuleSource] {
    do {
      return try source.sources()
    } catch let error as RuleError {
      throw error
    } catch {
      throw RuleError(.unreadable, "the source of the rules failed: \(error)")
    }
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
