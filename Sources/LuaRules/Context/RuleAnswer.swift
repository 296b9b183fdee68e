/// A value, and where it came from.
public struct RuleAnswer<Value> {
  /// The value.
  public let value: Value

  /// What gave the value.
  public let source: RuleAnswerSource

  /// The name of the rule that gave the value; `nil` if the rule has no name or
  /// no rule gave the value.
  public let rule: String?

  /// The place where the rule that gave the value was written; `nil` if no rule
  /// gave it.
  public let location: SourceLocation?

  @usableFromInline init(
    value: Value, source: RuleAnswerSource, rule: String?, location: SourceLocation?
  ) {
    self.value = value
    self.source = source
    self.rule = rule
    self.location = location
  }
}

extension RuleAnswer: Sendable where Value: Sendable {}

extension RuleAnswer: CustomStringConvertible {
  /// The value, and where it came from, such as `gray, by the rule at todo.lua:3`.
  public var description: String { "\(value), \(origin)" }

  private var origin: String {
    switch source {
    case .set: "which is set"
    case .default: "the default"
    case .rule, .fallback:
      "by the rule" + (rule.map { " \"\($0)\"" } ?? "") + (location.map { " at \($0)" } ?? "")
        + (source == .fallback ? ", a fallback" : "")
    }
  }
}

/// What gave an answer.
public enum RuleAnswerSource: String, Sendable {
  /// The value was set on the context.
  case set
  /// A rule of the first model.
  case rule
  /// A rule of a fallback model.
  case fallback
  /// Nothing answered: the value is the key's default.
  case `default`
}

extension RuleAnswer {
  @inlinable init(_ value: Value, _ source: AnswerSource) {
    self.init(
      value: value, source: source.source, rule: source.rule, location: source.location)
  }

  init(_ value: Value, _ origin: Answer.Origin) { self.init(value, AnswerSource(origin)) }
}

/// Where the value for a key came from.
@usableFromInline struct AnswerSource: Sendable {
  @usableFromInline let source: RuleAnswerSource
  private let winner: Rule?

  /// The name of the rule.
  @usableFromInline var rule: String? { winner?.name }
  /// Where the rule was written.
  @usableFromInline var location: SourceLocation? { winner?.location }

  init(kind source: RuleAnswerSource, _ rule: Rule? = nil) {
    self.source = source
    winner = rule
  }

  init(_ origin: Answer.Origin) {
    switch origin {
    case .set: self.init(kind: .set)
    case .rule(let rule, let link): self.init(kind: link == 0 ? .rule : .fallback, rule)
    case .declared, .nothing: self.init(kind: .default)
    }
  }
}
