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
    if ownUpvalue != nil, !calls.isEmpty, isEndless(besides: Set(calls)) {
      var fault = TypeFault(
        .endlessLoop, .warning,
        "the function never returns: every way through it calls the function again",
        fix: "return before the call in some case", isFatal: false)
      fault.position = calls[0]
      fault.line = function.lineDefined
      if isTelling, !faults.contains(fault) { faults.append(fault) }
      return
    }
    guard !calls.isEmpty, !function.isVariadic, keepsItsArguments,
      doesTheSame(besides: Set(calls))
    else { return }
    for call in calls where givesItsArguments(at: call) {
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
    let instruction = function.code[position]
    guard instruction.opcode == .call || instruction.opcode == .tailCall else { return false }
    if selfCalls[position] != nil { return analysis.code.functions[number]?.code === function }
    guard let own = ownUpvalue,
      let callee = assignment(of: instruction.a, before: position)
    else { return false }
    return function.code[callee].opcode == .getUpvalue && function.code[callee].b == own
  }

  /// Whether nothing is assigned to a parameter.
  private var keepsItsArguments: Bool {
    let parameters = 0..<function.parameterCount
    return !changing.registers.contains { parameters.contains($0) }
      && function.code.allSatisfy { ($0.assignedRegisters?.lowerBound ?? .max) >= parameters.count }
  }

  /// Whether the arguments of a call are the parameters.
  private func givesItsArguments(at position: Int) -> Bool {
    let instruction = function.code[position]
    guard instruction.b == function.parameterCount + 1,
      let callee = assignment(of: instruction.a, before: position),
      !function.code[callee..<position].contains(where: {
        $0.opcode.isTest || $0.opcode.mayJump
      })
    else { return false }
    return (0..<function.parameterCount).allSatisfy { parameter in
      guard let move = assignment(of: instruction.a + 1 + parameter, before: position) else {
        return false
      }
      return function.code[move].opcode == .move && function.code[move].b == parameter
    }
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

  /// Returns which captured variable of a function that the current instruction makes is the function
  /// itself; `nil` if there is none, or if something else is assigned to it.
  func ownUpvalue(of inner: CompiledFunction) -> Int? {
    let register = function.code[position].a
    guard let local = function.locals.first(where: { $0.start == position + 1 }),
      name(of: register, at: position + 1) == local.name,
      !changing.registers.contains(register),
      !function.code[(position + 1)..<max(position + 1, min(local.end, function.code.count))]
        .contains(where: { $0.assignedRegisters?.contains(register) == true })
    else { return nil }
    return inner.upvalues.firstIndex { $0.isInStack && $0.index == register }
  }
}
