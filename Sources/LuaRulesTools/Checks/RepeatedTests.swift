import LuaSyntax

// Tests that an earlier one decides, because it is the same and nothing has changed.

extension WrittenFile {
  /// Returns the tests whose outcome is known on each way that leads to them.
  func repeatedTests(in graph: FlowGraph) -> [WrittenFault] {
    var groups: [[UInt8]: [Int]] = [:]
    for (node, content) in graph.nodes.enumerated() {
      if let expression = tested(by: content.step), !mayDiffer(expression) {
        groups[text(of: expression), default: []].append(node)
      }
    }
    let repeated = groups.values.filter { nodes in
      nodes.count > 1 && Set(nodes.map { tested(by: graph.nodes[$0].step) }).count > 1
    }.prefix(Self.mostTests)
    return repeated.flatMap { nodes in
      repeatedTests(among: nodes, in: graph)
    }
  }

  /// How many repeated tests of a function are followed.
  private static let mostTests = 64

  /// Returns the expression that a step tests, or that it compares to give the outcome.
  private func tested(by step: FlowGraph.Step) -> Int? {
    switch step {
    case .test(let expression, _): expression
    case .evaluate(let expression) where isComparison(expression): expression
    default: nil
    }
  }

  private func isComparison(_ expression: Int) -> Bool {
    guard case .binary(let word, _, _, _) = syntax.expressions[expression].kind else {
      return false
    }
    return ["==", "~=", "<", "<=", ">", ">="].contains(word)
  }

  private func repeatedTests(among nodes: [Int], in graph: FlowGraph) -> [WrittenFault] {
    guard let sample = nodes.lazy.compactMap({ tested(by: graph.nodes[$0].step) }).first else {
      return []
    }
    let known = graph.outcomes(of: Set(nodes)) { changes(sample, $0) }
    var told: Set<Int> = []
    return nodes.compactMap { node in
      guard let first = known[node], let expression = tested(by: graph.nodes[node].step),
        case .test(let earlier, let root) = graph.nodes[first].step, earlier != expression,
        told.insert(expression).inserted
      else { return nil }
      let isInOneCondition: Bool =
        if case .test(_, root) = graph.nodes[node].step { true } else { false }
      guard isInOneCondition || isComparison(expression) && !isCareful(expression) else {
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
  private func isCareful(_ expression: Int) -> Bool {
    guard case .binary(_, let left, let right, _) = syntax.expressions[expression].kind else {
      return false
    }
    return [left, right].contains { syntax.literal($0)?.is("nil") == true }
      && [left, right].contains { syntax.binding($0) != nil }
  }

  /// Whether a step may change what an expression gives.
  private func changes(_ expression: Int, _ step: FlowGraph.Step) -> Bool {
    var changes = false
    syntax.forEachPart(of: expression) { part in
      switch (syntax.expressions[part].kind, step) {
      case (.name(let own?), .set(let binding, _, _, _)) where own == binding: changes = true
      case (.name(let own?), .evaluate(let number)):
        if captured.contains(own), isCall(number) { changes = true }
      case (.member, .evaluate(let number)), (.index, .evaluate(let number)),
        (.name(nil), .evaluate(let number)):
        if isCall(number) { changes = true }
      case (.member, .store), (.index, .store), (.name(nil), .store), (.member, .round),
        (.index, .round), (.name(nil), .round):
        changes = true
      default: break
      }
    }
    return changes
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
