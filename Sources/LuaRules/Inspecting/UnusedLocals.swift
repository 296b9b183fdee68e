import LuaBytecode

extension CompiledFunction {
  /// The local variables of the function that are never read, those of inner blocks included; functions
  /// inside it are not searched.
  ///
  /// Variables of a `for` loop do not count, because `for _, line in` needs both.
  /// Names that begin with `_` are meant to be unused. A function that only calls itself
  /// counts as unused.
  ///
  /// - Complexity: O(*n* · *l*) for *n* instructions and *l* local variables; where that is too much,
  ///   nothing is returned.
  func unusedLocals() -> [InspectedFile.UnusedLocal] {
    guard locals.count * code.count <= 1 << 22 else { return [] }
    var unused: [InspectedFile.UnusedLocal] = []
    for (index, local) in locals.enumerated() {
      guard !local.name.hasPrefix("_"), !local.name.hasPrefix("("), local.start > 0,
        local.start <= local.end, local.end <= code.count,
        !code[local.start - 1].opcode.loops
      else { continue }
      // The register of a local is the number of locals that are active before it.
      let register = locals[..<index].count { $0.start <= local.start && local.start < $0.end }
      let isUsed = (local.start..<local.end).contains { position in
        code[position].reads(register) || captures(register, at: position)
      }
      if isUsed { continue }
      unused.append(
        InspectedFile.UnusedLocal(
          name: local.name, line: line(at: local.start - 1),
          holds: content(of: register, definedBefore: local.start)))
    }
    return unused
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
