extension SymbolicExecution {
  /// Returns the outcome of a test instruction.
  package mutating func outcome(of instruction: Instruction) -> SymbolicOutcome {
    let left = register(instruction.a)
    let right = rightOperand(of: instruction)
    switch instruction.opcode {
    case .equal, .equalConstant, .equalImmediate:
      return values.comparison(.isEqual, left, right)
    case .lessThan, .lessImmediate: return values.comparison(.isLess, left, right)
    case .lessOrEqual, .lessOrEqualImmediate: return values.comparison(.isLessOrEqual, left, right)
    case .greaterImmediate: return values.comparison(.isLess, right, left)
    case .greaterOrEqualImmediate: return values.comparison(.isLessOrEqual, right, left)
    case .testSet: return values.truth(of: right)
    default: return values.truth(of: left)
    }
  }

  /// Returns the second operand of a test: a register, a constant, or a number in the instruction.
  private mutating func rightOperand(of instruction: Instruction) -> SymbolicValue {
    switch instruction.opcode {
    case .equal, .lessThan, .lessOrEqual, .testSet: register(instruction.b)
    case .equalConstant: constant(instruction.b)
    case .test: .nil
    default: values.value(.integer, instruction.signedB)
    }
  }

  /// Executes an instruction that is not a jump, a test or a return.
  ///
  /// Its effect on tables and captured variables is ignored, because predicates
  /// cannot write to values that they read.
  package mutating func execute(_ instruction: Instruction) {
    let a = instruction.a
    switch instruction.opcode {
    case .move: set(a, register(instruction.b))
    case .loadInteger, .loadFloat: set(a, values.value(.integer, instruction.signedBx))
    case .loadConstant: set(a, constant(instruction.bx))
    case .loadConstantExtra: set(a, constant(code[position + 1].ax))
    case .loadFalse: set(a, .false)
    case .loadTrue: set(a, .true)
    case .loadNil:
      charge(instruction.b)
      for index in a...a + instruction.b { set(index, .nil) }
    case .getUpvalue: set(a, upvalue(instruction.b))
    case .getUpvalueField:
      read(constant(instruction.c), of: upvalue(instruction.b), into: a)
    case .getTable: read(register(instruction.c), of: register(instruction.b), into: a)
    case .getInteger:
      read(values.value(.integer, instruction.c), of: register(instruction.b), into: a)
    case .getField: read(constant(instruction.c), of: register(instruction.b), into: a)
    case .getMethod:
      let receiver = register(instruction.b)
      let key = instruction.k ? constant(instruction.c) : register(instruction.c)
      set(a + 1, receiver)
      read(key, of: receiver, into: a)
    case .newTable, .closure: set(a, values.value(.made, position))
    case .not:
      let operand = register(instruction.b)
      set(a, values.not(operand))
    case .negate, .complement, .length:
      let operand = register(instruction.b)
      set(a, operation(instruction.opcode, operand))
    case .concatenate: concatenate(a, count: instruction.b)
    case .call: setResults(of: instruction, .call)
    case .variadic: setResults(of: instruction, .unknown)
    default: calculate(instruction)
    }
  }

  /// Fills the registers with the results of a call, or of `...`.
  ///
  /// The instruction has 0 for an open number of results; a predicate can read
  /// only the first of them.
  private mutating func setResults(
    of instruction: Instruction, _ kind: SymbolicValue.Origin.Kind
  ) {
    let count = instruction.c == 0 ? 1 : instruction.c - 1
    charge(count)
    for result in 0..<count {
      set(instruction.a + result, values.value(kind, position, result))
    }
  }

  private mutating func read(_ key: SymbolicValue, of base: SymbolicValue, into index: Int) {
    set(index, values.member(key, of: base, at: position))
  }

  private mutating func operation(
    _ opcode: Opcode, _ first: SymbolicValue, _ second: SymbolicValue = .nil
  ) -> SymbolicValue {
    values.value(.operation, Int(first.number), Int(second.number), detail: opcode.rawValue)
  }

  private mutating func concatenate(_ start: Int, count: Int) {
    charge(count)
    var result = register(start)
    for index in 1..<max(count, 1) {
      let next = register(start + index)
      result = operation(.concatenate, result, next)
    }
    set(start, result)
  }

  /// Executes arithmetic; instructions with constants are mapped to the same
  /// operations without constants.
  private mutating func calculate(_ instruction: Instruction) {
    let opcode = instruction.opcode
    let left = register(instruction.b)
    switch opcode {
    case .addImmediate:
      set(instruction.a, operation(.add, left, values.value(.integer, instruction.signedC)))
    case .shiftRightImmediate:
      set(instruction.a, operation(.shiftRight, left, values.value(.integer, instruction.signedC)))
    case .shiftLeftImmediate:
      set(instruction.a, operation(.shiftLeft, values.value(.integer, instruction.signedC), left))
    case .addConstant, .subtractConstant, .multiplyConstant, .moduloConstant, .powerConstant,
      .divideConstant, .floorDivideConstant, .andConstant, .orConstant, .xorConstant:
      let distance = Opcode.add.rawValue - Opcode.addConstant.rawValue
      let plain = Opcode(rawValue: opcode.rawValue + distance) ?? opcode
      let right = constant(instruction.c)
      set(instruction.a, operation(plain, left, right))
    case .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide, .and, .or, .xor,
      .shiftLeft, .shiftRight:
      let right = register(instruction.c)
      set(instruction.a, operation(opcode, left, right))
    default: break  // stores, metamethod fallbacks and bookkeeping leave no value behind
    }
  }
}
