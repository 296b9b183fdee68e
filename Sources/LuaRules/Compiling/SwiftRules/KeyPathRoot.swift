/// The root of the key paths in Swift rules.
///
/// A key path such as `\.todo?.title` is written as for a ``RuleContext``; here
/// it leads to a ``RulePath``, which knows its steps.
@dynamicMemberLookup
public struct KeyPathRoot: Sendable {
  /// The path of a key.
  public subscript<Value>(
    dynamicMember accessor: any KeyPath<RuleContext, Value> & Sendable
  ) -> RulePath<Value> {
    RulePath(RulePlace(accessor)) { $0[keyPath: accessor] }
  }

  /// The path of an optional key, which can be continued with `?`.
  public subscript<Value>(
    dynamicMember accessor: any KeyPath<RuleContext, Value?> & Sendable
  ) -> RulePath<Value>? {
    RulePath(RulePlace(accessor)) { $0[keyPath: accessor] }
  }
}
