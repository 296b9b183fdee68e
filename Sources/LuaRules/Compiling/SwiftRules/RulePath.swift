/// A key, or a member of a key's value, as Swift rules name it.
///
/// It is not created directly: the key paths in rules lead to it.
@dynamicMemberLookup
public struct RulePath<Value>: Sendable {
  let place: RulePlace
  /// Returns `nil` if a value on the path is missing.
  let read: @Sendable (RuleContext) -> Value?

  init(_ place: RulePlace, _ read: @escaping @Sendable (RuleContext) -> Value?) {
    self.place = place
    self.read = read
  }

}

/// The result of a key path in a rule: a path, or an optional path.
public protocol ComparablePath<Compared> {
  /// The type that is compared: the type of the value, without optionality.
  associatedtype Compared

  /// Returns the path; it is static because the members of a ``RulePath`` are
  /// those of its value.
  static func path(_ operand: Self) -> RulePath<Compared>
}

extension RulePath: ComparablePath {
  /// Returns the path.
  public static func path(_ operand: RulePath) -> RulePath { operand }
}

extension Optional: ComparablePath where Wrapped: ComparablePath {
  /// Returns the path; optional chaining always leads to one.
  public static func path(_ operand: Wrapped?) -> RulePath<Wrapped.Compared> {
    operand.map { Wrapped.path($0) } ?? RulePath(.nowhere) { _ in nil }
  }
}

extension KeyPath where Root == KeyPathRoot, Value: ComparablePath {
  /// The path that the key path leads to.
  var path: RulePath<Value.Compared> { Value.path(KeyPathRoot()[keyPath: self]) }
}
