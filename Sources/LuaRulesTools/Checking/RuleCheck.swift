import LuaRules

/// What can be found out about rules without asking them.
///
/// ```swift
/// let check = try RuleCheck(RuleSource(path: "rules"), schema: .app)
/// #expect(check.findings.filter { $0.severity >= .warning } == [])
/// ```
///
/// A warning or an error is certain: where something cannot be known, nothing is said.
public struct RuleCheck: Sendable {
  /// What was found, in the order of files and lines.
  public let findings: [RuleFinding]
  /// What an editor can tell of the rules that could be read.
  package let index: RuleIndex
  /// Whether every file could be run.
  package let isWhole: Bool
  /// The names of the files that were looked at, modules included.
  package let files: Set<String>

  /// Checks rules, and those that are asked where they have no answer.
  ///
  /// What stops rules from being loaded is a finding, too, and what else can be
  /// read is checked all the same.
  ///
  /// - Parameters:
  ///   - sources: Files, folders and texts.
  ///   - schema: The declared keys; without them less can be found.
  ///   - host: The functions that rules may call.
  ///   - hostStubs: A Lua file with functions in place of the host's.
  ///   - fallback: The sources of each fallback, in the order in which they are asked.
  ///   - budget: What one answer may use; its memory is the limit for loading.
  ///   - loadingBudget: What loading may use.
  ///   - fileSystem: Where files are read from.
  /// - Throws: `RuleError` when a source cannot be read, or the schema is at fault.
  /// - Complexity: O(*n* log *n*) for *n* rules whose conditions differ; searches that take
  ///   longer are broken off, and what they would find is not told.
  public init(
    _ sources: RuleSource..., schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    hostStubs: RuleSource? = nil, fallback: [[RuleSource]] = [], budget: Budget = Budget(),
    loadingBudget: Budget = .loading, fileSystem: any RuleFileSystem = LocalFileSystem()
  ) throws(RuleError) {
    try self.init(
      sources: sources, schema: schema, host: host, hostStubs: hostStubs, fallback: fallback,
      budget: budget, loadingBudget: loadingBudget, fileSystem: fileSystem)
  }

  /// Checks a list of sources;
  /// see ``init(_:schema:host:hostStubs:fallback:budget:loadingBudget:fileSystem:)``.
  public init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    hostStubs: RuleSource? = nil, fallback: [[RuleSource]] = [], budget: Budget = Budget(),
    loadingBudget: Budget = .loading, fileSystem: any RuleFileSystem = LocalFileSystem()
  ) throws(RuleError) {
    var models: [InspectedModel] = []
    for group in [sources] + fallback {
      models.append(
        try InspectedModel(
          sources: group, schema: schema, host: host, hostStubs: hostStubs, budget: budget,
          loadingBudget: loadingBudget, fileSystem: fileSystem))
    }
    self.init(models, schema: schema) { loaded in
      (sources + fallback.joined()).flatMap { $0.unusedModules(besides: loaded, in: fileSystem) }
    }
  }

  /// Checks models that were inspected already.
  ///
  /// - Parameters:
  ///   - models: The first one, and its fallbacks.
  ///   - schema: The declared keys.
  ///   - unusedModules: Gives the paths of modules besides those that were loaded.
  init(
    _ models: [InspectedModel], schema: RuleSchema,
    unusedModules: (_ loaded: Set<String>) -> [String] = { _ in [] }
  ) {
    var check = Check(models, schema: schema)
    check.run()
    if check.isWhole {
      let loaded = Set(models.flatMap { $0.texts.keys })
      for path in unusedModules(loaded) {
        check.add(
          .unusedModule, .warning, "nothing requires the module",
          at: SourceLocation(file: path, line: 1), fix: "remove it, or begin its name with `_`")
      }
    }
    let files = CheckedTexts(models)
    var findings = check.findings
    // A function may belong to several rules, and be looked at in two ways.
    var seen: Set<[String]> = []
    findings.removeAll {
      !seen.insert([$0.code.rawValue, $0.location.description, $0.message]).inserted
    }
    findings = files.suppress(findings, tellingUnused: check.isWhole)
    self.findings = files.sorted(findings.map { files.withColumns($0) })
    index = RuleIndex(check, hostFunctions: models.first?.hostFunctions ?? [])
    isWhole = check.isWhole
    self.files = Set(models.flatMap { $0.texts.keys })
  }

  /// How many findings are of a severity.
  public func count(of severity: RuleFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
