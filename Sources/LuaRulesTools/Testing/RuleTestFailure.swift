import LuaRules

/// An answer that is not what a rule test expects.
///
/// Its description is what a person reads:
///
/// ```
/// todo.test.lua:7: `fancyColor` is "gray"; expected "red"
///   the rule `calm` gave it, at todo.lua:3
/// ```
public struct RuleTestFailure: Error, Sendable, Hashable {
  /// The name of the test.
  public let test: String

  /// Where the expectation was written.
  public let location: SourceLocation

  /// The name, or the path of names, that was asked for; `nil` when nothing could be asked.
  public let key: String?

  /// The value that was expected as JSON, or the error in words.
  public let expected: String?

  /// The value that was given, as JSON; `nil` after an error.
  public let given: String?

  /// What is wrong, in one line.
  public let message: String

  /// Where the answer came from, in lines.
  public let explanation: [String]
}

extension RuleTestFailure: CustomStringConvertible {
  /// The place, the message and the explanation; several lines, without a final line break.
  public var description: String {
    (["\(location): \(message)"] + explanation.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension RuleTestFailure {
  /// Returns where the answer of a context at a name or a path came from, in lines.
  static func explanation(
    of answer: PlainAnswer, at key: String, in context: RuleContext
  ) -> [String] {
    switch (answer.source, answer.rule) {
    case (.set, _): return ["it is set on the context"]
    case (.default, _): return ["no rule gave it: it is the default"]
    case (let source, let rule):
      guard let rule else { return [] }
      let name = rule.name.map { " `\($0)`" } ?? ""
      let fallback = source == .fallback ? ", of the fallback," : ""
      return ["the rule\(name)\(fallback) gave it, at \(rule.location)"]
    }
  }
}
