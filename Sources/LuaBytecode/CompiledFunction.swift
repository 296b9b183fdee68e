import LuaBridge

/// A Lua function in the form of the Lua 5.4 compiler, read from a dump.
///
/// The decoder has checked that every opcode exists, every jump lands inside
/// the code, every test is followed by its jump, and the code cannot run past
/// its end. Operands (registers, constants, upvalues) are *not* checked; the
/// methods that read them return `nil` for a wrong operand.
package final class CompiledFunction: Sendable {
  /// A constant of a function; strings are bytes, as in Lua.
  package enum Constant: Hashable, Sendable {
    case `nil`
    case boolean(Bool)
    case integer(Int64)
    case float(Double)
    case string([UInt8])

    /// Returns whether the constant is a text.
    package func isText(_ text: String) -> Bool {
      if case .string(let bytes) = self { bytes.hasSameBytes(as: text) } else { false }
    }
  }

  /// A captured variable of a function.
  package struct Upvalue: Equatable, Sendable {
    /// Whether the variable is a register of the enclosing function, and not
    /// one of its upvalues.
    package let isInStack: Bool
    /// The number of that register or upvalue.
    package let index: Int
    /// The kind that the compiler gave: regular, constant, to be closed,
    /// compile-time.
    package let kind: UInt8
    /// The name in the source; empty in a stripped dump.
    package let name: String
  }

  /// A local variable and the range of instructions in which it is alive.
  package struct LocalVariable: Equatable, Sendable {
    package let name: String
    package let start: Int
    package let end: Int
  }

  /// The name of the source as given to Lua, with its `=` or `@`; empty if
  /// absent.
  package let source: String
  /// The line of the word `function`; 0 for a chunk.
  package let lineDefined: Int
  /// The line of the closing `end`; 0 for a chunk.
  package let lastLineDefined: Int
  package let parameterCount: Int
  package let isVariadic: Bool
  package let registerCount: Int
  package let code: [Instruction]
  package let constants: [Constant]
  package let upvalues: [Upvalue]
  package let functions: [CompiledFunction]
  /// The line of each instruction; empty in a stripped dump.
  package let lines: [Int32]
  /// The local variables, ordered by where they become alive.
  package let locals: [LocalVariable]
  /// Whether this function's own code, without inner functions, assigns to an
  /// upvalue.
  package let assignsUpvalues: Bool
  /// Whether this function, or one of its inner functions, assigns to an
  /// upvalue.
  package let hasUpvalueAssignment: Bool

  package init(
    source: String, lineDefined: Int, lastLineDefined: Int, parameterCount: Int,
    isVariadic: Bool, registerCount: Int, code: [Instruction], constants: [Constant],
    upvalues: [Upvalue], functions: [CompiledFunction], lines: [Int32],
    locals: [LocalVariable], assignsUpvalues: Bool, hasUpvalueAssignment: Bool
  ) {
    self.source = source
    self.lineDefined = lineDefined
    self.lastLineDefined = lastLineDefined
    self.parameterCount = parameterCount
    self.isVariadic = isVariadic
    self.registerCount = registerCount
    self.code = code
    self.constants = constants
    self.upvalues = upvalues
    self.functions = functions
    self.lines = lines
    self.locals = locals
    self.assignsUpvalues = assignsUpvalues
    self.hasUpvalueAssignment = hasUpvalueAssignment
  }

  /// Returns the line of an instruction, or of the function if it is unknown.
  package func line(at position: Int) -> Int {
    lines.indices.contains(position) ? Int(lines[position]) : lineDefined
  }

  /// Returns a constant, or `nil` if there is none with this index.
  package func constant(_ index: Int) -> Constant? {
    constants.indices.contains(index) ? constants[index] : nil
  }

  /// Returns the text of a string constant that is valid UTF-8.
  package func name(_ index: Int) -> String? {
    guard case .string(let bytes) = constant(index) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
