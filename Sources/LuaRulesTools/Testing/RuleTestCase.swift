import LuaRules

/// One rule test that can be run.
public struct RuleTestCase: Sendable, CustomStringConvertible {
  let test: RuleTest
  private let tests: LoadedRuleTests

  init(_ test: RuleTest, of tests: LoadedRuleTests) {
    self.test = test
    self.tests = tests
  }

  /// The name, after those of the tables around it.
  public var name: String { test.name }

  /// Where the test was written.
  public var location: SourceLocation { test.location }

  /// The place and the name.
  public var description: String { "\(location): \(name)" }

  /// Why the test is not run; `nil` when it is, and empty for no reason.
  public var skipped: String? { test.skipped }

  /// Asks the rules, and returns what came of it.
  public func run() -> RuleTestResult { run(with: model) }

  /// Asks the rules.
  ///
  /// - Throws: ``RuleTestFailure``, the first one.
  public func check() throws(RuleTestFailure) {
    if let failure = run().failures.first { throw failure }
  }

  var model: RuleModel { tests.model(for: test) }

  /// The model of what the test asks, by the tables of host functions that count.
  var variant: [String] { test.hosts }

  func run(with model: RuleModel, isExplained: Bool = true) -> RuleTestResult {
    let start = ContinuousClock.now
    let failures =
      test.skipped == nil
      ? test.failures(with: model, tests.settings, isExplained: isExplained) : []
    return RuleTestResult(
      name: name, location: location, skipped: test.skipped, failures: failures,
      duration: start.duration(to: .now))
  }
}

/// What came of a rule test.
public struct RuleTestResult: Sendable {
  /// The name of the test.
  public let name: String

  /// Where the test was written.
  public let location: SourceLocation

  /// Why it was not run; `nil` when it was, and empty for no reason.
  public let skipped: String?

  /// What was not as expected.
  public let failures: [RuleTestFailure]

  /// How long it took.
  public let duration: Duration

  /// Whether all was as expected; a test that was not run has not passed.
  public var isPassed: Bool { failures.isEmpty && skipped == nil }
}
