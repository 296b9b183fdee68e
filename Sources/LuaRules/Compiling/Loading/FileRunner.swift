import Logging
import LuaBridge
import LuaBytecode

/// Runs the files of a model in a new state.
///
/// The first run finds and analyzes modules. A replay creates a further state
/// of the same model from the recording of the first run.
package final class FileRunner: LuaHost {
  package let request: LoadRequest
  let state: LuaState
  let recording: Recording?
  let budget: LuaBudget
  private let logger: Logger

  package private(set) var names: [String] = []
  /// The bytes of all files so far.
  private var size = 0
  private(set) var places: [ModulePlace] = []
  /// The source of each chunk if it is restricted, by chunk from 1.
  private(set) var owners: [GrantedSource?] = []
  /// The numbers of the restricted sources.
  let grantIDs: [GrantedSource: Int]
  var modules: [ModuleRequest: SourceFile] = [:]
  /// The modules of an earlier run of the same files; `nil` to look for modules.
  let knownModules: [ModuleRequest: SourceFile]?
  var slots: [ModuleIdentity: Int] = [:]
  /// The names of the modules that are being loaded, the outermost first.
  var underway: [String] = []
  /// The modules that functions of a chunk require, in the order of its code.
  var innerModules: [Int: [InnerModule]] = [:]
  /// The chunks with a function that computes the name of a module.
  var chunksComputingModules: Set<Int> = []
  var writingChunks: Set<Int> = []
  /// What the compiled forms of the files tell, by chunk from 1; empty unless they are examined.
  package var examinedFiles: [Int: ConcurrentResult<ExaminedFile?>] = [:]
  /// Where they are examined.
  package let examining = ConcurrentQueue()
  let examinesFiles: Bool
  /// The outlines of the files' functions, by chunk from 1.
  package var outlines: [Int: FileOutline] = [:]
  /// The names of the functions in place of host functions.
  package var hostStubs: [String] = []
  /// How many functions the rules can reach; set when the state is sealed.
  package var reachableCount = 0
  /// The assignments of these functions to variables outside of them; set when
  /// the state is sealed.
  package var outsideWrites: [(chunk: Int, variable: String, line: Int)] = []
  /// How many functions the rule files have returned.
  var functionCount = 0
  var placeholders: [Int: FilePlaceholder] = [:]
  /// The files that further states do not run, by their position.
  var leftOut: [Int: FilePlaceholder.Reason] = [:]

  /// The findings of a first run, which a replay uses.
  package struct Recording: Sendable {
    /// The modules, by the chunk that required them and the name.
    package var modules: [ModuleRequest: SourceFile]
    /// The slots with the results of the modules.
    var moduleSlots: [ModuleRequest: Int]
    /// The chunks with a function that writes to a local outside of itself.
    var writingChunks: Set<Int>
    /// The modules that functions require, by the chunk of the functions.
    var innerModules: [Int: [InnerModule]]
    /// The placeholders of the rule files, by position.
    var placeholders: [Int: FilePlaceholder] = [:]
    /// The files that a replay does not run, by their position.
    var leftOut: [Int: FilePlaceholder.Reason] = [:]
    /// The work of the run, as its budget counts it.
    var instructions = 0
  }

  package init(
    _ request: LoadRequest, replaying recording: Recording? = nil,
    modules knownModules: [ModuleRequest: SourceFile]? = nil, examinesFiles: Bool = false,
    logger: Logger = Logger(label: "luarules")
  ) throws(RuleError) {
    var request = request
    request.options.loadingBudget.memory = request.options.budget.memory
    self.request = request
    grantIDs = Dictionary(
      uniqueKeysWithValues: request.grantedSources.enumerated().map { ($1, $0 + 1) })
    self.recording = recording
    self.knownModules = recording?.modules ?? knownModules
    self.examinesFiles = examinesFiles
    self.budget = LuaBudget(request.options.loadingBudget.allowance)
    self.writingChunks = recording?.writingChunks ?? []
    self.innerModules = recording?.innerModules ?? [:]
    self.logger = logger
    do {
      state = try LuaState(
        memoryLimit: request.options.budget.memory, sharing: request.options.states.memory,
        keyNumber: { KeyNames.knownNumber(of: $0) })
    } catch  where error.kind == .sharedMemory {
      throw .tooMuchSharedMemory(request.options.states.memory.limit)
    } catch {
      throw RuleError(
        .budget, "\(request.options.budget.memoryText) of memory are too little for a Lua state")
    }
    state.host = self
    state.setBudget(budget)
  }

  /// Runs all files and returns their results; nothing is frozen yet.
  ///
  /// - Parameter report: Receives the errors of files that fail, which are then
  ///   left out; `nil` to stop at the first error.
  /// - Returns: The results of the files.
  /// - Throws: ``RuleError`` of the first file that fails, or for an exhausted budget.
  package func run(reporting report: ((RuleError) -> Void)? = nil) throws(RuleError) -> LoadedFiles
  {
    try lua { () throws(LuaFailure) in
      for (number, function) in request.host.functions.enumerated() {
        try state.defineHost(function.name, function: number)
      }
    }
    if let file = request.hostStubs { try runHostStubs(file) }
    try restrictHosts()
    var results: [LoadedFiles.FileResult] = []
    for (index, file) in request.files.enumerated() {
      if let recording, let reason = recording.leftOut[index],
        let placeholder = recording.placeholders[index]
      {
        results.append(try run(placeholder, because: reason, for: file))
        continue
      }
      let chunksBefore = chunkCount
      do {
        let (chunk, slot) = try run(file, isModule: false)
        try loadInnerModules(ofChunk: chunk)
        let node = try contents(ofSlot: slot, from: file)
        results.append(.init(chunk: chunk, node: node))
        notePlaceholder(for: index, chunksBefore: chunksBefore)
      } catch {
        guard let report, error.code != .budget else { throw error }
        underway.removeAll()
        report(error)
      }
    }
    return LoadedFiles(state: state, names: names, results: results)
  }

  // MARK: The budget

  /// Charges the budget for work on the results of the files.
  ///
  /// No hook of Lua measures the time of the analysis, which takes about a
  /// microsecond for each byte of a function.
  func spend(_ instructions: Int) throws(RuleError) {
    if !budget.spend(instructions) { throw budgetError(in: names.count) }
  }

  /// Returns the compiled form of a function of a rule file, and charges the
  /// budget for it.
  func compiledForm(ofFunction number: Int) throws(RuleError) -> [UInt8] {
    // A compiled function always has a dump, unless memory is exhausted.
    guard let bytes = state.dump(function: number) else {
      let chunk = state.info(ofFunction: number).chunk
      throw RuleError(LuaFailure(.memory, chunk: chunk), in: failureContext)
    }
    try spend(bytes.count)
    return bytes
  }

  func budgetError(in chunk: Int) -> RuleError {
    RuleError(LuaFailure(budget.exhaustedKind ?? .instructions, chunk: chunk), in: failureContext)
  }

  // MARK: Chunks

  /// How many chunks have been numbered so far.
  var chunkCount: Int { names.count }

  /// Assigns a number to the chunk of a file.
  func begin(_ file: SourceFile, modules: ModulePlace) -> Int {
    names.append(file.name)
    places.append(modules)
    owners.append(file.owner)
    return names.count
  }

  /// Compiles and runs a file; returns its chunk number, and the slot with its result.
  func run(
    _ file: SourceFile, isModule: Bool
  ) throws(RuleError) -> (chunk: Int, slot: Int) {
    size += file.bytes.count
    try file.checkSize(size, ofAllWithin: request.options.loadingBudget)
    let chunk = begin(file, modules: file.modules)
    do {
      try state.compile(Array(file.code), chunk: chunk, scope: grantID(ofChunk: chunk))
    } catch {
      throw syntaxError(error, in: file)
    }
    if recording == nil { try analyze(chunk, file, isModule: isModule) }
    let (slot, count) = try runCompiled(file)
    if count == 0 {
      throw RuleError(
        .noRules, "the file returns nothing", at: SourceLocation(file: file.name),
        hint: isModule
          ? "a module ends with `return`, followed by its table"
          : "a rule file ends with its rules: `return { … }`")
    }
    return (chunk, slot)
  }

  /// Reads the result of a file; an error has the location of the file, without
  /// a line.
  func contents(ofSlot slot: Int, from file: SourceFile) throws(RuleError) -> LuaNode {
    do {
      return try lua { () throws(LuaFailure) in try state.contents(ofSlot: slot) }
    } catch {
      var error = error
      if error.location == nil { error.location = SourceLocation(file: file.name) }
      throw error
    }
  }

  var failureContext: RuleError.FailureContext {
    // All states have one memory limit, whatever the loading budget would allow.
    RuleError.FailureContext(
      files: names, hostFunctions: request.host.functions.map(\.name),
      budget: request.options.loadingBudget, isLoading: true,
      sharedMemory: request.options.states.memory.limit)
  }

  func lua<Result>(
    _ body: () throws(LuaFailure) -> Result
  ) throws(RuleError) -> Result {
    do {
      return try body()
    } catch {
      throw RuleError(error, in: failureContext)
    }
  }

  /// The findings of this run.
  package var recorded: Recording {
    Recording(
      modules: modules, moduleSlots: modules.compactMapValues { slots[$0.identity] },
      writingChunks: writingChunks, innerModules: innerModules, placeholders: placeholders,
      leftOut: leftOut,
      instructions: request.options.loadingBudget.instructions &- budget.instructionsLeft)
  }

  // MARK: LuaHost

  package func print(_ text: String) {
    logger.debug("\(text)")
  }

  package func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush {
    throw noContext
  }
  package func count(of object: ObjectHandle) throws -> Int { throw noContext }
  package func keys(of object: ObjectHandle?) throws -> [LuaValue] { throw noContext }
  package func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush { throw noContext }

  private var noContext: RuleError {
    RuleError(.runtime, "there is no context while files are loading")
  }
}
