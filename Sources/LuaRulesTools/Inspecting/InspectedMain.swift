import LuaBytecode
import LuaRules

/// What the main function of a file tells before the rules are inspected.
struct InspectedMain: Sendable {
  let written: WrittenFile
  let functions: WrittenFunctions
  /// The functions that are only stored in rules; none for a module.
  private let functionsOfRules: Set<Int>
  /// The globals that the file defines somewhere.
  let globals: Set<String>
  private let numbers: FunctionNumbers

  init(_ main: CompiledFunction, _ written: WrittenFile, isModule: Bool) {
    self.written = written
    functions = WrittenFunctions(of: written)
    functionsOfRules = isModule ? [] : functions.returned(inFields: ["when", "value"])
    globals = written.assignedGlobals
    numbers = FunctionNumbers(in: main)
  }

  /// Returns a function as it is written; `nil` if it may be one of several with the same text in one line.
  func written(_ code: CompiledFunction) -> WrittenFunction? {
    let found = numbers.numbers(of: code)
    guard written.isWhole, found.count == 1 else { return nil }
    return WrittenFunction(file: written, number: found[0])
  }

  /// Whether a function is only stored in rules.
  func isOfRules(_ code: CompiledFunction) -> Bool {
    let found = numbers.numbers(of: code)
    return !found.isEmpty && found.allSatisfy { functionsOfRules.contains($0) }
  }
}
