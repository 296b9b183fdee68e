import LuaBytecode

// What cases tell of a function.

extension FunctionTyping {
  /// An outcome of a test.
  struct Edge: Hashable {
    let position: Int
    let outcome: Bool
  }

  /// The outcomes of the tests that may be told: of those that compare values, or test a truth.
  ///
  /// Whether a value is there, and of which kind, careful functions test once more.
  var edges: Set<Edge> {
    Set(
      outcomes.flatMap { position, known -> [Edge] in
        guard known.reached.count == 2, isComparison(position, known) else { return [] }
        return [true, false].map { Edge(position: position, outcome: $0) }
          .filter { !excludesValue($0) }
      })
  }

  /// Whether an outcome says that a value is one which the condition leaves out, as in `level ~= 2 and ready`: it
  /// may be there for values to come.
  private func excludesValue(_ edge: Edge) -> Bool {
    guard edge.outcome, !function.code[edge.position].opcode.isOrder, !isOfPresence(edge.position)
    else { return false }
    var end = target(of: edge.position, true)
    if function.code[end].opcode == .jump { end = function.code[end].target(from: end) }
    return [.loadFalse, .loadFalseAndSkip].contains(function.code[end].opcode)
  }

  private func isComparison(_ position: Int, _ known: Outcomes) -> Bool {
    let instruction = function.code[position]
    guard isOfPresence(position) else {
      if instruction.opcode == .equalConstant,
        case .string(let text)? = function.constant(instruction.b),
        Self.kinds.contains(String(decoding: text, as: UTF8.self))
      {
        return false
      }
      return known.operands.allSatisfy { $0.value.kindOf == 0 }
    }
    let type = known.operands.first?.value.type ?? .any
    return instruction.opcode != .equalConstant && type.present.kinds == .boolean
  }

  /// What `type` gives.
  private static let kinds: Set = [
    "nil", "boolean", "number", "string", "table", "function", "userdata", "thread",
  ]

  /// Whether a test compares a number that is declared.
  func comparesDeclaredNumber(at position: Int) -> Bool {
    outcomes[position]?.operands.contains { _, value in
      analysis.places.isDeclared(value.place) && value.type.mayBe(.number)
    } ?? false
  }

  /// Takes over that some outcomes never occur.
  ///
  /// - Parameters:
  ///   - edges: The outcomes.
  ///   - isDeclared: Whether what is declared alone decides a test, and no test before it.
  mutating func leaveOut(_ edges: Set<Edge>, isDeclared: (Edge) -> Bool) {
    for edge in edges {
      outcomes[edge.position]?.reached.remove(edge.outcome)
      if isDeclared(edge) { outcomes[edge.position]?.declared = [!edge.outcome] }
      excluding[target(of: edge.position, edge.outcome)] = edge.position
    }
    let left = Set(edges.map { [$0.position, target(of: $0.position, $0.outcome)] })
    var reached: Set<Int> = []
    var pending = [0]
    while let position = pending.popLast() {
      guard reached.insert(position).inserted else { continue }
      function.forEachSuccessor(of: position) { next in
        if !left.contains([position, next]) { pending.append(next) }
      }
    }
    leaveOut(Set(function.code.indices).subtracting(reached))
  }
}
