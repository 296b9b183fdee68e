import LuaBytecode

// What the code around an instruction tells.

extension CompiledFunction {
  /// Whether a register holds a table that was made just before, without any names.
  func makesPlainTable(in register: Int, before end: Int) -> Bool {
    for position in stride(from: end - 1, through: 0, by: -1) {
      let instruction = code[position]
      switch instruction.opcode {
      case .newTable where instruction.a == register:
        return !hasTarget(in: position + 1...end)
      case .setField, .setTable, .setInteger:
        if instruction.a == register { return false }
      default:
        if instruction.opcode.isTest || instruction.opcode.mayJump
          || instruction.opcode == .call && instruction.a > register
          || assigns(register, at: position)
        {
          return false
        }
      }
    }
    return false
  }

  /// Whether the function may set the element 0 of a table: by that number, or in a loop that begins with it.
  var mayFillFromZero: Bool {
    code.contains {
      $0.opcode == .setInteger && $0.b == 0 || $0.opcode == .loadInteger && $0.signedBx == 0
    } && code.contains { $0.opcode == .setInteger || $0.opcode == .setTable }
  }

  /// Whether every way through the function gives exactly one value, as far as the code itself shows.
  var givesOneValue: Bool {
    let isReached = reachablePositions()
    return code.indices.allSatisfy { position in
      switch code[position].opcode {
      case .return: !isReached[position] || code[position].b == 2
      case .returnNothing, .tailCall: !isReached[position]
      default: true
      }
    }
  }

  /// Whether some jump leads to one of several positions.
  private func hasTarget(in positions: ClosedRange<Int>) -> Bool {
    code.indices.contains { position in
      guard code[position].opcode.isTest || code[position].opcode.mayJump else { return false }
      var leads = false
      forEachSuccessor(of: position) {
        if $0 != position + 1, positions.contains($0) { leads = true }
      }
      return leads
    }
  }

  private func assigns(_ register: Int, at position: Int) -> Bool {
    code[position].assignedRegisters?.contains(register) == true
  }

  /// The function with those inside it, in the order in which they begin.
  var withInnerFunctions: [CompiledFunction] {
    var found: [CompiledFunction] = []
    var pending = [self]
    while let next = pending.popLast() {
      found.append(next)
      pending += next.functions.reversed()
    }
    return found
  }

  /// Returns the last instruction before a position that assigns to a register.
  func lastAssignment(of register: Int, before end: Int) -> Int? {
    (0..<end).last { assigns(register, at: $0) }
  }
}

extension Opcode {
  /// Whether the instruction may continue at another position than the next one.
  var mayJump: Bool {
    switch self {
    case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip: true
    default: false
    }
  }
}
