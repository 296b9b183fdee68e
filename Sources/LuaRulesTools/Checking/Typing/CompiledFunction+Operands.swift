import LuaBytecode

// Both operands of an instruction that are written the same, and loops that stand wrong.

extension CompiledFunction {
  /// An instruction with the same expression on both sides.
  struct SameOperands {
    let position: Int
    /// The sign between them.
    let sign: String
  }

  /// How many instructions make the longest expression that is compared.
  private static let mostDepth = 6

  /// The comparisons by order, and the differences, of an expression with itself.
  ///
  /// `x == x` is how one tests for the number that is none.
  func sameOperands() -> [SameOperands] {
    code.indices.compactMap { position in
      let instruction = code[position]
      let sign: String
      let sides: (Int, Int)
      switch instruction.opcode {
      case .lessThan: (sign, sides) = ("<", (instruction.a, instruction.b))
      case .lessOrEqual: (sign, sides) = ("<=", (instruction.a, instruction.b))
      case .subtract: (sign, sides) = ("-", (instruction.b, instruction.c))
      default: return nil
      }
      guard isSame(sides.0, sides.1, before: position, Self.mostDepth) else { return nil }
      return SameOperands(position: position, sign: sign)
    }
  }

  /// Whether two registers hold the same expression of variables and members.
  private func isSame(_ left: Int, _ right: Int, before position: Int, _ depth: Int) -> Bool {
    if left == right { return true }
    guard depth > 0, let one = setting(of: left, before: position),
      let other = setting(of: right, before: position),
      code[one].opcode == code[other].opcode
    else { return false }
    let (first, second) = (code[one], code[other])
    switch first.opcode {
    case .move: return first.b == second.b
    case .getUpvalue: return first.b == second.b
    case .getField, .getInteger:
      return first.c == second.c && isSame(first.b, before: one, second.b, before: other, depth - 1)
    case .getTable:
      return first.c == second.c
        && isSame(first.b, before: one, second.b, before: other, depth - 1)
        && isVariable(first.c, at: one)
    case .length: return isSame(first.b, before: one, second.b, before: other, depth - 1)
    default: return false
    }
  }

  private func isSame(
    _ left: Int, before one: Int, _ right: Int, before other: Int, _ depth: Int
  ) -> Bool {
    if left == right, isVariable(left, at: one) { return true }
    guard depth > 0, let first = setting(of: left, before: one),
      let second = setting(of: right, before: other), code[first].opcode == code[second].opcode
    else { return false }
    let (a, b) = (code[first], code[second])
    switch a.opcode {
    case .getUpvalue: return a.b == b.b
    case .getField, .getInteger:
      return a.c == b.c && isSame(a.b, before: first, b.b, before: second, depth - 1)
    case .getTable:
      return a.c == b.c && isVariable(a.c, at: first)
        && isSame(a.b, before: first, b.b, before: second, depth - 1)
    default: return false
    }
  }

  /// Whether a register belongs to a local variable.
  private func isVariable(_ register: Int, at position: Int) -> Bool {
    register < locals.count { $0.start <= position && position < $0.end }
  }

  /// Returns the instruction that has set a register last, if no way comes from elsewhere in between.
  private func setting(of register: Int, before position: Int) -> Int? {
    var earlier = position - 1
    while earlier >= 0 {
      let instruction = code[earlier]
      if instruction.opcode.isTest || instruction.opcode.mayJump { return nil }
      if instruction.assignedRegisters?.contains(register) == true {
        return instruction.assignedRegisters == register...register ? earlier : nil
      }
      earlier -= 1
    }
    return nil
  }

  // MARK: Loops

  /// The loops that begin at the length of a list, go to 1 or 2, and do not count down.
  func loopsWithoutStep() -> [Int] {
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

  /// Whether the function may set the element 0 of a table: by that number, or in a loop that begins with it.
  var mayFillFromZero: Bool {
    code.contains {
      $0.opcode == .setInteger && $0.b == 0 || $0.opcode == .loadInteger && $0.signedBx == 0
    } && code.contains { $0.opcode == .setInteger || $0.opcode == .setTable }
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

  /// Whether a local variable is declared in the block of another one with the same name.
  func declaresTwice(_ name: String) -> Bool {
    withInnerFunctions.contains { function in
      let named = function.locals.filter { $0.name == name }
      return named.contains { outer in
        named.contains { outer.start < $0.start && $0.end <= outer.end }
      }
    }
  }

  private func integer(in register: Int, before position: Int) -> Int? {
    guard let set = setting(of: register, before: position), code[set].opcode == .loadInteger
    else { return nil }
    return code[set].signedBx
  }

  /// The loops over lists whose rounds all end with a `return`, in different ways: the second round never
  /// comes.
  func loopsOfOneRound() -> [Int] {
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
