/// What a live model loads again and again.
struct LiveSettings: Sendable {
  var source: any LiveRuleSource
  var schema: RuleSchema
  var host: HostFunctions
  /// Where accepted generations are stored.
  var archiveFolder: String?
  var options: LiveRuleOptions

  /// One load of the sources.
  struct Attempt {
    var result: Result<ModelCore, RuleError>
    var digest: SourceDigest
    /// Where a change may make the next load a different one.
    var places: Set<WatchedPlace>

    /// Tells who checked the sources that the model is to answer; it fails where it may not.
    func accepted() -> Attempt {
      guard case .success(let model) = result else { return self }
      do {
        try model.request.accept()
        return self
      } catch {
        // The same sources are tried again.
        return Attempt(result: .failure(error), digest: SourceDigest(error), places: places)
      }
    }
  }

  /// What looking at the sources again came to.
  enum Reload {
    /// They are as they were; with the places to watch.
    case unchanged(Set<WatchedPlace>)
    case loaded(Attempt)
  }

  /// Reads and loads the sources.
  func load() -> Attempt { load(Reading(self)) }

  /// Reads the sources and, unless they are as they were, loads them.
  ///
  /// - Parameter known: What the sources were at the last load.
  /// - Returns: What came of it.
  func load(unless known: SourceDigest?) -> Reload {
    let reading = Reading(self)
    guard let known, known.isSameFiles(as: reading.digest),
      known.modules.hold(in: options.fileSystem, limit: options.loadingBudget.fileSize)
    else { return .loaded(load(reading)) }
    return .unchanged(reading.files.places.union(known.modulePlaces))
  }

  /// The sources, read but not run.
  private struct Reading {
    let files: RecordingFileSystem
    let request: Result<LoadRequest, RuleError>
    let digest: SourceDigest

    init(_ settings: LiveSettings) {
      let files = RecordingFileSystem(settings.options.fileSystem)
      self.files = files
      request = Result { () throws(RuleError) in try settings.readSources(in: files) }
      switch request {
      case .success(let request):
        digest = SourceDigest(request.files, hostStubs: request.hostStubs)
      case .failure(let error): digest = SourceDigest(error)
      }
    }
  }

  private func load(_ reading: Reading) -> Attempt {
    let modules = RecordingFileSystem(options.fileSystem)
    var digest = reading.digest
    let result = reading.request.flatMap { request in
      var request = request
      request.fileSystem = modules
      return Result { () throws(RuleError) in try ModelLoader.load(request) }
    }
    digest.modules = modules.looks
    digest.modulePlaces = modules.places
    return Attempt(
      result: result, digest: digest, places: reading.files.places.union(modules.places))
  }

  private func readSources(in fileSystem: RecordingFileSystem) throws(RuleError) -> LoadRequest {
    // What empties a folder is a deployment under way, or an accident.
    try LoadRequest(
      reading: currentSources().numbered(host, schema), hostStubs: options.hostStubs,
      budget: options.budget, loadingBudget: options.loadingBudget, from: fileSystem,
      refusesEmpty: true
    ).with(options)
  }

  /// Stores what a model was loaded from, where that is wanted.
  func keep(_ model: ModelCore) {
    guard let path = archiveFolder else { return }
    do {
      try GenerationFolder(path: path, capacity: options.keptGenerations).store(model)
    } catch {
      options.logger.warning("the generation cannot be stored in \(path): \(error)")
    }
  }

  /// Loads the newest stored generation that still loads.
  func loadKept() -> (name: String, model: ModelCore)? {
    guard let path = archiveFolder else { return nil }
    let folder = GenerationFolder(path: path, capacity: options.keptGenerations)
    // Where even these fail, nothing is known of who has to check.
    let current = (try? currentSources().numbered(host, schema)) ?? ([], host, schema)
    let (sources, host, schema) = current
    for (name, rules) in folder.stored() {
      guard let (files, hostStubs) = try? rules.files(for: sources, options: options) else {
        continue
      }
      let request = LoadRequest(
        files: files, hostStubs: hostStubs, host: host, schema: schema, budget: options.budget,
        loadingBudget: options.loadingBudget, fileSystem: options.fileSystem
      ).with(options)
      guard let model = try? ModelLoader.load(request), (try? request.accept()) != nil else {
        continue
      }
      return (name, model)
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

extension LoadRequest {
  /// The request with what a live model's options say of states, plans and suspensions.
  fileprivate func with(_ options: LiveRuleOptions) -> LoadRequest {
    var request = self
    request.states = options.states
    request.plan = options.plan
    request.suspension = options.suspension
    return request
  }
}
