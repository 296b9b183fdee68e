extension CompiledFunction {
  /// The number of instructions, with those of functions inside.
  package var instructionCount: Int { functions.reduce(code.count) { $0 + $1.instructionCount } }

  /// Returns the functions inside this one that it stores in fields of some names of new tables, and
  /// uses in no other way: the tables are elements of the list that it gives back, or fields of elements.
  ///
  /// - Parameter names: The names of the fields.
  /// - Returns: The indices of the functions; some may be missing.
  /// - Complexity: O(*n* + *f* · *l*) for *n* instructions, *f* functions and *l* local variables; nothing
  ///   is returned where that is too much.
  package func functionsStored(inFields names: Set<String>) -> Set<Int> {
    guard functions.count * (locals.count + 1) <= 1 << 22 else { return [] }
    var captured: Set<Int> = []
    for function in functions {
      for upvalue in function.upvalues where upvalue.isInStack { captured.insert(upvalue.index) }
    }
    var stored: Set<Int> = []
    var others: Set<Int> = []
    var known: [Int: Bool] = [:]
    for position in code.indices where code[position].opcode == .closure {
      let register = code[position].a
      let living = livingLocals(at: position + 1)
      let isStored =
        register >= living
        && isStore(of: register, at: position + 1, names: names, living, captured)
        && isReturned(code[position + 1].a, from: position + 2, &known)
      if isStored { stored.insert(code[position].bx) } else { others.insert(code[position].bx) }
    }
    return stored.subtracting(others)
  }

  /// Whether an instruction stores a register in a field of a table that no function captures.
  private func isStore(
    of register: Int, at position: Int, names: Set<String>, _ living: Int, _ captured: Set<Int>
  ) -> Bool {
    guard code.indices.contains(position) else { return false }
    let instruction = code[position]
    guard instruction.opcode == .setField, !instruction.k, instruction.c == register,
      instruction.a >= living, let name = name(instruction.b), names.contains(name)
    else { return false }
    return !(living...instruction.a).contains { captured.contains($0) }
  }

  /// Whether all that is done with a new table is to put it into others, and to give back the last one.
  ///
  /// - Parameters:
  ///   - table: The register of the table.
  ///   - start: The position from which on it is used.
  ///   - known: What is known of the lists behind positions where elements are put into them.
  /// - Returns: Whether that is so.
  private func isReturned(_ table: Int, from start: Int, _ known: inout [Int: Bool]) -> Bool {
    var register = table
    var lists: [Int] = []
    var isReturned = false
    search: for position in start..<max(start, code.count) {
      let instruction = code[position]
      let opcode = instruction.opcode
      switch opcode {
      case .newTable, .loadConstant, .loadInteger, .loadFloat, .loadTrue, .loadFalse, .closure:
        if instruction.a == register { break search }
      case .setList where instruction.reads(register):
        register = instruction.a
        if let answer = known[position] {
          isReturned = answer
          break search
        }
        lists.append(position)
      case .setField where instruction.a == register:
        if !instruction.k, instruction.c == register { break search }
      case .setField where !instruction.k && instruction.c == register:
        register = instruction.a
      case .setField, .extraArgument: break
      case .return, .returnOne:
        isReturned = instruction.a == register
        break search
      case .jump, .tailCall, .returnNothing: break search
      default:
        if instruction.reads(register) || opcode.isTest || opcode.loops
          || instruction.assignedRegisters?.contains(register) == true
        {
          break search
        }
      }
    }
    for position in lists { known[position] = isReturned }
    return isReturned
  }

  /// The number of local variables that are alive at a position; they have the first registers.
  private func livingLocals(at position: Int) -> Int {
    var count = 0
    for local in locals {
      if local.start > position { break }
      if position < local.end { count += 1 }
    }
    return count
  }
}
