import LuaBytecode

// Tables of a function from which it reads before it has put anything into them.

extension CompiledFunction {
  /// A use of an entry that is not there the first time.
  struct MissingEntry {
    let position: Int
    /// The name of the table.
    let table: String
    let use: String
  }

  /// How many instructions are looked at.
  private static let mostSteps = 1 << 18

  /// The uses of entries of tables that are empty the first time that they are read.
  func missingEntries() -> [MissingEntry] {
    let made = code.indices.filter {
      code[$0].opcode == .newTable && code[$0].b == 0 && code[$0].c == 0
    }
    guard !made.isEmpty, made.count * code.count <= Self.mostSteps else { return [] }
    let targets = jumpTargets
    var steps = 0
    var missing: [MissingEntry] = []
    for position in made {
      // The variable begins behind the extra argument of the instruction; another way may give another table.
      guard !targets.contains(position + 2),
        let local = variable(in: code[position].a, from: position + 2), local.end <= code.count
      else { continue }
      let table = code[position].a
      for read in local.start..<local.end {
        guard code[read].opcode == .getTable, code[read].b == table, code[read].c != table,
          code[read].a != table, let (use, words) = use(of: code[read].a, behind: read, targets),
          isFirst(read, of: table, in: local, &steps)
        else { continue }
        missing.append(MissingEntry(position: use, table: local.name, use: words))
      }
    }
    return missing
  }

  private func variable(in register: Int, from start: Int) -> LocalVariable? {
    for (index, local) in locals.enumerated() where local.start == start {
      let first = locals[..<index].count { $0.start <= start && start < $0.end }
      if first == register, !local.name.hasPrefix("(") { return local }
    }
    return nil
  }

  /// Whether nothing can change a table before an instruction reads from it.
  private func isFirst(
    _ read: Int, of table: Int, in local: LocalVariable, _ steps: inout Int
  ) -> Bool {
    let before = reached(from: [local.start], in: local, without: read, &steps)
    let changes = before.filter { mayChange(table, at: $0) }
    let behind = reached(from: Array(changes), in: local, without: nil, &steps)
    return steps < Self.mostSteps && !behind.contains(read)
  }

  /// Returns the instructions to which ways lead while a variable is alive.
  private func reached(
    from starts: [Int], in local: LocalVariable, without end: Int?, _ steps: inout Int
  ) -> Set<Int> {
    var found: Set<Int> = []
    var pending = starts
    while let position = pending.popLast(), steps < Self.mostSteps {
      guard (local.start..<local.end).contains(position), position != end,
        found.insert(position).inserted
      else { continue }
      steps += 1
      forEachSuccessor(of: position) { pending.append($0) }
    }
    return found
  }

  private func mayChange(_ table: Int, at position: Int) -> Bool {
    let instruction = code[position]
    switch instruction.opcode {
    case .getTable where instruction.b == table && instruction.c != table,
      .getField where instruction.b == table, .getInteger where instruction.b == table,
      .length where instruction.b == table, .test, .testSet:
      return instruction.a == table && instruction.opcode != .test
    case .closure:
      return !functions.indices.contains(instruction.bx)
        || functions[instruction.bx].upvalues.contains { $0.isInStack && $0.index == table }
    default:
      return instruction.reads(table)
        || instruction.assignedRegisters?.contains(table) == true
    }
  }

  /// Returns where a value is used next that fails there if it is nil, with what is done with it.
  private func use(
    of register: Int, behind start: Int, _ targets: Set<Int>
  ) -> (position: Int, words: String)? {
    for position in start + 1..<code.count {
      let instruction = code[position]
      if targets.contains(position) || instruction.opcode.isTest || instruction.opcode.mayJump {
        return nil
      }
      if instruction.reads(register) {
        return failure(of: instruction, with: register).map { (position, $0) }
      }
      if instruction.endsFunction || instruction.assignedRegisters?.contains(register) == true {
        return nil
      }
    }
    return nil
  }

  private func failure(of instruction: Instruction, with register: Int) -> String? {
    switch instruction.opcode {
    case .length: return "before its length is taken"
    case .concatenate: return "before `..`"
    case .getField, .getInteger, .getMethod: return "before its member is read"
    case .getTable where instruction.b == register: return "before its element is read"
    case .setTable, .setField, .setInteger:
      return instruction.a == register ? "before something is put into it" : nil
    case .call where instruction.a == register: return "in this call"
    case .negate, .complement, .addImmediate, .shiftLeftImmediate, .shiftRightImmediate:
      return "in this calculation"
    default:
      let number = instruction.opcode.rawValue
      let isCalculation =
        number >= Opcode.addConstant.rawValue && number <= Opcode.shiftRight.rawValue
      return isCalculation ? "in this calculation" : nil
    }
  }

  /// The positions to which jumps lead.
  private var jumpTargets: Set<Int> {
    var targets: Set<Int> = []
    for position in code.indices {
      let opcode = code[position].opcode
      if opcode.isTest { targets.insert(position + 2) }
      if opcode.mayJump { targets.insert(code[position].target(from: position)) }
    }
    return targets
  }
}
