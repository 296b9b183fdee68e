extension ClassicPredicate {
  /// The condition as a pattern table; `nil` if it does more than compare paths
  /// with values.
  var pattern: LuaLayout? {
    let parts: [ClassicPredicate]
    if case .all(let all) = self { parts = all } else { parts = [self] }
    var tree = PatternTree()
    for part in parts where part != .constant(true) {
      guard let (path, constants) = part.leaf, tree.add(constants, at: path.steps) else {
        return nil
      }
    }
    return tree.isEmpty ? nil : tree.layout
  }

  private var leaf: (path: ClassicPath, constants: [ClassicConstant])? {
    switch self {
    case .compares(let path, .equal, .constant(let constant)): (path, [constant])
    case .isOneOf(let path, let constants) where !constants.isEmpty: (path, constants)
    default: nil
    }
  }
}

/// The members of a pattern, in the order in which they were written.
private struct PatternTree {
  private var nodes: [(name: String, node: Node)] = []
  private var places: [String: Int] = [:]

  private indirect enum Node {
    case leaf([ClassicConstant])
    case members(PatternTree)
  }

  var isEmpty: Bool { nodes.isEmpty }

  /// Adds a leaf; returns `false` if the pattern already contains the path, or
  /// a part of it.
  mutating func add(_ constants: [ClassicConstant], at steps: some Collection<String>) -> Bool {
    guard let name = steps.first else { return false }
    let rest = steps.dropFirst()
    guard let index = places[name] else {
      var inner = PatternTree()
      let isAdded = rest.isEmpty || inner.add(constants, at: rest)
      places[name] = nodes.count
      nodes.append((name, rest.isEmpty ? .leaf(constants) : .members(inner)))
      return isAdded
    }
    guard case .members(var inner) = nodes[index].node, !rest.isEmpty else { return false }
    // The node is removed before the change, so that adding copies nothing.
    nodes[index].node = .leaf([])
    let isAdded = inner.add(constants, at: rest)
    nodes[index].node = .members(inner)
    return isAdded
  }

  var layout: LuaLayout {
    .table(
      nodes.map { name, node in
        switch node {
        case .members(let inner): LuaLayout.Field(name, inner.layout)
        case .leaf(let constants) where constants.count == 1:
          LuaLayout.Field(name, constants[0].layout)
        case .leaf(let constants):
          LuaLayout.Field(name, .table(constants.map { LuaLayout.Field(element: $0.layout) }))
        }
      })
  }
}
