import LuaBytecode

// Functions that put their arguments behind the last element of a list in any case, as in
// `list[#list + 1] = x`, and do nothing else with it.

extension CompiledFunction {
  /// Whether the function may set the element 0 of a table: by that number, or in a loop that begins with it.
  var mayFillFromZero: Bool {
    code.contains {
      $0.opcode == .setInteger && $0.b == 0 || $0.opcode == .loadInteger && $0.signedBx == 0
    } && code.contains { $0.opcode == .setInteger || $0.opcode == .setTable }
  }

  /// Returns the parameters that the function appends to a captured list; `nil` if it uses the list otherwise.
  func parametersAppended(toUpvalue index: Int) -> [Int]? {
    guard
      !functions.contains(where: { inner in
        inner.upvalues.contains { !$0.isInStack && $0.index == index }
      }), isStraight
    else { return nil }
    var parameters: [Int] = []
    for position in code.indices {
      let instruction = code[position]
      switch instruction.opcode {
      case .setUpvalue where instruction.b == index: return nil
      case .getUpvalueField where instruction.b == index,
        .setUpvalueField where instruction.a == index:
        return nil
      case .getUpvalue where instruction.b == index:
        guard let use = firstUse(of: instruction.a, behind: position) else { return nil }
        if code[use].opcode == .length { continue }
        guard
          let parameter = parameterAppended(
            at: use, to: instruction.a,
            where: { length in
              lastAssignment(of: code[length].b, before: length).map {
                code[$0].opcode == .getUpvalue && code[$0].b == index
              } ?? false
            })
        else { return nil }
        parameters.append(parameter)
      default: break
      }
    }
    return parameters.isEmpty ? nil : parameters
  }

  /// Returns the parameters that the function appends to a list that it gets; `nil` if it uses the list otherwise.
  func parametersAppended(toParameter list: Int) -> [Int]? {
    guard list < parameterCount, functions.isEmpty, isStraight else { return nil }
    var parameters: [Int] = []
    for position in code.indices {
      let instruction = code[position]
      if instruction.assignedRegisters?.contains(list) == true { return nil }
      guard instruction.reads(list), instruction.opcode != .length else { continue }
      guard
        let parameter = parameterAppended(at: position, to: list, where: { code[$0].b == list })
      else { return nil }
      parameters.append(parameter)
    }
    return parameters.isEmpty ? nil : parameters
  }

  /// Whether there is one way through the function.
  private var isStraight: Bool { !code.contains { $0.opcode.isTest || $0.opcode.mayJump } }

  private func firstUse(of register: Int, behind start: Int) -> Int? {
    for position in start + 1..<code.count {
      let instruction = code[position]
      if instruction.reads(register) { return position }
      if instruction.assignedRegisters?.contains(register) == true { return nil }
    }
    return nil
  }

  /// Returns the parameter that an instruction puts behind the last element of a list; `nil` for another one.
  private func parameterAppended(
    at position: Int, to list: Int, where isLength: (Int) -> Bool
  ) -> Int? {
    let write = code[position]
    guard write.opcode == .setTable, write.a == list, !write.k, write.c < parameterCount,
      write.c != list,
      !code.contains(where: { $0.assignedRegisters?.contains(write.c) == true }),
      let sum = lastAssignment(of: write.b, before: position),
      code[sum].opcode == .addImmediate, code[sum].signedC == 1,
      let length = lastAssignment(of: code[sum].b, before: sum), code[length].opcode == .length,
      isLength(length)
    else { return nil }
    return write.c
  }
}
