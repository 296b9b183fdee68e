import LuaRules

// What the conditions of a rule tell before a function is called.

extension InspectedRule {
  /// Whether a condition before a function may tell that a value is nil.
  func mayTellNil(
    before number: Int, _ mayTell: (InspectedFunction) -> Bool
  ) -> Bool {
    for condition in conditions {
      switch condition {
      case .function(let function) where function.number == number: return false
      case .function(let function): if mayTell(function) { return true }
      case .pattern(let entries):
        if entries.contains(where: { $0.holds(for: .nothing) }) { return true }
      case .never, .host: break
      }
    }
    return false
  }

  /// Whether a function is called before anything else of the rule.
  func isFirstCondition(_ number: Int) -> Bool {
    switch conditions.first {
    case .function(let function): return function.number == number
    case .none: return true
    case .never, .host, .pattern: return false
    }
  }
}
