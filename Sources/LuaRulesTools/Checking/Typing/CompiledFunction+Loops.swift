import LuaBytecode

// Loops that stand wrong: those that count in the wrong direction, have one round, or do not use their elements.

extension CompiledFunction {
  /// A loop that is probably meant in another way.
  struct DoubtfulLoop {
    let position: Int
    let reason: Reason

    enum Reason {
      /// It begins with the length of a list, ends with 1 or 2, and does not count down.
      case countsUp
      /// Every way through its first round returns.
      case endsInFirstRound
    }
  }

  func doubtfulLoops() -> [DoubtfulLoop] {
    loopsWithoutStep().map { DoubtfulLoop(position: $0, reason: .countsUp) }
      + loopsOfOneRound().map { DoubtfulLoop(position: $0, reason: .endsInFirstRound) }
  }

  /// The loops that begin at the length of a list, go to 1 or 2, and do not count down.
  private func loopsWithoutStep() -> [Int] {
    code.indices.filter { position in
      let loop = code[position]
      guard loop.opcode == .forPrepare,
        let first = setting(of: loop.a, before: position), code[first].opcode == .length,
        let last = integer(in: loop.a + 1, before: position), (1...2).contains(last),
        integer(in: loop.a + 2, before: position) == 1
      else { return false }
      return true
    }
  }

  /// The loops over a list that read the list in a round, and neither its element nor the number of that.
  func loopsWithoutElement() -> [(position: Int, element: String)] {
    code.indices.compactMap { position in
      let loop = code[position]
      guard loop.opcode == .genericForPrepare,
        case let call = loop.target(from: position), code.indices.contains(call),
        let list = setting(of: loop.a + 1, before: position - 1),
        position > 0, code[position - 1].opcode == .call, code[position - 1].b == 2
      else { return nil }
      let body = position + 1..<call
      let (index, value) = (loop.a + 4, loop.a + 5)
      let variables = locals.filter { $0.start == position + 1 }
      guard variables.count == 2, !variables[1].name.hasPrefix("_"),
        !body.contains(where: { at in
          code[at].reads(index) || code[at].reads(value) || code[at].opcode == .closure
        }), body.contains(where: { isSameRead(code[$0], code[list]) })
      else { return nil }
      return (position, variables[1].name)
    }
  }

  /// Whether an instruction reads the same list as another one.
  private func isSameRead(_ instruction: Instruction, _ list: Instruction) -> Bool {
    switch list.opcode {
    case .move: return instruction.opcode == .move && instruction.b == list.b
    case .getField:
      return instruction.opcode == .getField && instruction.b == list.b && instruction.c == list.c
    case .getUpvalue: return instruction.opcode == .getUpvalue && instruction.b == list.b
    default: return false
    }
  }

  private func integer(in register: Int, before position: Int) -> Int? {
    guard let set = setting(of: register, before: position), code[set].opcode == .loadInteger
    else { return nil }
    return code[set].signedBx
  }

  /// The loops over lists whose rounds all end with a `return`, in different ways: the second round never
  /// comes.
  private func loopsOfOneRound() -> [Int] {
    code.indices.filter { position in
      guard code[position].opcode == .genericForPrepare else { return false }
      let call = code[position].target(from: position)
      guard code.indices.contains(call), position + 1 < call else { return false }
      var seen: Set<Int> = []
      var pending = [position + 1]
      var hasTest = false
      var returns = 0
      while let next = pending.popLast() {
        guard seen.insert(next).inserted else { continue }
        guard (position + 1..<call).contains(next) else { return false }
        if code[next].opcode.isTest { hasTest = true }
        if code[next].endsFunction {
          returns += 1
          continue
        }
        forEachSuccessor(of: next) { pending.append($0) }
      }
      return hasTest && returns > 1
    }
  }
}
