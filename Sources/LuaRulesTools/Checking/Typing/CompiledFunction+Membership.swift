import LuaBytecode

// Functions that look for a value among the elements of a list, as in `contains(list, value)`.

extension CompiledFunction {
  /// A comparison by `==` of each element of a list with another value.
  struct ElementComparison {
    /// The register of the value.
    let value: Int
    /// The instruction that reads or makes the list.
    let list: Int
    /// Whether nothing else is done with the element.
    let isOnlyUse: Bool
  }

  /// How many instructions a function has at most that is looked at.
  private static let mostInstructions = 512

  /// Returns what an instruction compares with an element of a list, in a loop over it.
  ///
  /// - Complexity: O(*n*) for *n* instructions; nothing is found in a long function.
  func elementComparisons(at position: Int) -> [ElementComparison] {
    let test = code[position]
    guard test.opcode == .equal, code.count <= Self.mostInstructions else { return [] }
    return [(test.a, test.b), (test.b, test.a)].compactMap { element, value in
      list(of: element, at: position).map {
        ElementComparison(value: value, list: $0.position, isOnlyUse: $0.uses == 1)
      }
    }
  }

  /// Returns which parameters the function compares with each element of which other parameter; none if it does
  /// anything else with values than to compare them, and to count.
  func parametersComparedWithElements() -> [(value: Int, list: Int, isOnlyUse: Bool)] {
    guard parameterCount > 1, functions.isEmpty, !isVariadic, code.count <= Self.mostInstructions,
      code.contains(where: { $0.opcode == .equal }), code.indices.allSatisfy({ isPlain(at: $0) })
    else { return [] }
    return code.indices.flatMap { elementComparisons(at: $0) }.compactMap { comparison in
      let list = code[comparison.list]
      guard isParameter(comparison.value), list.opcode == .move || list.opcode == .getTable,
        isParameter(list.b), list.b != comparison.value
      else { return nil }
      return (comparison.value, list.b, comparison.isOnlyUse)
    }
  }

  /// The parameters through which the function goes by `ipairs`, and with which it does nothing else but to measure
  /// them.
  func parametersIterated() -> [Int] {
    guard functions.isEmpty, code.count <= Self.mostInstructions else { return [] }
    return (0..<parameterCount).filter { list in
      guard isParameter(list) else { return false }
      let reads = code.indices.filter { code[$0].reads(list) && code[$0].opcode != .length }
      return !reads.isEmpty
        && reads.allSatisfy { read in
          guard code[read].opcode == .move, code.indices.contains(read + 1),
            case let call = code[read + 1]
          else { return false }
          return call.opcode == .call && call.b == 2 && call.a + 1 == code[read].a
            && iterator(calledAt: read + 1) == "ipairs"
        }
    }
  }

  /// Returns the constants of a list that an instruction begins to make, with the instructions that load them;
  /// `nil` if it has anything else than texts.
  func textsWritten(at start: Int) -> [(position: Int, text: [UInt8])]? {
    guard code.indices.contains(start), code[start].opcode == .newTable else { return nil }
    var texts: [(position: Int, text: [UInt8])] = []
    for position in (start + 1)..<code.count {
      let instruction = code[position]
      switch instruction.opcode {
      case .extraArgument: continue
      case .loadConstant:
        guard instruction.a == code[start].a + texts.count + 1,
          case .string(let text)? = constant(instruction.bx)
        else { return nil }
        texts.append((position, text))
      case .setList:
        return instruction.a == code[start].a && instruction.b == texts.count && !instruction.k
          ? texts : nil
      default: return nil
      }
    }
    return nil
  }

  /// Returns the instruction that reads or makes the list of which a register holds an element: the variable of
  /// a loop, or what was read by a number; and how many instructions read the element.
  private func list(of element: Int, at position: Int) -> (position: Int, uses: Int)? {
    func uses(in range: Range<Int>) -> Int { range.count { code[$0].reads(element) } }
    if let read = lastAssignment(of: element, before: position), code[read].opcode == .getTable {
      let end = code[(read + 1)...].firstIndex {
        $0.assignedRegisters?.contains(element) == true
      }
      return (read, uses(in: read + 1..<(end ?? code.count)))
    }
    guard
      let loop = code[..<position].lastIndex(where: {
        $0.opcode == .genericForPrepare && $0.a + 5 == element
      }), position < code[loop].target(from: loop), loop > 0,
      case let call = code[loop - 1], call.opcode == .call, call.b == 2, call.a == code[loop].a,
      iterator(calledAt: loop - 1) != nil
    else { return nil }
    return lastAssignment(of: call.a + 1, before: loop - 1).map {
      ($0, uses(in: loop + 1..<code[loop].target(from: loop)))
    }
  }

  private func isParameter(_ register: Int) -> Bool {
    register < parameterCount
      && !code.contains { $0.assignedRegisters?.contains(register) == true }
  }

  /// Returns which of `ipairs` and `pairs` an instruction calls; `nil` for another call.
  private func iterator(calledAt position: Int) -> String? {
    guard let read = lastAssignment(of: code[position].a, before: position),
      code[read].opcode == .getUpvalueField, let callee = name(code[read].c)
    else { return nil }
    return ["ipairs", "pairs"].contains(callee) ? callee : nil
  }

  private func isPlain(at position: Int) -> Bool {
    switch code[position].opcode {
    case .call: iterator(calledAt: position) != nil
    case .tailCall, .getMethod, .concatenate, .closure, .setTable, .setField, .setInteger,
      .setUpvalueField, .setUpvalue:
      false
    default: true
    }
  }
}
