import LuaRules
import Testing

/// Gives tests a rule context, as `RuleContext.current`.
///
/// ```swift
/// @Suite(.ruleContext(try RuleContext(RuleModel(contentsOf: folder))))
/// struct TodoTests {
///   @Test(.ruleValue(\.todo, Todo(title: "Buy beer", priority: "low")))
///   func `a todo that can wait is gray`() {
///     #expect(RuleContext.current.fancyColor == .gray)
///   }
/// }
/// ```
///
/// Each test case has a scope of its own, so tests that run in parallel do not see each other's
/// values. A trait of a suite applies before those of the suites and tests inside, and the traits
/// of one test apply in the order in which they are written. Tasks that the test starts inherit the
/// context; detached tasks and threads do not.
public struct RuleContextTrait: TestTrait, SuiteTrait, TestScoping {
  let change: @Sendable (inout RuleContext) throws -> Void

  /// Whether the tests inside a suite get the context one by one; always `true`.
  public var isRecursive: Bool { true }

  /// Runs a test case with the context.
  ///
  /// - Throws: What making the context throws, and what the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var context = RuleContext.current
    // Swift reads the old value at a key path before it sets the new one; that is no answer.
    try DefaultAnswerReporter.$isPaused.withValue(true) { try change(&context) }
    if let reporter = DefaultAnswerReporter.current { context = context.reporting(to: reporter) }
    try await withRuleContext(context) { try await function() }
  }
}

extension Trait where Self == RuleContextTrait {
  /// Runs tests with a context as `RuleContext.current`.
  ///
  /// - Parameter context: The context; it is made again for each test case. To load the rules once
  ///   for all of them, store the model in a static constant.
  /// - Returns: A trait for tests and suites.
  public static func ruleContext(
    _ context: @autoclosure @escaping @Sendable () throws -> RuleContext
  ) -> Self {
    RuleContextTrait { $0 = try context() }
  }

  /// Runs tests with one more value set on `RuleContext.current`.
  ///
  /// - Parameters:
  ///   - path: The accessor of the key, or a path that continues after it.
  ///   - value: The value; it is made again for each test case.
  /// - Returns: A trait for tests and suites.
  public static func ruleValue<Value>(
    _ path: any WritableKeyPath<RuleContext, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    RuleContextTrait { $0[keyPath: path] = try value() }
  }

  /// Runs tests with changes to `RuleContext.current`, such as values that are set by name.
  ///
  /// - Parameter change: The changes; they are made again for each test case.
  /// - Returns: A trait for tests and suites.
  public static func ruleValues(
    _ change: @escaping @Sendable (_ context: inout RuleContext) throws -> Void
  ) -> Self {
    RuleContextTrait(change: change)
  }
}
