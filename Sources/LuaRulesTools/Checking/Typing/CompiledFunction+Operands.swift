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
  /// How many instructions are looked at for tests that stand twice.
  private static let mostStepsOfTests = 1 << 20

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
    // A function that is called twice with the same probably gives the same.
    case .call:
      guard a.b > 0, a.b == b.b, a.c == 2, b.c == 2, left == a.a, right == b.a else { return false }
      return (0..<a.b).allSatisfy {
        isSame(a.a + $0, before: first, b.a + $0, before: second, depth - 1)
      }
    default: return false
    }
  }

  /// The tests that stand twice in one condition, as in `x > 1 or x > 1`, where the first one decides the second.
  func repeatedTests() -> [RepeatedComparison] {
    var tests: [Int] = []
    var found: [RepeatedComparison] = []
    var stepsLeft = Self.mostStepsOfTests
    for position in code.indices where stepsLeft > 0 {
      let instruction = code[position]
      if instruction.opcode.isTest {
        for first in tests.reversed()
        where isSameTest(first, position) {
          stepsLeft -= code.count
          let way = wayOnly(from: first, to: position)
          guard way?.allSatisfy({ code[$0].opcode.isTest || belongsToCondition($0) }) == true else {
            continue
          }
          found.append(RepeatedComparison(position: position, first: first))
          break
        }
        tests = tests.suffix(Self.mostDepth) + [position]
      } else if !belongsToCondition(position) {
        tests = []
      }
    }
    return found
  }

  /// Whether an instruction only reads what a condition compares.
  private func belongsToCondition(_ position: Int) -> Bool {
    let instruction = code[position]
    switch instruction.opcode {
    case .jump: return instruction.target(from: position) > position
    case .getField, .getTable, .getInteger, .getUpvalue, .getUpvalueField, .length, .loadConstant,
      .loadInteger:
      return !isVariable(instruction.a, at: position)
    default: return false
    }
  }

  func isSameTest(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (code[first], code[second])
    guard one.opcode == other.opcode else { return false }
    switch one.opcode {
    case .testSet: return false
    case .test: break
    case .equal, .lessThan, .lessOrEqual:
      guard isSame(one.b, before: first, other.b, before: second, Self.mostDepth) else {
        return false
      }
    default: guard one.b == other.b else { return false }
    }
    return isSame(one.a, before: first, other.a, before: second, Self.mostDepth)
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
        let isCall = instruction.opcode == .call && instruction.a == register && instruction.c == 2
        return isCall || instruction.assignedRegisters == register...register ? earlier : nil
      }
    }
    return nil
  }
}
