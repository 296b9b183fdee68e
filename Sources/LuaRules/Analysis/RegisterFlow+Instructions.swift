// What each instruction reads and writes.
//
// SOURCE: `lopcodes.h` and `luaV_execute` in `lvm.c` of Lua 5.4.

extension RegisterFlow {
  /// Follows an instruction, and returns the position of the one to look at next.
  mutating func follow(_ code: DumpedCode, at position: Int) throws(DecodingFailure) -> Int {
    let instruction = code[position]
    let a = instruction.a
    let b = instruction.b
    let c = instruction.c
    let opcode = instruction.opcode
    // The results of an open call are for the instruction behind it, and no other.
    let open = openResults
    openResults = nil

    func read(_ register: Int, _ flow: inout RegisterFlow) {
      if register >= flow.writers.count || flow.writers[register] == 0 {
        flow.fail(.init(reading: opcode), at: position)
      }
    }
    func read(_ registers: Range<Int>, _ flow: inout RegisterFlow) {
      for register in registers { read(register, &flow) }
    }
    /// Reads values up to the last one of an open number of results.
    func readOpen(from register: Int, _ flow: inout RegisterFlow) {
      guard let open, open >= register else {
        return flow.fail(.init(reading: opcode), at: position)
      }
      read(register..<open, &flow)
    }
    func write(_ register: Int, _ flow: inout RegisterFlow) {
      guard register < flow.writers.count else {
        return flow.fail(.init(reading: opcode), at: position)
      }
      flow.writers[register] = Int32(position + 1)
    }
    /// A call leaves its results, and nothing behind them.
    func finishCall(at register: Int, resultCount: Int?, _ flow: inout RegisterFlow) {
      for overwritten in register..<max(register, flow.writers.count) {
        flow.writers[overwritten] = 0
      }
      flow.openResults = resultCount == nil ? register : nil
      for result in 0..<(resultCount ?? 0) { write(register + result, &flow) }
    }

    switch opcode {
    case .loadInteger, .loadFloat, .loadConstant, .loadConstantExtra, .loadFalse, .loadTrue,
      .getUpvalue, .getUpvalueField, .newTable:
      write(a, &self)
    case .move, .getInteger, .getField, .addImmediate, .addConstant, .subtractConstant,
      .multiplyConstant, .moduloConstant, .powerConstant, .divideConstant, .floorDivideConstant,
      .andConstant, .orConstant, .xorConstant, .shiftRightImmediate, .shiftLeftImmediate, .negate,
      .complement, .not, .length:
      read(b, &self)
      write(a, &self)
    case .getTable, .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide, .and, .or,
      .xor, .shiftLeft, .shiftRight:
      read(b, &self)
      read(c, &self)
      write(a, &self)
    case .getMethod:
      read(b, &self)
      if !instruction.k { read(c, &self) }
      write(a, &self)
      write(a + 1, &self)
    case .setUpvalue, .toBeClosed: read(a, &self)
    case .setUpvalueField: if !instruction.k { read(c, &self) }
    case .setTable:
      read(a, &self)
      read(b, &self)
      if !instruction.k { read(c, &self) }
    case .setInteger, .setField:
      read(a, &self)
      if !instruction.k { read(c, &self) }
    case .setList:
      read(a, &self)
      b == 0 ? readOpen(from: a + 1, &self) : read(a + 1..<a + 1 + b, &self)
    case .loadNil: for register in a...a + b { write(register, &self) }
    case .concatenate:
      read(a..<a + b, &self)
      write(a, &self)
    case .closure:
      // What it captures are local variables, or the one that it is about to become.
      read(0..<locals.count, &self)
      write(a, &self)
    case .variadic: finishCall(at: a, resultCount: c == 0 ? nil : c - 1, &self)
    case .call:
      b == 0 ? readOpen(from: a, &self) : read(a..<a + b, &self)
      finishCall(at: a, resultCount: c == 0 ? nil : c - 1, &self)
    case .tailCall, .return:
      if opcode == .return {
        b == 0 ? readOpen(from: a, &self) : read(a..<a + b - 1, &self)
      } else {
        b == 0 ? readOpen(from: a, &self) : read(a..<a + b, &self)
      }
      isReached = false
    case .returnOne:
      read(a, &self)
      isReached = false
    case .returnNothing: isReached = false
    case .jump:
      jump(to: instruction.target(from: position), from: position)
      isReached = false
    case .loadFalseAndSkip:
      write(a, &self)
      jump(to: position + 2, from: position, value: a)
      isReached = false
    case .equal, .lessThan, .lessOrEqual:
      read(a, &self)
      read(b, &self)
      return try test(code, at: position, value: nil)
    case .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate,
      .greaterImmediate, .greaterOrEqualImmediate:
      read(a, &self)
      return try test(code, at: position, value: nil)
    case .test:
      read(a, &self)
      return try test(code, at: position, value: a)
    case .testSet:
      read(b, &self)
      return try test(code, at: position, value: a, isWritten: true)
    case .forPrepare:
      read(a..<a + 3, &self)
      jump(to: instruction.target(from: position), from: position)
      write(a + 3, &self)
    case .forLoop:
      read(a..<a + 3, &self)
      write(a + 3, &self)
      jump(to: instruction.target(from: position), from: position)
    case .genericForPrepare:
      read(a..<a + 4, &self)
      jump(to: instruction.target(from: position), from: position)
      isReached = false
    case .genericForCall:
      read(a..<a + 3, &self)
      finishCall(at: a + 4, resultCount: c, &self)
    case .genericForLoop:
      read(a + 4, &self)
      jump(to: instruction.target(from: position), from: position)
    case .metamethod, .metamethodImmediate, .metamethodConstant, .close, .variadicPrepare,
      .extraArgument:
      // A metamethod has the operands of the instruction before it.
      break
    }
    return position + 1
  }

  /// Follows both ways of a test, which has a jump behind it.
  ///
  /// Where the jump is taken, the register `value` holds the value of a logical expression,
  /// which the test itself may have written. Returns where to go on otherwise.
  private mutating func test(
    _ code: DumpedCode, at position: Int, value: Int?, isWritten: Bool = false
  ) throws(DecodingFailure) -> Int {
    guard position + 2 < code.count, code[position + 1].opcode == .jump,
      !joins.isPending(at: position + 1)
    else { throw .malformed }
    let target = code[position + 1].target(from: position + 1)
    if isWritten, let value {
      guard value < writers.count else { throw .malformed }
      let writer = writers[value]
      writers[value] = Int32(position + 1)
      jump(to: target, from: position, value: value)
      writers[value] = writer
    } else {
      jump(to: target, from: position, value: value)
    }
    return position + 2
  }
}
