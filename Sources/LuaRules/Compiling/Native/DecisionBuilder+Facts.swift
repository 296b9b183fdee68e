import LuaBridge

// The facts about a function after its graph is built.

extension DecisionBuilder {
  mutating func finish() -> DecisionFunction {
    let nodes = code.nodes[firstNode...]
    let isHopeless = !nodes.contains { $0.kind == .returns }
    if isHopeless {
      code.nodes.removeSubrange(firstNode...)
      return .lua(because: obstacle ?? DecisionObstacle(kind: .tooLarge, line: 0))
    }
    var reads: [NativePaths.ID] = []
    var known: Set<NativePaths.ID> = []
    var canDecline = obstacle != nil
    for node in nodes {
      func note(_ path: NativePaths.ID) {
        // Most functions read few paths, and often the same one again.
        if reads.last == path { return }
        let isKnown = reads.count < 8 ? reads.contains(path) : known.contains(path)
        if isKnown { return }
        reads.append(path)
        if reads.count == 8 { known = Set(reads) } else if reads.count > 8 { known.insert(path) }
      }
      code.forEachRead(of: node.left, note)
      code.forEachRead(of: node.right, note)
      if node.kind == .returns, code.canBeNil(node.left) { canDecline = true }
    }
    return DecisionFunction(
      entry: Int32(clamping: firstNode), obstacle: obstacle, reads: reads, canDecline: canDecline)
  }
}

extension DecisionProgram {
  /// Adds a table of constants; returns `nil` if a key or value cannot be a
  /// constant.
  mutating func addTable(_ content: [(key: LuaValue, value: LuaValue)]) -> Int32? {
    var table = NativeTable()
    for (key, value) in content where !table.add(NativeValue(value), for: NativeValue(key)) {
      return nil
    }
    tables.append(table)
    return Int32(clamping: tables.count - 1)
  }

  fileprivate func canBeNil(_ operand: DecisionOperand) -> Bool {
    switch operand.kind {
    case .constant: if case .nil = constants[Int(operand.number)] { true } else { false }
    case .expression: expressions[Int(operand.number)].operation == .lookUp
    default: true
    }
  }
}
