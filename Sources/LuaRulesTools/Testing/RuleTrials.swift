import LuaRules

/// The tests of one file, with their models counted: one for each choice of host functions.
struct RuleTrials {
  let cases: [RuleTestCase]
  /// By the tables of host functions that count in a test.
  private var trials: [[String]: RuleTrial] = [:]

  init(_ cases: [RuleTestCase]) throws(RuleError) {
    self.cases = cases
    for test in cases where trials[test.variant] == nil {
      trials[test.variant] = try RuleTrial(test.model)
    }
  }

  /// Any of the trials: all have the same rules.
  var any: RuleTrial? { cases.first.flatMap { trials[$0.variant] } }

  func trial(of test: RuleTestCase) -> RuleTrial? { trials[test.variant] }

  /// Runs the tests, and adds which rules they reached.
  func run(into coverage: inout RuleCoverage) -> [RuleTestResult] {
    let rules = any?.rules ?? []
    coverage.add(rules, [:])
    return cases.map { test in
      let (result, counts) = run(test)
      coverage.add(rules, counts)
      return result
    }
  }

  /// Runs a test, and counts what became of the candidates.
  func run(_ test: RuleTestCase) -> (RuleTestResult, [Int: CandidateLog.Counts]) {
    guard let trial = trials[test.variant] else { return (test.run(), [:]) }
    _ = trial.takeCounts()
    let result = test.run(with: trial.model)
    return (result, trial.takeCounts())
  }
}
