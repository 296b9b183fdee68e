import LuaRules

// Branches of value functions that rules take which are asked before.

extension Check {
  /// Finds the branches of value functions that rules take which are asked before.
  mutating func checkTakenBranches(of rules: CheckedRules, _ answers: AnswerCases) {
    let users = Dictionary(
      rules.model.rules.flatMap(\.functions).map { ($0.number, 1) }, uniquingKeysWith: +)
    for (key, candidates) in rules.keys where schema.hitPolicy(of: key).answersAlone {
      /// The positions of the candidates that always answer, by the variables in their cases.
      var answering: [Int: [Int]]?
      for (position, candidate) in candidates.enumerated() {
        guard case .function(let function) = candidate.rule.outcome, users[function.number] == 1,
          let tested = function.graph.variablesTested
        else { continue }
        let known = answering ?? Self.positionsByVariable(candidates)
        answering = known
        let earlier = Set(tested.flatMap { known[$0]?.prefix(Self.mostTakers) ?? [] })
          .filter { $0 < position }.sorted().prefix(Self.mostTakers).map { candidates[$0] }
        guard !earlier.isEmpty else { continue }
        let left = earlier.reduce([RuleCase.always]) { answers.outside($1, in: $0) }
        if left != [.always] {
          checkTaken(function, of: candidate.rule, left, behind: earlier, rules)
        }
      }
    }
  }

  /// How many earlier rules are looked at for one function.
  private static let mostTakers = 16

  private static func positionsByVariable(_ candidates: [Candidate]) -> [Int: [Int]] {
    var positions: [Int: [Int]] = [:]
    for (position, candidate) in candidates.enumerated() where !candidate.canDecline {
      let variables = Set((candidate.cases ?? []).flatMap(\.domains.keys))
      for variable in variables { positions[variable, default: []].append(position) }
    }
    return positions
  }

  private mutating func checkTaken(
    _ function: InspectedFunction, of rule: InspectedRule, _ left: [RuleCase],
    behind earlier: [Candidate], _ rules: CheckedRules
  ) {
    let graph = function.graph
    guard let code = rules.model.code.functions[function.number]?.code,
      let alone = Self.reached(in: graph, rules.declared),
      let behind = Self.reached(in: graph, rules.declared, from: left)
    else { return }
    for (number, node) in graph.nodes.enumerated() where behind.tests.contains(number) {
      guard case .test(let test, let yes, let no, let place?) = node, yes != no,
        test.isNoPresence(in: rules), alone.nodes.contains(yes), !behind.nodes.contains(yes),
        let place = self.place(place, in: function, rules)
      else { continue }
      guard !isTold(function, code.lineDefined...code.lastLineDefined) else { return }
      add(
        .unreachableBranch, .warning,
        "the branch of this test is never reached: rules that are asked before take it", at: place,
        fix: "change the test, or remove it",
        related: earlier.prefix(4).map { $0.note("asked before it") }, rule: rule)
      return
    }
  }
}

extension DecisionGraph {
  /// How many nodes a function may have that is followed behind other rules.
  private static let mostNodesOfTaken = 32

  /// The variables that it tests; `nil` for none, and for a graph that is not whole or large.
  fileprivate var variablesTested: Set<Int>? {
    guard obstacle == nil, nodes.count <= Self.mostNodesOfTaken else { return nil }
    var variables: Set<Int> = []
    for case .test(let test, _, _, _) in nodes { variables.formUnion(test.variables) }
    return variables.isEmpty ? nil : variables
  }
}
