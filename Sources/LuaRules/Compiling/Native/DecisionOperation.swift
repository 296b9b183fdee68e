import LuaBytecode

/// An operation on one or two values that native evaluation supports.
package enum DecisionOperation: UInt8, Sendable {
  case add, subtract, multiply, divide, modulo, floorDivide
  case and, or, xor, shiftLeft, shiftRight
  case negate, complement, not, length, concatenate
  /// A field of a table that was made during loading; the left operand is the
  /// table.
  case lookUp

  /// Creates the operation of an instruction; `nil` for an instruction that
  /// calculates nothing.
  ///
  /// `^` is not supported, because the C library computes its results.
  init?(_ opcode: Opcode) {
    switch opcode {
    case .add, .addConstant, .addImmediate: self = .add
    case .subtract, .subtractConstant: self = .subtract
    case .multiply, .multiplyConstant: self = .multiply
    case .divide, .divideConstant: self = .divide
    case .modulo, .moduloConstant: self = .modulo
    case .floorDivide, .floorDivideConstant: self = .floorDivide
    case .and, .andConstant: self = .and
    case .or, .orConstant: self = .or
    case .xor, .xorConstant: self = .xor
    case .shiftLeft, .shiftLeftImmediate: self = .shiftLeft
    case .shiftRight, .shiftRightImmediate: self = .shiftRight
    case .negate: self = .negate
    case .complement: self = .complement
    case .not: self = .not
    case .length: self = .length
    default: return nil
    }
  }

  /// Whether the result is true for all operands.
  var isAlwaysTrue: Bool { self != .not && self != .lookUp }

  /// Whether the operation can be undecided for operands that are not.
  var canBeOdd: Bool { self != .not }
}
