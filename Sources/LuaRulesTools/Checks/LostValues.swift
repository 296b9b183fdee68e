import LuaSyntax

// Values of local variables that get another one before they are read.

extension WrittenFile {
  /// Returns the values that no way reads, because each one gives the variable another value before.
  func lostValues(in graph: FlowGraph) -> [WrittenFault] {
    var sets: [Int: [Int]] = [:]
    for (node, content) in graph.nodes.enumerated() {
      if case .set(let binding, _, _, _) = content.step, syntax.assigned.contains(binding),
        !captured.contains(binding), !syntax.bindings[binding].name.hasPrefix("_")
      {
        sets[binding, default: []].append(node)
      }
    }
    var work = FlowGraph.mostSteps
    return sets.sorted { $0.key < $1.key }.flatMap { binding, nodes in
      nodes.compactMap { lostValue(of: binding, setAt: $0, amid: nodes, in: graph, &work) }
    }
  }

  private func lostValue(
    of binding: Int, setAt node: Int, amid nodes: [Int], in graph: FlowGraph, _ work: inout Int
  ) -> WrittenFault? {
    guard case .set(_, let token, let value, let isDeclaration) = graph.nodes[node].step else {
      return nil
    }
    let name = syntax.bindings[binding].name
    func fault(_ token: Int, _ message: String, _ fix: String) -> WrittenFault {
      WrittenFault(
        code: .unusedValue, message: message, fix: fix, tokens: token..<token + 1, subject: name)
    }
    switch syntax.bindings[binding].kind {
    case .parameter:
      guard isDeclaration else { break }
      guard graph.fate(of: binding, behind: node, syntax, &work) == .replaced else { return nil }
      let first = nodes.lazy.compactMap { node -> Int? in
        guard case .set(_, let token, _, false) = graph.nodes[node].step else { return nil }
        return token
      }.first
      return fault(
        first ?? token, "the argument `\(name)` gets another value before it is read",
        "use the argument, or call it `_\(name)`")
    case .loop:
      guard !isDeclaration, graph.fate(of: binding, behind: node, syntax, &work) != .read else {
        return nil
      }
      return fault(
        token,
        "`\(name)` is a variable of the loop: each round sets it anew, so this value is lost",
        "set a variable that is declared before the loop, under another name")
    case .local: break
    }
    // A constant may be there for the case that nothing else is set, and `nil` to set nothing.
    guard let value,
      isDeclaration ? isCalculated(value) : syntax.literal(value)?.is("nil") != true,
      graph.fate(of: binding, behind: node, syntax, &work) == .replaced
    else { return nil }
    return fault(
      token, "`\(name)` gets another value before this one is read", "remove one of the two")
  }

  private func isCalculated(_ expression: Int) -> Bool {
    switch syntax.expressions[syntax.withoutParentheses(expression)].kind {
    case .call, .member, .index, .binary("..", _, _, _), .unary("#", _): true
    default: false
    }
  }
}

extension FlowGraph {
  /// How many steps are followed for all values of a function together.
  fileprivate static let mostSteps = 1 << 18

  fileprivate enum Fate {
    /// Some way reads the value.
    case read
    /// Each way gives the variable another value.
    case replaced
    /// No way reads the value, and some lead to where the variable ends.
    case ended
  }

  /// Returns what becomes of a variable behind a node.
  fileprivate func fate(
    of binding: Int, behind start: Int, _ syntax: SyntaxTree, _ work: inout Int
  ) -> Fate {
    var seen: Set<Int> = []
    var pending: [Int] = []
    forEachNext(of: start) { pending.append($0) }
    var isReplaced = false
    var isEnded = false
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      work -= 1
      guard work > 0 else { return .read }
      switch nodes[node].step {
      case .evaluate(let number) where syntax.binding(number) == binding: return .read
      case .set(binding, _, _, let isDeclaration):
        if isDeclaration { isEnded = true } else { isReplaced = true }
      case .end: isEnded = true
      default: forEachNext(of: node) { pending.append($0) }
      }
    }
    return isReplaced && !isEnded ? .replaced : .ended
  }
}
