import LuaRules

/// The tests of one file, with models that count, one for each combination of
/// host functions.
struct RuleTrials {
  let cases: [RuleTestCase]
  /// The trials, by the tables of host functions that apply to a test.
  private var trials: [[String]: RuleTrial] = [:]

  init(_ cases: [RuleTestCase]) throws(RuleError) {
    self.cases = cases
    for test in cases where trials[test.variant] == nil {
      trials[test.variant] = try RuleTrial(test.model)
    }
  }

  /// Any of the trials; all have the same rules.
  var any: RuleTrial? { cases.first.flatMap { trials[$0.variant] } }

  func trial(of test: RuleTestCase) -> RuleTrial? { trials[test.variant] }

  /// Runs the tests, and adds the rules that they reached to the coverage.
  func run(into coverage: inout RuleCoverage) -> [RuleTestResult] {
    let rules = any?.rules ?? []
    coverage.add(rules, [:])
    return cases.map { test in
      let (result, counts) = run(test)
      coverage.add(rules, counts)
      return result
    }
  }

  /// Runs a test, and counts the outcomes of the candidates.
  func run(_ test: RuleTestCase) -> (RuleTestResult, [Int: CandidateLog.Counts]) {
    guard let trial = trials[test.variant] else { return (test.run(), [:]) }
    _ = trial.takeCounts()
    let result = test.run(with: trial.model)
    return (result, trial.takeCounts())
  }
}
