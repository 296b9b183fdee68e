import LuaBridge
import LuaBytecode
import LuaRules

/// One set of rules with the results of analysis, loaded as far as possible.
struct InspectedModel: Sendable {
  /// The rules that could be read, in the order of declaration.
  let rules: [InspectedRule]
  /// The rows of decision tables that give nothing to a key, as rules for it; no evaluation tries them.
  let emptyCells: [InspectedRule]
  /// The variables in tests, by number.
  let variables: [DecisionVariable]
  /// The errors that keep the rules from being loaded.
  let errors: [RuleError]
  /// The names that can never matter; empty if a file could not be run.
  let names: [NameFinding]
  /// Whether every file could be run, so that at most single rules are missing.
  let isWhole: Bool
  /// The keys of rules that could not be read, if the key itself was readable.
  let brokenKeys: Set<ByteName>
  let faults: [FunctionFault]
  /// The compiled functions that rules can reach.
  let code: InspectedCode
  /// What functions capture; nothing is known of them unless it was asked for.
  let contents: CapturedContents
  /// The names of the host functions and of their stubs.
  let hostFunctions: [String]
  /// The stubs of host functions that no file names, and the name of their file.
  let unusedHostStubs: (file: String, names: [String])?
  /// The first use of each host function that has no stub in that file, where the program is not at
  /// hand.
  let missingHostStubs: [(name: String, place: SourceLocation)]
  /// The texts of all files, by name, also of files that could not be run.
  let texts: [String: [UInt8]]
  /// The texts as they are written, of the files that could be run.
  let written: [String: WrittenFile]

  /// Loads files like a model, but continues after errors.
  ///
  /// Of functions beyond `mostInstructions` instructions only the location is known. If the process ends
  /// when it has used the results, nothing is freed.
  ///
  /// - Throws: ``RuleError`` when a source cannot be read, or the schema has an error.
  init(
    sources: [RuleSource], schema: RuleSchema, host: HostFunctions, options: RuleOptions,
    endsProcess: Bool = false, mostInstructions: Int = FunctionInspector.mostInstructions
  ) throws(RuleError) {
    try CompiledForm.check()
    try DecisionSelfTest.check()
    let written = try sources.numbered(host, schema)
    if let problem = written.schema.problem { throw problem }
    let request = try LoadRequest(reading: written, options: options)
    try self.init(
      FileRunner(request, examinesFiles: true), mostInstructions: mostInstructions,
      endsProcess: endsProcess)
  }

  /// Inspects the files from which a model was loaded, modules too, as they were then.
  ///
  /// - Throws: ``RuleError`` if there is no memory for a Lua state.
  init(_ model: ModelCore, keepsContents: Bool = false) throws(RuleError) {
    try self.init(
      FileRunner(model.request, modules: model.recording.modules, examinesFiles: true),
      mostInstructions: FunctionInspector.mostInstructions, keepsContents: keepsContents)
  }

  private init(
    _ runner: FileRunner, mostInstructions: Int, keepsContents: Bool = false,
    endsProcess: Bool = false
  ) throws(RuleError) {
    let request = runner.request
    var inspection = ModelInspection(
      runner, keepsContents: keepsContents, endsProcess: endsProcess)
    inspection.run(mostInstructions: mostInstructions)
    rules = inspection.rules
    emptyCells = inspection.emptyCells
    variables = inspection.variables
    errors = inspection.errors
    names = inspection.names
    isWhole = inspection.isWhole
    brokenKeys = inspection.brokenKeys
    faults = inspection.faults
    code = inspection.code
    contents = inspection.contents
    hostFunctions = (request.host.names + runner.hostStubs).uniqueByBytes()
    missingHostStubs = inspection.missingHostStubs
    unusedHostStubs = request.hostStubs.map { (file: $0.name, names: inspection.unusedHostStubs) }
    texts = runner.texts
    written = inspection.written
    if endsProcess { KeptUntilExit.keep(inspection) }
  }
}
