import LuaBridge
import LuaBytecode

/// One set of rules with all that analysis can tell, loaded as far as it can be.
package struct InspectedModel: Sendable {
  /// The rules that could be read, in the order of declaration.
  package let rules: [InspectedRule]
  /// What tests are about, by number.
  package let variables: [DecisionVariable]
  /// What stops the rules from being loaded.
  package let errors: [RuleError]
  /// Whether every file could be run, so that nothing is missing but single rules.
  package let isWhole: Bool
  /// The keys of rules that could not be read, as far as they show.
  package let brokenKeys: Set<ByteName>
  package let files: [InspectedFile]
  package let faults: [FunctionFault]
  package let hostFunctions: [String]
  /// The texts of all files, by name; also of those that could not be run.
  package let texts: [String: [UInt8]]

  /// Loads files as a model would, and goes on where that would stop.
  ///
  /// Functions beyond `mostInstructions` instructions are known by their place only.
  ///
  /// - Throws: ``RuleError`` when a source cannot be read, or the schema is at fault.
  package init(
    sources: [RuleSource], schema: RuleSchema, host: HostFunctions, hostStubs: RuleSource?,
    budget: Budget, loadingBudget: Budget, fileSystem: any RuleFileSystem,
    mostInstructions: Int = FunctionInspector.mostInstructions
  ) throws(RuleError) {
    try CompiledForm.check()
    let written = try sources.numbered(host, schema)
    if let problem = written.schema.problem { throw problem }
    let request = try LoadRequest(
      reading: written, hostStubs: hostStubs, budget: budget, loadingBudget: loadingBudget,
      from: fileSystem)
    let runner = try FileRunner(request, keepsMains: true)
    var inspection = ModelInspection(runner)
    inspection.run(mostInstructions: mostInstructions)
    rules = inspection.rules
    variables = inspection.variables
    errors = inspection.errors
    isWhole = inspection.isWhole
    brokenKeys = inspection.brokenKeys
    files = inspection.files
    faults = inspection.faults
    hostFunctions = host.functions.map(\.name)
    texts = Dictionary(
      (request.files + runner.recorded.modules.values).map { ($0.name, $0.bytes) }
    ) { first, _ in first }
  }
}
