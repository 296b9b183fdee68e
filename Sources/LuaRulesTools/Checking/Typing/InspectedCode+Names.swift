import LuaBridge
import LuaBytecode
import LuaRules

extension InspectedCode {
  /// Returns the strings in a function, and in those that it makes or may call.
  ///
  /// - Complexity: O(*n*) for *n* constants and captured values of these functions.
  func names(inFunction number: Int) -> Set<String> {
    var names: Set<String> = []
    var functions: Set<Int> = []
    var tables: Set<Int> = []
    var pending = [CapturedValue.function(number)]
    while let next = pending.popLast() {
      switch next {
      case .function(let number):
        guard functions.insert(number).inserted, let function = self.functions[number] else {
          continue
        }
        function.code.addNames(to: &names)
        pending += function.captured
      case .table(let table):
        if tables.insert(table).inserted { pending += (fields[table] ?? [:]).values }
      case .scalar(let value): if case .string(let text) = value { names.insert(text) }
      case .unknown: break
      }
    }
    return names
  }
}

extension CompiledFunction {
  /// Adds the strings in the function, and in those that it makes.
  func addNames(to names: inout Set<String>) {
    for case .string(let bytes) in constants {
      if let text = String(validating: bytes, as: UTF8.self) { names.insert(text) }
    }
    for function in functions { function.addNames(to: &names) }
  }
}
