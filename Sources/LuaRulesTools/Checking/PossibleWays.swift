import LuaRules

/// Which nodes of a graph some context can reach.
///
/// A graph has the same test several times, as in `local q = c.quota and c.quota.limit` and a use of `q`
/// behind it. After the first one it is known whether the variable counts as true, and the second one goes
/// the same way. Each variable is followed alone: a node that is said to be reached may still be impossible,
/// never the other way round.
///
/// - Complexity: O(*n*) for *n* nodes, for each variable that is asked for or tested more than once. Beyond
///   a limit no node counts as reached.
struct PossibleWays {
  /// What a variable may be on a way.
  private struct Values: OptionSet, Hashable {
    let rawValue: UInt8
    static let `nil` = Values(rawValue: 1)
    static let `false` = Values(rawValue: 2)
    static let other = Values(rawValue: 4)
    static let all: Values = [.nil, .false, .other]
  }

  private let nodes: [DecisionGraph.Node]
  /// The variables that are tested more than once.
  private let testedAgain: [Int]
  /// By variable, what it may be at each node: one set for each way that differs.
  private var known: [Int: [Set<Values>]] = [:]
  /// How many tests are followed that occur more than once: each takes a walk through the graph.
  private static let mostRepeated = 32
  /// Stands for no variable, where only what is impossible by declared types counts.
  private static let noVariable = Int.max
  /// How many more nodes may be looked at.
  private var stepsLeft = 1 << 20

  /// By node, the outcomes that its test cannot have by what is declared.
  private var impossible: [Int: Set<Bool>] = [:]
  /// By variable, what it may be at first; anything without an entry.
  private var first: [Int: Values] = [:]
  /// The tests that occur more than once, whose outcomes count as values of the variables -1, -2 and so on.
  private var repeated: [DecisionGraph.Test] = []
  /// By variable, the objects that it is a member of, if it is always true where they are there.
  private var owners: [Int: [Int]] = [:]

  /// Creates the ways through a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - rules: The rules with the declared types of its variables; `nil` if these do not count.
  init(_ graph: DecisionGraph, declaredBy rules: CheckedRules? = nil) {
    nodes = graph.nodes
    var counts: [Int: Int] = [:]
    for case .test(let test, _, _, _) in graph.nodes {
      for variable in test.variables where test.narrows(variable) {
        counts[variable, default: 0] += 1
      }
    }
    let tests = nodes.compactMap { node in
      if case .test(let test, _, _, _) = node { test } else { nil as DecisionGraph.Test? }
    }
    let tally = Dictionary(tests.map { ($0, 1) }, uniquingKeysWith: +)
    for test in tests where test.kind != .isTrue && tally[test] ?? 0 > 1 {
      guard repeated.count < Self.mostRepeated else { break }
      if !repeated.contains(test) { repeated.append(test) }
    }
    for index in repeated.indices { counts[-1 - index] = 2 }
    if let rules {
      let tested = counts.keys.filter { $0 >= 0 }.sorted()
      for variable in tested {
        let type = rules.declared.type(of: variable)
        var values = Values.all
        if !type.mayBe(.nothing) { values.remove(.nil) }
        if !type.mayBe(.no) { values.remove(.false) }
        first[variable] = values
      }
      for (number, node) in nodes.enumerated() {
        guard case .test(let test, _, _, _) = node else { continue }
        let outcomes = CaseSearch.outcomes(of: test, rules.declared)
        if outcomes.count < 2 { impossible[number] = Set([true, false]).subtracting(outcomes) }
      }
      let numbers = Dictionary(
        tested.map { (rules.model.variables[$0].path, $0) }, uniquingKeysWith: { first, _ in first }
      )
      for variable in tested where rules.declared.type(of: variable).present.truth == true {
        let path = rules.model.variables[variable].path
        owners[variable] = path.indices.dropFirst().compactMap { numbers[Array(path[..<$0])] }
        for owner in owners[variable] ?? [] { counts[owner, default: 0] += 1 }
      }
    }
    testedAgain =
      counts.filter { $0.value > 1 }.keys.sorted() + (impossible.isEmpty ? [] : [Self.noVariable])
  }

  /// Returns whether a node can be reached while some variables may be other than nil and false.
  mutating func reach(_ node: Int, with variables: [Int] = []) -> Bool {
    stepsLeft -= testedAgain.count
    for variable in testedAgain where stepsLeft > 0 {
      if values(of: variable)[node].isEmpty { return false }
    }
    for variable in variables where stepsLeft > 0 {
      guard values(of: variable)[node].contains(where: { $0.contains(.other) }) else {
        return false
      }
    }
    return stepsLeft > 0
  }

  private mutating func values(of variable: Int) -> [Set<Values>] {
    if let values = known[variable] { return values }
    var values = [Set<Values>](repeating: [], count: nodes.count)
    var pending: [(node: Int, values: Values)] = nodes.isEmpty ? [] : [(0, first[variable] ?? .all)]
    while stepsLeft > 0, let (node, before) = pending.popLast() {
      stepsLeft -= 1
      guard !before.isEmpty, values[node].insert(before).inserted,
        case .test(let test, let yes, let no, _) = nodes[node]
      else { continue }
      let (held, failed) = narrowed(before, of: variable, by: test)
      let impossible = impossible[node] ?? []
      if !impossible.contains(true) { pending.append((yes, held)) }
      if !impossible.contains(false) { pending.append((no, failed)) }
    }
    known[variable] = values
    return values
  }

  /// What a variable may be after a test that holds, and after one that does not.
  private func narrowed(
    _ before: Values, of variable: Int, by test: DecisionGraph.Test
  ) -> (held: Values, failed: Values) {
    if variable < 0 {
      guard test == repeated[-1 - variable] else { return (before, before) }
      return (before.intersection(.other), before.intersection(.false))
    }
    if case .variable(let member) = test.left, owners[member]?.contains(variable) == true {
      let (there, missing) = (before.intersection(.other), before.subtracting(.other))
      if test.kind == .isTrue { return (there, missing) }
      if test.kind == .isEqual, test.constant == .nothing { return (missing, there) }
    }
    guard test.variables == [variable], test.narrows(variable) else { return (before, before) }
    if test.kind == .isTrue {
      return (before.intersection(.other), before.subtracting(.other))
    }
    switch test.constant {
    case .nothing: return (before.intersection(.nil), before.subtracting(.nil))
    case .boolean(false): return (before.intersection(.false), before.subtracting(.false))
    default: return (before.intersection(.other), before)
    }
  }
}

extension DecisionGraph.Test {
  /// The variables that it compares.
  var variables: [Int] {
    (kind == .isTrue ? [left] : [left, right]).compactMap {
      if case .variable(let number) = $0 { number } else { nil }
    }
  }

  /// The constant that it compares with; `nil` if there is none.
  var constant: TestedValue? {
    switch (left, right) {
    case (.constant(let value), _), (_, .constant(let value)): value
    default: nil
    }
  }

  /// Whether its outcome tells if a variable is nil or false.
  fileprivate func narrows(_ variable: Int) -> Bool {
    switch kind {
    case .isTrue: left == .variable(variable)
    case .isEqual: constant != nil && variables == [variable]
    case .isLess, .isLessOrEqual: false
    }
  }
}
