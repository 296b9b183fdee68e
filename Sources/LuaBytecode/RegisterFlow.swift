/// Checks that a function reads no register before it was written, on every
/// branch.
///
/// An unwritten register holds a value that another evaluation left there. Lua
/// compiles every expression so that this cannot happen, except for compiler
/// bugs: before 5.4.8 for `names[a == b]`, before 5.4.5 for `1 ~ (a or b)` in a
/// function with many constants. The check does not know these bugs; it knows
/// the rule that they break.
///
/// A register that holds no local variable must also have been written by *one*
/// instruction, on every branch. The exception is the register in which `and`,
/// `or` or a comparison leaves its value. So a jump cannot skip a write and
/// leave an older value in its place.
///
/// - Complexity: O(*n* + *j* · *r*) for *n* instructions, *j* jumps and *r* registers. Each
///   instruction is examined once: a jump back must arrive with all local variables
///   written, and nothing else counts as written at its target.
package struct RegisterFlow {
  /// The position where a function breaks the rule.
  package struct Fault {
    package let position: Int
    package let kind: CodeFault.Kind
  }

  /// For each register, the position of its last writer plus 1; 0 if it is
  /// unwritten.
  package var writers: [Int32] = []
  /// The first register with the results of a call with an open number of
  /// results.
  package var openResults: Int?
  /// Whether the current instruction is reachable.
  package var isReached = true
  package private(set) var fault: Fault?
  /// How many local variables are alive at the current instruction.
  package private(set) var localCount = 0
  package var joins = PendingJoins()
  /// The registers from here on are unwritten.
  package var writtenEnd = 0
  /// Whether an instruction of the function assigns to an upvalue.
  package private(set) var assignsUpvalues = false
  /// The next instruction to examine.
  private var next = 0
  /// Whether the function has a jump.
  private var hasJump = false
  /// For each position, the number of live local variables; empty if there is
  /// no backward jump.
  private var livingAt: [UInt8] = []
  /// For each position, whether a backward jump leads to it; empty if there is
  /// none.
  private var isLoopStart: [Bool] = []

  /// Examines the next instruction, and sets ``fault`` if it may not run.
  ///
  /// - Parameters:
  ///   - code: The function.
  ///   - position: The instruction.
  ///   - localCount: How many local variables are alive there.
  /// - Throws: ``DecodingFailure/malformed`` if a test has no jump behind it.
  package mutating func examine(
    _ code: DumpedCode, at position: Int, _ localCount: Int
  ) throws(DecodingFailure) {
    // The jump behind a test is a part of the test.
    guard position >= next else { return }
    self.localCount = localCount
    next = position + 1
    if hasJump {
      if !livingAt.isEmpty { livingAt[position] = UInt8(clamping: localCount) }
      arrive(at: position)
    }
    if isReached {
      next = try follow(code, at: position)
    } else {
      // Even an unreachable instruction shows in which register the value of the
      // expression is.
      let instruction = code[position]
      if instruction.opcode == .loadFalseAndSkip, joins.isPending(at: position + 2) {
        joins.note(value: instruction.a, at: position + 2)
      }
    }
  }

  /// Begins a function: finds what its jumps lead back to.
  ///
  /// - Throws: ``DecodingFailure`` if a jump leaves the function, or an instruction is unknown.
  package mutating func begin(_ code: DumpedCode) throws(DecodingFailure) {
    fault = nil
    isReached = true
    assignsUpvalues = false
    openResults = nil
    next = 0
    writers.removeAll(keepingCapacity: true)
    for register in 0..<code.registerCount {
      writers.append(register < code.parameterCount ? Int32.max : 0)
    }
    writtenEnd = min(code.parameterCount, code.registerCount)
    livingAt.removeAll(keepingCapacity: true)
    isLoopStart.removeAll(keepingCapacity: true)
    hasJump = false
    for position in 0..<code.count {
      let instruction = code[position]
      switch instruction.opcode {
      case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip:
        break
      case .setUpvalue:
        assignsUpvalues = true
        continue
      case .extraArgument:
        let number = UInt8(instruction.bits & 0x7F)
        guard number <= Opcode.last else { throw .unknownOpcode(number) }
        continue
      default: continue
      }
      hasJump = true
      let target = instruction.target(from: position)
      guard target >= 0, target < code.count else { throw .malformed }
      guard target <= position else { continue }
      if isLoopStart.isEmpty {
        isLoopStart = Array(repeating: false, count: code.count)
        livingAt = Array(repeating: 0, count: code.count)
      }
      isLoopStart[target] = true
    }
    joins.begin(positions: hasJump ? code.count + 1 : 0, registers: code.registerCount)
  }

  /// Joins the branches that lead to an instruction.
  private mutating func arrive(at position: Int) {
    if joins.isPending(at: position) {
      if isReached { joins.add(writers, value: nil, to: position) }
      joins.take(position, into: &writers, locals: localCount)
      writtenEnd = writers.count
      isReached = true
      openResults = nil
    }
    guard !isLoopStart.isEmpty, isLoopStart[position] else { return }
    // A backward jump arrives with all local variables written, which is checked at the
    // jump.
    for register in writers.indices {
      let isLocal = register < localCount
      if !isReached { writers[register] = isLocal ? Int32(position + 1) : 0 }
      if !isLocal { writers[register] = 0 }
    }
    writtenEnd = writers.count
    isReached = true
  }

  /// Follows a jump.
  ///
  /// - Parameters:
  ///   - target: The target of the jump.
  ///   - position: The position of the jump.
  ///   - value: The register in which the jump leaves the value of a logical
  ///     expression.
  package mutating func jump(to target: Int, from position: Int, value: Int? = nil) {
    guard target <= position else {
      if !joins.add(writers, value: value, to: target) { fail(.tooManyJumps, at: position) }
      return
    }
    for register in 0..<min(Int(livingAt[target]), writers.count) where writers[register] == 0 {
      fail(.unwrittenRegister, at: position)
    }
  }

  package mutating func fail(_ kind: CodeFault.Kind, at position: Int) {
    if fault == nil { fault = Fault(position: position, kind: kind) }
  }
}
