import LuaRules

/// Models that count which rules tests reach, one for each model of the tests.
struct RuleTrials {
  /// The trials, by the numbers of the models; `nil` for a model that has none.
  private var trials: [Int: NumberedTrial?] = [:]

  /// A trial, and its rules by number.
  struct NumberedTrial {
    let trial: RuleTrial
    let rules: [TrialRule]
  }

  /// Returns the trial of a test's model; creates it at the first request.
  ///
  /// - Returns: The trial; `nil` for a model that was not loaded from sources.
  /// - Throws: `RuleError` if a further Lua state cannot be created.
  mutating func trial(of test: RuleTestCase) throws(RuleError) -> NumberedTrial? {
    if let known = trials[test.modelNumber] { return known }
    let made = try RuleTrial(test.model).map {
      NumberedTrial(trial: $0, rules: TrialRule.all(of: $0, in: test.fileSystem))
    }
    trials[test.modelNumber] = .some(made)
    return made
  }

  /// Runs a test, and adds the rules that it reached to the coverage.
  mutating func run(
    _ test: RuleTestCase, into coverage: inout RuleCoverage
  ) throws(RuleError) -> RuleTestResult {
    let isNew = trials[test.modelNumber] == nil
    let (result, counts) = try run(test)
    let rules = try trial(of: test)?.rules ?? []
    if isNew { coverage.add(rules) }
    coverage.add(counts, of: rules)
    return result
  }

  /// Runs a test, and counts the outcomes of the candidates.
  mutating func run(
    _ test: RuleTestCase
  ) throws(RuleError) -> (RuleTestResult, [Int: CandidateLog.Counts]) {
    guard let trial = try trial(of: test)?.trial else { return (test.run(), [:]) }
    _ = trial.takeCounts()
    let result = test.run(with: trial.model)
    return (result, trial.takeCounts())
  }
}

/// A rule of a trial, with what tells it from all other rules.
struct TrialRule {
  let outline: RuleTrial.Outline
  let identity: Identity

  /// The same for a rule whichever path names its file.
  struct Identity: Hashable {
    /// The path without links.
    var file: String
    var ordinal: Int
  }

  /// Returns the rules of a trial, by number.
  static func all(of trial: RuleTrial, in fileSystem: any RuleFileSystem) -> [TrialRule] {
    var files: [String: String] = [:]
    return trial.rules.map { outline in
      let name = outline.reference.location.file
      let file = files[name] ?? fileSystem.resolved(name)
      files[name] = file
      return TrialRule(
        outline: outline, identity: Identity(file: file, ordinal: outline.ordinal))
    }
  }
}
