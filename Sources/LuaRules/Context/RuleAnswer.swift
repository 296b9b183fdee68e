/// A value, and where it came from.
public struct RuleAnswer<Value> {
  /// The value.
  public let value: Value

  /// What gave the value.
  public let source: RuleAnswerSource

  /// The name of the rule that gave the value; `nil` when it has none, or no rule gave it.
  public let rule: String?

  /// Where the rule was written that gave the value; `nil` when no rule gave it.
  public let location: SourceLocation?
}

extension RuleAnswer: Sendable where Value: Sendable {}

/// What gave an answer.
public enum RuleAnswerSource: String, Sendable {
  /// The value was set on the context.
  case set
  /// A rule of the first model.
  case rule
  /// A rule of a fallback model.
  case fallback
  /// Nothing: it is the key's default.
  case `default`
}

extension RuleAnswer {
  init(_ value: Value, _ origin: Answer.Origin) {
    switch origin {
    case .set: self.init(value: value, source: .set, rule: nil, location: nil)
    case .rule(let rule, let link):
      self.init(
        value: value, source: link == 0 ? .rule : .fallback, rule: rule.name,
        location: rule.location)
    case .declared, .nothing:
      self.init(value: value, source: .default, rule: nil, location: nil)
    }
  }
}
