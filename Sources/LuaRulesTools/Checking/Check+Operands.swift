import LuaRules

// Parts of conditions whose tests together have always the same outcome, as in `a and (b or not b)`.

extension Check {
  /// How many nodes a condition, and one of its parts, may have.
  private static let mostNodes = 64
  private static let mostNodesOfPart = 12

  /// Finds the parts of a condition that always hold, or never do, whatever comes before them.
  mutating func checkOperands(
    of function: InspectedFunction, _ rule: InspectedRule, _ rules: CheckedRules
  ) {
    let graph = function.graph
    guard graph.nodes.count <= Self.mostNodes, graph.obstacle == nil,
      graph.repeatsVariable(in: graph.nodes.indices)
    else { return }
    var told: Set<Int> = []
    for (node, entry) in graph.nodes.enumerated().dropFirst() {
      guard !told.contains(node), case .test(_, _, _, let place?) = entry,
        let place = self.place(place, in: function, rules)
      else { continue }
      let nodes = graph.nodes(from: node)
      guard nodes.count <= Self.mostNodesOfPart, graph.repeatsVariable(in: nodes),
        graph.isOnlyReached(nodes, through: node),
        let holds = outcome(of: function, from: node, rules.declared),
        !findings.contains(where: { $0.location == place && $0.code != .notPlanned })
      else { continue }
      told.formUnion(nodes)
      let isCertain = outcome(of: function, from: node, rules.certain.domains) == holds
      let facts =
        isCertain ? DeclaredFacts() : facts(in: [.function(function)], rules, nodes: nodes)
      // A value that may be missing after all is tested on purpose.
      guard isCertain || !facts.isEmpty && !facts.hasExceptions else { continue }
      add(
        .decidedTest, .warning,
        "the tests from here on together \(holds ? "always hold" : "never hold")\(facts.text)",
        at: place, fix: "change one of them, or leave them out", rule: rule)
    }
  }

  /// Returns the outcome that tests have together from one on; `nil` if they may have both, and if one of
  /// them has always the same alone.
  private func outcome(
    of function: InspectedFunction, from node: Int, _ domains: DeclaredDomains
  ) -> Bool? {
    guard let outcome = CaseSearch.outcome(of: function, domains, from: node),
      outcome.holding.isEmpty || !outcome.canFail
    else { return nil }
    for number in function.graph.nodes(from: node) {
      guard case .test(let test, let yes, let no, _) = function.graph.nodes[number] else {
        continue
      }
      guard yes != no, CaseSearch.outcomes(of: test, domains).count == 2 else { return nil }
    }
    return !outcome.holding.isEmpty
  }
}

extension DecisionGraph {
  /// Returns the nodes to which ways lead from one on, with that itself.
  fileprivate func nodes(from start: Int) -> Set<Int> {
    var found: Set<Int> = []
    var pending = [start]
    while let node = pending.popLast() {
      guard nodes.indices.contains(node), found.insert(node).inserted else { continue }
      if case .test(_, let yes, let no, _) = nodes[node] { pending += [yes, no] }
    }
    return found
  }

  /// Whether what stands in the source of some nodes is only reached through one of them.
  fileprivate func isOnlyReached(_ some: Set<Int>, through first: Int) -> Bool {
    let written = Set(some.compactMap { nodes[$0].written })
    for (number, node) in nodes.enumerated() where !some.contains(number) {
      if node.written.map({ written.contains($0) }) == true { return false }
      guard case .test(_, let yes, let no, _) = node else { continue }
      let others = some.subtracting([first]).filter { nodes[$0].written != nil }
      if others.contains(yes) || others.contains(no) { return false }
    }
    return true
  }

  /// Whether some nodes look at a variable more than once.
  fileprivate func repeatsVariable(in some: some Sequence<Int>) -> Bool {
    var seen: Set<Int> = []
    for node in some {
      let variables: Set<Int> =
        switch nodes[node] {
        case .test(let test, _, _, _): Set(test.variables)
        case .result(.variable(let variable), _): [variable]
        default: []
        }
      for variable in variables where !seen.insert(variable).inserted { return true }
    }
    return false
  }
}

/// A part of a condition as it stands in the source.
private enum WrittenPart: Hashable {
  case test(DecisionGraph.Test, SourceLocation?)
  /// A value that is the result.
  case result(variable: Int, SourceLocation?)
}

extension DecisionGraph.Node {
  /// The part in the source; `nil` for a constant result.
  fileprivate var written: WrittenPart? {
    switch self {
    case .test(let test, _, _, let place): .test(test, place)
    case .result(.variable(let variable), let place): .result(variable: variable, place)
    case .result, .lua: nil
    }
  }
}
