// The path of a function through its decision graph, and the tests that made it fail.

/// A test on the path through a decision graph, with its result.
struct DecisionTurn {
  let node: DecisionNode
  let isYes: Bool

  /// The test of the turn; two nodes may have the same test.
  var test: Test { Test(node) }

  struct Test: Hashable {
    let kind: DecisionNode.Kind
    let left: Int32
    let right: Int32

    init(_ node: DecisionNode) {
      kind = node.kind
      left = node.left.bits
      right = node.right.bits
    }
  }
}

/// Records the tests on the path through a decision graph.
private final class TurnRecorder: DecisionTestObserver {
  private(set) var turns: [DecisionTurn] = []

  func note(_ node: DecisionNode, _ verdict: NativeVerdict) {
    // A touch only reads, and may be undecided; it tests nothing.
    if node.kind != .touch { turns.append(DecisionTurn(node: node, isYes: verdict == .yes)) }
  }

  func note(resultOf operand: DecisionOperand, _ verdict: NativeVerdict) {
    let node = DecisionNode(kind: .returns, left: operand)
    turns.append(DecisionTurn(node: node, isYes: verdict == .yes))
  }
}

extension DecisionProgram {
  /// The tests that a predicate makes with a reader's values.
  ///
  /// The result of the function counts as a test too, unless it is constant.
  ///
  /// - Returns: The turns, and whether the predicate holds; `nil` if only Lua can decide.
  func turns<Reader: NativeReader>(
    from entry: Int32, reader: inout Reader
  ) -> (turns: [DecisionTurn], holds: Bool)? {
    var last = LastRead()
    let recorder = TurnRecorder()
    let verdict = holds(from: entry, reader: &reader, last: &last, observer: recorder)
    return verdict == .undecided ? nil : (recorder.turns, verdict == .yes)
  }

  /// The value of an operand for a reader.
  func operandValue<Reader: NativeReader>(
    _ operand: DecisionOperand, _ reader: inout Reader
  ) -> NativeValue {
    var last = LastRead()
    return value(of: operand, &reader, &last)
  }

  /// The turns of a failed predicate that alone might have made it hold, with the
  /// opposite result.
  ///
  /// If there is no such single turn, all turns.
  func decisive(_ turns: [DecisionTurn]) -> [DecisionTurn] {
    var outcomes: [DecisionTurn.Test: Bool] = [:]
    for turn in turns { outcomes[turn.test] = turn.isYes }
    let decisive = turns.filter { turn in
      var changed = outcomes
      changed[turn.test] = !turn.isYes
      if turn.node.kind == .returns { return !turn.isYes }
      return canHold(from: turn.isYes ? turn.node.no : turn.node.yes, changed)
    }
    return decisive.isEmpty ? turns : decisive
  }

  /// Whether some results of the unknown tests lead to a true result.
  private func canHold(from entry: Int32, _ outcomes: [DecisionTurn.Test: Bool]) -> Bool {
    var pending = [entry]
    var seen: Set<Int32> = []
    while let position = pending.popLast() {
      guard seen.insert(position).inserted else { continue }
      let node = nodes[Int(position)]
      switch node.kind {
      case .leavesToLua: return true
      case .returns:
        if let constant = constant(node.left) {
          if constant.holds == .yes { return true }
        } else if !excludes(outcomes, node) {
          return true
        }
      case .touch: pending.append(node.yes)
      default:
        let known = excludes(outcomes, node) ? false : outcomes[DecisionTurn.Test(node)]
        if known != false { pending.append(node.yes) }
        if known != true { pending.append(node.no) }
      }
    }
    return false
  }

  /// Whether known results say that a node's test fails: as a result, a value that is not true does
  /// not hold.
  private func excludes(_ outcomes: [DecisionTurn.Test: Bool], _ node: DecisionNode) -> Bool {
    if outcomes[DecisionTurn.Test(node)] == false { return true }
    guard node.kind == .returns || node.kind == .holds else { return false }
    return outcomes[DecisionTurn.Test(DecisionNode(kind: .isTrue, left: node.left))] == false
  }
}
