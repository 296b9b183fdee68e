/// A value, and where it came from.
public struct RuleAnswer<Value> {
  /// The value.
  public let value: Value

  /// What gave the value.
  public let source: RuleAnswerSource

  /// The name of the rule that gave the value; `nil` if the rule has no name, or not exactly one rule
  /// gave the value.
  public let rule: String?

  /// The place where the rule that gave the value was written, of several rules the first; `nil` if
  /// no rule gave it.
  public let location: SourceLocation?

  /// The places of the further rules that gave the value together, by the key's ``HitPolicy``.
  public let furtherLocations: [SourceLocation]

  /// Whether a rule that gave the value has a condition, or computes it.
  package let isConditional: Bool

  @usableFromInline init(
    value: Value, source: RuleAnswerSource, rule: String?, location: SourceLocation?,
    furtherLocations: [SourceLocation] = [], isConditional: Bool = false
  ) {
    self.value = value
    self.source = source
    self.rule = rule
    self.location = location
    self.furtherLocations = furtherLocations
    self.isConditional = isConditional
  }
}

extension RuleAnswer: Sendable where Value: Sendable {}

extension RuleAnswer: CustomStringConvertible {
  /// The value, and where it came from, such as `gray, by the rule at todo.lua:3`, or
  /// `7, by 2 rules, the first at todo.lua:3`.
  public var description: String { "\(value), \(origin)" }

  private var origin: String {
    switch source {
    case .set: "which is set"
    case .default: "the default"
    case .rule where !furtherLocations.isEmpty, .fallback where !furtherLocations.isEmpty:
      "by \(furtherLocations.count + 1) rules" + (location.map { ", the first at \($0)" } ?? "")
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
      value: value, source: source.source, rule: source.rule, location: source.location,
      furtherLocations: source.furtherLocations, isConditional: source.isConditional)
  }

  init(_ value: Value, _ origin: Answer.Origin) { self.init(value, AnswerSource(origin)) }
}

/// Where the value for a key came from.
@usableFromInline struct AnswerSource: Sendable {
  @usableFromInline let source: RuleAnswerSource
  private let winner: Rule?
  /// The further rules that gave the value together.
  private let furtherRules: [Rule]

  /// The name of the rule.
  @usableFromInline var rule: String? { furtherRules.isEmpty ? winner?.name : nil }
  /// Where the rule was written.
  @usableFromInline var location: SourceLocation? { winner?.location }
  /// Whether a rule has a condition, or computes the value.
  @usableFromInline var isConditional: Bool {
    winner.map { !$0.isFixed } ?? false || furtherRules.contains { !$0.isFixed }
  }
  /// Where the further rules were written.
  @usableFromInline var furtherLocations: [SourceLocation] { furtherRules.map(\.location) }

  init(kind source: RuleAnswerSource, _ rule: Rule? = nil, furtherRules: [Rule] = []) {
    self.source = source
    winner = rule
    self.furtherRules = furtherRules
  }

  init(_ origin: Answer.Origin) {
    switch origin {
    case .set: self.init(kind: .set)
    case .rule(let rule, let modelIndex): self.init(kind: modelIndex == 0 ? .rule : .fallback, rule)
    case .rules(let rules, _):
      let isOfFirst = rules.contains { $0.modelIndex == 0 }
      self.init(
        kind: isOfFirst ? .rule : .fallback, rules.first?.rule,
        furtherRules: rules.dropFirst().map(\.rule))
    case .declared, .nothing: self.init(kind: .default)
    }
  }
}
