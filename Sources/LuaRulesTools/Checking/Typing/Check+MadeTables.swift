import LuaBytecode
import LuaRules

// Checks of the tables that functions make for keys.

extension Check {
  /// Reports what does not fit into the tables that a function makes for keys.
  mutating func reportMade(
    _ typing: RuleTyping.Result, _ function: InspectedCode.Function, _ rules: [InspectedRule],
    _ told: inout ToldFindings
  ) {
    var seen: Set<String> = []
    for rule in rules where seen.insert(rule.key).inserted {
      guard let type = acceptedType(for: rule.key) else { continue }
      for fault in typing.tables.flatMap({ given in
        given.table.faults(for: type, givenAt: given.position).leading(
          to: given.position, in: function.code, without: typing.ends)
      }) {
        let place = SourceLocation(
          file: function.file, line: function.code.line(at: fault.position))
        guard told.insert(.wrongType, place, nil) else { continue }
        add(
          .wrongType, .warning, "a function for `\(rule.key)` gives \(fault.message)", at: place,
          rule: rule)
      }
    }
  }
}

extension [MadeTable.Fault] {
  /// Returns the faults from which some way leads to an instruction.
  fileprivate func leading(
    to position: Int, in function: CompiledFunction, without ends: Set<Int>
  ) -> Self {
    guard contains(where: { $0.position != position }) else { return self }
    let before = Predecessors(of: function)
    var leading: Set = [position]
    var pending = [position]
    while let next = pending.popLast() {
      for position in before[next] where !ends.contains(position) {
        if leading.insert(position).inserted { pending.append(position) }
      }
    }
    return filter { leading.contains($0.position) }
  }
}
