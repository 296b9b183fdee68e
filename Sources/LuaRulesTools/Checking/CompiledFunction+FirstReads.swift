import LuaBytecode

extension CompiledFunction {
  /// The paths that the function reads before its first branch, if it is called with the context and nothing
  /// fails.
  var pathsReadFirst: [[String]] {
    guard parameterCount > 0, !changingVariables().registers.contains(0) else { return [] }
    var paths: [[String]] = []
    var registers: [Int: [String]] = [0: []]
    for instruction in code {
      let opcode = instruction.opcode
      switch opcode {
      case .jump, .return, .returnOne, .returnNothing, .tailCall: return paths
      default: if opcode.isTest || opcode.loops { return paths }
      }
      var read: [String]?
      if opcode == .getField, let base = registers[instruction.b], let name = name(instruction.c) {
        let path = base + [name]
        paths.append(path)
        read = path
      } else if opcode == .move {
        read = registers[instruction.b]
      }
      if let assigned = instruction.assignedRegisters {
        registers = registers.filter { !assigned.contains($0.key) }
      }
      if let read { registers[instruction.a] = read }
    }
    return paths
  }

  /// How many keys are looked at that the function reads behind a branch.
  private static let mostKeys = 32

  /// The keys that the function reads on every way to its end, if it is called with the context.
  ///
  /// - Complexity: O(*n* · *k*) for *n* instructions and *k* reads.
  var keysReadAnyway: [[String]] {
    guard parameterCount > 0, !changingVariables().registers.contains(0),
      !code.contains(where: { $0.assignedRegisters?.contains(0) == true })
    else { return [] }
    let reads = code.indices.filter { code[$0].opcode == .getField && code[$0].b == 0 }
    return reads.prefix(Self.mostKeys).compactMap { position in
      guard let name = name(code[position].c), !comesToEnd(without: position) else { return nil }
      return [name]
    }
  }

  /// Whether some way leads to the end of the function without an instruction.
  func comesToEnd(without excluded: Int) -> Bool {
    leads(from: 0, withoutPassing: [excluded]) { position in
      switch code[position].opcode {
      case .return, .returnOne, .returnNothing, .tailCall: true
      default: false
      }
    }
  }

  /// Whether some way leads from one instruction to another one without passing others.
  func leads(from start: Int, to end: Int, withoutPassing others: Set<Int>) -> Bool {
    leads(from: start, withoutPassing: others) { $0 == end }
  }

  private func leads(
    from start: Int, withoutPassing others: Set<Int>, to isEnd: (Int) -> Bool
  ) -> Bool {
    var isSeen = Array(repeating: false, count: code.count)
    var pending = [start]
    while let position = pending.popLast() {
      guard !others.contains(position), code.indices.contains(position), !isSeen[position] else {
        continue
      }
      if isEnd(position) { return true }
      isSeen[position] = true
      forEachSuccessor(of: position) { pending.append($0) }
    }
    return false
  }
}
