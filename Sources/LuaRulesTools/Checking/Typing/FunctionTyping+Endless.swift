import LuaBytecode
import LuaRules

// Loops without an end.

extension FunctionTyping {
  /// Whether some jump, or a `return`, leads out of a loop.
  private func hasExit(_ loop: ClosedRange<Int>) -> Bool {
    loop.contains { position in
      let returns: [Opcode] = [.return, .returnNothing, .returnOne, .tailCall]
      var leaves = returns.contains(function.code[position].opcode)
      function.forEachSuccessor(of: position) { if !loop.contains($0) { leaves = true } }
      return leaves
    }
  }

  /// Looks at each loop alone, from its second round on.
  mutating func findEndlessLoops() -> Bool {
    let edges = backEdges
    for jump in function.code.indices where function.code[jump].opcode == .jump {
      let target = function.code[jump].target(from: jump)
      guard target <= jump, isReached[jump], let state = edges[target],
        !tellMissedEnd(of: target...jump)
      else { continue }
      var alone = self
      alone.isTelling = false
      alone.loop = target...jump
      alone.arrived = [:]
      alone.visits = [:]
      alone.pending = []
      alone.leavesLoop = false
      alone.steps = 0
      let hadReturn = alone.results.count
      alone.position = jump
      alone.arrive(at: target, state)
      guard alone.follow() else { return false }
      let isSame =
        hasExit(target...jump) && isWhole(target...jump) && testsTheSame(target...jump, state)
      if !isSame, !alone.leavesLoop, alone.results.count == hadReturn {
        position = jump
        tell(
          TypeFault(
            .endlessLoop, .warning,
            hasExit(target...jump)
              ? "after its first round this loop never ends: no way leads out of it then"
              : "this loop never ends: nothing in it leaves it",
            fix: "change what the condition tests, or leave with `break`", subject: "while",
            isFatal: false),
          at: target)
      } else if isSame {
        position = jump
        tell(
          TypeFault(
            .endlessLoop, .warning,
            "this loop ends in its first round or never: nothing in it changes what it tests",
            fix: "change what the condition tests", subject: "while", isFatal: false), at: target)
      }
    }
    return true
  }

  /// Whether no other jump goes back to where a loop begins: the body of a loop that ends with an `if` has
  /// two.
  private func isWhole(_ loop: ClosedRange<Int>) -> Bool {
    !function.code.indices.contains { position in
      position > loop.upperBound && isReached[position] && function.code[position].opcode.mayJump
        && function.code[position].target(from: position) == loop.lowerBound
    }
  }

  /// Whether each round of a loop tests the same: nothing that a test in it depends on is set or written, and
  /// no function is called that may give something else the next time, or end the loop by an error.
  ///
  /// - Parameters:
  ///   - loop: The loop.
  ///   - head: What is known where it begins.
  /// - Returns: Whether the tests give the same in each round.
  private func testsTheSame(_ loop: ClosedRange<Int>, _ head: TypeState) -> Bool {
    guard changing.registers.isEmpty, changing.upvalues.isEmpty else { return false }
    let outer = function.locals.count { $0.start <= loop.lowerBound && loop.lowerBound < $0.end }
    var writes = false
    for position in loop {
      switch function.code[position].opcode {
      case .setUpvalue, .closure, .variadic, .tailCall, .close, .toBeClosed, .genericForCall:
        return false
      case .setField, .setTable, .setInteger, .setList, .setUpvalueField: writes = true
      case .call where isSteady(position) || nameOfCallee(at: position, into: nil) == "print": break
      case .call where otherCalls.contains(position) || mayRaise: return false
      case .call where !pureCalls.contains(position): writes = true
      default: break
      }
    }
    guard let needed = registersTested(in: loop) else { return false }
    return loop.allSatisfy { position in
      let instruction = function.code[position]
      guard let assigned = instruction.assignedRegisters,
        needed.contains(where: { assigned.contains($0) })
      else { return true }
      if needed.contains(where: { $0 < outer && assigned.contains($0) }) { return false }
      switch instruction.opcode {
      case .call: return pureCalls.contains(position) || isSteady(position) && !writes
      case .getField, .getTable, .getInteger, .getMethod, .length:
        return !writes || isOfContext(instruction.b, before: position, in: loop, head)
      case .getUpvalue, .getUpvalueField: return !writes
      default: return true
      }
    }
  }

  /// Whether an instruction calls a function of a file that only gives a value, the same for the same arguments.
  private func isSteady(_ call: Int) -> Bool {
    calledHelpers[call].map { analysis.onlyGives($0) } == true
  }

  /// Returns the registers on which the tests in a loop depend; `nil` for too many steps.
  private func registersTested(in loop: ClosedRange<Int>) -> Set<Int>? {
    var needed: Set<Int> = []
    var pending = loop.filter {
      function.code[$0].opcode.isTest || function.code[$0].opcode.loops
    }
    var seen = Set(pending)
    while let position = pending.popLast() {
      guard analysis.spend(loop.count / 16 + 1) else { return nil }
      for register in 0..<function.registerCount
      where function.code[position].reads(register) && needed.insert(register).inserted {
        for other in loop
        where function.code[other].assignedRegisters?.contains(register) == true
          && seen.insert(other).inserted
        {
          pending.append(other)
        }
      }
    }
    return needed
  }

  /// Whether a register holds the context or something in it, which cannot be changed.
  private func isOfContext(
    _ register: Int, before position: Int, in loop: ClosedRange<Int>, _ head: TypeState
  ) -> Bool {
    var (register, position) = (register, position)
    while let set = assignment(of: register, before: position), loop.contains(set) {
      guard [.getField, .getInteger, .move].contains(function.code[set].opcode) else {
        return false
      }
      (register, position) = (function.code[set].b, set)
    }
    guard head.registers.indices.contains(register) else { return false }
    let place = head.registers[register].place
    return place == TypePlaces.context || analysis.places.isDeclared(place)
  }
}
