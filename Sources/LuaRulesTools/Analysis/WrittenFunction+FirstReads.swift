import LuaSyntax

// What a function reads of the context, its first parameter.

extension WrittenFunction {
  /// How many reads are looked at.
  private static let mostReads = 32

  /// The paths that the function reads on every way to its end, if nothing fails.
  ///
  /// - Complexity: O(*n* · *k*) for *n* tokens and *k* reads.
  var pathsReadAnyway: [[String]] {
    let graph = FlowGraph(function.body, parameters: function.parameters, of: syntax)
    let reads = graph.nodes.indices.lazy.compactMap { node -> (node: Int, path: [String])? in
      guard case .evaluate(let expression) = graph.nodes[node].step else { return nil }
      return pathRead(by: expression).map { (node, $0) }
    }
    return reads.prefix(Self.mostReads).compactMap { read in
      let isReached = graph.reached(from: [0]) { $0 == read.node }
      let comesToEnd = graph.nodes.indices.contains { node in
        if case .end = graph.nodes[node].step { isReached[node] } else { false }
      }
      return comesToEnd ? nil : read.path
    }
  }

  /// Returns the line in which the function reads a path first.
  func line(ofReading path: [String]) -> Int? {
    expressions.first { pathRead(by: $0) == path }
      .map { file.line(ofToken: syntax.expressions[$0].tokens.upperBound - 1) }
  }

  /// Returns the path of the context of which an expression reads the last name.
  private func pathRead(by expression: Int) -> [String]? {
    guard file.namedMember(expression) != nil, let context = parameters.first,
      let context, !syntax.assigned.contains(context)
    else { return nil }
    var names: [String] = []
    var next = expression
    while syntax.binding(next) != context {
      if let (base, name) = file.namedMember(next) {
        names.append(name)
        next = syntax.withoutParentheses(base)
      } else if let value = syntax.onlyValue(next) {
        next = value
      } else {
        return nil
      }
    }
    return names.reversed()
  }
}
