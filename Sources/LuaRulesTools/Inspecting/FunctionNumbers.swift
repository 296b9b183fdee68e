import LuaBytecode

/// The numbers of a file's functions in its syntax tree, by their compiled forms.
///
/// Both forms have the functions in the order in which they begin. Lua does not tell which of them a value is, but
/// its dump does: functions with the same code in the same lines are the same, unless a line has a text twice.
struct FunctionNumbers: Sendable {
  private var numbers: [Form: [Int]] = [:]
  private var count = 0

  /// - Complexity: O(*n*) for *n* instructions.
  init(in main: CompiledFunction) { add(functionsIn: main) }

  private mutating func add(functionsIn outer: CompiledFunction) {
    for function in outer.functions {
      numbers[Form(code: function), default: []].append(count)
      count += 1
      add(functionsIn: function)
    }
  }

  /// Returns the number of a function: all numbers that it may have, if there are several.
  func numbers(of code: CompiledFunction) -> [Int] { numbers[Form(code: code)] ?? [] }

  /// All that a dump has of a function, but for the name of its file.
  private struct Form: Hashable {
    let code: CompiledFunction

    static func == (left: Self, right: Self) -> Bool {
      let (left, right) = (left.code, right.code)
      return left === right
        || left.lineDefined == right.lineDefined && left.lastLineDefined == right.lastLineDefined
          && left.lines == right.lines
          && left.parameterCount == right.parameterCount && left.isVariadic == right.isVariadic
          && left.code == right.code && left.constants == right.constants
          && left.upvalues == right.upvalues && left.locals == right.locals
          && left.functions.map(Form.init) == right.functions.map(Form.init)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(code.lineDefined)
      hasher.combine(code.code.reduce(code.code.count) { ($0 &+ Int($1.bits)) &* 31 })
      hasher.combine(code.constants)
    }
  }
}
