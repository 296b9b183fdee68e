import LuaBytecode

extension CompiledFunction {
  /// The local variables of the function that are never read, those of inner blocks included; functions
  /// inside it are not searched.
  ///
  /// Names that begin with `_` are meant to be unused. A function that only calls itself
  /// counts as unused.
  ///
  /// - Complexity: O(*n* · *l*) for *n* instructions and *l* local variables.
  func unusedLocals() -> [InspectedFile.UnusedLocal] {
    var unused: [InspectedFile.UnusedLocal] = []
    for (index, local) in locals.enumerated() {
      guard !local.name.hasPrefix("_"), !local.name.hasPrefix("("), local.start > 0,
        local.start <= local.end, local.end <= code.count
      else { continue }
      // The register of a local is the number of locals that are active before it.
      let register = locals[..<index].count { $0.start <= local.start && local.start < $0.end }
      let isUsed = (local.start..<local.end).contains { position in
        code[position].reads(register) || captures(register, at: position)
      }
      if isUsed { continue }
      unused.append(
        InspectedFile.UnusedLocal(
          name: local.name, line: line(at: local.start - 1),
          holds: content(of: register, definedBefore: local.start)))
    }
    return unused
  }

  private func captures(_ register: Int, at position: Int) -> Bool {
    guard code[position].opcode == .closure, functions.indices.contains(code[position].bx) else {
      return false
    }
    return functions[code[position].bx].upvalues.contains { $0.isInStack && $0.index == register }
  }

  private func content(
    of register: Int, definedBefore position: Int
  ) -> InspectedFile.Content {
    let last = code[position - 1]
    if last.opcode == .closure, last.a == register { return .function }
    guard last.opcode == .call, last.a == register, position >= 3 else { return .value }
    let callee = code[position - 3]
    let isRequire =
      callee.opcode == .getUpvalueField && callee.a == register && name(callee.c) == "require"
    return isRequire ? .module : .value
  }
}

extension Instruction {
  /// Whether the instruction may read a register.
  fileprivate func reads(_ register: Int) -> Bool {
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
