import LuaRules

/// An answer that is not what a rule test expects.
///
/// Its description is for people:
///
/// ```
/// todo.test.lua:7: `fancyColor` is "gray"; expected "red"
///   fancyColor is "gray", by the rule `calm` at todo.lua:3
///     todo.lua:3 `calm`: won (priority 100, complexity 1)
///     todo is {"priority":"low"}, set on the context
/// ```
public struct RuleTestFailure: Error, Sendable, Hashable {
  /// The name of the test.
  public let test: String

  /// Where the expectation was written.
  public let location: SourceLocation

  /// The name, or the path of names, that was evaluated; `nil` if nothing could
  /// be evaluated.
  public let key: String?

  /// The expected value as JSON, or the expected error in words.
  public let expected: String?

  /// The actual value as JSON; `nil` after an error.
  public let given: String?

  /// What is wrong, in one line.
  public let message: String

  /// The explanation of the answer, in lines; see `Explanation`.
  public let explanation: [String]
}

extension RuleTestFailure: CustomStringConvertible {
  /// The location, the message and the explanation; several lines, without a
  /// final line break.
  public var description: String {
    (["\(location): \(message)"] + explanation.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension RuleTestFailure {
  /// Returns the explanation of a context's answer at a name or a path, in
  /// lines.
  static func explanation(at key: String, in context: RuleContext) -> [String] {
    context.explain(at: key).description.split(separator: "\n").map(String.init)
  }
}
