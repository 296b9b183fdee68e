/// A reason not to run a function that Lua has compiled.
package struct CodeFault: Equatable {
  package enum Kind: Equatable {
    /// An index is read from a register that may not have been written.
    case unwrittenIndex
    /// An operand of `&`, `|` or `~` is read from a register that may not have been written.
    case unwrittenOperand
    /// Any other instruction reads a register that may not have been written.
    case unwrittenRegister
    /// Too many jumps of the function are open at one position.
    case tooManyJumps
    /// Lua would recurse too deeply to find a name for a value in an error message.
    case longNameChain
  }

  package let kind: Kind
  /// The line of the instruction.
  package let line: Int
}

extension CodeFault.Kind {
  /// Creates the fault of an instruction that reads an unwritten register.
  package init(reading opcode: Opcode) {
    switch opcode {
    case .getTable, .setTable, .getField, .setField, .getInteger, .setInteger:
      self = .unwrittenIndex
    case .and, .or, .xor, .andConstant, .orConstant, .xorConstant: self = .unwrittenOperand
    default: self = .unwrittenRegister
    }
  }
}
