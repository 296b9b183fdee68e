extension CompiledFunction {
  /// Checks that code consists of known instructions, and that control flow
  /// stays inside it.
  ///
  /// - Returns: Whether an instruction assigns to an upvalue.
  package static func checkStructure(_ code: [Instruction]) throws(DecodingFailure) -> Bool {
    guard let last = code.last, last.endsFunction else { throw .malformed }
    var assignsUpvalues = false
    for position in code.indices {
      let instruction = code[position]
      let number = UInt8(instruction.bits & 0x7F)
      guard number <= Opcode.last else { throw .unknownOpcode(number) }
      let opcode = instruction.opcode
      if opcode.isTest {
        // INVARIANT: position + 1 is a jump, so both branches are inside the code.
        guard position + 2 < code.count, code[position + 1].opcode == .jump else {
          throw .malformed
        }
        continue
      }
      switch opcode {
      case .setUpvalue:
        assignsUpvalues = true
      case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip:
        guard code.indices.contains(instruction.target(from: position)) else { throw .malformed }
      default: break
      }
    }
    return assignsUpvalues
  }

  /// Calls `body` with each position where execution may continue after an
  /// instruction.
  @inline(__always)
  package func forEachSuccessor(of position: Int, _ body: (Int) -> Void) {
    let instruction = code[position]
    let opcode = instruction.opcode
    if opcode.isTest {
      body(position + 1)
      body(position + 2)
      return
    }
    switch opcode {
    case .return, .returnNothing, .returnOne, .tailCall: break
    case .jump, .genericForPrepare, .loadFalseAndSkip: body(instruction.target(from: position))
    case .forLoop, .forPrepare, .genericForLoop:
      body(position + 1)
      body(instruction.target(from: position))
    default: body(position + 1)
    }
  }

  /// Returns for each instruction whether it is reachable, if any condition may
  /// hold.
  package func reachablePositions() -> [Bool] {
    var isReached = [Bool](repeating: false, count: code.count)
    var pending = [0]
    isReached[0] = true
    while let position = pending.popLast() {
      forEachSuccessor(of: position) { next in
        if !isReached[next] {
          isReached[next] = true
          pending.append(next)
        }
      }
    }
    return isReached
  }
}

extension Instruction {
  /// Whether the instruction is the last one of the function that runs.
  package var endsFunction: Bool {
    switch opcode {
    case .return, .returnNothing, .returnOne: true
    default: false
    }
  }

  /// Returns the target of an instruction that jumps.
  package func target(from position: Int) -> Int {
    switch opcode {
    case .jump: position + 1 + signedJump
    case .forPrepare: position + 2 + bx
    case .genericForPrepare: position + 1 + bx
    case .forLoop, .genericForLoop: position + 1 - bx
    default: position + 2
    }
  }
}
