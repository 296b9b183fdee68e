import LuaBytecode
import LuaRules

// Calls by which a function gives itself just what it got.

extension FunctionTyping {
  /// Notes that the current instruction calls a function of the rules.
  mutating func noteCall(of number: Int, _ arguments: Arguments) {
    calledHelpers[position] = number
    if number == self.number { selfCalls[position] = arguments.types }
  }

  /// Tells the calls that never return: the function gets its own arguments again, and does nothing that
  /// would make it take another way.
  mutating func findUnchangedCalls() {
    let calls = function.code.indices.filter { position in
      isReached[position] && callsItself(at: position)
    }
    if isInside, !calls.isEmpty, isEndless(besides: Set(calls)) {
      var fault = TypeFault(
        .endlessLoop, .warning,
        "the function never returns: every way through it calls the function again",
        fix: "return before the call in some case", isFatal: false)
      fault.position = calls[0]
      fault.line = function.lineDefined
      if isTelling, !faults.contains(fault) { faults.append(fault) }
      return
    }
    guard !calls.isEmpty, !function.isVariadic, doesTheSame(besides: Set(calls)) else { return }
    for call in calls where self.call(at: call).map({ written?.givesParameters($0) }) == true {
      position = call
      tell(
        TypeFault(
          .endlessLoop, .warning,
          "this call never returns: the function gets the same again, and does the same",
          fix: "give it something else", isFatal: false))
    }
  }

  /// Whether every way through the function leads to a call of itself, before it calls anything that may end
  /// it by an error, and before a loop.
  private func isEndless(besides calls: Set<Int>) -> Bool {
    var seen: Set<Int> = []
    var pending = [0]
    while let position = pending.popLast() {
      guard !calls.contains(position), seen.insert(position).inserted else { continue }
      let instruction = function.code[position]
      switch instruction.opcode {
      case .return, .returnNothing, .returnOne, .tailCall: return false
      case .call where !pureCalls.contains(position): return false
      case _ where instruction.opcode.mayJump && instruction.target(from: position) <= position:
        return false
      default: function.forEachSuccessor(of: position) { pending.append($0) }
      }
    }
    return true
  }

  private func callsItself(at position: Int) -> Bool {
    if selfCalls[position] != nil { return analysis.code.functions[number]?.code === function }
    return isInside && call(at: position).map { written?.callsItself($0) } == true
  }

  /// Whether the function does the same each time that it gets the same arguments.
  private func doesTheSame(besides calls: Set<Int>) -> Bool {
    guard changing.upvalues.isEmpty,
      !function.constants.contains(where: { constant in
        ["random", "time", "clock", "date"].contains { constant.isText($0) }
      })
    else { return false }
    return function.code.indices.allSatisfy { position in
      switch function.code[position].opcode {
      case .setField, .setTable, .setInteger, .setUpvalue, .setUpvalueField, .toBeClosed, .closure:
        false
      case .call, .tailCall: calls.contains(position) || pureCalls.contains(position)
      case .genericForCall: plainIterators.contains(position)
      default: true
      }
    }
  }
}
