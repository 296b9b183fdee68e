import LuaBytecode

// Which positions are reached, and the branches that are never taken.

extension FunctionTyping {
  /// A branch that no way reaches, although the code leads there.
  struct NeverReached {
    /// The first line.
    let line: Int
    /// The line of the test before it.
    let testLine: Int
    /// What is wrong with the test, if the test is to be told and not the branch.
    let fault: DecidedTest?
    /// The functions whose results the test looks at.
    let callees: Set<Int>
    /// What the author has set, as in `` `settings.strict` is false here``, if that excludes it.
    let setting: String?
  }

  /// The branches that no way reaches.
  var neverReached: [NeverReached] {
    guard !isReached.allSatisfy(\.self) else { return [] }
    let isInCode = function.reachablePositions()
    let settings = beforeUnreached(excluded)
    let tests = beforeUnreached(excluding)
    let explained = explainedUnreached
    var branches: [NeverReached] = []
    var position = 0
    while position < function.code.count {
      guard isInCode[position], !isReached[position] else {
        position += 1
        continue
      }
      var start = position
      var endsStatement = false
      while position < function.code.count, isInCode[position], !isReached[position] {
        switch function.code[position].opcode {
        case .return, .returnOne, .tailCall, .setField, .setTable, .setInteger: endsStatement = true
        case .loadInteger, .loadFloat, .loadConstant, .loadTrue, .loadFalse, .loadNil, .move:
          if position == start || position > 1 && !isReached[position - 2],
            assignsInBranch(position)
          {
            endsStatement = true
          }
          if position == start, assignsInElse(position) { endsStatement = true }
          if calculatesInBranch(position, from: start) { endsStatement = true }
        case .call where function.code[position].c == 1: endsStatement = true
        case _ where calculatesInBranch(position, from: start): endsStatement = true
        case .jump where !endsStatement && leaves(at: position):
          // What comes next is another branch: this one was a part of an expression.
          start = position + 1
        default: break
        }
        position += 1
      }
      // The end of a loop is no statement of its own.
      while start + 1 < position, function.code[start].opcode.endsLoop { start += 1 }
      if function.code[start].opcode.endsLoop { endsStatement = false }
      // What stands behind `or` is no branch of its own, and an error tells of what should not be.
      // To give nil at the end of a chain is careful, too.
      if endsStatement, !explained.contains(start), !follows(aFailureBefore: start),
        !callsError(at: start), !givesNothing(at: start)
      {
        branches.append(
          NeverReached(
            line: function.line(at: start), testLine: function.line(at: tests[start] ?? start),
            fault: tests[start].flatMap { faultOfTest($0, before: start) },
            callees: tests[start].map { callees(at: $0) } ?? [],
            setting: settings[start]))
      }
    }
    return branches
  }

  /// Returns what is wrong with the test that excludes a branch; `nil` where the branch itself is one
  /// too many, as behind tests that together leave nothing.
  private func faultOfTest(_ test: Int, before start: Int) -> DecidedTest? {
    let known = outcomes[test]
    guard let outcome = known?.reached.first, isDeclared(test) || start == test + 2 else {
      return nil
    }
    return DecidedTest(
      position: test, line: function.line(at: test),
      message: isDeclared(test)
        ? "this test \(outcomeText(test, outcome)), so a branch is never reached"
        : "the branch of this test is never reached",
      tests: isDeclared(test) ? known?.tests : nil)
  }

  /// Whether a statement calls `error`, or a function of the file that always does.
  func callsError(at position: Int) -> Bool {
    if readsGlobal("error", at: position) { return true }
    guard function.code.indices.contains(position),
      function.code[position].opcode == .getUpvalue,
      case let index = function.code[position].b, captured.indices.contains(index),
      captured[index].type.isOnly(.function),
      case .captured(let number)? = captured[index].type.function
    else { return false }
    return analysis.alwaysRaises(number)
  }

  /// Whether a statement is `return` or `return nil`.
  private func givesNothing(at position: Int) -> Bool {
    let code = function.code
    switch code[position].opcode {
    case .returnNothing: return true
    case .return: return code[position].b == 1
    case .loadNil:
      return code.indices.contains(position + 1)
        && [.return, .returnOne].contains(code[position + 1].opcode)
        && code[position + 1].a == code[position].a
    default: return false
    }
  }

  /// Whether an instruction reads a global with a name.
  func readsGlobal(_ name: String, at position: Int) -> Bool {
    guard function.code.indices.contains(position) else { return false }
    let instruction = function.code[position]
    return instruction.opcode == .getUpvalueField
      && function.upvalues.indices.contains(instruction.b)
      && function.upvalues[instruction.b].name == "_ENV"
      && function.name(instruction.c) == name
  }

  /// Whether a jump leads from what is never reached to what is.
  private func leaves(at position: Int) -> Bool {
    let target = function.code[position].target(from: position)
    return isReached[target] && (position == 0 || !function.code[position - 1].opcode.isTest)
  }

  /// The positions that are excluded by tests of which something else is told.
  private var explainedUnreached: Set<Int> {
    var found: Set<Int> = []
    var pending = Array(explained)
    while let position = pending.popLast() {
      guard !isReached[position], found.insert(position).inserted else { continue }
      function.forEachSuccessor(of: position) { pending.append($0) }
    }
    return found
  }

  /// Returns what excludes positions, by position, also of those that are led to only from there.
  private func beforeUnreached<Cause>(_ causes: [Int: Cause]) -> [Int: Cause] {
    var all: [Int: Cause] = [:]
    var pending = causes.map { (position: $0.key, cause: $0.value) }
    pending.sort { $0.position > $1.position }
    while let (position, cause) = pending.popLast() {
      guard !isReached[position], all[position] == nil else { continue }
      all[position] = cause
      function.forEachSuccessor(of: position) { pending.append(($0, cause)) }
    }
    return all
  }

  /// Whether an instruction assigns to a local variable as the only statement of a branch, and not as
  /// what stands behind `or`.
  private func assignsInBranch(_ position: Int) -> Bool {
    let target = function.code[position].a
    guard position >= 2, name(of: target, at: position - 1) != nil else { return false }
    let test = function.code[position - 2]
    return test.opcode.isTest && test.opcode != .testSet
      && !(test.opcode == .test && test.a == target)
  }

  /// Whether an instruction assigns to a local variable behind `else`, as the branch before it does in another
  /// line.
  private func assignsInElse(_ position: Int) -> Bool {
    let target = function.code[position].a
    guard position >= 2, function.code[position - 1].opcode == .jump,
      function.code[position - 1].target(from: position - 1) > position,
      name(of: target, at: position - 1) != nil
    else { return false }
    return function.code[position - 2].assignedRegisters == target...target
      && function.line(at: position - 2) != function.line(at: position)
  }

  /// Whether an instruction calculates a local variable anew as the only statement of a branch, and not as
  /// what stands behind `or`.
  private func calculatesInBranch(_ position: Int, from start: Int) -> Bool {
    guard let assigned = function.code[position].assignedRegisters, assigned.count == 1,
      start >= 2, name(of: assigned.lowerBound, at: start) != nil,
      !function.code[start..<position].contains(where: { $0.opcode.mayJump || $0.opcode.isTest })
    else { return false }
    let test = function.code[start - 2]
    return test.opcode.isTest && test.opcode != .testSet
      && !(test.opcode == .test && test.a == assigned.lowerBound)
  }

  /// Whether only a failing instruction, or a loop without an end, keeps a position from being reached.
  private func follows(aFailureBefore start: Int) -> Bool {
    faults.contains {
      $0.code == .endlessLoop && $0.position <= start
        || $0.isFatal && $0.position < start
    }
      || raises && start > 0
        && isReached[start - 1] && !function.code[start - 1].opcode.isTest
        && function.code[start - 1].opcode != .jump
  }
}

extension Opcode {
  /// Whether it goes on with the next round of a loop, or leaves it.
  fileprivate var endsLoop: Bool {
    switch self {
    case .forLoop, .genericForCall, .genericForLoop, .close: true
    default: false
    }
  }
}
