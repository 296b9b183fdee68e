import LuaBridge
import LuaBytecode
import LuaRules

// The graphs of functions.

extension GraphMaker {
  /// Returns the graph of the function that was built last.
  func graph(
    of native: DecisionFunction, at place: (_ function: Int, _ line: Int) -> SourceLocation?
  ) -> DecisionGraph {
    let obstacle = native.obstacle.map {
      DecisionGraph.Obstacle(text: $0.description, line: $0.line > 0 ? $0.line : nil)
    }
    guard let entry = native.entry else {
      return DecisionGraph(nodes: [], obstacle: obstacle, firstReads: [])
    }
    var firstReads: [Int] = []
    /// The numbers of the function's nodes, which are the last ones of the builder.
    var numbers = [Int?](repeating: nil, count: builder.nodeCount - builder.firstNode)
    var order: [Int32] = []
    var skipsReads = false
    func number(_ position: Int32) -> Int {
      if position != entry, builder.node(position).kind == .touch { skipsReads = true }
      let position = untouched(position)
      let offset = Int(position) - builder.firstNode
      if let known = numbers[offset] { return known }
      numbers[offset] = order.count
      order.append(position)
      return order.count - 1
    }
    var position = entry
    while true {
      let node = builder.node(position)
      for operand in [node.left, node.right] {
        builder.code.forEachRead(of: operand) { firstReads.append(variable($0)) }
      }
      guard node.kind == .touch else { break }
      position = node.yes
    }
    _ = number(entry)
    var nodes: [DecisionGraph.Node] = []
    var wholeFloats: Set<Int64> = []
    // A result of the form `not x` becomes a test of `x`.
    var ends: [(node: Int, test: DecisionGraph.Test, isOpposite: Bool, place: SourceLocation?)] = []
    while nodes.count < order.count {
      let position = order[nodes.count]
      let node = builder.node(position)
      for case .float(let number)? in [node.left, node.right].map({ builder.value(of: $0) }) {
        if let whole = Int64(exactly: number) { wholeFloats.insert(whole) }
      }
      let place = journal.place(ofNode: position).flatMap { place($0.function, $0.line) }
      switch node.kind {
      // No function has conditions of patterns.
      case .leavesToLua, .touch, .fulfills: nodes.append(.lua)
      case .returns:
        if let (inner, isOpposite) = negated(node.left), let left = operand(inner) {
          let test = DecisionGraph.Test(kind: .isTrue, left: left, right: .constant(.nothing))
          ends.append((nodes.count, test, isOpposite, place))
          nodes.append(.lua)
        } else {
          nodes.append(operand(node.left).map { .result($0, place: place) } ?? .lua)
        }
      case .isTrue, .holds, .isEqual, .isLess, .isLessOrEqual:
        guard let left = operand(node.left), let right = operand(node.right) else {
          nodes.append(.lua)
          continue
        }
        let test = DecisionGraph.Test(kind: node.kind.tested, left: left, right: right)
        nodes.append(.test(test, yes: number(node.yes), no: number(node.no), place: place))
      }
    }
    for end in ends {
      nodes[end.node] = .test(
        end.test, yes: nodes.count, no: nodes.count + 1, place: end.place)
      nodes.append(.result(.constant(.boolean(!end.isOpposite)), place: end.place))
      nodes.append(.result(.constant(.boolean(end.isOpposite)), place: end.place))
    }
    return DecisionGraph(
      nodes: nodes, obstacle: obstacle, firstReads: firstReads,
      constantTests: constantTests(at: place),
      wholeFloats: wholeFloats, skipsReads: skipsReads)
  }

  /// The comparisons of the function that constants decide on some way.
  private func constantTests(
    at place: (_ function: Int, _ line: Int) -> SourceLocation?
  ) -> [(test: DecisionGraph.Test, place: SourceLocation)] {
    journal.decided.compactMap { decided in
      guard let left = operand(decided.test.left), let right = operand(decided.test.right),
        let place = place(decided.place.function, decided.place.line)
      else { return nil }
      return (
        DecisionGraph.Test(kind: decided.test.kind.tested, left: left, right: right), place
      )
    }
  }

  /// The operand without the `not` around it, and whether their number is
  /// odd; `nil` without a `not`.
  private func negated(_ operand: DecisionOperand) -> (inner: DecisionOperand, isOpposite: Bool)? {
    var inner = operand
    var isOpposite = false
    while inner.kind == .expression {
      let expression = builder.code.expressions[Int(inner.number)]
      guard expression.operation == .not else { break }
      inner = expression.left
      isOpposite.toggle()
    }
    return inner == operand ? nil : (inner, isOpposite)
  }

  /// The first node from here that does more than read.
  private func untouched(_ position: Int32) -> Int32 {
    var position = position
    while builder.node(position).kind == .touch { position = builder.node(position).yes }
    return position
  }

  private func operand(_ operand: DecisionOperand) -> DecisionGraph.Operand? {
    switch operand.kind {
    case .constant:
      return builder.value(of: operand).flatMap { TestedValue($0) }.map { .constant($0) }
    case .path: return .variable(variable(NativePaths.ID(number: operand.number)))
    case .expression: return .variable(variable(expression: operand))
    default: return nil
    }
  }
}

extension DecisionNode.Kind {
  fileprivate var tested: DecisionGraph.Test.Kind {
    switch self {
    case .isEqual: .isEqual
    case .isLess: .isLess
    case .isLessOrEqual: .isLessOrEqual
    default: .isTrue
    }
  }
}
