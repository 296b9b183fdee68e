import LuaBytecode

// Loops that stand wrong: those that count in the wrong direction, have one round, or do not use their elements.

extension CompiledFunction {
  /// A loop that is probably meant in another way.
  struct DoubtfulLoop {
    let position: Int
    let reason: Reason

    enum Reason {
      /// It begins with the length of a list, ends with a number from 0 to 2, and does not count down.
      case countsUp(end: Int)
      /// It begins with 1, ends with what is not a constant, and counts down.
      case countsDown
      /// Every way through its first round returns.
      case endsInFirstRound
      /// A `break` ends its first round, also where a test before it has led to nothing, or it adds something up.
      case breaksInFirstRound
    }
  }

  func doubtfulLoops() -> [DoubtfulLoop] {
    loopsWithoutStep().map { DoubtfulLoop(position: $0.position, reason: .countsUp(end: $0.end)) }
      + loopsDown().map { DoubtfulLoop(position: $0, reason: .countsDown) }
      + loopsOfOneRound().map { DoubtfulLoop(position: $0, reason: .endsInFirstRound) }
      + loopsBroken().map { DoubtfulLoop(position: $0, reason: .breaksInFirstRound) }
  }

  /// The loops that begin at the length of a list, go to 0, 1 or 2, and do not count down.
  private func loopsWithoutStep() -> [(position: Int, end: Int)] {
    code.indices.compactMap { position in
      let loop = code[position]
      guard loop.opcode == .forPrepare,
        let first = setting(of: loop.a, before: position), code[first].opcode == .length,
        let last = integer(in: loop.a + 1, before: position), (0...2).contains(last),
        integer(in: loop.a + 2, before: position) == 1
      else { return nil }
      return (position, last)
    }
  }

  /// The loops that count down from 1, not to a constant or to what is negated.
  private func loopsDown() -> [Int] {
    code.indices.filter { position in
      let loop = code[position]
      guard loop.opcode == .forPrepare, integer(in: loop.a, before: position) == 1,
        let step = integer(in: loop.a + 2, before: position), step < 0,
        let last = setting(of: loop.a + 1, before: position)
      else { return false }
      return [.length, .move, .getField, .getUpvalue, .getUpvalueField, .call].contains(
        code[last].opcode)
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

  /// The loops over lists whose rounds all end with a `return`, in different ways or with the outcome of a test:
  /// the second round never comes.
  private func loopsOfOneRound() -> [Int] {
    code.indices.filter { position in
      guard code[position].opcode == .genericForPrepare else { return false }
      let call = code[position].target(from: position)
      guard code.indices.contains(call), position + 1 < call else { return false }
      var seen: Set<Int> = []
      var pending = [position + 1]
      var hasTest = false
      var returns = 0
      var givesOutcome = false
      while let next = pending.popLast() {
        guard seen.insert(next).inserted else { continue }
        guard (position + 1..<call).contains(next) else { return false }
        if code[next].opcode.isTest { hasTest = true }
        if code[next].endsFunction {
          returns += 1
          if code[next - 1].opcode == .loadTrue, code[next].a == code[next - 1].a {
            givesOutcome = true
          }
          continue
        }
        forEachSuccessor(of: next) { pending.append($0) }
      }
      return hasTest && (returns > 1 || givesOutcome)
    }
  }

  /// The `for` loops that a `break` at the end of their bodies leaves in the first round.
  ///
  /// That is a way to get the first element, unless a test leads straight to the `break`, which is then meant
  /// behind it, or the loop counts, or adds something to 0 or an empty text.
  private func loopsBroken() -> [Int] {
    code.indices.filter { position in
      let loop = code[position]
      guard loop.opcode == .genericForPrepare || loop.opcode == .forPrepare else { return false }
      let end =
        loop.opcode == .forPrepare ? loop.target(from: position) - 1 : loop.target(from: position)
      let body = position + 1..<end
      guard let exit = body.last, code.indices.contains(end), code[exit].opcode == .jump,
        !body.contains(code[exit].target(from: exit)), code[exit].target(from: exit) > end
      else { return false }
      var seen: Set<Int> = []
      var pending = [position + 1]
      let counts = loop.opcode == .forPrepare
      // A loop inside may go through what belongs to the first element.
      guard counts || !body.contains(where: { jumpsBack(at: $0) }) else { return false }
      var isDoubtful = counts || body.contains { addsToNothing(at: $0, inLoopAt: position) }
      while let next = pending.popLast() {
        guard body.contains(next) else {
          if next == end { return false }
          continue
        }
        guard seen.insert(next).inserted, !code[next].endsFunction else { continue }
        if code[next].opcode.isTest, leads(from: next, straightTo: exit) { isDoubtful = true }
        forEachSuccessor(of: next) { pending.append($0) }
      }
      return seen.contains(exit) && isDoubtful
    }
  }

  private func jumpsBack(at position: Int) -> Bool {
    code[position].opcode.loops
      || code[position].opcode == .jump && code[position].target(from: position) <= position
  }

  /// How many instructions before a loop are looked at for what a variable begins with.
  private static let mostBefore = 64

  /// Whether an instruction adds something to a variable that is 0 or an empty text before the loop, as in
  /// `n = n + 1` and `t = t .. x`.
  private func addsToNothing(at position: Int, inLoopAt loop: Int) -> Bool {
    let instruction = code[position]
    var variable: Int?
    switch instruction.opcode {
    case .add, .addImmediate, .addConstant:
      if instruction.a == instruction.b { variable = instruction.a }
    case .concatenate where code.indices.contains(position + 1):
      let result = code[position + 1]
      if result.opcode == .move, result.b == instruction.a,
        let first = setting(of: instruction.a, before: position),
        code[first].opcode == .move, code[first].b == result.a
      {
        variable = result.a
      }
    default: break
    }
    guard let variable, variable < code[loop].a,
      let start = code[max(0, loop - Self.mostBefore)..<loop].last(where: {
        $0.assignedRegisters?.contains(variable) == true
      })
    else { return false }
    switch start.opcode {
    case .loadInteger, .loadFloat: return start.signedBx == 0
    case .loadConstant: return constant(start.bx) == .string([])
    default: return false
    }
  }

  /// Whether a test leads to a jump, or where that goes, without anything in between.
  private func leads(from test: Int, straightTo jump: Int) -> Bool {
    let ends = [jump, code[jump].target(from: jump)]
    var leads = false
    forEachSuccessor(of: test) { next in
      let isJump = code[next].opcode == .jump
      if ends.contains(next) || isJump && ends.contains(code[next].target(from: next)) {
        leads = true
      }
    }
    return leads
  }
}
