import LuaBridge
import LuaRules

// Failures of rules beside functions of the program, of which only the types are known.

extension TriedRules {
  /// How many results of each function are tried.
  static let hostResults = 16

  /// Whether a rule fails in a context with all results of host functions with which it is asked.
  func failsWhateverHostGives(_ attempt: Attempt, _ values: LuaTable) -> Bool {
    guard let number = attempt.number else { return false }
    let loaded = attempt.loaded
    let before = loaded.round.number
    defer { loaded.round.number = before }
    for round in 0..<Self.hostResults {
      guard evaluationsLeft.failures > 0 else { return false }
      loaded.round.number = round
      let ended = ended(
        loaded.trial.model, values, attempt.rule.key, loaded.trial.takeCounts, for: \.failures)
      guard let counts = ended?.counts else { return false }
      if let ends = counts[number], ends.failed < ends.tries { return false }
    }
    return true
  }

  /// Whether a rule that is asked before another one may make sure of what a failure depends on, by a function
  /// of the program: both read the same, perhaps by way of other keys.
  func mayHostPrevent(_ failure: Failure, of rule: InspectedRule) -> Bool {
    let paths = failure.values.map(\.path) + failure.missing
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(rule)]
    var pending = rulesByKey[ByteName(rule.key)] ?? []
    while let other = pending.popLast() {
      guard seen.insert(ObjectIdentifier(other)).inserted else { continue }
      let reads = other.probablePaths
      let isSame = reads.contains { read in
        paths.contains { $0.starts(with: read) || read.starts(with: $0) }
      }
      if isSame, callsHost(other) { return true }
      for path in reads where !path.isEmpty {
        for count in 1...path.count {
          pending += rulesByKey[ByteName(path[..<count].joined(separator: "."))] ?? []
        }
      }
    }
    return false
  }

  /// Whether a rule may call a function of the program.
  private func callsHost(_ rule: InspectedRule) -> Bool {
    if rule.usesHost { return true }
    let model = models.first { model in model.rules.contains { $0 === rule } }
    guard let model else { return true }
    return rule.functions.contains { model.code.mayCallHost(inFunction: $0.number) }
  }
}
