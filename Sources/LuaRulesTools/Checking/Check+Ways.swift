import LuaRules

// Branches that no way through the tests before them reaches, where it takes several of these tests to see.

extension Check {
  /// How many ways through one function are followed.
  private static let mostWays = 256

  /// Finds the tests of functions that never hold after the tests before them.
  mutating func checkWays(of rules: CheckedRules, _ answers: AnswerCases) {
    var seen: Set<Int> = []
    for rule in rules.model.rules {
      for function in rule.functions where seen.insert(function.number).inserted {
        guard let code = rules.model.code.functions[function.number]?.code else { continue }
        let lines = code.lineDefined...code.lastLineDefined
        if function.graph.testsSomethingAgain { checkWays(through: function, lines, rule, rules) }
        if function.graph.tests(some: answers.isKey) {
          checkWays(through: function, lines, rule, rules, answers)
          checkTruth(givenBy: function, lines, rule, rules, answers)
        }
      }
    }
  }

  private mutating func checkWays(
    through function: InspectedFunction, _ whole: ClosedRange<Int>, _ rule: InspectedRule,
    _ rules: CheckedRules, _ answers: AnswerCases? = nil
  ) {
    let nodes = function.graph.nodes
    var excluded: [Int: AnswerCases.Contradiction] = [:]
    guard
      let reached = Self.reached(
        in: function.graph, rules.declared,
        excluding: { way, next in
          guard let found = answers?.contradiction(in: way) else { return false }
          excluded[next, default: found].merge(found)
          return true
        })
    else { return }
    let lines = Set(reached.nodes.compactMap { nodes[$0].line })
    let linesOfResults = Set(
      reached.nodes.subtracting(reached.tests).compactMap { nodes[$0].line })
    for (number, node) in nodes.enumerated() where reached.tests.contains(number) {
      guard case .test(let test, let yes, let no, let place?) = node,
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
      if let found = excluded[missing], test.isNoPresence(in: rules) {
        add(
          .unreachableBranch, .warning,
          "the branch of this test is never reached: \(found.text)",
          at: place, fix: "change the test, or remove it", related: found.notes, rule: rule)
        continue
      }
      let certain = Self.reached(in: function.graph, rules.certain.domains)
      let isCertain = certain?.nodes.contains(missing) == false
      // To look once more whether a value is there is careful, but for all tests of an earlier branch.
      guard test.isNoPresence(in: rules) || isCertain && missing == yes else { continue }
      let facts = isCertain ? DeclaredFacts() : facts(in: [.function(function)], rules)
      guard isCertain || !facts.isEmpty && !facts.hasExceptions else { continue }
      add(
        .unreachableBranch, .warning,
        "the branch of this test is never reached: tests before it exclude it\(facts.text)",
        at: place, fix: "change the test, or remove it", rule: rule)
    }
  }

  /// Reports a value function that only gives true where the rules for a key exclude it.
  private mutating func checkTruth(
    givenBy function: InspectedFunction, _ lines: ClosedRange<Int>, _ rule: InspectedRule,
    _ rules: CheckedRules, _ answers: AnswerCases
  ) {
    guard case .function(let outcome) = rule.outcome, outcome === function,
      function.graph.givesOnlyTruths,
      let holding = CaseSearch.outcome(of: function, rules.declared)?.holding, !holding.isEmpty
    else { return }
    var found = AnswerCases.Contradiction()
    for way in holding {
      guard let one = answers.contradiction(in: way.situation) else { return }
      found.merge(one)
    }
    guard !isTold(function, lines) else { return }
    add(
      .decidedTest, .warning, "the function never gives true: \(found.text)",
      at: function.location, fix: "change one of its tests", related: found.notes, rule: rule)
  }

  /// Whether something is told of a function.
  func isTold(_ function: InspectedFunction, _ lines: ClosedRange<Int>) -> Bool {
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
  ///   - excludes: Whether a way to a node is impossible for another reason.
  /// - Returns: The nodes.
  static func reached(
    in graph: DecisionGraph, _ domains: DeclaredDomains, from cases: [RuleCase] = [.always],
    excluding excludes: (RuleCase, Int) -> Bool = { _, _ in false }
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
        guard other.add(test, outcome, domains), domains.allows(other, after: test),
          !excludes(other, next)
        else { continue }
        pending.append((next, other))
      }
    }
    return reached
  }
}

extension DecisionGraph {
  /// Whether all results are true or false, and both are there.
  fileprivate var givesOnlyTruths: Bool {
    let results = nodes.compactMap { node in
      if case .result(let operand, _) = node { operand } else { nil as Operand? }
    }
    return results.contains(.constant(.boolean(true)))
      && results.contains(.constant(.boolean(false)))
      && results.allSatisfy { $0 == .constant(.boolean(true)) || $0 == .constant(.boolean(false)) }
  }

  /// Whether tests look at some variable of which a condition holds.
  fileprivate func tests(some isMeant: (Int) -> Bool) -> Bool {
    guard obstacle == nil, nodes.count <= 64 else { return false }
    var variables: Set<Int> = []
    for case .test(let test, _, _, _) in nodes { variables.formUnion(test.variables) }
    return variables.contains(where: isMeant)
  }

  /// Whether tests look at some variable more than once.
  fileprivate var testsSomethingAgain: Bool {
    guard obstacle == nil, nodes.count <= 64 else { return false }
    var seen: Set<Int> = []
    for case .test(let test, _, _, _) in nodes {
      if case .variable(let variable) = test.left, !seen.insert(variable).inserted { return true }
      if case .variable(let variable) = test.right, test.right != test.left,
        !seen.insert(variable).inserted
      {
        return true
      }
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
  func isNoPresence(in rules: CheckedRules) -> Bool {
    switch kind {
    case .isTrue:
      variables.allSatisfy { rules.declared.type(of: $0).without(.nothing).isOnly(.boolean) }
    case .isEqual: constant != .nothing && constant != .null
    case .isLess, .isLessOrEqual: true
    }
  }
}
