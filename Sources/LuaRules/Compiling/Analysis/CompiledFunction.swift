import LuaBridge

/// A Lua function as the Lua 5.4 compiler left it, read from a dump.
///
/// What is here has been checked: every opcode exists, every jump lands
/// inside the code, every test is followed by its jump and the code cannot
/// run past its end. Operands (registers, constants, upvalues) are *not*
/// checked; who follows them asks for them by methods that may give `nil`.
struct CompiledFunction: Sendable, Equatable {
  /// A constant of a function; strings are bytes, as in Lua.
  enum Constant: Hashable, Sendable {
    case `nil`
    case boolean(Bool)
    case integer(Int64)
    case float(Double)
    case string([UInt8])

    /// Whether it is this text.
    func isText(_ text: String) -> Bool {
      if case .string(let bytes) = self { bytes.hasSameBytes(as: text) } else { false }
    }
  }

  /// A variable from outside that a function uses.
  struct Upvalue: Equatable, Sendable {
    /// Whether it is a register of the enclosing function, not an upvalue of it.
    let isInStack: Bool
    /// The number of that register or upvalue.
    let index: Int
    /// The compiler's kind: regular, constant, to be closed, compile-time.
    let kind: UInt8
    /// The name in the text; empty in a stripped dump.
    let name: String
  }

  /// A local variable and the instructions for which it lives.
  struct LocalVariable: Equatable, Sendable {
    let name: String
    let start: Int
    let end: Int
  }

  /// The source's name as given to Lua, with its `=` or `@`; empty when absent.
  let source: String
  /// The line of the word `function`; 0 for a chunk.
  let lineDefined: Int
  /// The line of the closing `end`; 0 for a chunk.
  let lastLineDefined: Int
  let parameterCount: Int
  let isVariadic: Bool
  let registerCount: Int
  let code: [Instruction]
  let constants: [Constant]
  let upvalues: [Upvalue]
  let functions: [CompiledFunction]
  /// The line of each instruction; empty in a stripped dump.
  let lines: [Int32]
  /// Local variables in the order of their beginning.
  let locals: [LocalVariable]
  /// Whether this function's own code, nested functions aside, assigns to an upvalue.
  let assignsUpvalues: Bool
  /// Whether this function, or one in it, assigns to any upvalue at all.
  let hasUpvalueAssignment: Bool

  /// Returns the line of an instruction, or of the function where it is unknown.
  func line(at position: Int) -> Int {
    lines.indices.contains(position) ? Int(lines[position]) : lineDefined
  }

  /// Returns a constant, or `nil` when there is none with this number.
  func constant(_ index: Int) -> Constant? {
    constants.indices.contains(index) ? constants[index] : nil
  }

  /// Returns the text of a string constant that is valid UTF-8.
  func name(_ index: Int) -> String? {
    guard case .string(let bytes) = constant(index) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
