import LuaBytecode
import LuaRules

// Loops that count from one constant past another.

extension FunctionTyping {
  /// Tells a loop that counts until a variable is equal to a number that it never becomes.
  ///
  /// Returns whether it does so.
  mutating func tellMissedEnd(of loop: ClosedRange<Int>) -> Bool {
    guard let count = function.count(in: loop), !changing.registers.contains(count.register),
      loop.allSatisfy({ function.code[$0].opcode != .call || pureCalls.contains($0) }),
      count.neverEnds
    else { return false }
    let name = self.name(of: count.register, at: loop.lowerBound).map { "`\($0)`" } ?? "it"
    let (start, step) = (count.start, count.step)
    let next = start.addingReportingOverflow(step).partialValue
    let values = [start, next, next.addingReportingOverflow(step).partialValue]
    position = loop.upperBound
    faults.removeAll { $0.position == count.test && $0.code == .impossibleComparison }
    tell(
      TypeFault(
        .endlessLoop, .warning,
        "this loop never ends: \(name) is \(values.map(String.init).joined(separator: ", ")) …, and "
          + "never \(count.end)",
        fix: "compare it with `<` or `>`", subject: "while", isFatal: false), at: loop.lowerBound)
    return true
  }
}

/// A variable that a loop counts until it is equal to a number.
private struct LoopCount {
  /// The position of the test.
  let test: Int
  let register: Int
  let start: Int64
  let step: Int64
  let end: Int64
  /// Whether it is counted before the test.
  let isCountedFirst: Bool

  /// Whether it is never equal to the end; as if integers had no bounds.
  var neverEnds: Bool {
    let (distance, isTooFar) = end.subtractingReportingOverflow(start)
    guard step != 0, !isTooFar, step != -1 || distance != .min else { return false }
    if distance == 0 { return isCountedFirst }
    return distance % step != 0 || distance / step < 0
  }
}

extension CompiledFunction {
  /// Returns what a loop counts that does nothing but that in each round, and has one test; `nil` for
  /// any other loop.
  fileprivate func count(in loop: ClosedRange<Int>) -> LoopCount? {
    let tests = loop.filter { code[$0].opcode.isTest }
    guard tests.count == 1, let test = tests.first, let end = integerOfEquality(at: test),
      loop.allSatisfy({ position in
        switch code[position].opcode {
        // Only the jump behind the test and that at the end.
        case .jump: position == test + 1 || position == loop.upperBound
        case .return, .returnOne, .returnNothing, .tailCall, .closure, .forPrepare, .forLoop,
          .genericForPrepare, .genericForCall, .genericForLoop, .loadFalseAndSkip:
          false
        default: true
        }
      })
    else { return nil }
    let register = code[test].a
    let isAtEnd = test + 1 == loop.upperBound
    let changes = loop.filter { code[$0].assignedRegisters?.contains(register) == true }
    guard changes.count == 1, let change = changes.first, let step = step(of: register, at: change),
      isAtEnd ? true : leavesIfEqual(at: test, loop),
      isAtEnd ? code[test].k == false : true,
      let start = integerBefore(loop.lowerBound, in: register, comingFrom: loop.upperBound)
    else { return nil }
    return LoopCount(
      test: test, register: register, start: start, step: step, end: end,
      isCountedFirst: change < test)
  }

  /// Whether the outcome of an equality that leaves a loop is that both are equal.
  private func leavesIfEqual(at test: Int, _ loop: ClosedRange<Int>) -> Bool {
    code[test].k && !loop.contains(code[test + 1].target(from: test + 1))
  }

  private func integerOfEquality(at test: Int) -> Int64? {
    switch code[test].opcode {
    case .equalImmediate: return Int64(code[test].signedB)
    case .equalConstant:
      if case .integer(let number)? = constant(code[test].b) { return number }
      return nil
    default: return nil
    }
  }

  private func step(of register: Int, at position: Int) -> Int64? {
    let instruction = code[position]
    guard instruction.a == register, instruction.b == register else { return nil }
    switch instruction.opcode {
    case .addImmediate: return Int64(instruction.signedC)
    case .addConstant:
      if case .integer(let number)? = constant(instruction.c) { return number }
      return nil
    case .subtractConstant:
      if case .integer(let number)? = constant(instruction.c), number != .min { return -number }
      return nil
    default: return nil
    }
  }

  /// Returns the integer that a register holds where a loop is entered, if it is set just before.
  private func integerBefore(
    _ entry: Int, in register: Int, comingFrom jump: Int
  ) -> Int64? {
    guard
      let position = (0..<entry).last(where: {
        code[$0].assignedRegisters?.contains(register) == true
      })
    else { return nil }
    for other in code.indices {
      var entersBetween = false
      forEachSuccessor(of: other) { next in
        if (position + 1...entry).contains(next), next != other + 1, other != jump {
          entersBetween = true
        }
      }
      if entersBetween { return nil }
    }
    switch code[position].opcode {
    case .loadInteger: return Int64(code[position].signedBx)
    case .loadConstant:
      if case .integer(let number)? = constant(code[position].bx) { return number }
      return nil
    default: return nil
    }
  }
}
