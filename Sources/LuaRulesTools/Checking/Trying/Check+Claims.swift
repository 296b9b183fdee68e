import LuaBridge
import LuaRules

// What trials in contexts made at random tell for certain.

extension Check {
  /// Returns values that a context may have in a case.
  func settings(of situation: RuleCase, _ rules: CheckedRules) -> [TriedRules.Setting] {
    situation.domains.keys.sorted().compactMap { variable in
      let path = rules.model.variables[variable].path
      guard !path.isEmpty, !isAssigned(path), let domain = situation.domains[variable],
        let value = domain.example(in: type(of: path))
      else { return nil }
      return (path, value.value)
    }
  }

  /// Whether contexts made at random show all answers for the keys among some paths: their rules compare
  /// what the context holds with constants, and with one another, and calculate nothing.
  func areShown(_ paths: [[String]], _ rules: CheckedRules) -> Bool {
    var seen: Set<ByteName> = []
    var pending = paths.filter(isAssigned).map { key(of: $0) }
    while let key = pending.popLast() {
      guard seen.insert(ByteName(key)).inserted else { continue }
      for rule in rules.model.rules where rule.key.hasSameBytes(as: key) {
        guard rule.functions.allSatisfy({ comparesOnly($0, rules.model) }), !rule.usesHost else {
          return false
        }
        pending += rule.probablePaths.filter(isAssigned).map { self.key(of: $0) }
      }
    }
    return true
  }

  private func comparesOnly(_ function: InspectedFunction, _ model: InspectedModel) -> Bool {
    func isPlain(_ operand: DecisionGraph.Operand) -> Bool {
      switch operand {
      case .constant: true
      case .variable(let number): model.variables[number].isPath
      }
    }
    return !function.graph.nodes.isEmpty
      && function.graph.nodes.allSatisfy { node in
        switch node {
        case .lua: false
        case .result(let operand, _): isPlain(operand)
        case .test(let test, _, _, _): isPlain(test.left) && isPlain(test.right)
        }
      }
  }
}

extension InspectedRule {
  /// Whether a condition or the value is a function of the program.
  var usesHost: Bool {
    if case .host = outcome { return true }
    return conditions.contains { if case .host = $0 { true } else { false } }
  }
}
