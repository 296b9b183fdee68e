import LuaRules

// Checks of functions that answer with an entry of a table.

extension Check {
  /// Reports that a rule gives nothing where a table has no entry, if it is the only one without a condition, or
  /// trials show that the others leave something to it.
  mutating func reportMissingEntry(
    _ typing: RuleTyping.Result, _ rules: [InspectedRule], _ checked: CheckedRules,
    _ told: inout ToldFindings
  ) {
    guard isWhole, models.count == 1, case .entry(let missing)? = typing.origin,
      let result = typing.results.first(where: { $0.type.mayBe(.nothing) }),
      typing.results.contains(where: { !$0.type.isOnly(.nothing) })
    else { return }
    for rule in rules {
      guard !rule.key.isPathKey, schema.hitPolicy(of: rule.key).answersAlone,
        severity(ofSilence: rule.key) == .warning,
        let candidates = checked.keys.first(where: { $0.key == rule.key })?.candidates,
        isLeftOpen(by: rule, candidates, typing.lookups, checked),
        let function = checked.model.code.functions[number(of: rule)]
      else { continue }
      let place = SourceLocation(
        file: function.file, line: function.code.line(at: result.position))
      guard told.insert(.noAnswer, place, nil) else { continue }
      let others =
        candidates.count == 1
        ? "there is no other rule for `\(rule.key)`"
        : candidates.last?.rule === rule
          ? "no rule for `\(rule.key)` comes after it"
          : "no other rule for `\(rule.key)` answers then"
      add(
        .noAnswer, .warning, "the function gives nothing: \(missing), and \(others)",
        at: place, fix: "add the entry, or what to give instead, as in `… or \"none\"`", rule: rule)
    }
  }

  /// How many values without an entry are tried.
  private static let mostTriedEntries = 3

  /// Whether no other rule answers where a rule gives nothing, as far as that is certain.
  private func isLeftOpen(
    by rule: InspectedRule, _ candidates: [Candidate], _ lookups: [Int: FunctionTyping.Lookup],
    _ checked: CheckedRules
  ) -> Bool {
    if rule.conditions.isEmpty, candidates.last?.rule === rule,
      !candidates.dropLast().contains(where: \.canDecline)
    {
      return candidates.count == 1 || trials?.lacksAnswer(rule.key) == true
    }
    guard let candidate = candidates.first(where: { $0.rule === rule }) else { return false }
    let settings = candidate.cases?.first.map { self.settings(of: $0, checked) } ?? []
    return lookups.sorted { $0.key < $1.key }.map(\.value).contains { lookup in
      guard let path = lookup.path else { return false }
      return lookup.missing.prefix(Self.mostTriedEntries).contains { value in
        let missing = [(path: path, value: value)]
        let isAnswer = isAssigned(path)
        return trials?.lacksAnswer(
          rule.key, settings: settings + (isAnswer ? [] : missing),
          answers: isAnswer ? missing : [], declining: rule) == true
      }
    }
  }

  private func number(of rule: InspectedRule) -> Int {
    if case .function(let function) = rule.outcome { function.number } else { -1 }
  }
}
