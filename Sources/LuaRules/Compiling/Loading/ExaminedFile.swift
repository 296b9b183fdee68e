import LuaBytecode

/// What the compiled form of a file tells without a Lua state.
///
/// Another thread finds it while the file runs, and is read.
package struct ExaminedFile: Sendable {
  /// The main function, with all functions inside it.
  package let main: CompiledFunction
  /// The functions directly inside the main function, in the order of its code; the last ones may be
  /// missing.
  let functions: [ExaminedFunction]

  /// How many steps the complexities of the functions may take; the budget for loading bounds those of
  /// the others.
  private static let mostSteps = 1 << 20

  /// Examines the functions of a rule file; of a module, which has few functions of rules, only the code
  /// is decoded.
  ///
  /// - Returns: `nil` for bytes that are not the dump of a file.
  init?(_ dump: [UInt8], isModule: Bool) {
    guard let main = try? CompiledFunction.decode(dump) else { return nil }
    self.main = main
    var functions: [ExaminedFunction] = []
    var steps = 0
    for code in isModule ? [] : main.functions where steps < Self.mostSteps {
      let function = ExaminedFunction(code)
      functions.append(function)
      steps += function.steps
    }
    self.functions = functions
  }
}

/// What the compiled form of a function tells, if it is a function of a rule.
package final class ExaminedFunction: Sendable {
  package let code: CompiledFunction
  /// What it visibly uses, with the lines.
  package let uses: [(use: FunctionUse, line: Int)]
  let complexity: Int
  /// The steps that finding the complexity took.
  let steps: Int
  /// Whether none of its returns gives a value.
  let neverReturns: Bool

  init(_ code: CompiledFunction) {
    self.code = code
    uses = code.uses
    var steps = 0
    complexity = Complexity.of(code, steps: &steps)
    self.steps = steps
    neverReturns = code.neverReturnsValue
  }
}

extension CompiledFunction {
  /// What it visibly uses, with the lines.
  package var uses: [(use: FunctionUse, line: Int)] {
    var uses: [(use: FunctionUse, line: Int)] = []
    forEachUse { uses.append(($0, $1)) }
    return uses
  }
}

extension FileRunner {
  /// The main functions of the files, by chunk from 1; empty unless the files are examined.
  package var mains: [Int: CompiledFunction] { examinedFiles.compactMapValues { $0.value?.main } }

  /// Returns a function of a file that may do anything, if the file is examined.
  func examinedFunction(at place: FileOutline.Place, ofChunk chunk: Int) -> ExaminedFunction? {
    guard let index = place.index, owner(ofChunk: chunk) == nil,
      let functions = examinedFiles[chunk]?.value?.functions, functions.indices.contains(index)
    else { return nil }
    return functions[index]
  }
}
