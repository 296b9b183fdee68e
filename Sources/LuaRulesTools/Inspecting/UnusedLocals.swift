import LuaBytecode
import LuaRules

extension CompiledFunction {
  /// The local variables of the function that are never read, those of inner blocks included; functions
  /// inside it are not searched.
  ///
  /// Variables of a `for` loop do not count, because `for _, line in` needs both.
  /// Names that begin with `_` are meant to be unused. A function that only calls itself
  /// counts as unused, and so does a variable that is read only to calculate itself.
  ///
  /// - Complexity: O(*n* · *l*) for *n* instructions and *l* local variables; where that is too much,
  ///   nothing is returned.
  func unusedLocals() -> [InspectedFile.UnusedLocal] {
    guard locals.count * code.count <= 1 << 22 else { return [] }
    let active = activeLocals
    var unused: [InspectedFile.UnusedLocal] = []
    for (index, local) in locals.enumerated() {
      guard !local.name.hasPrefix("_"), !local.name.hasPrefix("("), local.start > 0,
        local.start <= local.end, local.end <= code.count,
        !code[local.start - 1].opcode.loops
      else { continue }
      // The register of a local is the number of locals that are active before it.
      let register = locals[..<index].count { $0.start <= local.start && local.start < $0.end }
      var updates = false
      let isUsed = (local.start..<local.end).contains { position in
        if captures(register, at: position) { return true }
        guard code[position].reads(register) else { return false }
        updates = true
        return !onlyUpdates(register, at: position, active)
      }
      if isUsed { continue }
      unused.append(
        InspectedFile.UnusedLocal(
          name: local.name, line: line(at: local.start - 1),
          holds: content(of: register, definedBefore: local.start), isAssigned: updates))
    }
    return unused
  }

  /// How many instructions are followed from where a variable is read to where it is set.
  private static let mostSteps = 64

  /// How many local variables are alive at each instruction; their registers are the first ones.
  private var activeLocals: [Int] {
    var changes = Array(repeating: 0, count: code.count + 1)
    for local in locals where local.start <= local.end && local.end <= code.count {
      changes[local.start] += 1
      changes[local.end] -= 1
    }
    var count = 0
    return changes.map { change in
      count += change
      return count
    }
  }

  /// Whether what an instruction reads from a variable only goes back into it, as in `n = n + 1`.
  private func onlyUpdates(_ register: Int, at position: Int, _ active: [Int]) -> Bool {
    var holder = register
    for next in position..<min(position + Self.mostSteps, code.count) {
      let instruction = code[next]
      if instruction.reads(holder) {
        guard instruction.opcode.isCalculation else { return false }
        if instruction.a == register { return true }
        holder = instruction.a
      } else if instruction.opcode.mayBranch
        || instruction.assignedRegisters?.contains(holder) == true
      {
        return false
      }
      // What another variable holds may be read again.
      if holder != register, holder < active[next + 1] { return false }
    }
    return false
  }

  private func captures(_ register: Int, at position: Int) -> Bool {
    guard code[position].opcode == .closure, functions.indices.contains(code[position].bx) else {
      return false
    }
    return functions[code[position].bx].upvalues.contains { $0.isInStack && $0.index == register }
  }

  private func content(
    of register: Int, definedBefore position: Int
  ) -> InspectedFile.Content {
    let last = code[position - 1]
    if last.opcode == .closure, last.a == register { return .function }
    guard last.opcode == .call, last.a == register, position >= 3 else { return .value }
    let callee = code[position - 3]
    let isRequire =
      callee.opcode == .getUpvalueField && callee.a == register && name(callee.c) == "require"
    return isRequire ? .module : .value
  }
}

extension Opcode {
  /// Whether the instruction only calculates a value of others, or copies one.
  fileprivate var isCalculation: Bool {
    switch self {
    case .move, .negate, .complement, .not, .concatenate: true
    default: rawValue >= Opcode.addImmediate.rawValue && rawValue <= Opcode.shiftRight.rawValue
    }
  }

  /// Whether the instruction after it may not be the next one.
  fileprivate var mayBranch: Bool {
    switch self {
    case .jump, .loadFalseAndSkip, .return, .returnNothing, .returnOne, .tailCall: true
    default: isTest || loops
    }
  }
}
