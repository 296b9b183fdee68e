import LuaBytecode

extension CompiledFunction {
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
