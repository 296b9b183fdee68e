import LuaRules

// Checks for methods that are not called.

extension Check {
  /// Finds methods that are the result of a condition.
  mutating func checkTruth(
    of function: InspectedFunction, of rule: InspectedRule, _ rules: CheckedRules
  ) {
    if case .function(let giving) = rule.outcome, giving.number == function.number { return }
    for case .result(.variable(let number), let place) in function.graph.nodes {
      report(uncalled: rules.model.variables[number], at: place ?? function.location, rule)
    }
  }

  /// Reports a method that is used as a truth value.
  mutating func report(
    uncalled variable: DecisionVariable, at place: SourceLocation, _ rule: InspectedRule
  ) {
    guard let name = method(variable) else { return }
    add(
      .alwaysTrue, .warning, "`\(name)` is a method, which counts as true", at: place,
      fix: "call it: `c.\(name)(…)`", subject: name, rule: rule)
  }

  /// Finds methods that are the result of a value function.
  mutating func checkMethods(
    givenBy function: InspectedFunction, of rule: InspectedRule, _ rules: CheckedRules
  ) {
    for case .result(.variable(let number), let place) in function.graph.nodes {
      guard let name = method(rules.model.variables[number]) else { continue }
      add(
        .wrongType, .error, "the rule gives the method `\(name)` itself",
        at: place ?? function.location, fix: "call it: `c.\(name)(…)`", subject: name, rule: rule)
    }
  }

  /// Returns the path of a variable that is a method; `nil` for other
  /// variables.
  private func method(_ variable: DecisionVariable) -> String? {
    guard variable.isPath, type(of: variable.path).isFunction else { return nil }
    return String(variable.text.dropFirst(2))
  }
}
