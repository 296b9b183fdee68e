import LuaBridge
import LuaBytecode

/// The steps from a request to a model: run the files, read their tables as rules, check constants
/// against the schema, freeze, plan.
package enum ModelLoader {
  /// Loads a model.
  ///
  /// - Throws: ``RuleError``; its ``RuleError/others`` are further errors of
  ///   the same load.
  static func load(_ request: LoadRequest) throws(RuleError) -> ModelCore {
    try CompiledForm.check()
    try DecisionSelfTest.check()
    if let problem = request.schema.problem { throw problem }
    let runner = try FileRunner(request)
    let files = try runner.run()
    var content = try read(files, of: runner, isReplay: false)
    content.errors += content.names.lazy.filter(\.isRefused).map(\.error)
    try content.throwErrors()
    try runner.seal()
    let planned = try LuaFreeFunctions(
      content.rules, of: request.grantedSources, files: files.names, content.functions,
      limit: request.planningLimit(ofRuleCount: content.rules.count), in: files.state)
    let model = ModelCore(
      request: request, files: files, recording: runner.recorded, rules: content.rules,
      fingerprints: content.fingerprints, functions: content.functions, luaFreeFunctions: planned,
      names: content.names, readNames: content.readNames)
    model.makePrograms(in: files.state)
    return model
  }

  /// The most files of one state that may differ from those of the model.
  private static let mostDifferences = 4

  /// Makes one more state for a model, by running the same files again.
  ///
  /// If a file gives other rules than before, the functions of its rules fail in this state; the other
  /// files are not affected.
  ///
  /// - Throws: ``RuleError`` when a file fails, or when many of them differ.
  static func join(_ model: ModelCore) throws(RuleError) -> LuaState {
    var recording = model.recording
    for _ in 0...mostDifferences {
      let runner = try FileRunner(model.request, replaying: recording)
      let files = try runner.run()
      let fingerprints = try read(files, of: runner, isReplay: true).fingerprints
      // The numbers of functions may differ from the first such file on.
      let differing = fingerprints.indices.first {
        recording.leftOut[$0] == nil && fingerprints[$0] != model.fingerprints[$0]
      }
      guard let differing else {
        try runner.seal()
        return files.state
      }
      recording.leftOut[differing] = .differs
    }
    throw RuleError(
      .runtime, "the rule files gave other rules when they were run again",
      at: model.request.files.first.map { SourceLocation(file: $0.name) })
  }

  /// The rules and errors that were read from the tables of all files.
  package struct Content {
    package var rules: [Rule] = []
    /// The rows of decision tables that give nothing to a key, as rules for it, if they are kept.
    package var emptyCells: [Rule] = []
    package var errors: [RuleError] = []
    /// The names that can never matter.
    package var names: [NameFinding] = []
    /// The first names of all paths that rules read; `nil` if that is unknown.
    var readNames: NameReads.FirstNames?
    /// The keys of rules that could not be read, if the key itself was readable.
    package var brokenKeys: Set<ByteName> = []
    /// One for each file; of the files that further states do not run, they are not compared.
    var fingerprints: [Fingerprint] = []
    /// The functions of known shapes among them.
    package var functions = ShapedFunctions()
    /// What was found out of the functions, if it is kept.
    package var examiner: FunctionExaminer?

    /// Leaves the complexity out of the order of rules whose key says so by its hit policy.
    fileprivate mutating func rank(by schema: RuleSchema) {
      let keys = Set(
        schema.names.filter { schema.hitPolicy(of: $0).ranksByDeclaration }.map { ByteName($0) })
      guard !keys.isEmpty else { return }
      for index in rules.indices where keys.contains(ByteName(rules[index].key)) {
        rules[index] = rules[index].ignoringComplexity()
      }
    }

    /// Throws the first error, with up to 19 further ones.
    fileprivate func throwErrors() throws(RuleError) {
      guard var first = errors.first else { return }
      first.others = Array(errors.dropFirst().prefix(19))
      throw first
    }
  }

  /// Reads the tables that the files returned as rules.
  ///
  /// - Parameters:
  ///   - files: What the files returned.
  ///   - runner: The runner that has run the files.
  ///   - isReplay: Whether the files were run again for an existing model, so that only the fingerprints are
  ///     needed.
  ///   - mostErrors: The most errors that are reported for one file.
  ///   - keepsFunctions: Whether what was found out of the functions is kept, and the empty cells of tables.
  /// - Returns: The rules and the errors in them.
  /// - Throws: ``RuleError`` if the loading budget runs out.
  package static func read(
    _ files: LoadedFiles, of runner: FileRunner, isReplay: Bool,
    mostErrors: Int = RuleReader.mostErrors, keepsFunctions: Bool = false
  ) throws(RuleError) -> Content {
    var examiner = FunctionExaminer(
      files, of: runner, isReplay: isReplay, keepsFunctions: keepsFunctions)
    var content = Content()
    var mistakenRules: [Rule] = []
    var patternReads = PatternReads()
    for result in files.results {
      content.fingerprints.append(Fingerprint(result.node))
      guard !isReplay else { continue }
      var reader = RuleReader(
        file: files.names[result.chunk - 1],
        places: TablePlaces(
          result.node, ofChunk: result.chunk, runner.outlines[result.chunk]),
        firstIndex: content.rules.count,
        source: runner.owner(ofChunk: result.chunk), grantID: runner.grantID(ofChunk: result.chunk),
        mostErrors: mostErrors,
        facts: { number throws(RuleError) in try examiner.facts(number) },
        spend: { instructions throws(RuleError) in try runner.spend(instructions) })
      reader.keepsEmptyCells = keepsFunctions
      swap(&reader.patternReads, &patternReads)
      reader.read(result.node)
      swap(&reader.patternReads, &patternReads)
      if let error = reader.budgetError { throw error }
      if content.rules.isEmpty {
        content.rules = reader.takeRules()
      } else {
        content.rules += reader.rules
      }
      content.emptyCells += reader.emptyCells
      content.errors += reader.errors
      mistakenRules += reader.mistakenRules
      content.brokenKeys.formUnion(reader.brokenKeys)
    }
    content.rank(by: runner.request.schema)
    content.functions = examiner.shapedFunctions
    content.functions.trim()
    if keepsFunctions { content.examiner = examiner }
    // A replay needs only the fingerprints; its constants were checked in the first run.
    if !isReplay {
      let schema = runner.request.schema
      content.errors += schema.mismatches(of: mistakenRules)
      content.errors += schema.mismatches(of: content.rules)
      let policy = runner.request.options.unusedKeys
      if runner.request.judgesNames {
        let reads = NameReads(
          ofFunctions: examiner.reads, patterns: patternReads, in: content.rules,
          host: runner.request.host)
        content.readNames = reads.first
        content.names = NameFinding.all(
          in: content.rules, reads: reads, schema: schema, brokenKeys: content.brokenKeys,
          policy: policy)
      }
    }
    return content
  }
}
