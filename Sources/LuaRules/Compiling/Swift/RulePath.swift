/// What the key paths of rules in Swift begin with.
///
/// A key path such as `\.todo?.title` is written as it would be for a
/// ``RuleContext``; here it leads to a ``RulePath``, which knows its steps.
@dynamicMemberLookup
public struct KeyPathRoot: Sendable {
  /// The path of a key.
  public subscript<Value>(
    dynamicMember accessor: any KeyPath<RuleContext, Value> & Sendable
  ) -> RulePath<Value> {
    RulePath(RulePlace(accessor)) { $0[keyPath: accessor] }
  }

  /// The path of a key that may hold nothing, to go on with `?`.
  public subscript<Value>(
    dynamicMember accessor: any KeyPath<RuleContext, Value?> & Sendable
  ) -> RulePath<Value>? {
    RulePath(RulePlace(accessor)) { $0[keyPath: accessor] }
  }
}

/// A key, or a member of what a key holds, as rules in Swift name it.
///
/// Nobody makes one by hand: the key paths in rules lead to them.
@dynamicMemberLookup
public struct RulePath<Value>: Sendable {
  let place: RulePlace
  /// Returns `nil` where a value on the way is missing.
  let read: @Sendable (RuleContext) -> Value?

  init(_ place: RulePlace, _ read: @escaping @Sendable (RuleContext) -> Value?) {
    self.place = place
    self.read = read
  }

}

/// What a key path in a rule leads to: a path, or a path behind something optional.
public protocol ComparablePath<Compared> {
  /// What is compared: the value, without the nothing that may be there.
  associatedtype Compared

  /// Returns the path; static, as members of a ``RulePath`` are those of its value.
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
  /// The path that it leads to.
  var path: RulePath<Value.Compared> { Value.path(KeyPathRoot()[keyPath: self]) }
}
