import LuaBridge
import LuaRules

// Checks for keys without an answer.

extension Check {
  /// Finds keys that have no answer in some contexts.
  mutating func checkAnswers(of rules: CheckedRules) {
    guard isWhole else { return }
    for (key, candidates) in rules.keys where !isBroken(key) {
      // Fallback models answer where this model has no answer.
      let isLast = !models[(rules.number + 1)...].contains { model in
        model.model.rules.contains { $0.key == key }
      }
      guard isLast, !key.contains(".") else { continue }
      let policy = schema.hitPolicy(of: key)
      if policy.isFirst { checkDeclining(candidates, of: key) }
      // That no rule holds is usual where many may.
      if !policy.joinsValues { checkCoverage(candidates, of: key, rules) }
    }
  }

  private func isBroken(_ key: String) -> Bool {
    models.contains { $0.model.brokenKeys.contains(key) }
  }

  /// Returns how serious it is if no rule answers for a key; `nil` if it is not
  /// a problem.
  private func severity(ofSilence key: String) -> RuleFinding.Severity? {
    guard let type = schema.type(of: key) else { return .info }
    if type.isOptional { return nil }
    return schema.hasDefault(key) ? nil : .warning
  }

  private mutating func checkDeclining(_ candidates: [Candidate], of key: String) {
    guard let last = candidates.last, case .function(let function) = last.rule.outcome,
      let severity = severity(ofSilence: key)
    else { return }
    var givesNothing: SourceLocation?
    var givesSomething = false
    for case .result(let result, let place) in function.graph.nodes {
      if result == .constant(.nothing) {
        givesNothing = place ?? function.location
      } else {
        givesSomething = true
      }
    }
    guard let givesNothing, givesSomething else { return }
    add(
      .noAnswer, severity,
      "the function can decline, and no rule for `\(key)` comes after it", at: givesNothing,
      fix: "add a rule without a condition, or return `null` for nothing", rule: last.rule)
  }

  // MARK: Coverage

  private mutating func checkCoverage(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) {
    guard candidates.count > 1,
      let first = candidates.first?.cases?.first,
      candidates.allSatisfy({ $0.cases?.isEmpty == false })
    else { return }
    let isOptional = schema.type(of: key)?.isOptional ?? false
    guard !isOptional else { return }
    for variable in first.domains.keys.sorted() {
      let path = rules.model.variables[variable].path
      guard case .enumeration = type(of: path).present, assignedKey(of: path) == nil,
        let values = type(of: path).listedValues
      else { continue }
      var covered: Set<TestedValue> = []
      let isSplit = candidates.allSatisfy { candidate in
        (candidate.cases ?? []).allSatisfy { situation in
          guard let allowed = situation.domains[variable]?.allowed else { return false }
          covered.formUnion(allowed)
          return true
        }
      }
      let missing = values.filter { !covered.contains($0) }
      guard isSplit, !missing.isEmpty, values.count - missing.count > missing.count,
        values.count - missing.count > 1,
        let last = candidates.map(\.rule).max(by: { $0.declarationIndex < $1.declarationIndex })
      else { continue }
      let names = missing.map(\.literal).joined(separator: ", ")
      let hasDefault = schema.hasDefault(key)
      add(
        .uncoveredValue, hasDefault || schema.type(of: key) == nil ? .info : .warning,
        "no rule for `\(key)` covers \(names) of `\(path.joined(separator: "."))`"
          + (hasDefault ? "; the default answers" : ""),
        at: last.location, fix: "add a rule for it, or one without a condition", rule: last)
      return
    }
  }
}
