import LuaBridge

extension PredicateAnalysis {
  /// The number of tests in all functions that were analysed.
  var size: Int { graphs.reduce(0) { $0 + $1.code.nodes.count } }

  /// The constants with which some function compares a path, each once, and their
  /// neighbors if the order matters; at most `limit`.
  func constants(comparedWith path: [String], atMost limit: Int = .max) -> [LuaValue] {
    var found: [LuaValue] = []
    for (code, paths) in graphs {
      for node in code.nodes {
        if found.count >= limit { return found }
        guard let operand = node.operand(comparedWith: path, in: paths),
          let value = code.constant(operand)?.luaValue
        else { continue }
        let values =
          node.kind == .isEqual
          ? [value] : value.neighbors(isBelow: true) + value.neighbors(isBelow: false)
        found += values.filter { value in !found.contains { $0.isSame(as: value) } }
      }
    }
    return found
  }

  /// All tests of a function, as turns with the wrong result.
  func tests(of function: Function) -> [DecisionTurn] {
    guard let entry = function.native.entry else { return [] }
    let code = code(of: function)
    var pending = [entry]
    var seen: Set<Int32> = []
    var turns: [DecisionTurn] = []
    while let position = pending.popLast() {
      guard seen.insert(position).inserted else { continue }
      let node = code.nodes[Int(position)]
      switch node.kind {
      case .leavesToLua: continue
      case .returns:
        if code.constant(node.left) == nil { turns.append(DecisionTurn(node: node, isYes: false)) }
      case .touch: pending.append(node.yes)
      default:
        turns.append(DecisionTurn(node: node, isYes: false))
        pending += [node.no, node.yes]
      }
    }
    return turns
  }

  /// The kinds of results of a value function.
  enum Result {
    case path([String])
    case constant
    case calculated
  }

  /// The result of a value function for recorded reads.
  func result(of function: Function, _ reader: ReplayedReads) -> Result {
    guard let entry = function.native.entry else { return .calculated }
    var reader = reader
    switch code(of: function).result(from: entry, reader: &reader) {
    case .constant: return .constant
    case .path(let path):
      let names = paths(of: function).wholeNames(of: DecisionOperand(.path, path.number))
      return names.map { .path($0) } ?? .calculated
    case .value, .undecided: return .calculated
    }
  }
}

extension NativePaths {
  /// The names of the path in an operand; `nil` for other operands.
  func wholeNames(of operand: DecisionOperand) -> [String]? {
    guard operand.kind == .path else { return nil }
    let path = ID(number: operand.number)
    let names = names(of: path)
    // A path with a list position does not consist of names only.
    return names.isEmpty || names.count != self[path].length ? nil : names
  }
}

extension DecisionNode {
  /// The operand with which a path is compared; `nil` if it is not compared.
  fileprivate func operand(
    comparedWith path: [String], in paths: NativePaths
  ) -> DecisionOperand? {
    switch kind {
    case .isEqual, .isLess, .isLessOrEqual:
      if paths.wholeNames(of: left) == path { return right }
      return paths.wholeNames(of: right) == path ? left : nil
    default: return nil
    }
  }
}
