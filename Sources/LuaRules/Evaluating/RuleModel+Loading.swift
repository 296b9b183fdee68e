#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuleModel {
  /// Loads sources, whose order is the order of declaration.
  ///
  /// - Parameters:
  ///   - sources: Files, folders and texts.
  ///   - schema: The declared keys: their defaults are visible to rules, and a
  ///     constant that does not fit its key fails the load.
  ///   - host: The Swift functions that rules may call.
  ///   - hostStubs: Lua functions in place of host functions: a source that
  ///     returns a table of functions.
  ///   - budget: What one evaluation may use.
  ///   - loadingBudget: What loading may use.
  ///   - states: How many idle Lua states are kept.
  ///   - plan: How the candidates of a key are tried; see ``EvaluationMode``.
  ///   - suspension: When a rule that repeatedly hits its budget is suspended;
  ///     by default never, except in a live model.
  ///   - fileSystem: Where files are read from.
  /// - Throws: ``RuleError`` for the first error; further errors are in
  ///   ``RuleError/others``.
  /// - Complexity: O(*n* log *n*) for *n* rules, plus running the files once.
  public init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    hostStubs: RuleSource? = nil, budget: Budget = Budget(), loadingBudget: Budget = .loading,
    states: StatePoolOptions = StatePoolOptions(), plan: EvaluationMode = .standard,
    suspension: SuspensionPolicy = .never,
    fileSystem: any RuleFileSystem = LocalFileSystem()
  ) throws(RuleError) {
    let written = try sources.numbered(host, schema)
    var request = try LoadRequest(
      reading: written, hostStubs: hostStubs, budget: budget, loadingBudget: loadingBudget,
      from: fileSystem)
    request.states = states
    request.plan = plan
    request.suspension = suspension
    if written.sources.count == 1 { request.swiftRules = written.sources[0].swiftRules }
    let model = try ModelLoader.load(request)
    try request.accept()
    self.init(links: [.fixed(model)])
  }

  /// Loads a file or a folder; see ``init(sources:schema:host:hostStubs:budget:loadingBudget:states:plan:suspension:fileSystem:)``.
  public init(
    contentsOf url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    budget: Budget = Budget(), plan: EvaluationMode = .standard
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(contentsOf: url)], schema: schema, host: host, budget: budget,
      plan: plan)
  }

  /// Loads the text of a rule file; errors use `name` as the name of the file.
  public init(
    _ text: String, name: String = "rules.lua", schema: RuleSchema = RuleSchema(),
    host: HostFunctions = [:], budget: Budget = Budget(), plan: EvaluationMode = .standard
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(text, name: name)], schema: schema, host: host, budget: budget,
      plan: plan)
  }
}
