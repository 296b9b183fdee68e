import LuaBytecode

// Tests that are there for what comes after them.

extension FunctionTyping {
  /// How many instructions before a test are looked at.
  private static let mostBefore = 512

  /// Whether a test makes the argument of `assert`.
  func isAsserted(_ position: Int) -> Bool {
    for other in (max(0, position - Self.mostBefore)..<position).reversed() {
      let instruction = function.code[other]
      if instruction.opcode == .call || instruction.endsFunction { return false }
      if readsGlobal("assert", at: other) { return true }
    }
    return false
  }

  /// Whether a test may be there for what comes after it: one for a value that is read later, or one
  /// of the bounds of an interval.
  func isCareful(_ position: Int) -> Bool {
    let instruction = function.code[position]
    let register = instruction.testedRegisters[0]
    let isPresence = isOfPresence(position)
    // A length is a number, which is never false; `x and #x or 0` is a habit.
    if instruction.opcode == .test, position > 0, function.code[position - 1].opcode == .length,
      function.code[position - 1].a == register
    {
      let other = target(of: position, false)
      return function.code.indices.contains(other)
        && function.code[other].assignedRegisters?.contains(register) == true
    }
    // What stands behind `or` is a default.
    if isPresence, instruction.opcode != .equalConstant, instruction.k { return true }
    if let local = name(of: register, at: position) {
      return isPresence
        || instruction.opcode.isOrder
          && function.code.indices.contains { other in
            let test = function.code[other]
            return other != position && test.opcode.isOrder
              && test.testedRegisters.contains(register) && name(of: register, at: other) == local
              && areOnOneWay(position, other) && !isPossibleAlternative(other, to: position)
          }
    }
    guard let name = lastName(of: register, before: position) else {
      return isPresence && !isOnlyTested(register, at: position)
    }
    if guardsCalculation(position, name) { return true }
    if isPresence {
      return function.code.indices.contains { $0 > position && reads(name, at: $0) }
        && isRead(name, onlyBehind: position)
    }
    guard instruction.opcode.isOrder else { return false }
    return function.code.indices.contains { other in
      other != position && function.code[other].opcode.isOrder
        && function.code[other].testedRegisters.contains { lastName(of: $0, before: other) == name }
        && areOnOneWay(position, other) && !isPossibleAlternative(other, to: position)
    }
  }

  /// Whether a test that never holds is joined by `or` with one that may hold, or may not: `h < 6 or h >= 24`
  /// makes sure of nothing, as `h < 0 or h > 23` does.
  private func isPossibleAlternative(_ other: Int, to position: Int) -> Bool {
    outcomes[position]?.reached == [false] && outcomes[other]?.reached.count == 2
      && end(of: other, true) == end(of: position, true)
  }

  /// Whether a test looks at what a function of a file gives for a constant, and for other arguments the
  /// function gives both outcomes, as in `has(c.order.tags, "urgemt")`.
  func isDecidedByArguments(_ position: Int) -> Bool {
    guard function.code[position].opcode == .test, position > 0,
      case let call = function.code[position - 1], call.opcode == .call, call.b > 2,
      let place = outcomes[position]?.operands.first?.value.place,
      let callee = calleeOfRoot[analysis.places[place].root],
      ((call.a + 1)..<(call.a + call.b)).contains(where: { register in
        assignment(of: register, before: position - 1).map {
          [.loadConstant, .loadInteger].contains(function.code[$0].opcode)
        } ?? false
      })
    else { return false }
    let arguments = Array(repeating: TypeState.Value.any, count: call.b - 1)
    return analysis.call(callee, arguments, facts: [:], tables: [:], by: number).type.truth == nil
  }

  /// Whether a test looks at a text, a number or a table that a call gives, which is not called once more.
  private func isOnlyTested(_ register: Int, at position: Int) -> Bool {
    guard function.code[position].opcode == .test, position > 0,
      let callee = nameOfCallee(at: position - 1, into: register),
      let value = outcomes[position]?.operands.first?.value.type, !value.mayBe([.no, .yes]),
      analysis.spendOnWays(function.code.count)
    else { return false }
    return !function.code.indices.contains {
      $0 >= position && nameOfCallee(at: $0, into: nil) == callee
    }
  }

  /// Whether a test for 0 stands before a division by what it tests, or before an element of the list whose
  /// length it tests.
  private func guardsCalculation(_ position: Int, _ name: Int) -> Bool {
    let instruction = function.code[position]
    let bound: Int
    switch instruction.opcode {
    case .equalImmediate, .lessImmediate, .lessOrEqualImmediate, .greaterImmediate,
      .greaterOrEqualImmediate:
      bound = instruction.signedB
    case .equalConstant where function.constant(instruction.b) == .float(0): bound = 0
    default: return false
    }
    guard bound == 0 || bound == 1 else { return false }
    return function.code.indices.contains { other in
      guard other > position else { return false }
      let use = function.code[other]
      switch use.opcode {
      case .divide, .floorDivide, .modulo: return lastName(of: use.c, before: other) == name
      case .getInteger, .getTable: return lastName(of: use.b, before: other) == name
      default: return false
      }
    }
  }

  /// Whether a member is read behind one outcome of a test, but not behind the other one; also true where
  /// that is too much work.
  private func isRead(_ name: Int, onlyBehind position: Int) -> Bool {
    guard analysis.spend(function.code.count / 8) else { return true }
    let one = reached(from: target(of: position, true), without: position)
    let other = reached(from: target(of: position, false), without: position)
    return function.code.indices.contains { reads(name, at: $0) && one[$0] != other[$0] }
  }

  /// Whether a way leads from one of two tests to the other one; also true where that is too much work.
  private func areOnOneWay(_ one: Int, _ other: Int) -> Bool {
    guard analysis.spend(function.code.count / 8) else { return true }
    let (first, last) = (min(one, other), max(one, other))
    return [true, false].contains { reached(from: target(of: first, $0), without: first)[last] }
  }

  /// Returns for each instruction whether a way leads there that does not pass another instruction.
  private func reached(from start: Int, without test: Int) -> [Bool] {
    var isReached = Array(repeating: false, count: function.code.count)
    var pending = [start]
    while let position = pending.popLast() {
      guard position != test, !isReached[position] else { continue }
      isReached[position] = true
      function.forEachSuccessor(of: position) { pending.append($0) }
    }
    return isReached
  }

  func isOfPresence(_ position: Int) -> Bool {
    let instruction = function.code[position]
    switch instruction.opcode {
    case .test, .testSet: return true
    case .equalConstant: return function.constant(instruction.b) == .nil
    default: return false
    }
  }

  /// Returns the name of the member that a register holds; `nil` if a variable holds it.
  private func lastName(of register: Int, before position: Int) -> Int? {
    guard name(of: register, at: position) == nil else { return nil }
    for other in (0..<position).reversed() {
      guard function.code[other].assignedRegisters?.contains(register) == true else { continue }
      let instruction = function.code[other]
      switch instruction.opcode {
      case .getField: return instruction.c
      case .length: return lastName(of: instruction.b, before: other)
      default: return nil
      }
    }
    return nil
  }

  private func reads(_ name: Int, at position: Int) -> Bool {
    let instruction = function.code[position]
    return [.getField, .getMethod].contains(instruction.opcode) && instruction.c == name
  }

  /// Whether a test chooses a constant, as in `kind == "a" and 1 or 2`, and what was tested before decides it.
  func isDecidedChoice(_ position: Int, _ known: Outcomes) -> Bool {
    let code = function.code
    guard !stopsAtFaults, known.reached.count == 1,
      let value = known.operands.first(where: {
        analysis.places[$0.value.place].root == TypePlaces.context
      })?.value
    else { return false }
    switch code[position].opcode {
    case .equalConstant, .equalImmediate:
      guard known.reached == [false], value.type.texts != nil || value.type.isOnly(.number) else {
        return false
      }
    case _ where code[position].opcode.isOrder: break
    default: return false
    }
    let chosen = target(of: position, true)
    guard code.indices.contains(chosen + 3), let register = code[chosen].assignedRegisters,
      register.count == 1, code[chosen + 1].opcode == .test, code[chosen + 2].opcode == .jump,
      code[chosen + 1].a == register.lowerBound, code[chosen + 3].assignedRegisters == register,
      [chosen, chosen + 3].allSatisfy({ function.line(at: $0) == function.line(at: position) })
    else { return false }
    switch code[chosen].opcode {
    case .loadInteger, .loadFloat, .loadConstant, .loadTrue: return true
    default: return false
    }
  }
}
