import LuaRules

// Checks of functions that answer with an entry of a table.

extension Check {
  /// Reports that the only rule of a key gives nothing where a table has no entry.
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
        checked.keys.first(where: { $0.key == rule.key })?.candidates.count == 1,
        let function = checked.model.code.functions[number(of: rule)]
      else { continue }
      let place = SourceLocation(
        file: function.file, line: function.code.line(at: result.position))
      guard told.insert(.noAnswer, place, nil) else { continue }
      add(
        .noAnswer, .warning,
        "the function gives nothing: \(missing), and there is no other rule for `\(rule.key)`",
        at: place, fix: "add the entry, or what to give instead, as in `… or \"none\"`", rule: rule)
    }
  }

  private func number(of rule: InspectedRule) -> Int {
    if case .function(let function) = rule.outcome { function.number } else { -1 }
  }
}
