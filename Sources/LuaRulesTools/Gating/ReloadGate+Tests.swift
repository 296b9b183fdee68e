import LuaRules

extension ReloadGate {
  /// A gate that runs the tests beside the new rules, as `luarules test` does.
  ///
  /// These are the files `*.test.lua` in the folders that the live model loads and below them, and
  /// beside the files that it loads. Rules and modules have the content with which they were
  /// loaded; the test files are read when the gate decides. If a test file changes after a refusal,
  /// the tests are run again.
  ///
  /// The reason of a refusal counts the tests, and lists up to 20 unexpected answers and errors of
  /// files that do not load:
  ///
  ///     14 tests, 1 failed:
  ///       rules/todo.test.lua:7: `fancyColor` is "gray"; expected "red"
  ///
  /// Schema, host functions, host stubs and budgets are those of the new model. So real host
  /// functions are called, unless the tests or the settings replace them; those of the main actor
  /// fail. Rules in Swift are not among those that the tests ask. Rules with a grant or a signature are not tested: their tests would be somebody else's
  /// code, which no signature covers.
  ///
  /// - Parameters:
  ///   - areRequired: Whether a generation is refused if no test was run.
  ///   - timeLimit: How long tests may be run; the generation is refused if that is too short.
  ///   - adjust: Changes the settings of the tests, such as `host` or `fallback`.
  /// - Returns: The gate.
  public static func tests(
    areRequired: Bool = false, timeLimit: Duration = .seconds(10),
    _ adjust: @escaping @Sendable (inout RuleTestSettings) -> Void = { _ in }
  ) -> ReloadGate {
    // Allow more time: each single test has a budget of its own.
    ReloadGate(timeLimit: timeLimit + .seconds(5)) { swap in
      var trial = GateTests(timeLimit: timeLimit)
      let all = swap.new.loadedSources
      for (index, sources) in all.enumerated() {
        var settings = RuleTestSettings(sources)
        settings.fallback = all[(index + 1)...].flatMap(\.paths)
        adjust(&settings)
        settings.fileSystem = swap.inputs.recording(settings.fileSystem)
        trial.run(sources, settings)
      }
      return trial.decision(areRequired: areRequired)
    }
  }
}

extension RuleTestSettings {
  /// Creates the settings for the files, the schema and the functions of a loaded model.
  init(_ sources: LoadedSources) {
    self.init(schema: sources.schema, host: sources.host)
    hostStubs = sources.hostStubs
    ruleFolders = sources.paths
    foreignPaths = sources.foreignPaths
    budget = sources.budget
    loadingBudget = sources.loadingBudget
    unusedKeys = sources.unusedKeys
    fileSystem = BufferedFileSystem(sources.fileSystem, contents: sources.files)
  }
}
