import LuaRules
import Testing

/// Makes an answer by default a failure of the test.
///
/// ```swift
/// @Suite(.ruleContext(RuleContext(rules)), .answersRequired(except: \.badge))
/// ```
///
/// The trait observes the contexts that ``RuleContextTrait`` gives to tests, and their copies. For
/// a context that a test makes itself, use `requiringAnswers(except:)` of the context. Keys that
/// rules read count as parts of the question; their defaults are no failures. An answer on a thread
/// that does not belong to the test fails the run at the line of the test, without the test's name.
public struct RequiredAnswersTrait: TestTrait, SuiteTrait, TestScoping {
  /// The names of the keys for which a default is fine.
  let exceptions: Result<Set<String>, RuleError>

  /// Whether the tests inside a suite are observed one by one; always `true`.
  public var isRecursive: Bool { true }

  /// Runs a test case, and records an issue for each key that is answered by default.
  ///
  /// - Throws: `RuleError` for an exception that is not the accessor of a key, and what the test
  ///   throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Exceptions of a suite and of a test in it add up.
    let allowed = DefaultAnswerReporter.allowedNames.union(try exceptions.get())
    let reporter =
      DefaultAnswerReporter.current
      ?? DefaultAnswerReporter(allowing: allowed, sourceLocation: test.sourceLocation)
    let context = RuleContext.current.reporting(to: reporter)
    try await DefaultAnswerReporter.$current.withValue(reporter) {
      try await DefaultAnswerReporter.$allowedNames.withValue(allowed) {
        try await withRuleContext(context) { try await function() }
      }
    }
  }
}

extension Trait where Self == RequiredAnswersTrait {
  /// Records an issue when a question falls to the default of its key.
  ///
  /// Each key is told once for each test case, with its rules that did not answer. An error that an
  /// accessor replaces by the default is an issue, too, unless the context has an `onError`.
  public static var answersRequired: Self { RequiredAnswersTrait(exceptions: .success([])) }

  /// Records an issue when a question falls to the default of its key; see `answersRequired`.
  ///
  /// - Parameter accessors: The accessors of keys for which a default is fine.
  /// - Returns: A trait for tests and suites. Exceptions of a suite apply to its tests, too.
  public static func answersRequired<each Value>(
    except accessors: repeat KeyPath<RuleContext, each Value>
  ) -> Self {
    RequiredAnswersTrait(exceptions: RuleContext.keyNames(of: repeat each accessors))
  }

  /// Records an issue when a question falls to the default of its key; see `answersRequired`.
  ///
  /// - Parameter names: The names of keys for which a default is fine.
  /// - Returns: A trait for tests and suites. Exceptions of a suite apply to its tests, too.
  public static func answersRequired(except names: String...) -> Self {
    RequiredAnswersTrait(exceptions: .success(Set(names)))
  }
}
