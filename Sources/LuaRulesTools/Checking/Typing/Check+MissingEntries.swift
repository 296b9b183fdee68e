import LuaRules

// Checks of functions that answer with an entry of a table.

extension Check {
  /// Reports that the last rule of a key gives nothing where a table has no entry, if it is the only one, or
  /// trials show that the others leave something to it.
  mutating func reportMissingEntry(
    _ typing: RuleTyping.Result, _ rules: [InspectedRule], _ checked: CheckedRules,
    _ told: inout ToldFindings
  ) {
    guard isWhole, models.count == 1, case .entry(let missing)? = typing.origin,
      let result = typing.results.first(where: { $0.type.mayBe(.nothing) }),
      typing.results.contains(where: { !$0.type.isOnly(.nothing) })
    else { return }
    for rule in rules where rule.conditions.isEmpty {
      guard !rule.key.isPathKey, schema.hitPolicy(of: rule.key).isFirst,
        severity(ofSilence: rule.key) == .warning,
        let candidates = checked.keys.first(where: { $0.key == rule.key })?.candidates,
        isLast(rule, candidates),
        let function = checked.model.code.functions[number(of: rule)]
      else { continue }
      let place = SourceLocation(
        file: function.file, line: function.code.line(at: result.position))
      guard told.insert(.noAnswer, place, nil) else { continue }
      let others =
        candidates.count == 1
        ? "there is no other rule for `\(rule.key)`" : "no rule for `\(rule.key)` comes after it"
      add(
        .noAnswer, .warning, "the function gives nothing: \(missing), and \(others)",
        at: place, fix: "add the entry, or what to give instead, as in `… or \"none\"`", rule: rule)
    }
  }

  /// Whether what a rule leaves open stays open, as far as that is certain.
  private func isLast(_ rule: InspectedRule, _ candidates: [Candidate]) -> Bool {
    if candidates.count == 1 { return true }
    return candidates.last?.rule === rule && !candidates.dropLast().contains(where: \.canDecline)
      && trials?.lacksAnswer(rule.key) == true
  }

  private func number(of rule: InspectedRule) -> Int {
    if case .function(let function) = rule.outcome { function.number } else { -1 }
  }
}
