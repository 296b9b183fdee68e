extension CompiledFunction {
  /// Returns the functions inside this one that are local variables, and that other functions inside it
  /// only call, or give to calls: they are never assigned again, stored, given back or compared, and this
  /// function itself does not use them.
  ///
  /// - Returns: The functions with a use of each, also functions further inside, by the index of the
  ///   called function; some may be missing.
  /// - Complexity: O(*n* + *f* · *m*) for *n* instructions with those of functions inside, *f* functions
  ///   and *m* own instructions; nothing is returned where that is too much.
  package func functionsOnlyCalled() -> [Int: [CompiledFunction]] {
    guard functions.count * (code.count + locals.count) <= 1 << 22 else { return [:] }
    let uses = functions.map { $0.usesOfUpvalues() }
    var called: [Int: [CompiledFunction]] = [:]
    var others: Set<Int> = []
    for position in code.indices where code[position].opcode == .closure {
      let index = code[position].bx
      guard functions.indices.contains(index) else { continue }
      if let callers = callers(ofLocalMadeAt: position, uses) {
        called[index, default: []] += callers
      } else {
        others.insert(index)
      }
    }
    return called.filter { !others.contains($0.key) }
  }

  /// Returns the names that the function, and those inside it, read of a table that it captures.
  ///
  /// - Parameters:
  ///   - index: The index of the upvalue.
  ///   - isWithCalled: Whether names count, too, whose values they only call, or give to calls.
  /// - Returns: The names; `nil` if they use the table in another way.
  package func namesRead(
    ofUpvalue index: Int, isWithCalled: Bool = false
  ) -> Set<String>? {
    var names: Set<String> = []
    for position in code.indices {
      let instruction = code[position]
      switch instruction.opcode {
      case .getUpvalueField where instruction.b == index:
        guard let name = name(instruction.c) else { return nil }
        if isWithCalled || !isCalledOrGiven(instruction.a, from: position + 1) {
          names.insert(name)
        }
      case .getUpvalue where instruction.b == index, .setUpvalue where instruction.b == index,
        .setUpvalueField where instruction.a == index:
        return nil
      default: break
      }
    }
    for inner in functions {
      for (number, upvalue) in inner.upvalues.enumerated()
      where !upvalue.isInStack && upvalue.index == index {
        guard let others = inner.namesRead(ofUpvalue: number, isWithCalled: isWithCalled) else {
          return nil
        }
        names.formUnion(others)
      }
    }
    return names
  }

  /// Returns the functions that call a local function; `nil` if it is used in another way.
  private func callers(
    ofLocalMadeAt position: Int, _ uses: [UpvalueUses]
  ) -> [CompiledFunction]? {
    let register = code[position].a
    var living = 0
    var end: Int?
    for local in locals where local.start <= position + 1 && position + 1 < local.end {
      if living == register, local.start == position + 1 { end = local.end }
      living += 1
    }
    guard let end else { return nil }
    var callers: [CompiledFunction] = []
    for other in position..<min(end, code.count) {
      let instruction = code[other]
      if other > position {
        guard !instruction.reads(register),
          instruction.assignedRegisters?.contains(register) != true
        else { return nil }
      }
      guard instruction.opcode == .closure, functions.indices.contains(instruction.bx) else {
        continue
      }
      let uses = uses[instruction.bx]
      for (index, upvalue) in functions[instruction.bx].upvalues.enumerated()
      where upvalue.isInStack && upvalue.index == register {
        if uses.others.contains(index) { return nil }
        callers += uses.callers[index] ?? []
      }
    }
    return callers
  }

  /// How a function, and those inside it, use its upvalues.
  private struct UpvalueUses {
    /// The functions that call them, by their indices.
    var callers: [Int: [CompiledFunction]] = [:]
    /// Those that are used in another way.
    var others: Set<Int> = []
  }

  private func usesOfUpvalues() -> UpvalueUses {
    var uses = UpvalueUses()
    var called: Set<Int> = []
    for position in code.indices {
      let instruction = code[position]
      switch instruction.opcode {
      case .getUpvalue where isCalledOrGiven(instruction.a, from: position + 1):
        called.insert(instruction.b)
      case .getUpvalue, .setUpvalue, .getUpvalueField: uses.others.insert(instruction.b)
      case .setUpvalueField: uses.others.insert(instruction.a)
      default: break
      }
    }
    for index in called { uses.callers[index] = [self] }
    for function in functions {
      let inner = function.usesOfUpvalues()
      for (index, upvalue) in function.upvalues.enumerated() where !upvalue.isInStack {
        uses.callers[upvalue.index, default: []] += inner.callers[index] ?? []
        if inner.others.contains(index) { uses.others.insert(upvalue.index) }
      }
    }
    return uses
  }

  /// Whether all that is done with a parameter is to call it, or to give it to calls.
  package func onlyCallsOrGives(parameter: Int) -> Bool {
    guard parameter < parameterCount,
      !functions.contains(where: { inner in
        inner.upvalues.contains { $0.isInStack && $0.index == parameter }
      })
    else { return false }
    return code.indices.allSatisfy { position in
      let instruction = code[position]
      if instruction.assignedRegisters?.contains(parameter) == true { return false }
      guard instruction.reads(parameter) else { return true }
      return instruction.opcode == .move && isCalledOrGiven(instruction.a, from: position + 1)
    }
  }

  /// Whether the first thing that is done with a register is to call it, or to give it to a call.
  private func isCalledOrGiven(_ register: Int, from start: Int) -> Bool {
    for position in start..<max(start, code.count) {
      let instruction = code[position]
      switch instruction.opcode {
      case .call, .tailCall:
        if instruction.reads(register) { return true }
        if instruction.a < register { return false }
      default:
        if instruction.reads(register)
          || instruction.assignedRegisters?.contains(register) == true
        {
          return false
        }
      }
    }
    return false
  }
}
