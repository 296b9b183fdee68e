import LuaBridge
import LuaBytecode

/// A module that a function requires when it is called.
struct InnerModule: Hashable, Sendable {
  let name: String
  /// The line of the `require`.
  let line: Int
}

// Modules, which are run once for all files.

extension FileRunner {
  /// Runs the module that a chunk requires, unless it ran already; returns the slot with its result.
  package func require(_ name: String, from chunk: Int) throws -> Int {
    guard chunk >= 1, chunk <= places.count else {
      throw RuleError(.module, "`require` works in rule files only")
    }
    let wanted = ModuleRequest(chunk: chunk, name: name)
    let found =
      try knownModules.map { $0[wanted] }
      ?? places[chunk - 1].module(
        name, in: request.options.fileSystem, within: request.options.loadingBudget)
    guard var file = found else {
      throw RuleError(.module, "there is no module \"\(name)\"", hint: placesHint(name, chunk))
    }
    try refuseForeign(file, of: owners[chunk - 1])
    file.owner = owners[chunk - 1]
    modules[wanted] = file
    if let slot = slots[file.identity] { return slot }
    if let start = underway.firstIndex(of: file.name) {
      let circle = (underway[start...] + [file.name]).joined(separator: " → ")
      throw RuleError(.module, "modules require each other in a circle: \(circle)")
    }
    underway.append(file.name)
    let (module, slot) = try run(file, isModule: true)
    underway.removeLast()
    slots[file.identity] = slot
    // Now, because such modules may require this one.
    try loadInnerModules(ofChunk: module)
    return slot
  }

  private func placesHint(_ name: String, _ chunk: Int) -> String? {
    let candidates = places[chunk - 1].candidates(for: name)
    return candidates.isEmpty ? nil : "looked for \(candidates.joined(separator: " and "))"
  }

  // MARK: Modules that functions require

  /// Notes the modules that functions of a file require.
  func noteInnerModules(
    _ outline: FileOutline, _ file: SourceFile, _ chunk: Int
  ) throws(RuleError) {
    guard outline.mayRequireInFunctions(file.code) else { return }
    try spend(outline.bytes.count)
    guard let main = try? CompiledFunction.decode(outline.bytes) else { return }
    var known: Set<String> = []
    for function in main.functions {
      function.forEachRequire { name, line in
        guard let name else {
          chunksComputingModules.insert(chunk)
          return
        }
        guard known.insert(name).inserted else { return }
        innerModules[chunk, default: []].append(InnerModule(name: name, line: line))
      }
    }
  }

  /// Loads the modules that functions of a chunk require, so that they are there when the functions
  /// are called.
  func loadInnerModules(ofChunk chunk: Int) throws(RuleError) {
    for module in innerModules[chunk] ?? [] {
      do {
        let slot = try require(module.name, from: chunk)
        try lua { () throws(LuaFailure) in try state.keepModule(slot: slot) }
      } catch {
        var located = error as? RuleError ?? RuleError(.runtime, "\(error)")
        if located.location == nil {
          located.location = SourceLocation(file: names[chunk - 1], line: module.line)
        }
        throw located
      }
    }
  }

  /// The error of a function that computes the name of a module; `nil` if it does not.
  ///
  /// When the function is called, it is too late to load a module.
  func computedModule(in function: CompiledFunction, ofChunk chunk: Int) -> RuleError? {
    var first: Int?
    function.forEachRequire { name, line in
      if name == nil, first == nil { first = line }
    }
    return first.map { line in
      RuleError(
        .module, "a rule function computes the name of a module",
        at: SourceLocation(file: names[chunk - 1], line: line),
        hint: "write the name as a constant, `require \"name\"`, or load the modules at the top of "
          + "the file")
    }
  }
}
