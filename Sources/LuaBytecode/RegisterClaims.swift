/// The claims of a branch on registers: each must contain a true value, or a
/// false one.
package struct RegisterClaims: Hashable {
  /// Twice the register's number, plus one for true; in ascending order.
  private var claims: [UInt16] = []

  package var count: Int { claims.count }

  /// Adds a claim.
  ///
  /// - Returns: Whether the claim is compatible with the existing ones.
  @discardableResult
  package mutating func add(_ register: Int, isTrue: Bool) -> Bool {
    if let existing = claim(on: register) { return existing == isTrue }
    let claim = UInt16(register) << 1 | (isTrue ? 1 : 0)
    claims.insert(claim, at: claims.firstIndex { $0 > claim } ?? claims.count)
    return true
  }

  private func claim(on register: Int) -> Bool? {
    for claim in claims where claim >> 1 == UInt16(register) { return claim & 1 == 1 }
    return nil
  }

  /// Removes the claim on a register and returns it.
  private mutating func take(_ register: Int) -> Bool? {
    guard let claim = claim(on: register) else { return nil }
    claims.removeAll { $0 >> 1 == UInt16(register) }
    return claim
  }

  /// Replaces the claims by those that must hold before an instruction.
  ///
  /// - Parameters:
  ///   - instruction: The instruction.
  ///   - isJumpTaken: For a test, whether the branch continues with the jump
  ///     behind it.
  /// - Returns: The number of tests that were settled; `nil` if the branch is impossible.
  package mutating func goBack(over instruction: Instruction, isJumpTaken: Bool) -> Int? {
    let a = instruction.a
    switch instruction.opcode {
    case .test:
      return add(a, isTrue: instruction.k == isJumpTaken) ? 0 : nil
    case .testSet:
      if isJumpTaken, let copied = take(a), copied != instruction.k { return nil }
      return add(instruction.b, isTrue: instruction.k == isJumpTaken) ? 0 : nil
    case .move:
      guard let isTrue = take(a) else { return 0 }
      return add(instruction.b, isTrue: isTrue) ? 0 : nil
    case .not:
      guard let isTrue = take(a) else { return 0 }
      return add(instruction.b, isTrue: !isTrue) ? 0 : nil
    case .loadInteger, .loadFloat, .loadConstant, .loadConstantExtra, .loadTrue:
      return settle(a, withConstant: true)
    case .loadFalse, .loadFalseAndSkip:
      return settle(a, withConstant: false)
    case .loadNil:
      for register in a...a + instruction.b where settle(register, withConstant: false) == nil {
        return nil
      }
      return 0
    default:
      return settle(instruction.writtenRegisters)
    }
  }

  private mutating func settle(_ register: Int, withConstant value: Bool) -> Int? {
    guard let isTrue = take(register) else { return 0 }
    return isTrue == value ? 0 : nil
  }

  /// Settles the claims on registers that get unknown values; each claim is one
  /// test.
  private mutating func settle(_ registers: ClosedRange<Int>?) -> Int {
    guard let registers, !claims.isEmpty else { return 0 }
    let before = claims.count
    claims.removeAll { registers.contains(Int($0 >> 1)) }
    return before - claims.count
  }
}

extension Instruction {
  /// The registers that the instruction writes, except for tests and constants.
  package var writtenRegisters: ClosedRange<Int>? {
    switch opcode {
    case .setUpvalue, .setUpvalueField, .setTable, .setInteger, .setField, .metamethod,
      .metamethodImmediate, .metamethodConstant, .close, .toBeClosed, .jump, .setList,
      .variadicPrepare, .extraArgument, .genericForPrepare, .return, .returnNothing, .returnOne:
      nil
    case .call, .tailCall, .variadic: a...a + 255
    case .getMethod: a...a + 1
    case .forLoop, .forPrepare: a...a + 3
    case .genericForCall: a + 4...a + 4 + max(c, 1)
    case .genericForLoop: a + 2...a + 2
    default: a...a
    }
  }
}
