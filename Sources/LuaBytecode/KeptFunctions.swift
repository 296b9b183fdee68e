extension CompiledFunction {
  /// Returns the functions inside this one that it only stores, gives back or gives to one call: it does
  /// not call them itself, and no function inside it captures them.
  ///
  /// - Returns: The indices of the functions; some may be missing.
  /// - Complexity: O(*n* + *f* · *m*) for *f* functions and *m* own instructions and local variables;
  ///   nothing is returned where that is too much.
  package func functionsOnlyKept() -> Set<Int> {
    guard functions.count * (code.count + locals.count) <= 1 << 22 else { return [] }
    var captured: Set<Int> = []
    for function in functions {
      for upvalue in function.upvalues where upvalue.isInStack { captured.insert(upvalue.index) }
    }
    var kept: Set<Int> = []
    var others: Set<Int> = []
    for position in code.indices where code[position].opcode == .closure {
      let isKept = isOnlyKept(madeAt: position, captured)
      if isKept { kept.insert(code[position].bx) } else { others.insert(code[position].bx) }
    }
    return kept.subtracting(others)
  }

  /// How many uses of one function are looked at.
  private static let mostReads = 64

  private func isOnlyKept(madeAt position: Int, _ captured: Set<Int>) -> Bool {
    let register = code[position].a
    guard let end = endOfLocal(in: register, from: position + 1) else {
      return use(of: register, from: position + 1) != .other
    }
    guard !captured.contains(register) else { return false }
    var (calls, reads) = (0, 0)
    for other in position + 1..<max(position + 1, min(end, code.count)) {
      let instruction = code[other]
      if instruction.assignedRegisters?.contains(register) == true { return false }
      guard instruction.reads(register) else { continue }
      reads += 1
      let use = use(of: register, at: other)
      if use == .given { calls += 1 }
      if use == .other || calls > 1 || reads > Self.mostReads { return false }
    }
    return true
  }

  /// What is done with a value first.
  private enum Use {
    case stored
    case given
    case other
  }

  /// Returns what is done first with a value in a register.
  private func use(of register: Int, from start: Int) -> Use? {
    for position in start..<max(start, code.count) {
      let instruction = code[position]
      if instruction.reads(register) { return use(of: register, at: position) }
      if instruction.assignedRegisters?.contains(register) == true { return nil }
    }
    return nil
  }

  /// Returns what an instruction does with a value that it reads in a register.
  private func use(of register: Int, at position: Int) -> Use? {
    let instruction = code[position]
    switch instruction.opcode {
    case .setField, .setTable, .setInteger:
      return instruction.a != register && !instruction.k && instruction.c == register
        ? .stored : .other
    case .setList: return instruction.a == register ? .other : .stored
    case .return, .returnOne: return .stored
    case .call: return instruction.a == register ? .other : .given
    case .move:
      guard endOfLocal(in: instruction.a, from: position + 1) == nil else { return .other }
      return use(ofCopyIn: instruction.a, from: position + 1)
    default: return .other
    }
  }

  /// Returns what is done first with a copy of a value, which nothing copies again.
  private func use(ofCopyIn register: Int, from start: Int) -> Use? {
    for position in start..<max(start, code.count) {
      let instruction = code[position]
      if instruction.reads(register) {
        return instruction.opcode == .move ? .other : use(of: register, at: position)
      }
      if instruction.assignedRegisters?.contains(register) == true { return nil }
    }
    return nil
  }

  /// Returns where the local variable ends that begins in a register; `nil` if none does.
  private func endOfLocal(in register: Int, from start: Int) -> Int? {
    var living = 0
    for local in locals where local.start <= start && start < local.end {
      if living == register { return local.start == start ? local.end : nil }
      living += 1
    }
    return nil
  }
}
