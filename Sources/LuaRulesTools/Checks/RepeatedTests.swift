import LuaSyntax

// Tests that an earlier one decides, because it is the same and nothing has changed.

extension WrittenFile {
  /// Returns the tests whose outcome is known on each way that leads to them.
  func repeatedTests(in graph: FlowGraph) -> [WrittenFault] {
    var groups: [Identity: [Int]] = [:]
    for (node, content) in graph.nodes.enumerated() {
      if let expression = tested(at: node, content.step, in: graph), !mayDiffer(expression) {
        groups[identity(of: expression), default: []].append(node)
      }
    }
    let repeated = groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    return repeated.prefix(Self.mostTests).flatMap { repeatedTests(among: $0, in: graph) }
  }

  /// What is written, with the variables that are meant.
  private struct Identity: Hashable {
    let text: [UInt8]
    let bindings: [Int?]
  }

  private func identity(of expression: Int) -> Identity {
    var bindings: [Int?] = []
    syntax.forEachPart(of: expression) { part in
      if case .name(let binding) = syntax.expressions[part].kind { bindings.append(binding) }
    }
    return Identity(text: text(of: expression), bindings: bindings)
  }

  /// How many tokens a test has at most that is followed.
  private static let mostTokens = 64

  /// How many repeated tests of a function are followed.
  private static let mostTests = 64

  /// Returns the expression that a step tests, or that it compares to give the outcome.
  private func tested(at node: Int, _ step: FlowGraph.Step, in graph: FlowGraph) -> Int? {
    let expression: Int
    switch step {
    case .test(let tested, let root):
      // What is no comparison may be there for its value.
      guard isComparison(tested) || conditions.contains(root) else { return nil }
      expression = tested
    case .evaluate(let compared):
      guard isComparison(compared) else { return nil }
      if let next = graph.nodes[node].next, case .test(compared, _) = graph.nodes[next].step {
        return nil
      }
      expression = compared
    default: return nil
    }
    return syntax.expressions[expression].tokens.count <= Self.mostTokens ? expression : nil
  }

  private func isComparison(_ expression: Int) -> Bool {
    guard case .binary(let word, _, _, _) = syntax.expressions[expression].kind else {
      return false
    }
    return word.isComparison
  }

  private func repeatedTests(among nodes: [Int], in graph: FlowGraph) -> [WrittenFault] {
    func tested(_ node: Int) -> Int? { self.tested(at: node, graph.nodes[node].step, in: graph) }
    guard let sample = tested(nodes[0]) else { return [] }
    let sources = sources(of: sample)
    let known = graph.outcomes(of: Set(nodes)) { changes(sources, $0) }
    var told: Set<Int> = []
    return nodes.compactMap { node in
      guard let first = known[node], let expression = tested(node),
        case .test(let earlier, let root) = graph.nodes[first].step, earlier != expression,
        told.insert(expression).inserted
      else { return nil }
      let isInOneCondition: Bool =
        if case .test(_, root) = graph.nodes[node].step { true } else { false }
      guard isInOneCondition || isComparison(expression) && !isNilGuard(expression) else {
        return nil
      }
      let line = line(of: earlier)
      if isInOneCondition || line == self.line(of: expression) {
        return WrittenFault(
          code: .decidedTest, message: "this condition has the same test twice",
          fix: "one of them is probably meant to be another test",
          tokens: syntax.expressions[expression].tokens)
      }
      return WrittenFault(
        code: .decidedTest,
        message: "the test in line \(line) decides this one, which is the same",
        fix: "change the test, or remove it", tokens: syntax.expressions[expression].tokens,
        related: ("the test before", syntax.expressions[earlier].tokens.lowerBound))
    }
  }

  /// Whether a comparison of variables with `nil` is made, which careful functions do again.
  private func isNilGuard(_ expression: Int) -> Bool {
    guard case .binary(_, let left, let right, _) = syntax.expressions[expression].kind else {
      return false
    }
    return [left, right].contains { syntax.literal($0)?.is("nil") == true }
      && [left, right].contains { syntax.binding($0) != nil }
  }

  /// What the outcome of a test rests on.
  private struct Sources {
    var bindings: Set<Int> = []
    /// Whether calls may change it: a member, a length, a global, or a variable that functions share.
    var isShared = false
    /// Whether something may be put into it.
    var isStored = false
  }

  private func sources(of expression: Int) -> Sources {
    var sources = Sources()
    syntax.forEachPart(of: expression) { part in
      switch syntax.expressions[part].kind {
      case .name(let binding?):
        sources.bindings.insert(binding)
        if captured.contains(binding) { sources.isShared = true }
      case .member, .index, .name(nil), .unary("#", _):
        sources.isShared = true
        sources.isStored = true
      default: break
      }
    }
    return sources
  }

  /// Whether a step may change what a test rests on.
  private func changes(_ sources: Sources, _ step: FlowGraph.Step) -> Bool {
    switch step {
    case .set(let binding, _, _, _): sources.bindings.contains(binding)
    case .evaluate(let expression): sources.isShared && isCall(expression)
    case .store: sources.isStored
    // An iterator is called.
    case .round: sources.isShared
    case .begin, .test, .define, .join, .end: false
    }
  }

  private func isCall(_ expression: Int) -> Bool {
    if case .call = syntax.expressions[expression].kind { true } else { false }
  }
}

extension FlowGraph {
  /// What is known of the outcome of a test before a node.
  private enum Outcome: Equatable {
    /// No way has led here yet.
    case none
    /// A test before had this outcome.
    case known(Bool, test: Int)
    case unknown
  }

  /// Returns for each node the same test before it that has decided it; `nil` where none has.
  ///
  /// - Complexity: O(*n*) for *n* nodes.
  fileprivate func outcomes(
    of tests: Set<Int>, isChangedBy changes: (Step) -> Bool
  ) -> [Int?] {
    var before = Array(repeating: Outcome.none, count: nodes.count)
    before[0] = .unknown
    var pending = [0]
    func lead(_ outcome: Outcome, to node: Int) {
      let joined: Outcome =
        switch (before[node], outcome) {
        case (.none, let new): new
        case (.known(let one, let test), .known(let other, _)) where one == other:
          .known(one, test: test)
        default: .unknown
        }
      if joined != before[node] {
        before[node] = joined
        pending.append(node)
      }
    }
    while let node = pending.popLast() {
      var outcome = before[node]
      if case .test = nodes[node].step, tests.contains(node) {
        let first: Int = if case .known(_, let test) = outcome { test } else { node }
        if let next = nodes[node].next { lead(.known(true, test: first), to: next) }
        if let other = nodes[node].other { lead(.known(false, test: first), to: other) }
        continue
      }
      if case .known = outcome, changes(nodes[node].step) { outcome = .unknown }
      forEachNext(of: node) { lead(outcome, to: $0) }
    }
    return before.map { if case .known(_, let test) = $0 { test } else { nil } }
  }
}
