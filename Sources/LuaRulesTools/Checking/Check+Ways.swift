import LuaRules

// Branches that no way through the tests before them reaches, where it takes several of these tests to see.

extension Check {
  /// How many ways through one function are followed.
  private static let mostWays = 256

  /// Finds the tests of functions that never hold after the tests before them.
  mutating func checkWays(of rules: CheckedRules) {
    var seen: Set<Int> = []
    for rule in rules.model.rules {
      for function in rule.functions where seen.insert(function.number).inserted {
        guard function.graph.testsSomethingAgain,
          let code = rules.model.code.functions[function.number]?.code
        else { continue }
        checkWays(through: function, code.lineDefined...code.lastLineDefined, rule, rules)
      }
    }
  }

  private mutating func checkWays(
    through function: InspectedFunction, _ whole: ClosedRange<Int>, _ rule: InspectedRule,
    _ rules: CheckedRules
  ) {
    let nodes = function.graph.nodes
    guard let reached = Self.reached(in: function.graph, rules.declared) else { return }
    let lines = Set(reached.nodes.compactMap { nodes[$0].line })
    let linesOfResults = Set(
      reached.nodes.subtracting(reached.tests).compactMap { nodes[$0].line })
    for (number, node) in nodes.enumerated() where reached.tests.contains(number) {
      guard case .test(let test, let yes, let no, let place?) = node, test.isNoPresence(in: rules),
        reached.nodes.contains(yes) != reached.nodes.contains(no),
        CaseSearch.outcomes(of: test, rules.declared).count == 2,
        let place = self.place(place, in: function, rules)
      else { continue }
      let missing = reached.nodes.contains(yes) ? no : yes
      // One line has several nodes where ways are apart, and what comes last may be there only to name all cases.
      guard let line = nodes[missing].line, let last = nodes[missing == yes ? no : yes].line,
        line < last,
        !(line == place.line && nodes[missing].isConstant ? linesOfResults : lines).contains(line),
        !nodes[missing].givesNothing, !isTold(function, whole)
      else { continue }
      let certain = Self.reached(in: function.graph, rules.certain.domains)
      let isCertain = certain?.nodes.contains(missing) == false
      let facts = isCertain ? DeclaredFacts() : facts(in: [.function(function)], rules)
      guard isCertain || !facts.isEmpty && !facts.hasExceptions else { continue }
      add(
        .unreachableBranch, .warning,
        "the branch of this test is never reached: tests before it exclude it\(facts.text)",
        at: place, fix: "change the test, or remove it", rule: rule)
    }
  }

  /// Whether something is told of a function.
  private func isTold(_ function: InspectedFunction, _ lines: ClosedRange<Int>) -> Bool {
    findings.contains {
      $0.location.file == function.location.file && $0.severity > .info
        && lines.contains($0.location.line ?? 0)
    }
  }

  /// Returns the nodes of a graph that ways reach, and the tests among them; `nil` for too many ways.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - domains: The declared types.
  ///   - cases: What is known before.
  /// - Returns: The nodes.
  static func reached(
    in graph: DecisionGraph, _ domains: DeclaredDomains, from cases: [RuleCase] = [.always]
  ) -> (nodes: Set<Int>, tests: Set<Int>)? {
    guard cases.count <= mostWays else { return nil }
    var reached: (nodes: Set<Int>, tests: Set<Int>) = ([], [])
    var pending = cases.map { (node: 0, way: $0) }
    var steps = 0
    while let (number, way) = pending.popLast() {
      steps += 1
      guard steps <= mostWays else { return nil }
      reached.nodes.insert(number)
      guard case .test(let test, let yes, let no, _) = graph.nodes[number] else { continue }
      reached.tests.insert(number)
      for (outcome, next) in [(true, yes), (false, no)] {
        var other = way
        guard other.add(test, outcome, domains), domains.allows(other, after: test) else {
          continue
        }
        pending.append((next, other))
      }
    }
    return reached
  }
}

extension DecisionGraph {
  /// Whether tests look at some variable more than once.
  fileprivate var testsSomethingAgain: Bool {
    guard obstacle == nil, nodes.count <= 64 else { return false }
    var seen: Set<Int> = []
    for case .test(let test, _, _, _) in nodes {
      for variable in Set(test.variables) where !seen.insert(variable).inserted { return true }
    }
    return false
  }
}

extension DecisionGraph.Node {
  /// The line in the source.
  fileprivate var line: Int? {
    switch self {
    case .test(_, _, _, let place), .result(_, let place): place?.line
    case .lua: nil
    }
  }

  fileprivate var isConstant: Bool { if case .result(.constant, _) = self { true } else { false } }

  /// Whether it gives nil, or is done by Lua.
  fileprivate var givesNothing: Bool {
    switch self {
    case .result(.constant(.nothing), _), .lua: true
    default: false
    }
  }
}

extension DecisionGraph.Test {
  /// Whether it does not only tell that a value is there.
  fileprivate func isNoPresence(in rules: CheckedRules) -> Bool {
    switch kind {
    case .isTrue:
      variables.allSatisfy { rules.declared.type(of: $0).without(.nothing).isOnly(.boolean) }
    case .isEqual: constant != .nothing && constant != .null
    case .isLess, .isLessOrEqual: true
    }
  }
}
