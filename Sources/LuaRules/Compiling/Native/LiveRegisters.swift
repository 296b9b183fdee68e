import LuaBytecode

/// The registers of a function that may still be read, for each instruction.
///
/// Two branches that join at an instruction continue in the same way if these
/// registers are equal. Only forward jumps are followed, because native code
/// ends at a backward jump.
struct LiveRegisters {
  /// One bit for each register, per instruction.
  private let masks: [UInt64]

  /// - Complexity: O(*n*) in the number of instructions.
  init?(of function: CompiledFunction) {
    guard function.registerCount <= 64 else { return nil }
    var masks = [UInt64](repeating: 0, count: function.code.count + 1)
    for position in function.code.indices.reversed() {
      var after: UInt64 = 0
      function.forEachSuccessor(of: position) { next in
        if next > position { after |= masks[next] }
      }
      let (uses, defines) = Self.effect(of: function.code[position])
      masks[position] = uses | (after & ~defines)
    }
    self.masks = masks
  }

  func contains(_ register: Int, at position: Int) -> Bool {
    masks[position] & Self.bit(register) != 0
  }

  private static func bit(_ register: Int) -> UInt64 { 1 << UInt64(register) }

  private static func bits(_ first: Int, count: Int) -> UInt64 {
    count <= 0 ? 0 : (count >= 64 ? .max : bit(count) &- 1) << UInt64(first)
  }

  /// Returns the registers that an instruction may read, and those that it
  /// always writes.
  private static func effect(of instruction: Instruction) -> (uses: UInt64, defines: UInt64) {
    let a = bit(instruction.a)
    let b = bit(instruction.b)
    let c = bit(instruction.c)
    switch instruction.opcode {
    case .move, .not, .negate, .complement, .length, .getInteger, .getField,
      .addImmediate, .addConstant, .subtractConstant, .multiplyConstant, .moduloConstant,
      .powerConstant, .divideConstant, .floorDivideConstant, .andConstant, .orConstant,
      .xorConstant, .shiftRightImmediate, .shiftLeftImmediate:
      return (b, a)
    case .loadInteger, .loadFloat, .loadConstant, .loadConstantExtra, .loadFalse,
      .loadFalseAndSkip, .loadTrue, .getUpvalue, .getUpvalueField:
      return (0, a)
    case .loadNil: return (0, bits(instruction.a, count: instruction.b + 1))
    case .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide, .and, .or, .xor,
      .shiftLeft, .shiftRight, .getTable:
      return (b | c, a)
    case .concatenate: return (bits(instruction.a, count: instruction.b), a)
    case .equal, .lessThan, .lessOrEqual: return (a | b, 0)
    case .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate,
      .greaterImmediate, .greaterOrEqualImmediate, .test, .returnOne:
      return (a, 0)
    case .testSet: return (b, 0)
    case .call, .tailCall:
      let count = instruction.b == 0 ? 64 : instruction.b
      return (bits(instruction.a, count: count), 0)
    case .return:
      return (bits(instruction.a, count: instruction.b == 0 ? 64 : instruction.b - 1), 0)
    case .jump, .returnNothing, .metamethod, .metamethodImmediate, .metamethodConstant,
      .variadicPrepare, .extraArgument:
      return (0, 0)
    default: return (.max, 0)
    }
  }
}
