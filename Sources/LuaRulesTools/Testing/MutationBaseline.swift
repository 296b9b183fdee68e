import LuaRules

/// The results without a change of all tests of the same rules: the passed
/// tests, and what became of the rules in each of them.
struct MutationBaseline {
  let rules: [TrialRule]
  let mutants: [RuleMutant]
  private let cases: [RuleTestCase]
  /// The number of rules for each key.
  private let ruleCounts: [String: Int]
  private var trials: RuleTrials
  /// The passed tests that evaluate each rule, by its number.
  private var reaching: [Int: [Reaching]] = [:]

  /// A test that evaluates a rule.
  private struct Reaching {
    /// The position of the test.
    let test: Int32
    let counts: CandidateLog.Counts
  }

  /// What the tests say of a change.
  enum Verdict {
    case noticed, unnoticed, unreached, skipped
  }

  /// Runs the tests of all files; those of one model make one baseline.
  ///
  /// - Parameters:
  ///   - tests: The tests.
  ///   - filter: Which tests are run; see ``LoadedRuleTests/cases(matching:)``.
  /// - Returns: The baselines, in the order of the files.
  /// - Throws: `RuleError` if a further Lua state cannot be created.
  static func all(
    of tests: RuleTests, matching filter: [String]
  ) throws(RuleError) -> [MutationBaseline] {
    let cases = tests.files.compactMap { try? $0.content.get().cases(matching: filter) }
    let groups = Dictionary(grouping: cases.indices.filter { !cases[$0].isEmpty }) {
      cases[$0][0].modelNumber
    }
    return try groups.values.sorted { $0[0] < $1[0] }.map { group throws(RuleError) in
      try MutationBaseline(group.flatMap { cases[$0] })
    }
  }

  private init(_ cases: [RuleTestCase]) throws(RuleError) {
    self.cases = cases
    trials = RuleTrials()
    // The models of all cases have the same rules.
    let any = try trials.trial(of: cases[0])
    rules = any?.rules ?? []
    mutants = any?.trial.mutants ?? []
    ruleCounts = Dictionary(rules.map { ($0.outline.reference.key, 1) }, uniquingKeysWith: +)
    for (number, test) in cases.enumerated() {
      let (result, counts) = try trials.run(test)
      guard result.isPassed else { continue }
      for (rule, counts) in counts {
        reaching[rule, default: []].append(Reaching(test: Int32(number), counts: counts))
      }
    }
  }

  /// Runs the tests that may notice a change, until one of them does.
  ///
  /// - Parameters:
  ///   - mutant: The change.
  ///   - end: When to stop.
  /// - Returns: The verdict.
  /// - Throws: `RuleError` if a further Lua state cannot be created.
  /// - Complexity: One evaluation for each test in which the change alters what
  ///   becomes of its rule; one of the rule alone for each other test that reaches it.
  mutating func judge(
    _ mutant: RuleMutant, until end: ContinuousClock.Instant
  ) throws -> Verdict {
    if ContinuousClock.now >= end { return .skipped }
    // A test that does not evaluate the rule cannot notice a change to it.
    guard let reaching = reaching[mutant.rule] else { return .unreached }
    let isOnly = ruleCounts[rules[mutant.rule].outline.reference.key] == 1
    let affected = reaching.filter { mutant.mayMatter(after: $0.counts, isOnly: isOnly) }
      .map { cases[Int($0.test)] }
    for tests in Dictionary(grouping: affected, by: \.modelNumber).values {
      guard let trial = try trials.trial(of: tests[0])?.trial else { continue }
      let remaining = try testsThatHold(mutant, tests, of: trial, until: end)
      if remaining.isEmpty { continue }
      let verdict = try trial.with(mutant) { model in
        for test in remaining {
          if !test.run(with: model, isExplained: false).isPassed { return Verdict.noticed }
          if ContinuousClock.now >= end { return .skipped }
        }
        return .unnoticed
      }
      if verdict != .unnoticed { return verdict }
    }
    return .unnoticed
  }

  /// Returns the tests in whose contexts a weaker condition holds; all tests for other changes.
  private func testsThatHold(
    _ mutant: RuleMutant, _ tests: [RuleTestCase], of trial: RuleTrial,
    until end: ContinuousClock.Instant
  ) throws -> [RuleTestCase] {
    guard mutant.weakensCondition, tests.count > 1 else { return tests }
    let key = rules[mutant.rule].outline.reference.key
    return try trial.withAlone(mutant) { model, takeCounts in
      tests.filter { test in
        if ContinuousClock.now >= end { return true }
        test.ask(key, of: model)
        return takeCounts()[mutant.rule].map { $0.tries > $0.passed } ?? false
      }
    }
  }
}
