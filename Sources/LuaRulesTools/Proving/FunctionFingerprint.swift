import LuaBridge
import LuaBytecode
import LuaRules

/// What a function does, as far as it decides whether another one certainly does the same.
///
/// Names of local variables and lines do not belong to it, but all that it captures does.
struct FunctionFingerprint: Hashable {
  private var numbers: [UInt32] = []
  private var words: [String] = []

  /// How many functions and tables inside one another are looked at.
  private static let mostDepth = 100
  /// How many words it has, at most.
  private static let mostWords = 1 << 16

  /// Creates the fingerprint of a function of a library.
  init(ofLibrary name: String) { words = ["library \(name)"] }

  /// Creates the fingerprint of a function; `nil` if it captures what is not known.
  init?(of number: Int, in contents: CapturedContents) {
    var seen = Seen()
    guard add(.function(number), contents, &seen, depth: 0) else { return nil }
  }

  /// The functions and tables that were met, each with its turn: one that is met again is the same.
  private struct Seen {
    var functions: [Int: Int] = [:]
    var tables: [Int: Int] = [:]
  }

  private mutating func add(
    _ part: CapturedPart, _ contents: CapturedContents, _ seen: inout Seen, depth: Int
  ) -> Bool {
    guard depth < Self.mostDepth, words.count < Self.mostWords else { return false }
    switch part {
    case .scalar(let value): words.append("scalar \(value.exactText)")
    // A module that is required in a function is not known.
    case .library("require"), .unknown: return false
    case .library(let name): words.append("library \(name)")
    case .function(let number):
      if let turn = seen.functions[number] {
        words.append("function \(turn)")
        return true
      }
      seen.functions[number] = seen.functions.count
      guard let function = contents.functions[number],
        !function.code.mayRequire(function.captured, contents)
      else { return false }
      words.append("function with \(function.captured.count)")
      add(function.code)
      for value in function.captured {
        guard add(value, contents, &seen, depth: depth + 1) else { return false }
      }
    case .table(let number):
      if let turn = seen.tables[number] {
        words.append("table \(turn)")
        return true
      }
      seen.tables[number] = seen.tables.count
      guard let table = contents.tables[number] else { return false }
      words.append(table.isEnvironment ? "globals" : "table of \(table.length)")
      words.append("\(table.entries.count)")
      for (key, value) in table.entries {
        if case .table(let inner) = value, contents.tables[inner]?.isEnvironment == true {
          return false
        }
        words.append(key.exactText)
        guard add(value, contents, &seen, depth: depth + 1) else { return false }
      }
    }
    return true
  }

  private mutating func add(_ code: CompiledFunction) {
    words.append("\(code.parameterCount) \(code.isVariadic)")
    numbers.append(UInt32(clamping: code.code.count))
    numbers += code.code.map(\.bits)
    words.append("\(code.constants.count)")
    for constant in code.constants {
      switch constant {
      case .nil: words.append("nil")
      case .boolean(let flag): words.append("\(flag)")
      case .integer(let number): words.append("\(number)")
      case .float(let number): words.append("float \(number.bitPattern)")
      case .string(let bytes): words.append("text \(bytes)")
      }
    }
    words.append("\(code.functions.count)")
    for function in code.functions {
      words.append("\(function.upvalues.count)")
      for upvalue in function.upvalues { words.append("\(upvalue.isInStack) \(upvalue.index)") }
      add(function)
    }
  }
}

extension CompiledFunction {
  /// Whether the function, or one in it, may require a module: by its name, or by a table of globals as
  /// a value.
  fileprivate func mayRequire(_ captured: [CapturedPart], _ contents: CapturedContents) -> Bool {
    let environments = captured.indices.filter { index in
      if case .table(let number) = captured[index] {
        contents.tables[number]?.isEnvironment != false
      } else {
        false
      }
    }
    return mayRequire(Set(environments))
  }

  private func mayRequire(_ environments: Set<Int>) -> Bool {
    if constants.contains(where: { $0.isText("require") }) { return true }
    for instruction in code where instruction.opcode == .getUpvalue {
      if environments.contains(instruction.b) { return true }
    }
    return functions.contains { function in
      function.mayRequire(
        Set(
          function.upvalues.indices.filter {
            !function.upvalues[$0].isInStack
              && environments.contains(function.upvalues[$0].index)
          }))
    }
  }
}
