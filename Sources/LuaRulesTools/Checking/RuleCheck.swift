import LuaRules

/// A check of rules without contexts of a program.
///
/// It analyzes rules, and then tries them: in contexts of the schema that are made at random, the same in
/// each check, without functions of the program. A trial shows what no analysis can know: that a rule
/// fails, that two rules hold at once, or that no context lets a rule win. Projects of more than 3,000
/// rules, and rules without a schema, are analyzed only.
///
/// ```swift
/// let check = try RuleCheck(RuleSource(path: "rules"), schema: .app)
/// #expect(check.findings.filter { $0.severity >= .warning } == [])
/// ```
///
/// A warning or an error is certain: if something cannot be known, it is not
/// reported.
public struct RuleCheck: Sendable {
  /// The findings, in the order of files and lines.
  public internal(set) var findings: [RuleFinding]
  /// What was found before comments hid some of it, with the severities of no project.
  let found: [RuleFinding]
  /// The facts about readable rules for an editor.
  package let index: RuleIndex
  /// Whether every file could be run.
  package let isWhole: Bool
  /// Whether the check was stopped, so that some findings are missing.
  private let wasStopped: Bool
  /// The names of the checked files, including modules.
  package let files: Set<String>

  /// Checks rules, and the fallbacks that answer where they have no answer.
  ///
  /// An error that stops rules from being loaded is a finding, too; the
  /// remaining rules are checked all the same.
  ///
  /// - Parameters:
  ///   - sources: Files, folders and texts.
  ///   - schema: The declared keys; without them the check finds less.
  ///   - host: The functions that rules may call.
  ///   - fallback: The sources of each fallback, in the order of evaluation.
  ///   - options: The budgets, the host stubs, and where files are read; the memory of the
  ///     evaluation's budget is the limit for loading.
  /// - Throws: `RuleError` if a source cannot be read, or the schema has an error.
  /// - Complexity: O(*n* log *n*) for *n* rules with different conditions; longer searches are
  ///   stopped, and their results are not reported.
  public init(
    _ sources: RuleSource..., schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    fallback: [[RuleSource]] = [], options: RuleOptions = RuleOptions()
  ) throws(RuleError) {
    try self.init(
      sources: sources, schema: schema, host: host, fallback: fallback, options: options)
  }

  /// Checks a list of sources;
  /// see ``init(_:schema:host:fallback:options:)``.
  public init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    fallback: [[RuleSource]] = [], options: RuleOptions = RuleOptions()
  ) throws(RuleError) {
    try self.init(
      sources: sources, schema: schema, host: host, fallback: fallback, options: options,
      areAllOfProject: false)
  }

  /// Checks a list of sources, and tells whether they are all.
  ///
  /// If there are no other rules and no other schema, `areAllOfProject`, comments that hide
  /// nothing can be removed; see ``init(_:schema:host:fallback:options:)``. If `findsFailures` is
  /// false, rules are not tried to find failures.
  ///
  /// `whenRead` is called with a check that knows all rules, before these are compared and tried, which
  /// takes most of the time: it has those findings only that single rules show.
  ///
  /// As soon as `isStopped` returns `true`, the check ends and throws an error with code `stopped`. If the
  /// process ends when it has used the check, nothing is freed.
  package init(
    sources: [RuleSource], schema: RuleSchema, host: HostFunctions, fallback: [[RuleSource]],
    options: RuleOptions, areAllOfProject: Bool, findsFailures: Bool = true,
    endsProcess: Bool = false, whenRead: ((RuleCheck) -> Void)? = nil,
    isStopped: @escaping () -> Bool = { false }
  ) throws(RuleError) {
    let schema = schema.declaringTypes(of: host)
    let groups = [sources] + fallback
    func inspected(with host: HostFunctions) throws(RuleError) -> [InspectedModel] {
      var models: [InspectedModel] = []
      for group in groups {
        models.append(
          try InspectedModel(
            sources: group, schema: schema, host: host, options: options, endsProcess: endsProcess))
      }
      return models
    }
    var models = try inspected(with: host)
    var unknown: UnknownHost?
    // Who gives neither a schema nor functions nor stubs has not said what the host has.
    if schema.names.isEmpty, schema.hostFunctionNames.isEmpty, host.names.isEmpty,
      options.hostStubs == nil
    {
      unknown = UnknownHost(models)
      if let unknown { models = try inspected(with: unknown.functions) }
    }
    let trials = TriedRules(groups, models, schema: schema, options: options)
    trials.findsFailures = findsFailures
    self.init(
      models, schema: schema, areAllOfProject: areAllOfProject, unknownHost: unknown,
      trials: trials, endsProcess: endsProcess, whenRead: whenRead, isStopped: isStopped
    ) { loaded in
      (sources + fallback.joined()).flatMap {
        $0.unusedModules(besides: loaded, in: options.fileSystem)
      }
    }
    if wasStopped { throw RuleError(.stopped, "the check was stopped") }
  }

  /// Checks a loaded model, and the models that answer where it has no answer.
  ///
  /// The files are checked as they were when the models were loaded; none is read again. Modules
  /// that nothing requires are not looked for. No rule is evaluated: where two rules meet only if Lua
  /// says so, the check says that they can.
  ///
  /// - Parameters:
  ///   - model: The model; for a live model, its active generation.
  ///   - fallback: The models that answer where the first one has no answer.
  /// - Throws: `RuleError` if a model is a list of rules in Swift that could not be loaded.
  public init(_ model: RuleModel, fallback: RuleModel = .empty) throws(RuleError) {
    let all = model.fallback(fallback)
    self.init(try InspectedModel.all(of: all), schema: all.schema)
  }

  /// Checks models that have already been inspected.
  ///
  /// - Parameters:
  ///   - models: The first model and its fallbacks.
  ///   - schema: The declared keys.
  ///   - areAllOfProject: Whether there are no other rules and no other schema.
  ///   - unknownHost: The host functions of which nothing is known.
  ///   - trials: What tries the rules; `nil` if none may be evaluated.
  ///   - endsProcess: Whether the process ends when it has used the check, so that nothing is freed.
  ///   - whenRead: Called before rules are compared and tried.
  ///   - isStopped: Whether the findings are no longer wanted.
  ///   - unusedModules: Returns the paths of modules that were not loaded.
  init(
    _ models: [InspectedModel], schema: RuleSchema, areAllOfProject: Bool = false,
    unknownHost: UnknownHost? = nil, trials: TriedRules? = nil, endsProcess: Bool = false,
    whenRead: ((RuleCheck) -> Void)? = nil, isStopped: @escaping () -> Bool = { false },
    unusedModules: (_ loaded: Set<String>) -> [String] = { _ in [] }
  ) {
    let texts = ConcurrentResult { CheckedTexts(models) }
    var check = Check(models, schema: schema, trials: trials, isStopped: isStopped)
    if let whenRead {
      var first = check
      first.runFirst()
      whenRead(
        RuleCheck(
          first, of: models, texts.value, areAllOfProject: areAllOfProject, isFinished: false))
    }
    check.run()
    if let unknownHost { check.add(unknownHost.finding) }
    if check.isWhole {
      check.checkHostStubs()
      let hostFiles = models.compactMap { $0.unusedHostStubs?.file }
      let loaded = Set(models.flatMap { $0.texts.keys } + hostFiles)
      for path in unusedModules(loaded) {
        check.add(
          .unusedModule, .warning, "nothing requires the module",
          at: SourceLocation(file: path, line: 1), fix: "remove it, or begin its name with `_`")
      }
    }
    self.init(
      check, of: models, texts.value, areAllOfProject: areAllOfProject, isFinished: true)
    if endsProcess { KeptUntilExit.keep((check, self)) }
  }

  /// Takes over what a check has found.
  private init(
    _ check: Check, of models: [InspectedModel], _ texts: CheckedTexts, areAllOfProject: Bool,
    isFinished: Bool
  ) {
    var files = texts
    var findings = check.findings.map { files.whereNamed($0) }
    // A function may belong to several rules, and be checked twice.
    var seen: Set<[String]> = []
    findings.removeAll {
      !seen.insert([$0.code.rawValue, $0.location.description, $0.message]).inserted
    }
    found = findings
    findings = files.suppress(
      findings, tellingUnused: check.isWhole && isFinished,
      areTried: check.schema.names.isEmpty
        || check.trials.map { $0.findsFailures && $0.load() != nil } ?? false)
    let isLoaded = check.isWhole && !findings.contains { $0.stopsLoading }
    var corrections = CorrectionSearch(
      models, scope: !isLoaded ? .partlyLoaded : areAllOfProject ? .project : .files)
    for index in findings.indices {
      findings[index].correction = corrections.correction(of: findings[index])
      findings[index] = files.withColumns(findings[index])
    }
    self.findings = files.sorted(findings)
    index = RuleIndex(check, hostFunctions: models.first?.hostFunctions ?? [])
    isWhole = check.isWhole
    wasStopped = check.isStopped()
    self.files = Set(models.flatMap { $0.texts.keys })
  }

  /// Returns the check without the findings whose codes are not wanted; what stops rules from being loaded stays.
  package func telling(_ isWanted: (RuleFinding.Code) -> Bool) -> RuleCheck {
    var check = self
    check.findings = findings.filter { $0.stopsLoading || isWanted($0.code) }
    return check
  }

  /// Returns the number of findings with a severity.
  public func count(of severity: RuleFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
