/// The instructions of Lua 5.4, in the order of their numbers.
///
/// SOURCE: `lopcodes.h` of Lua 5.4.4.
package enum Opcode: UInt8, Sendable {
  case move, loadInteger, loadFloat, loadConstant, loadConstantExtra
  case loadFalse, loadFalseAndSkip, loadTrue, loadNil
  case getUpvalue, setUpvalue
  case getUpvalueField, getTable, getInteger, getField
  case setUpvalueField, setTable, setInteger, setField
  case newTable, getMethod
  case addImmediate
  case addConstant, subtractConstant, multiplyConstant, moduloConstant, powerConstant
  case divideConstant, floorDivideConstant, andConstant, orConstant, xorConstant
  case shiftRightImmediate, shiftLeftImmediate
  case add, subtract, multiply, modulo, power, divide, floorDivide, and, or, xor
  case shiftLeft, shiftRight
  case metamethod, metamethodImmediate, metamethodConstant
  case negate, complement, not, length, concatenate
  case close, toBeClosed
  case jump
  case equal, lessThan, lessOrEqual
  case equalConstant, equalImmediate
  case lessImmediate, lessOrEqualImmediate, greaterImmediate, greaterOrEqualImmediate
  case test, testSet
  case call, tailCall
  case `return`, returnNothing, returnOne
  case forLoop, forPrepare
  case genericForPrepare, genericForCall, genericForLoop
  case setList, closure, variadic, variadicPrepare, extraArgument

  /// The greatest opcode of Lua 5.4.
  package static let last = Opcode.extraArgument.rawValue

  /// Whether the instruction is a test, which skips the jump after it if it
  /// fails.
  package var isTest: Bool {
    rawValue >= Opcode.equal.rawValue && rawValue <= Opcode.testSet.rawValue
  }

  /// Whether the instruction is a comparison of two operands.
  package var isComparison: Bool {
    rawValue >= Opcode.equal.rawValue && rawValue <= Opcode.greaterOrEqualImmediate.rawValue
  }

  /// Whether the instruction belongs to a `for` loop.
  package var loops: Bool {
    switch self {
    case .forLoop, .forPrepare, .genericForPrepare, .genericForCall, .genericForLoop: true
    default: false
    }
  }
}
