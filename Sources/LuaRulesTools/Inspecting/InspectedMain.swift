import LuaBytecode
import LuaRules

/// What the main function of a file tells before the rules are inspected.
struct InspectedMain: Sendable {
  let code: CompiledFunction
  let file: InspectedFile
  /// The globals that the file defines somewhere.
  let globals: Set<String>
  /// The lines of the functions inside, and whether all functions there are only stored in rules;
  /// empty for a module.
  let linesOfFunctions: [CompiledFunction.Lines: Bool]

  init(_ main: CompiledFunction, of file: String, isModule: Bool) {
    code = main
    self.file = InspectedFile(
      name: file, isModule: isModule, globals: main.definedGlobals(nested: false))
    globals = Set(main.definedGlobals(nested: true).map(\.name))
    linesOfFunctions = isModule ? [:] : main.linesOfRuleFunctions
  }
}

extension CompiledFunction {
  /// The first and the last line of a function.
  struct Lines: Hashable {
    let first: Int
    let last: Int
  }

  var ownLines: Lines { Lines(first: lineDefined, last: lastLineDefined) }

  fileprivate var linesOfRuleFunctions: [Lines: Bool] {
    let stored = functionsStored(inFields: ["when", "value"])
    var lines: [Lines: Bool] = [:]
    for (index, function) in functions.enumerated() {
      lines[function.ownLines, default: true] =
        lines[function.ownLines, default: true] && stored.contains(index)
    }
    return lines
  }

  /// The globals that the code assigns to, each with the line of its first assignment.
  ///
  /// - Parameter nested: Whether functions inside count too.
  /// - Returns: Names with lines, in the order of the code.
  fileprivate func definedGlobals(nested: Bool) -> [(name: String, line: Int)] {
    var found: [(name: String, line: Int)] = []
    var seen: Set<String> = []
    func look(_ function: CompiledFunction) {
      for (position, instruction) in function.code.enumerated()
      where instruction.opcode == .setUpvalueField
        && function.upvalues.indices.contains(instruction.a)
        && function.upvalues[instruction.a].name == "_ENV"
      {
        guard let name = function.name(instruction.b), seen.insert(name).inserted else { continue }
        found.append((name, function.line(at: position)))
      }
      if nested { function.functions.forEach(look) }
    }
    look(self)
    return found
  }
}
