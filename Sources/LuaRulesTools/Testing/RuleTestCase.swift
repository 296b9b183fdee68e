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

  /// Where the test and its rules were read.
  var fileSystem: any RuleFileSystem { tests.settings.fileSystem }

  /// The number of the model among those of all loaded tests.
  var modelNumber: Int { tests.modelNumber(for: test) }

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

extension RuleTestCase {
  /// Sets what only the host can set.
  func prepare(_ context: inout RuleContext) throws {
    try tests.settings.prepare?(&context)
  }

  /// Asks for a key in the context of the test; an error is no answer.
  func ask(_ key: String, of model: RuleModel) {
    guard test.skipped == nil else { return }
    var context = RuleContext(model)
    for value in test.values { try? context.setValue(value.value, for: value.name) }
    try? prepare(&context)
    _ = try? context.plainAnswer(at: key)
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
