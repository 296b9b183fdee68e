import LuaBytecode

// Both operands of an instruction that are written the same.

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
      guard isSame(sides.0, before: position, sides.1, before: position, Self.mostDepth) else {
        return nil
      }
      return SameOperands(position: position, sign: sign)
    }
  }

  /// Whether two registers hold the same expression of variables and members, each before a position.
  private func isSame(
    _ left: Int, before one: Int, _ right: Int, before other: Int, _ depth: Int
  ) -> Bool {
    // Variables are not looked up: what else may hold the same is not seen, and no long way is gone back.
    if isVariable(left, at: one) || isVariable(right, at: other) { return left == right }
    guard depth > 0, let first = setting(of: left, before: one),
      let second = setting(of: right, before: other), code[first].opcode == code[second].opcode
    else { return false }
    let (a, b) = (code[first], code[second])
    func hasSameBase() -> Bool { isSame(a.b, before: first, b.b, before: second, depth - 1) }
    switch a.opcode {
    case .getUpvalue: return a.b == b.b
    case .getField, .getInteger: return a.c == b.c && hasSameBase()
    case .getTable: return a.c == b.c && isVariable(a.c, at: first) && hasSameBase()
    case .length: return hasSameBase()
    default: return false
    }
  }

  /// Whether a register belongs to a local variable.
  private func isVariable(_ register: Int, at position: Int) -> Bool {
    register < locals.count { $0.start <= position && position < $0.end }
  }

  /// Returns the instruction that has set a register last, if no way comes from elsewhere in between.
  ///
  /// - Complexity: O(*n*) for the *n* instructions since the last branch.
  func setting(of register: Int, before position: Int) -> Int? {
    for earlier in (0..<position).reversed() {
      let instruction = code[earlier]
      if instruction.opcode.isTest || instruction.opcode.mayJump { return nil }
      if instruction.assignedRegisters?.contains(register) == true {
        return instruction.assignedRegisters == register...register ? earlier : nil
      }
    }
    return nil
  }
}
