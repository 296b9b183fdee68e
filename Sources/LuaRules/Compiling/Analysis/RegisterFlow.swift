/// Checks that a function reads no register before it was written, on every way through it.
///
/// A register that was not written holds what another evaluation has left there. Lua compiles
/// every expression so that this cannot happen, but for mistakes of its compiler: before 5.4.8 of
/// `names[a == b]`, before 5.4.5 of `1 ~ (a or b)` in a function with many constants. The check
/// knows none of them; it knows the rule that they break.
///
/// A register that holds no local variable must also have been written by *one* instruction,
/// whichever way was taken. The exception is the register in which `and`, `or` or a comparison
/// leaves its value. So a jump cannot skip a write and leave an older value in its place.
///
/// - Complexity: O(*n* + *j* · *r*) for *n* instructions, *j* jumps and *r* registers. Each
///   instruction is looked at once: whatever jumps back must arrive with all local variables
///   written, and nothing else counts as written there.
struct RegisterFlow {
  /// Where a function breaks the rule.
  struct Fault {
    let position: Int
    let kind: CodeFault.Kind
  }

  /// Who wrote each register last: 1 more than the position of the instruction; 0 for nobody.
  var writers: [Int32] = []
  /// From here on registers hold results of a call with an open number of results.
  var openResults: Int?
  /// Whether some way leads to the instruction that is looked at.
  var isReached = true
  var fault: Fault?
  var locals = LivingLocals()
  var joins = PendingJoins()
  /// By position: how many local variables live there; empty without a jump back.
  private var livingAt: [UInt8] = []
  /// By position: whether something jumps back there; empty without a jump back.
  private var isLoopStart: [Bool] = []

  /// Follows a function.
  ///
  /// - Parameters:
  ///   - code: The function.
  ///   - ranges: Its local variables in the order of their declaration.
  /// - Returns: The first fault.
  /// - Throws: ``DecodingFailure/malformed`` when a jump leaves the function.
  mutating func firstFault(
    in code: DumpedCode, _ ranges: [LocalRange]
  ) throws(DecodingFailure) -> Fault? {
    try begin(code)
    var position = 0
    while position < code.count {
      locals.move(to: position, in: ranges)
      if !livingAt.isEmpty { livingAt[position] = UInt8(clamping: locals.count) }
      arrive(at: position)
      if isReached {
        position = try follow(code, at: position)
        if let fault { return fault }
      } else {
        // Also where nothing is false: this says where the value of the expression is.
        let instruction = code[position]
        if instruction.opcode == .loadFalseAndSkip, joins.isPending(at: position + 2) {
          joins.note(value: instruction.a, at: position + 2)
        }
        position += 1
      }
    }
    // INVARIANT: the last instruction returns, or is never reached.
    guard !isReached else { throw .malformed }
    return nil
  }

  private mutating func begin(_ code: DumpedCode) throws(DecodingFailure) {
    fault = nil
    isReached = true
    openResults = nil
    locals.begin()
    writers.removeAll(keepingCapacity: true)
    for register in 0..<code.registerCount {
      writers.append(register < code.parameterCount ? Int32.max : 0)
    }
    livingAt.removeAll(keepingCapacity: true)
    isLoopStart.removeAll(keepingCapacity: true)
    var hasJump = false
    for position in 0..<code.count {
      let instruction = code[position]
      guard instruction.opcode.jumps else { continue }
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

  /// Joins the ways that lead to an instruction.
  private mutating func arrive(at position: Int) {
    if joins.isPending(at: position) {
      if isReached { joins.add(writers, value: nil, to: position) }
      joins.take(position, into: &writers, locals: locals.count)
      isReached = true
      openResults = nil
    }
    guard !isLoopStart.isEmpty, isLoopStart[position] else { return }
    // What jumps back arrives with all local variables written, which is checked there.
    for register in writers.indices {
      let isLocal = register < locals.count
      if !isReached { writers[register] = isLocal ? Int32(position + 1) : 0 }
      if !isLocal { writers[register] = 0 }
    }
    isReached = true
  }

  /// Takes the way of a jump.
  ///
  /// - Parameters:
  ///   - target: Where it leads.
  ///   - position: Where it begins.
  ///   - value: The register in which the jump leaves the value of a logical expression.
  mutating func jump(to target: Int, from position: Int, value: Int? = nil) {
    guard target <= position else {
      if !joins.add(writers, value: value, to: target) { fail(.tooManyJumps, at: position) }
      return
    }
    for register in 0..<min(Int(livingAt[target]), writers.count) where writers[register] == 0 {
      fail(.unwrittenRegister, at: position)
    }
  }

  mutating func fail(_ kind: CodeFault.Kind, at position: Int) {
    if fault == nil { fault = Fault(position: position, kind: kind) }
  }
}

extension Opcode {
  /// Whether ``Instruction/target(from:)`` tells where the instruction leads.
  fileprivate var jumps: Bool {
    switch self {
    case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip: true
    default: false
    }
  }
}
