extension Instruction {
  /// Whether the instruction may read a register.
  package func reads(_ register: Int) -> Bool {
    switch opcode {
    case .move, .not, .negate, .complement, .length, .getInteger, .getField, .addImmediate,
      .addConstant, .subtractConstant, .multiplyConstant, .moduloConstant, .powerConstant,
      .divideConstant, .floorDivideConstant, .andConstant, .orConstant, .xorConstant,
      .shiftRightImmediate, .shiftLeftImmediate, .testSet:
      return b == register
    case .getMethod: return b == register || !k && c == register
    case .getTable, .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide, .and, .or,
      .xor, .shiftLeft, .shiftRight:
      return b == register || c == register
    case .setUpvalueField: return !k && c == register
    case .setTable: return a == register || b == register || !k && c == register
    case .setInteger, .setField: return a == register || !k && c == register
    case .equal, .lessThan, .lessOrEqual: return a == register || b == register
    case .setUpvalue, .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate,
      .greaterImmediate, .greaterOrEqualImmediate, .test, .returnOne, .toBeClosed:
      return a == register
    case .concatenate: return register >= a && register < a + b
    case .call, .tailCall: return register >= a && (b == 0 || register < a + b)
    case .return: return register >= a && (b == 0 || register < a + b - 1)
    case .setList: return register >= a && (b == 0 || register <= a + b)
    case .forLoop, .forPrepare, .genericForPrepare, .genericForCall, .genericForLoop:
      return register >= a && register <= a + 4
    default: return false
    }
  }
}
