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
  /// A list of the values of all candidates that hold, in their order, fallback models last.
  ///
  /// The key's type is a list, and a rule gives one element.
  case collect
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

  /// Whether the first candidate that holds answers alone.
  @inlinable package var isFirst: Bool {
    // `==` would compare the texts of the raw values.
    if case .first = self { true } else { false }
  }
}
