/// The parameters with which a live model loads its sources each time.
struct LiveSettings: Sendable {
  var source: any LiveRuleSource
  var schema: RuleSchema
  var host: HostFunctions
  /// Where accepted generations are stored.
  var archiveFolder: String?
  var options: RuleOptions
  var live: LiveRuleOptions

  init(
    source: any LiveRuleSource, schema: RuleSchema, host: HostFunctions, archiveFolder: String?,
    options: RuleOptions, live: LiveRuleOptions
  ) {
    self.source = source
    self.schema = schema
    self.host = host
    self.archiveFolder = archiveFolder
    self.options = options
    self.options.suspension = options.suspension ?? SuspensionPolicy()
    self.live = live
  }

  /// The name of the live model in its log lines.
  var name: String { live.name ?? (source as? FixedSources)?.name ?? "\(type(of: source))" }

  /// One load of the sources.
  struct Attempt {
    var result: Result<ModelCore, RuleError>
    var digest: SourceDigest
    /// All accesses to files.
    fileprivate var accesses: [RecordingFileSystem]

    /// The places where a change may change the result of the next load.
    var places: Set<WatchedPlace> { accesses.reduce(into: []) { $0.formUnion($1.places) } }

    /// The paths of the files that were read.
    var filesRead: Set<String> { accesses.reduce(into: []) { $0.formUnion($1.filesRead) } }

    /// Returns whether reading the files again would have the same results.
    func isCurrent(limit: Int) -> Bool { accesses.allSatisfy { $0.isUnchanged(limit: limit) } }

    /// Tells the verifiers of the sources that the model will be active; fails if one refuses.
    func accepted() -> Attempt {
      guard case .success(let model) = result else { return self }
      do {
        try model.request.accept()
        return self
      } catch {
        // The digest of the error differs from that of the sources, so the
        // next load tries them again.
        return Attempt(
          result: .failure(error), digest: SourceDigest(error), accesses: accesses)
      }
    }
  }

  /// The result of looking at the sources again.
  enum Reload {
    /// The sources are unchanged; with the places to watch.
    case unchanged(Set<WatchedPlace>)
    case loaded(Attempt)
  }

  /// Reads and loads the sources.
  func load() -> Attempt { load(Reading(self)) }

  /// Reads the sources, and loads them if they changed.
  ///
  /// - Parameter known: The digest of the sources at the last load.
  /// - Returns: The new attempt, or `unchanged`.
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
      request.options.fileSystem = modules
      return Result { () throws(RuleError) in try ModelLoader.load(request) }
    }
    digest.modules = modules.looks
    digest.modulePlaces = modules.places
    return Attempt(result: result, digest: digest, accesses: [reading.files, modules])
  }

  private func readSources(in fileSystem: RecordingFileSystem) throws(RuleError) -> LoadRequest {
    var options = options
    options.fileSystem = fileSystem
    return try LoadRequest(
      reading: currentSources().numbered(host, schema), options: options)
  }

  /// Stores the files of a model, if there is an archive folder.
  func keep(_ model: ModelCore) {
    guard let path = archiveFolder else { return }
    do {
      try GenerationFolder(path: path, capacity: live.keptGenerations).store(model)
    } catch {
      live.logger.warning("\(name): the generation cannot be stored in \(path): \(error)")
    }
  }

  /// Loads the archived generation that answers while the gate judges the sources at the start.
  ///
  /// - Returns: `nil` if nothing is to be judged: without a gate, without an archived generation,
  ///   and if the sources are those of the newest one.
  func generationBefore(_ attempt: Attempt) -> KeptGeneration? {
    guard live.gate != nil, let path = archiveFolder, case .success(let model) = attempt.result
    else { return nil }
    let folder = GenerationFolder(path: path, capacity: live.keptGenerations)
    return folder.has(ArchivedGeneration(model)) ? nil : loadKept()
  }

  /// An archived generation that was loaded, with the name of its file.
  struct KeptGeneration {
    let name: String
    let model: ModelCore

    /// The generation before the first one of the sources.
    var snapshot: Snapshot { Snapshot(generation: 0, origin: .kept(name), models: [model]) }
  }

  /// Loads the newest archived generation that can be loaded.
  func loadKept() -> KeptGeneration? {
    guard let path = archiveFolder else { return nil }
    let folder = GenerationFolder(path: path, capacity: live.keptGenerations)
    // If even the source list cannot be read, it is unknown which verifiers must check the files.
    let current = (try? currentSources().numbered(host, schema)) ?? ([], host, schema)
    let (sources, host, schema) = current
    for (name, rules) in folder.stored() {
      guard let (files, hostStubs) = try? rules.files(for: sources, options: options) else {
        continue
      }
      let request = LoadRequest(
        files: files, hostStubs: hostStubs, host: host, schema: schema, options: options)
      guard let model = try? ModelLoader.load(request), (try? request.accept()) != nil else {
        continue
      }
      return KeptGeneration(name: name, model: model)
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
