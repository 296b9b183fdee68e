import LuaRules

extension ReloadGate {
  /// A gate that checks the new rules, as `luarules check` does.
  ///
  /// The check finds what is wrong without evaluating a rule. The reason of a refusal counts the
  /// findings that are at least as severe as the level, and lists up to 20 of them:
  ///
  ///     the check found 1 error:
  ///       rules/todo.lua:3:24: error: unknown key `titel` [unknown-key]
  ///
  /// The files are checked as they were loaded; none is read again. Findings in the fallback do not
  /// count.
  ///
  /// - Parameters:
  ///   - level: The lowest severity that refuses the generation; `.warning` is what
  ///     `luarules check --strict` does.
  ///   - fallback: The rules that contexts ask where the live model has no answer. Without them,
  ///     the check believes that a key is unknown if only they assign it. A change of them alone
  ///     has no refused rules judged again.
  ///   - levels: The levels of the findings, such as those of a project file.
  ///   - timeLimit: How long the check may take.
  /// - Returns: The gate.
  public static func checks(
    level: RuleFinding.Severity = .error, fallback: RuleModel = .empty,
    levels: FindingLevels = FindingLevels(), timeLimit: Duration = .seconds(10)
  ) -> ReloadGate {
    ReloadGate(timeLimit: timeLimit) { _, new in
      let models = try InspectedModel.all(of: new)
      let files = Set(models.flatMap(\.texts.keys))
      let check = RuleCheck(
        try models + InspectedModel.all(of: fallback), schema: new.fallback(fallback).schema)
      let findings = check.applying(levels).findings.filter {
        $0.severity >= level && files.contains($0.location.file)
      }
      guard !findings.isEmpty else { return .allow }
      return .refuse(
        reason: RefusalText.of(
          "the check found \(RuleFinding.counts(of: findings))",
          findings.map(RefusalText.firstLine)))
    }
  }
}
