import LuaBytecode

extension CompiledFunction {
  /// Returns the names that the function, and those inside it, read of a table that it captures.
  ///
  /// - Parameters:
  ///   - index: The index of the upvalue.
  ///   - isWithCalled: Whether names count, too, whose values they only call, or give to calls.
  /// - Returns: The names; `nil` if they use the table in another way.
  func namesRead(ofUpvalue index: Int, isWithCalled: Bool = false) -> Set<String>? {
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

  /// Whether all that is done with a parameter is to call it, or to give it to calls.
  func onlyCallsOrGives(parameter: Int) -> Bool {
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
