/// A path in a Swift rule: a key, or a member of a key's value.
///
/// Rules do not name it. A key path such as `\.todo?.title` is written as for a ``RuleContext``; in a
/// rule its root is `RulePath<RuleContext>`, and it leads to a path that knows its steps.
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

extension RulePath where Value == RuleContext {
  /// The root of the key paths in rules.
  static var root: RulePath { RulePath(.root) { $0 } }
}

extension RulePredicate {
  /// What a key path in a rule leads to: a path, or an optional path.
  public protocol Operand<Compared> {
    /// The type that is compared: the type of the value, without optionality.
    associatedtype Compared

    /// Returns the path; it is static because the members of a ``RulePath`` are
    /// those of its value.
    static func path(_ operand: Self) -> RulePath<Compared>
  }
}

extension RulePath: RulePredicate.Operand {
  /// Returns the path.
  public static func path(_ operand: RulePath) -> RulePath { operand }
}

extension Optional: RulePredicate.Operand where Wrapped: RulePredicate.Operand {
  /// Returns the path; optional chaining always leads to one.
  public static func path(_ operand: Wrapped?) -> RulePath<Wrapped.Compared> {
    operand.map { Wrapped.path($0) } ?? RulePath(.nowhere) { _ in nil }
  }
}

extension KeyPath where Root == RulePath<RuleContext>, Value: RulePredicate.Operand {
  /// The path that the key path leads to.
  var path: RulePath<Value.Compared> { Value.path(RulePath.root[keyPath: self]) }
}
