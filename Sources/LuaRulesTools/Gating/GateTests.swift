import LuaRules

/// The tests that a gate runs, until its time is over.
struct GateTests {
  private let timeLimit: Duration
  private let end: ContinuousClock.Instant
  private var files: [RuleTestRun.File] = []
  private var isCut = false
  /// The files and folders that are not tested.
  private var untested: [String] = []

  init(timeLimit: Duration) {
    self.timeLimit = timeLimit
    end = .now + timeLimit
  }

  /// Runs the tests beside some rules.
  mutating func run(_ sources: LoadedSources, _ settings: RuleTestSettings) {
    untested += sources.foreignPaths
    var finder = RuleTestFinder(settings.fileSystem, ruleFolders: settings.ruleFolders)
    for path in sources.paths { find(path, &finder) }
    run(finder.files, settings)
    for bundle in sources.bundles {
      let settings = settings.inside(bundle)
      var finder = RuleTestFinder(settings.fileSystem, ruleFolders: settings.ruleFolders)
      find(bundle.root, &finder)
      run(finder.files, settings)
    }
  }

  private mutating func find(_ path: String, _ finder: inout RuleTestFinder) {
    do throws(RuleError) {
      try finder.findIfAny(path)
    } catch {
      files.append(.init(path: path, content: .failure(error)))
    }
  }

  private mutating func run(_ places: [RuleTestFinder.Place], _ settings: RuleTestSettings) {
    var models = TestedModels()
    for place in places where !settings.isForeign(place.path) {
      let content = Result { () throws(RuleError) in
        try results(of: place, settings, &models)
      }
      files.append(.init(path: place.path, content: content))
    }
  }

  private mutating func results(
    of place: RuleTestFinder.Place, _ settings: RuleTestSettings, _ models: inout TestedModels
  ) throws(RuleError) -> [RuleTestResult] {
    var results: [RuleTestResult] = []
    guard isInTime() else { return results }
    for test in try LoadedRuleTests(place, settings, &models).cases(matching: []) {
      guard isInTime() else { return results }
      results.append(test.run(with: test.model, isExplained: false))
    }
    return results
  }

  private mutating func isInTime() -> Bool {
    if ContinuousClock.now >= end { isCut = true }
    return !isCut
  }

  /// The decision about the generation; with `areRequired`, one without tests is refused.
  func decision(areRequired: Bool) -> ReloadGate.Decision {
    let run = RuleTestRun(files: files)
    if isCut || !run.counts.isGood {
      let cut = isCut ? "; the others were not run within \(timeLimit)" : ""
      return .refuse(reason: RefusalText.of(run.summary + cut, run.findings))
    }
    guard areRequired, run.counts.passed == 0 else { return .allow }
    let reasons = untested.map { "\($0): rules with a grant or a signature are not tested" }
    return .refuse(reason: RefusalText.of("no test of the new rules was run", reasons))
  }
}

extension RuleTestRun {
  /// A line for each unexpected answer, and for each error of a file that was not loaded.
  fileprivate var findings: [String] {
    files.flatMap { file in
      switch file.content {
      case .success(let results):
        results.flatMap(\.failures).map(RefusalText.firstLine)
      case .failure(let error):
        ([error] + error.others).map(RefusalText.firstLine)
      }
    }
  }
}
