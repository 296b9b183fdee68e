import LuaBridge

extension PredicateAnalysis {
  var code: NativeCode { builder.code }

  /// The names of the path that an operand is; `nil` for what is none.
  func path(_ operand: NativeOperand) -> [String]? {
    guard operand.kind == .path else { return nil }
    let path = NativePaths.ID(number: operand.number)
    let names = builder.paths.names(of: path)
    // A position in a list is no name.
    return names.isEmpty || names.count != builder.paths[path].length ? nil : names
  }

  /// The constants with which some function compares a path, each once, and what
  /// is next to them where order counts.
  func constants(comparedWith path: [String]) -> [LuaValue] {
    var found: [LuaValue] = []
    for node in code.nodes {
      guard let operand = operand(comparedWith: path, in: node),
        let value = code.constant(operand)?.luaValue
      else { continue }
      let values =
        node.kind == .isEqual
        ? [value] : value.neighbours(isBelow: true) + value.neighbours(isBelow: false)
      found += values.filter { value in !found.contains { $0.isSame(as: value) } }
    }
    return found
  }

  private func operand(comparedWith path: [String], in node: NativeNode) -> NativeOperand? {
    switch node.kind {
    case .isEqual, .isLess, .isLessOrEqual:
      if self.path(node.left) == path { return node.right }
      return self.path(node.right) == path ? node.left : nil
    default: return nil
    }
  }

  /// All tests of a function, as if each had gone wrong.
  func tests(of function: Function) -> [NativeTurn] {
    guard let entry = function.native.entry else { return [] }
    var pending = [entry]
    var seen: Set<Int32> = []
    var turns: [NativeTurn] = []
    while let position = pending.popLast() {
      guard seen.insert(position).inserted else { continue }
      let node = code.nodes[Int(position)]
      switch node.kind {
      case .leavesToLua: continue
      case .returns:
        if code.constant(node.left) == nil { turns.append(NativeTurn(node: node, isYes: false)) }
      case .touch: pending.append(node.yes)
      default:
        turns.append(NativeTurn(node: node, isYes: false))
        pending += [node.no, node.yes]
      }
    }
    return turns
  }

  /// What a value function gives.
  enum Result {
    case path([String])
    case constant
    case calculated
  }

  /// What a value function gives for values that were read.
  func result(of function: Function, _ reader: ReplayedReads) -> Result {
    guard let entry = function.native.entry else { return .calculated }
    var reader = reader
    switch code.result(from: entry, reader: &reader) {
    case .constant: return .constant
    case .path(let path):
      return self.path(NativeOperand(.path, path.number)).map { .path($0) } ?? .calculated
    case .value, .odd: return .calculated
    }
  }
}
