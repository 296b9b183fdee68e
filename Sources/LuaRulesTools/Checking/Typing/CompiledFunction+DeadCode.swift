import LuaBytecode

// Code that does nothing: what no way leads to, and values that are lost before they are read.

extension CompiledFunction {
  /// Code where no way leads.
  struct UnreachedLine {
    let line: Int
    /// Whether it stands behind a loop that only a `return` leaves.
    let isBehindLoop: Bool
  }

  /// The lines of the code that stands behind a `return`, or a loop with one, where no way leads.
  ///
  /// What gives nil, or fails on purpose, is there to be careful.
  func linesBehindReturn() -> [UnreachedLine] {
    let isReached = reachablePositions()
    var lines: [UnreachedLine] = []
    var position = 1
    while position < code.count {
      guard !isReached[position], !belongsToCall(position) else {
        position += 1
        continue
      }
      let isBehindReturn = code[position - 1].endsFunction
      var isBehindLoop = false
      while position < code.count, !isReached[position], onlyLeaves(at: position) {
        if code[position].opcode == .jump, code[position].target(from: position) <= position {
          isBehindLoop = true
        }
        position += 1
      }
      if position < code.count, !isReached[position], isBehindReturn, !isCareful(at: position) {
        lines.append(UnreachedLine(line: line(at: position), isBehindLoop: isBehindLoop))
      }
      while position < code.count, !isReached[position] { position += 1 }
    }
    return lines
  }

  /// Whether an instruction gives back what a call before it gives, which does so itself.
  private func belongsToCall(_ position: Int) -> Bool {
    code[position - 1].opcode == .tailCall && code[position].endsFunction
  }

  /// Whether an instruction belongs to the end of a block.
  private func onlyLeaves(at position: Int) -> Bool {
    switch code[position].opcode {
    case .jump, .forLoop, .genericForCall, .genericForLoop, .close: true
    default: false
    }
  }

  private func isCareful(at position: Int) -> Bool {
    let instruction = code[position]
    switch instruction.opcode {
    case .returnNothing, .loadNil: return true
    case .return: return instruction.b == 1
    case .getUpvalueField: return name(instruction.c) == "error"
    default: return false
    }
  }

  // MARK: Repeated comparisons

  /// A comparison that an earlier one decides, with the position of that one.
  struct RepeatedComparison {
    let position: Int
    let first: Int
  }

  /// How far apart two comparisons may stand.
  private static let mostDistance = 64

  /// Finds comparisons that have the outcome of the same comparison before.
  ///
  /// - Parameter areLocal: Whether those of local variables are looked for, or of members.
  /// - Returns: Those between which nothing is set, and where the other outcome leads elsewhere.
  func repeatedComparisons(areLocal: Bool) -> [RepeatedComparison] {
    guard locals.count * code.count <= Self.mostSteps else { return [] }
    let captured = Set(functions.flatMap(\.upvalues).filter(\.isInStack).map(\.index))
    var stepsLeft = Self.mostSteps
    var found: [RepeatedComparison] = []
    for (first, test) in code.enumerated()
    where test.opcode.isTest && test.opcode != .test && test.opcode != .testSet {
      let registers = test.testedRegisters
      guard stepsLeft > 0, !areLocal || !testsPresence(test),
        registers.allSatisfy({ isLocal($0, at: first) && !captured.contains($0) }) == areLocal
      else { continue }
      let others = code.indices[(first + 1)...].prefix(Self.mostDistance)
      for position in others where code[position].opcode == test.opcode {
        // `if x == 1 … elseif x ~= 1` says again what is left.
        let isSame =
          areLocal
          ? isSame(code[position], test) && (test.opcode.isOrder || code[position].k == test.k)
          : code[position].k == test.k && isSameTest(first, position)
        guard isSame else { continue }
        stepsLeft -= code.count
        if let way = wayOnly(from: first, to: position),
          !way.contains(where: { position in
            areLocal
              ? registers.contains { code[position].assignedRegisters?.contains($0) == true }
              : maySet(at: position)
          })
        {
          found.append(RepeatedComparison(position: position, first: first))
        }
        break
      }
    }
    return found
  }

  /// Whether an instruction compares with nil, which careful functions do again.
  private func testsPresence(_ instruction: Instruction) -> Bool {
    instruction.opcode == .equalConstant && constant(instruction.b) == .nil
  }

  /// Whether an instruction may set a variable, or a part of a table.
  private func maySet(at position: Int) -> Bool {
    let instruction = code[position]
    switch instruction.opcode {
    case .setField, .setTable, .setInteger, .setUpvalue, .setUpvalueField, .call, .tailCall,
      .forLoop, .genericForLoop, .genericForCall:
      return true
    default:
      return instruction.assignedRegisters?.prefix(8).contains { isLocal($0, at: position + 1) }
        ?? false
    }
  }

  private func isSame(_ instruction: Instruction, _ other: Instruction) -> Bool {
    guard instruction.opcode == other.opcode, instruction.a == other.a else { return false }
    return other.testedRegisters.count > 1
      ? instruction.b == other.b : instruction.signedB == other.signedB
  }

  private func isLocal(_ register: Int, at position: Int) -> Bool {
    let living = locals.filter { $0.start <= position && position < $0.end }
    return living.indices.contains(register) && !living[register].name.hasPrefix("(")
  }

  /// Returns the instructions between a test and another instruction, to which one outcome of the test leads
  /// only, and nothing else; `nil` if other ways lead there.
  func wayOnly(from test: Int, to end: Int) -> [Int]? {
    let leads = positionsLeading(to: end, withoutPassing: test)
    let outcomes = [test + 1, test + 2].filter { code.indices.contains($0) && leads[$0] }
    guard outcomes.count == 1, !leads[0] else { return nil }
    var seen: Set<Int> = []
    var pending = outcomes
    while let position = pending.popLast() {
      guard leads[position], seen.insert(position).inserted else { continue }
      forEachSuccessor(of: position) { pending.append($0) }
    }
    return Array(seen)
  }

  /// Returns from which instructions another one is reached without a third one, by position.
  private func positionsLeading(to end: Int, withoutPassing test: Int) -> [Bool] {
    var leads = Array(repeating: false, count: code.count)
    leads[end] = true
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for position in code.indices.reversed() where !leads[position] && position != test {
        forEachSuccessor(of: position) { if leads[$0] { leads[position] = true } }
        if leads[position] { hasChanged = true }
      }
    }
    return leads
  }

  // MARK: Lost values

  /// A value that a variable loses.
  struct LostValue {
    let position: Int
    let name: String
    var reason = Reason.replaced

    /// What happens to the value before it is read.
    enum Reason {
      /// The variable gets another one.
      case replaced
      /// The next round of a loop sets its variable anew.
      case ofLoop
      /// It is an argument in place of which the function sets another value.
      case argument
    }
  }

  /// How many instructions are looked at to find lost values.
  private static let mostSteps = 1 << 18

  /// The values of local variables that get another one on every way before they are read.
  func lostValues() -> [LostValue] {
    guard locals.count * code.count <= Self.mostSteps else { return [] }
    var lost: [LostValue] = []
    var steps = 0
    for (index, local) in locals.enumerated() {
      guard !local.name.hasPrefix("_"), !local.name.hasPrefix("("),
        0 <= local.start, local.start < local.end, local.end <= code.count
      else { continue }
      let register = locals[..<index].count { $0.start <= local.start && local.start < $0.end }
      let range = local.start..<local.end
      if range.contains(where: { captures(register, at: $0) }) { continue }
      let sets = range.filter { setsOnly(register, at: $0) }
      if index < parameterCount, !sets.isEmpty, let first = sets.first,
        isLost(register, setAt: nil, in: range, &steps)
      {
        lost.append(LostValue(position: first, name: local.name, reason: .argument))
      }
      if isOfLoop(index) {
        for position in sets where isLeft(register, setAt: position, in: range, &steps) {
          lost.append(LostValue(position: position, name: local.name, reason: .ofLoop))
        }
        continue
      }
      if !sets.isEmpty, local.start > 0, calculates(register, at: local.start - 1),
        isLost(register, setAt: local.start - 1, in: range, &steps)
      {
        lost.append(LostValue(position: local.start - 1, name: local.name))
      }
      guard sets.count > 1 else { continue }
      for position in sets where position != sets.last || hasLoop(in: range) {
        guard code[position].opcode != .loadNil, !takesSecondResult(at: position) else { continue }
        guard isLost(register, setAt: position, in: range, &steps) else { continue }
        lost.append(LostValue(position: position, name: local.name))
      }
    }
    return lost
  }

  /// Whether an instruction calculates or reads one value: a constant may be there for the case that nothing
  /// else is set.
  private func calculates(_ register: Int, at position: Int) -> Bool {
    switch code[position].opcode {
    case .call: code[position].a == register && code[position].c == 2
    case .getField, .getUpvalueField, .getInteger, .concatenate, .length:
      code[position].a == register
    default: false
    }
  }

  /// Whether a local variable is one of a `for` loop.
  private func isOfLoop(_ index: Int) -> Bool {
    var other = index
    while other > 0, locals[other].start == locals[index].start, !locals[other].name.hasPrefix("(")
    {
      other -= 1
    }
    return other < index && locals[other].name.hasPrefix("(for")
  }

  /// Whether every way from where a variable is set leads to the end of its block, without a use.
  private func isLeft(
    _ register: Int, setAt start: Int, in range: Range<Int>, _ steps: inout Int
  ) -> Bool {
    var seen: Set<Int> = []
    var pending: [Int] = []
    forEachSuccessor(of: start) { pending.append($0) }
    while let position = pending.popLast() {
      guard range.contains(position), seen.insert(position).inserted else { continue }
      steps += 1
      let instruction = code[position]
      guard steps < Self.mostSteps, !instruction.reads(register) else { return false }
      if setsOnly(register, at: position) { continue }
      if instruction.assignedRegisters?.contains(register) == true { return false }
      forEachSuccessor(of: position) { pending.append($0) }
    }
    return true
  }

  /// Whether every way from where a variable is set, or from the beginning, leads to where it is set anew,
  /// without a use.
  private func isLost(
    _ register: Int, setAt start: Int?, in range: Range<Int>, _ steps: inout Int
  ) -> Bool {
    var seen: Set<Int> = []
    var pending: [Int] = []
    if let start { forEachSuccessor(of: start) { pending.append($0) } } else { pending = [0] }
    var isSetAnew = false
    while let position = pending.popLast() {
      guard seen.insert(position).inserted else { continue }
      steps += 1
      let instruction = code[position]
      guard steps < Self.mostSteps, range.contains(position), !instruction.endsFunction,
        !instruction.reads(register)
      else { return false }
      if setsOnly(register, at: position) {
        isSetAnew = true
        continue
      }
      if instruction.assignedRegisters?.contains(register) == true { return false }
      forEachSuccessor(of: position) { pending.append($0) }
    }
    return isSetAnew
  }

  private func setsOnly(_ register: Int, at position: Int) -> Bool {
    guard let assigned = code[position].assignedRegisters else { return false }
    return assigned == register...register && code[position].opcode != .testSet
  }

  /// Whether an instruction keeps one of several results of a call, the others of which are meant.
  private func takesSecondResult(at position: Int) -> Bool {
    guard code[position].opcode == .move, position > 0 else { return false }
    var call = position - 1
    while call > 0, code[call].opcode == .move { call -= 1 }
    return code[call].opcode == .call && code[call].c != 2
  }

  private func hasLoop(in range: Range<Int>) -> Bool {
    range.contains { code[$0].opcode.mayJump && code[$0].target(from: $0) <= $0 }
  }

  private func captures(_ register: Int, at position: Int) -> Bool {
    guard code[position].opcode == .closure, functions.indices.contains(code[position].bx) else {
      return false
    }
    return functions[code[position].bx].upvalues.contains { $0.isInStack && $0.index == register }
  }

  /// Whether a local variable is declared in the block of another one with the same name.
  func declaresTwice(_ name: String) -> Bool {
    withInnerFunctions.contains { function in
      let named = function.locals.filter { $0.name == name }
      return named.contains { outer in
        named.contains { outer.start < $0.start && $0.end <= outer.end }
      }
    }
  }

  /// The function with those inside it.
  var withInnerFunctions: [CompiledFunction] {
    var found: [CompiledFunction] = []
    var pending = [self]
    while let next = pending.popLast() {
      found.append(next)
      pending += next.functions
    }
    return found
  }
}
