// The reads and writes of each instruction.
//
// SOURCE: `lopcodes.h` and `luaV_execute` in `lvm.c` of Lua 5.4.

extension RegisterFlow {
  /// Executes an instruction, and returns the position of the next instruction
  /// to examine.
  package mutating func follow(_ code: DumpedCode, at position: Int) throws(DecodingFailure) -> Int
  {
    let instruction = code[position]
    let a = instruction.a
    let b = instruction.b
    let c = instruction.c
    let opcode = instruction.opcode
    // The results of an open call are only for the next instruction.
    let open = openResults
    openResults = nil

    @inline(__always)
    func read(_ register: Int) {
      if register >= writers.count || writers[register] == 0 {
        fail(.init(reading: opcode), at: position)
      }
    }
    func read(_ registers: Range<Int>) {
      for register in registers { read(register) }
    }
    /// Reads the registers up to the end of an open number of results.
    func readOpen(from register: Int) {
      guard let open, open >= register else {
        return fail(.init(reading: opcode), at: position)
      }
      read(register..<open)
    }
    @inline(__always)
    func write(_ register: Int) {
      guard register < writers.count else {
        return fail(.init(reading: opcode), at: position)
      }
      writers[register] = Int32(position + 1)
      writtenEnd = max(writtenEnd, register + 1)
    }
    /// Writes the results of a call; all registers behind them become
    /// unwritten.
    func finishCall(at register: Int, resultCount: Int?) {
      for overwritten in register..<max(register, writtenEnd) {
        writers[overwritten] = 0
      }
      writtenEnd = min(writtenEnd, register)
      openResults = resultCount == nil ? register : nil
      for result in 0..<(resultCount ?? 0) { write(register + result) }
    }

    switch opcode {
    case .loadInteger, .loadFloat, .loadConstant, .loadConstantExtra, .loadFalse, .loadTrue,
      .getUpvalue, .getUpvalueField, .newTable:
      write(a)
    case .move, .getInteger, .getField, .addImmediate, .addConstant, .subtractConstant,
      .multiplyConstant, .moduloConstant, .powerConstant, .divideConstant, .floorDivideConstant,
      .andConstant, .orConstant, .xorConstant, .shiftRightImmediate, .shiftLeftImmediate, .negate,
      .complement, .not, .length:
      read(b)
      write(a)
    case .getTable, .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide, .and, .or,
      .xor, .shiftLeft, .shiftRight:
      read(b)
      read(c)
      write(a)
    case .getMethod:
      read(b)
      if !instruction.k { read(c) }
      write(a)
      write(a + 1)
    case .setUpvalue, .toBeClosed: read(a)
    case .setUpvalueField: if !instruction.k { read(c) }
    case .setTable:
      read(a)
      read(b)
      if !instruction.k { read(c) }
    case .setInteger, .setField:
      read(a)
      if !instruction.k { read(c) }
    case .setList:
      read(a)
      b == 0 ? readOpen(from: a + 1) : read(a + 1..<a + 1 + b)
    case .loadNil: for register in a...a + b { write(register) }
    case .concatenate:
      read(a..<a + b)
      write(a)
    case .closure:
      // A closure captures local variables, or the local variable that it is about to
      // become.
      read(0..<localCount)
      write(a)
    case .variadic: finishCall(at: a, resultCount: c == 0 ? nil : c - 1)
    case .call:
      b == 0 ? readOpen(from: a) : read(a..<a + b)
      finishCall(at: a, resultCount: c == 0 ? nil : c - 1)
    case .tailCall, .return:
      if opcode == .return {
        b == 0 ? readOpen(from: a) : read(a..<a + b - 1)
      } else {
        b == 0 ? readOpen(from: a) : read(a..<a + b)
      }
      isReached = false
    case .returnOne:
      read(a)
      isReached = false
    case .returnNothing: isReached = false
    case .jump:
      jump(to: instruction.target(from: position), from: position)
      isReached = false
    case .loadFalseAndSkip:
      write(a)
      jump(to: position + 2, from: position, value: a)
      isReached = false
    case .equal, .lessThan, .lessOrEqual:
      read(a)
      read(b)
      return try test(code, at: position, value: nil)
    case .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate,
      .greaterImmediate, .greaterOrEqualImmediate:
      read(a)
      return try test(code, at: position, value: nil)
    case .test:
      read(a)
      return try test(code, at: position, value: a)
    case .testSet:
      read(b)
      return try test(code, at: position, value: a, isWritten: true)
    case .forPrepare:
      read(a..<a + 3)
      jump(to: instruction.target(from: position), from: position)
      write(a + 3)
    case .forLoop:
      read(a..<a + 3)
      write(a + 3)
      jump(to: instruction.target(from: position), from: position)
    case .genericForPrepare:
      read(a..<a + 4)
      jump(to: instruction.target(from: position), from: position)
      isReached = false
    case .genericForCall:
      read(a..<a + 3)
      finishCall(at: a + 4, resultCount: c)
    case .genericForLoop:
      read(a + 4)
      jump(to: instruction.target(from: position), from: position)
    case .metamethod, .metamethodImmediate, .metamethodConstant, .close, .variadicPrepare,
      .extraArgument:
      // A metamethod instruction uses the operands of the instruction before it.
      break
    }
    return position + 1
  }

  /// Follows both branches of a test, which has a jump behind it.
  ///
  /// If the jump is taken, the register `value` holds the value of a logical
  /// expression; the test itself may have written it. Returns the next position
  /// otherwise.
  private mutating func test(
    _ code: DumpedCode, at position: Int, value: Int?, isWritten: Bool = false
  ) throws(DecodingFailure) -> Int {
    guard position + 2 < code.count, code[position + 1].opcode == .jump,
      !joins.isPending(at: position + 1)
    else { throw .malformed }
    let target = code[position + 1].target(from: position + 1)
    if isWritten, let value {
      guard value < writers.count else { throw .malformed }
      // Written only where the jump is taken.
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
