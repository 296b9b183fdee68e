import LuaBytecode

extension CompiledFunction {
  /// Returns the functions that this one makes, and that read or calculate something, but neither give
  /// anything back nor change or call anything.
  func functionsWithoutEffect() -> [CompiledFunction] {
    functions.filter { inner in
      inner.code.allSatisfy(\.hasNoEffect) && inner.code.contains(where: \.readsOrCalculates)
    }
  }
}

extension Instruction {
  /// Whether it only sets registers, goes somewhere else, or ends a function without a result.
  fileprivate var hasNoEffect: Bool {
    switch opcode {
    case .return: b == 1
    case .move, .loadInteger, .loadFloat, .loadConstant, .loadFalse, .loadFalseAndSkip, .loadTrue,
      .loadNil, .returnNothing, .jump, .metamethod, .metamethodImmediate, .metamethodConstant,
      .getUpvalue, .not:
      true
    default: readsOrCalculates || opcode.isTest
    }
  }

  fileprivate var readsOrCalculates: Bool {
    switch opcode {
    case .getUpvalueField, .getTable, .getInteger, .getField, .addImmediate, .addConstant,
      .subtractConstant, .multiplyConstant, .moduloConstant, .powerConstant, .divideConstant,
      .floorDivideConstant, .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide,
      .negate, .length, .concatenate:
      true
    default: false
    }
  }
}
