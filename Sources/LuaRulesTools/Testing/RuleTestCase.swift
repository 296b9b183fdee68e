import LuaRules

/// One rule test that can be run.
public struct RuleTestCase: Sendable, CustomStringConvertible {
  let test: RuleTest
  private let tests: LoadedRuleTests

  init(_ test: RuleTest, of tests: LoadedRuleTests) {
    self.test = test
    self.tests = tests
  }

  /// The name, preceded by the names of the tables around the test.
  public var name: String { test.name }

  /// Where the test was written.
  public var location: SourceLocation { test.location }

  /// The location and the name.
  public var description: String { "\(location): \(name)" }

  /// Why the test is skipped, empty for no reason; `nil` if it is run.
  public var skipped: String? { test.skipped }

  /// Runs the test, and returns the result.
  public func run() -> RuleTestResult { run(with: model) }

  /// Runs the test.
  ///
  /// - Throws: ``RuleTestFailure``, the first failure.
  public func check() throws(RuleTestFailure) {
    if let failure = run().failures.first { throw failure }
  }

  var model: RuleModel { tests.model(for: test) }

  /// The variant of the model, by the tables of host functions that apply.
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

/// The result of a rule test.
public struct RuleTestResult: Sendable {
  /// The name of the test.
  public let name: String

  /// Where the test was written.
  public let location: SourceLocation

  /// Why the test was skipped, empty for no reason; `nil` if it was run.
  public let skipped: String?

  /// The unexpected results.
  public let failures: [RuleTestFailure]

  /// How long the test took.
  public let duration: Duration

  /// Whether the test passed; a skipped test has not passed.
  public var isPassed: Bool { failures.isEmpty && skipped == nil }
}
