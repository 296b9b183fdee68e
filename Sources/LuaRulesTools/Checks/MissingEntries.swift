import LuaSyntax

// Tables of a function from which it reads before it has put anything into them.

extension WrittenFile {
  /// Returns the uses of entries of tables that are empty the first time that they are read.
  func missingEntries(in graph: FlowGraph) -> [WrittenFault] {
    var made: [Int: Int] = [:]
    for (node, content) in graph.nodes.enumerated() {
      if case .set(let table, _, let value?, isDeclaration: true) = content.step,
        case .table(let number) = syntax.expressions[value].kind,
        syntax.tables[number].fields.isEmpty
      {
        made[table] = node
      }
    }
    guard !made.isEmpty else { return [] }
    var reads: [Int: [(node: Int, entry: Int)]] = [:]
    for (node, content) in graph.nodes.enumerated() {
      if case .evaluate(let entry) = content.step,
        case .index(let base, let index) = syntax.expressions[entry].kind,
        let table = syntax.binding(base), made[table] != nil, syntax.literal(index) == nil
      {
        reads[table, default: []].append((node, entry))
      }
    }
    var work = Self.mostSteps
    return reads.sorted { $0.key < $1.key }.flatMap { table, reads -> [WrittenFault] in
      work -= reads.count * graph.nodes.count
      guard work > 0, let start = made[table] else { return [] }
      return missingEntries(of: table, madeAt: start, readAt: reads, in: graph)
    }
  }

  /// How many steps are followed for all tables of a function together.
  private static let mostSteps = 1 << 20

  private func missingEntries(
    of table: Int, madeAt start: Int, readAt reads: [(node: Int, entry: Int)], in graph: FlowGraph
  ) -> [WrittenFault] {
    let name = syntax.bindings[table].name
    let declared = nodesDeclaring(table, in: graph)
    return reads.compactMap { read -> WrittenFault? in
      guard let (entry, words) = failingUse(of: read.entry, behind: read.node, in: graph) else {
        return nil
      }
      // Nothing may have come into the table on any way to it.
      let before = graph.reached(from: [start]) { $0 == read.node }
      let changes = graph.nodes.indices.filter {
        before[$0] && self.changes(table, graph.nodes[$0].step)
      }
      let isChanged = graph.reached(from: changes) { declared.contains($0) }
      guard before[read.node], !isChanged[read.node] else { return nil }
      return WrittenFault(
        code: .possibleNil, severity: .error,
        message: "`\(name)[…]` is nil the first time \(words): nothing is in `\(name)` yet",
        fix: "write what it is at first, as in `\(name)[…] or 0`",
        tokens: syntax.expressions[entry].tokens, subject: name)
    }
  }

  private func nodesDeclaring(_ table: Int, in graph: FlowGraph) -> Set<Int> {
    Set(
      graph.nodes.indices.filter { node in
        guard case .set(table, _, _, isDeclaration: true) = graph.nodes[node].step else {
          return false
        }
        return true
      })
  }

  /// Whether a step may put something into a table, or give it to something that may.
  private func changes(_ table: Int, _ step: FlowGraph.Step) -> Bool {
    switch step {
    case .set(table, _, _, isDeclaration: false): return true
    case .define: return captured.contains(table)
    case .store(let target): return syntax.firstOperand(target).map { syntax.binding($0) } == table
    case .evaluate(let number):
      switch syntax.expressions[number].kind {
      case .function: return captured.contains(table)
      case .name(table):
        guard let parent = parents[number] else { return true }
        switch syntax.expressions[parent].kind {
        // What is read of it changes nothing, nor does a test.
        case .index(let base, _): return base != number
        case .member(_, _, isMethod: false), .unary: return false
        case .binary(let word, let left, _, _): return !(word == "and" && left == number)
        default: return true
        }
      default: return false
      }
    default: return false
    }
  }

  /// Returns where a value is used that fails there if it is nil, with what is done with it: at once, or as the first
  /// thing that is done with a variable that takes it.
  private func failingUse(
    of entry: Int, behind node: Int, in graph: FlowGraph
  ) -> (expression: Int, words: String)? {
    if let words = failure(of: entry) { return (entry, words) }
    guard let next = graph.nodes[node].next,
      case .set(let variable, _, entry?, _) = graph.nodes[next].step, !captured.contains(variable)
    else { return nil }
    var step = next
    var seen: Set<Int> = []
    while let next = graph.nodes[step].next, graph.nodes[step].other == nil,
      seen.insert(step).inserted
    {
      step = next
      switch graph.nodes[step].step {
      case .evaluate(let number) where syntax.binding(number) == variable:
        return failure(of: number).map { (number, $0) }
      case .set(variable, _, _, _): return nil
      default: break
      }
    }
    return nil
  }

  /// Returns what is done with an expression that fails if it is nil.
  private func failure(of number: Int) -> String? {
    guard let parent = parents[number] else { return nil }
    if targets.contains(parent), syntax.firstOperand(parent) == number {
      return "before something is put into it"
    }
    switch syntax.expressions[parent].kind {
    case .unary("#", _): return "before its length is taken"
    case .unary("-", _), .unary("~", _): return "in this calculation"
    case .binary("..", _, _, _): return "before `..`"
    case .binary(let word, _, _, _):
      return word.isTest ? nil : "in this calculation"
    case .member: return "before its member is read"
    case .index(let base, _): return base == number ? "before its element is read" : nil
    case .call(let call):
      return syntax.calls[call].calledExpression == number ? "in this call" : nil
    default: return nil
    }
  }
}
