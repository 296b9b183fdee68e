// How a function went through its decision graph, and what would have let it hold.

/// A test on the way through a decision graph, and how it went.
struct NativeTurn {
  let node: NativeNode
  let isYes: Bool

  /// The test that a turn is about; two nodes may be one.
  var test: Test { Test(node) }

  struct Test: Hashable {
    let kind: NativeNode.Kind
    let left: Int32
    let right: Int32

    init(_ node: NativeNode) {
      kind = node.kind
      left = node.left.bits
      right = node.right.bits
    }
  }
}

/// Keeps the tests on the way through a decision graph.
private final class TurnRecorder: NativeTestObserver {
  private(set) var turns: [NativeTurn] = []

  func note(_ node: NativeNode, _ verdict: NativeVerdict) {
    // What is only touched may be undecided, and is tested for nothing else.
    if node.kind != .touch { turns.append(NativeTurn(node: node, isYes: verdict == .yes)) }
  }

  func note(resultOf operand: NativeOperand, _ verdict: NativeVerdict) {
    let node = NativeNode(kind: .returns, left: operand)
    turns.append(NativeTurn(node: node, isYes: verdict == .yes))
  }
}

extension NativeCode {
  /// The tests that a predicate meets with what a reader gives.
  ///
  /// The result of the function, unless that is constant, is a test, too.
  ///
  /// - Returns: The turns, and whether it holds; `nil` where only Lua can tell.
  func turns<Reader: NativeReader>(
    from entry: Int32, reader: inout Reader
  ) -> (turns: [NativeTurn], holds: Bool)? {
    var last = LastRead()
    let recorder = TurnRecorder()
    let verdict = holds(from: entry, reader: &reader, last: &last, observer: recorder)
    return verdict == .undecided ? nil : (recorder.turns, verdict == .yes)
  }

  /// What an operand is for a reader.
  func operandValue<Reader: NativeReader>(
    _ operand: NativeOperand, _ reader: inout Reader
  ) -> NativeValue {
    var last = LastRead()
    return value(of: operand, &reader, &last)
  }

  /// The turns of a predicate that does not hold, each of which alone, had it gone
  /// the other way, might have let it hold.
  ///
  /// Where no single one would, all of them.
  func decisive(_ turns: [NativeTurn]) -> [NativeTurn] {
    var outcomes: [NativeTurn.Test: Bool] = [:]
    for turn in turns { outcomes[turn.test] = turn.isYes }
    let decisive = turns.filter { turn in
      var changed = outcomes
      changed[turn.test] = !turn.isYes
      if turn.node.kind == .returns { return !turn.isYes }
      return canHold(from: turn.isYes ? turn.node.no : turn.node.yes, changed)
    }
    return decisive.isEmpty ? turns : decisive
  }

  /// Whether some outcomes of the tests that are not known lead to a true result.
  private func canHold(from entry: Int32, _ outcomes: [NativeTurn.Test: Bool]) -> Bool {
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
        } else if outcomes[NativeTurn.Test(node)] != false {
          return true
        }
      case .touch: pending.append(node.yes)
      default:
        let known = outcomes[NativeTurn.Test(node)]
        if known != false { pending.append(node.yes) }
        if known != true { pending.append(node.no) }
      }
    }
    return false
  }
}
