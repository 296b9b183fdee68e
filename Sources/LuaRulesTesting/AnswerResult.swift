import LuaRules
import Testing

/// The answer of a context, or the error in its place, for `#expect`.
///
/// Unlike `try context.answer(for:)`, making it does not throw: `#expect` shows the values of an
/// expression only if nothing in it throws. A failure shows the value, the rule that gave it, and
/// what became of the other rules:
///
/// ```
/// Expectation failed: (context.result(for: \.fancyColor) → fancyColor is "gray", by the rule `calm` at todo.lua:4
///   todo.lua:5: not matched (priority 100, complexity 2; before the next by complexity)
///     `todo.done = false`: was nil
///   todo.lua:4 `calm`: won (priority 100, complexity 1)) == (.rule("urgent", value: .red) → .red, by the rule `urgent`)
/// ```
public struct AnswerResult<Value> {
  private let result: Result<RuleAnswer<Value>, RuleError>
  private let explain: () -> Explanation

  init(
    _ ask: () throws(RuleError) -> RuleAnswer<Value>,
    explainedBy explain: @escaping () -> Explanation
  ) {
    // What is compared with its origin may well be a default.
    result = DefaultAnswerReporter.$isPaused.withValue(true) {
      Result { () throws(RuleError) in try ask() }
    }
    self.explain = explain
  }

  /// The value with its origin; `nil` after an error.
  public var answer: RuleAnswer<Value>? { try? result.get() }

  /// The error in place of an answer.
  public var error: RuleError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Why the answer is as it is.
  ///
  /// It is found by asking again, each time.
  public var explanation: Explanation { explain() }
}

extension AnswerResult: CustomTestStringConvertible {
  /// The explanation of the answer; several lines.
  public var testDescription: String { explanation.description }
}

extension AnswerResult where Value: Equatable {
  /// Returns whether a result is the expected one.
  public static func == (result: Self, expected: ExpectedAnswer<Value>) -> Bool {
    switch result.result {
    case .success(let answer): return answer == expected
    case .failure(let error):
      if case .error(let code) = expected.origin { return error.code == code }
      return false
    }
  }

  /// Returns whether a result is not the expected one.
  public static func != (result: Self, expected: ExpectedAnswer<Value>) -> Bool {
    !(result == expected)
  }
}

extension RuleContext {
  /// Returns the answer for a key, or the error in its place, to compare it in `#expect`.
  ///
  /// ```swift
  /// #expect(context.result(for: \.fancyColor) == .rule("calm", value: .gray))
  /// ```
  ///
  /// - Parameter accessor: The accessor of the key.
  /// - Returns: The result. If it is a default, that is no issue where answers are required.
  public func result<Value>(for accessor: KeyPath<RuleContext, Value>) -> AnswerResult<Value> {
    AnswerResult { () throws(RuleError) in
      try answer(for: accessor)
    } explainedBy: {
      explain(accessor)
    }
  }

  /// Returns the answer at a name or a path of names, or the error in its place, to compare it in
  /// `#expect`.
  ///
  /// - Parameters:
  ///   - path: The name, or the path of names, such as `person.status`.
  ///   - type: The type of the value.
  /// - Returns: The result. If it is a default, that is no issue where answers are required.
  public func result<Value>(
    at path: String, as type: Value.Type = Value.self
  ) -> AnswerResult<Value> {
    AnswerResult { () throws(RuleError) in
      try answer(at: path, as: type)
    } explainedBy: {
      explain(at: path)
    }
  }
}
