import LuaBytecode
import LuaRules

/// What the main function of a file tells before the rules are inspected.
struct InspectedMain: Sendable {
  let code: CompiledFunction
  let written: WrittenFile
  let functions: WrittenFunctions
  /// The globals that the file defines somewhere.
  let globals: Set<String>
  /// The lines of the functions inside, and whether all functions there are only stored in rules;
  /// empty for a module.
  let linesOfFunctions: [CompiledFunction.Lines: Bool]

  init(_ main: CompiledFunction, _ written: WrittenFile, isModule: Bool) {
    code = main
    self.written = written
    functions = WrittenFunctions(of: written)
    globals = written.assignedGlobals
    linesOfFunctions =
      isModule
      ? [:] : main.lines(ofRuleFunctions: functions.returned(inFields: ["when", "value"]))
  }
}

extension CompiledFunction {
  /// The first and the last line of a function.
  struct Lines: Hashable {
    let first: Int
    let last: Int
  }

  var ownLines: Lines { Lines(first: lineDefined, last: lastLineDefined) }

  fileprivate func lines(ofRuleFunctions stored: Set<Int>) -> [Lines: Bool] {
    var lines: [Lines: Bool] = [:]
    for (index, function) in functions.enumerated() {
      lines[function.ownLines, default: true] =
        lines[function.ownLines, default: true] && stored.contains(index)
    }
    return lines
  }
}
