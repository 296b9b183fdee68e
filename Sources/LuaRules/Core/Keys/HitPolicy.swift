/// How the rules of a key answer together, in the words of DMN.
///
/// A value that is set wins over all rules, whatever the policy. A value function that returns `nil`
/// contributes nothing; if nothing contributes, the key's default is the answer.
///
/// ```swift
/// struct DenialReasonsKey: DynamicEnvironmentKey {
///   static let defaultValue: [String] = []
///   static let valueOnError = ["the rules failed"]
///   static let hitPolicy = HitPolicy.collect
/// }
/// ```
public enum HitPolicy: String, Sendable, Hashable, CaseIterable {
  /// The first candidate that holds answers; the default.
  case first
  /// The first candidate that holds answers, in the order of priority and declaration; complexity does not count.
  ///
  /// DMN calls it FIRST. Use it for decision tables, whose rows are read from top to bottom.
  case firstDeclared = "first-declared"
  /// A list of the values of all candidates that hold, in their order, fallback models last.
  ///
  /// The key's type is a list, and a rule gives one element.
  case collect
  /// Like ``collect``, in the order of priority and declaration; DMN calls it RULE ORDER.
  case collectDeclared = "collect-declared"
  /// Of the values of all candidates that hold, the one that stands first in the enumeration of the key.
  case priority
  /// A list of the values of all candidates that hold, in the order of the enumeration of the key's elements.
  case outputOrder = "output-order"
  /// The sum of the values of all candidates that hold.
  case sum
  /// The smallest value of all candidates that hold.
  case minimum
  /// The greatest value of all candidates that hold.
  case maximum
  /// The number of candidates that hold and give a value, whatever the value is.
  case count
  /// The value of the only candidate that holds; two that hold are an error that names both.
  case unique
  /// The value that all candidates that hold agree on; different values are an error that names two.
  case any

  /// Whether the policy is the default, ``first``.
  @inlinable package var isFirst: Bool {
    // `==` would compare the texts of the raw values.
    if case .first = self { true } else { false }
  }

  /// Whether the first candidate that holds answers alone.
  package var answersAlone: Bool {
    switch self {
    case .first, .firstDeclared: true
    default: false
    }
  }

  /// Whether the complexity of predicates does not count in the order of candidates.
  package var ranksByDeclaration: Bool {
    switch self {
    case .firstDeclared, .collectDeclared: true
    default: false
    }
  }

  /// Whether the answer is a list, to which each rule gives an element.
  package var givesList: Bool {
    switch self {
    case .collect, .collectDeclared, .outputOrder: true
    default: false
    }
  }
}
