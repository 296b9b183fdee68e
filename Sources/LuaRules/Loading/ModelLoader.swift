import LuaBridge

/// The way from a request to a model: run the files, read their tables as
/// rules, check constants against the schema, freeze, plan.
enum ModelLoader {
  /// Loads a model.
  ///
  /// - Throws: ``RuleError``; its ``RuleError/others`` are further errors of
  ///   the same load.
  static func load(_ request: LoadRequest) throws(RuleError) -> ModelCore {
    if let problem = CompiledForm.problem { throw problem }
    if let problem = request.schema.problem { throw problem }
    let runner = try FileRunner(request)
    let files = try runner.run()
    let (rules, fingerprint) = try read(files, of: runner, schema: request.schema, isReplay: false)
    try runner.seal()
    let planned = try PlannedFunctions(
      rules, of: request.grantedSources, files: files.names, in: files.state)
    let model = ModelCore(
      request: request, files: files, recording: runner.recorded, rules: rules,
      fingerprint: fingerprint, planned: planned)
    model.makePlans(in: files.state)
    return model
  }

  /// Makes a further state of a model.
  ///
  /// - Throws: ``RuleError`` when the state does not have the model's rules.
  static func join(_ model: ModelCore) throws(RuleError) -> LuaState {
    let runner = try FileRunner(model.request, replaying: model.recording)
    let files = try runner.run()
    let (_, fingerprint) = try read(
      files, of: runner, schema: model.request.schema, isReplay: true)
    guard fingerprint == model.fingerprint else {
      throw RuleError(
        .runtime, "the rule files gave other rules when they were run again",
        at: model.request.files.first.map { SourceLocation(file: $0.name) })
    }
    try runner.seal()
    return files.state
  }

  private static func read(
    _ files: LoadedFiles, of runner: FileRunner, schema: RuleSchema, isReplay: Bool
  ) throws(RuleError) -> (rules: [Rule], fingerprint: Fingerprint) {
    let examiner = FunctionExaminer(files, of: runner, isReplay: isReplay)
    var rules: [Rule] = []
    var errors: [RuleError] = []
    var fingerprint = Fingerprint()
    for result in files.results {
      if !runner.isLeftOut(ofChunk: result.chunk) { fingerprint.combine(result.node) }
      guard !isReplay else { continue }
      var reader = RuleReader(
        file: files.names[result.chunk - 1], firstIndex: rules.count,
        source: runner.owner(ofChunk: result.chunk), scope: runner.scope(ofChunk: result.chunk),
        facts: { number throws(RuleError) in try examiner.facts(number) },
        spend: { instructions throws(RuleError) in try runner.spend(instructions) })
      reader.read(result.node, site: result.site)
      if let error = reader.budgetError { throw error }
      rules += reader.rules
      errors += reader.errors
    }
    // A replay keeps the same functions in the same order as the first run did.
    if !isReplay { errors += rules.compactMap { schema.mismatch(of: $0) } }
    if var first = errors.first {
      first.others = Array(errors.dropFirst().prefix(19))
      throw first
    }
    return (rules, fingerprint)
  }
}
