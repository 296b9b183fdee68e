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
      if !alone.leavesLoop, alone.results.count == hadReturn {
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
      } else if changesNothing(target...jump) {
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

  /// Whether each round of a loop does the same: no variable outside of it is set, nothing is written,
  /// and no function is called that may give something else the next time.
  private func changesNothing(_ loop: ClosedRange<Int>) -> Bool {
    guard changing.registers.isEmpty, changing.upvalues.isEmpty else { return false }
    let outer = function.locals.count { $0.start <= loop.lowerBound && loop.lowerBound < $0.end }
    return loop.allSatisfy { position in
      let instruction = function.code[position]
      switch instruction.opcode {
      case .setField, .setTable, .setInteger, .setList, .setUpvalue, .setUpvalueField, .closure,
        .variadic, .tailCall, .close, .toBeClosed:
        return false
      case .call where !pureCalls.contains(position): return false
      case .genericForCall: return false
      default: return instruction.assignedRegisters.map { $0.lowerBound >= outer } ?? true
      }
    }
  }
}
