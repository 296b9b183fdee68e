// Predicates over key paths. If the paths have names in Lua, and Lua compares the values as Swift
// does, the test becomes a comparison that plans understand; otherwise Swift decides.

// MARK: - Equality

/// Holds where the value at a path is equal to a constant.
public func == <Value: Equatable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> RulePredicate {
  let path = path.path
  return RulePredicate(
    RuleTest(path, .equal, constant, as: Value.self) { path.read($0) == constant })
}

/// Holds where the value at a path is equal to a constant; a missing value is
/// `nil`.
public func == <Value: Equatable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, constant: Value?
) -> RulePredicate {
  let path = path.path
  return RulePredicate(
    RuleTest(path, .equal, constant as Any, as: Value.self) { path.read($0) == constant })
}

/// Holds where the value at a path is missing.
public func == <Value>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, nothing: _OptionalNilComparisonType
) -> RulePredicate {
  let path = path.path
  return RulePredicate(RuleTest(isNothing: path) { path.read($0) == nil })
}

/// Holds where two paths have the same value.
public func == <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Equatable & Sendable {
  let (left, right) = (left.path, right.path)
  return RulePredicate(
    RuleTest(left, .equal, right, as: Left.Compared.self) { left.read($0) == right.read($0) })
}

/// Holds where the value at a path differs from a constant.
public func != <Value: Equatable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> RulePredicate { !(path == constant) }

/// Holds where the value at a path differs from a constant; a missing value is
/// `nil`.
public func != <Value: Equatable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, constant: Value?
) -> RulePredicate { !(path == constant) }

/// Holds where the value at a path exists.
public func != <Value>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, nothing: _OptionalNilComparisonType
) -> RulePredicate { !(path == nothing) }

/// Holds where two paths have different values.
public func != <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Equatable & Sendable {
  !(left == right)
}

// MARK: - Identity

/// Holds where the value at a path is this object.
public func === <Object: AnyObject & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Object>>, object: Object
) -> RulePredicate {
  let path = path.path
  return RulePredicate(RuleTest(reading: [path.place], .closure { path.read($0) === object }))
}

/// Holds where the value at a path exists and is this object.
public func === <Object: AnyObject & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Object>?>, object: Object
) -> RulePredicate {
  let path = path.path
  return RulePredicate(RuleTest(reading: [path.place], .closure { path.read($0) === object }))
}

/// Holds where two paths have the same object.
public func === <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: AnyObject & Sendable {
  let (left, right) = (left.path, right.path)
  return RulePredicate(
    RuleTest(reading: [left.place, right.place], .closure { left.read($0) === right.read($0) }))
}

/// Holds where the value at a path is another object.
public func !== <Object: AnyObject & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Object>>, object: Object
) -> RulePredicate { !(path === object) }

/// Holds where the value at a path is another object, or is missing.
public func !== <Object: AnyObject & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Object>?>, object: Object
) -> RulePredicate { !(path === object) }

/// Holds where two paths have different objects.
public func !== <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: AnyObject & Sendable {
  !(left === right)
}
