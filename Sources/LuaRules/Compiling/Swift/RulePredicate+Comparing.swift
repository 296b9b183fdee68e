// Predicates over key paths. What has names in Lua, and values that Lua compares
// as Swift does, becomes a comparison that plans know; the rest is Swift's.

// MARK: - Equality

/// Holds where a path has a value.
public func == <Value: Equatable & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Value>>, constant: Value
) -> RulePredicate {
  let path = path.path
  return RulePredicate(
    RuleTest(path, .equal, constant, as: Value.self) { path.read($0) == constant })
}

/// Holds where a path has a value; what is missing on the way is `nil`.
public func == <Value: Equatable & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Value>?>, constant: Value?
) -> RulePredicate {
  let path = path.path
  return RulePredicate(
    RuleTest(path, .equal, constant as Any, as: Value.self) { path.read($0) == constant })
}

/// Holds where there is nothing at a path.
public func == <Value>(
  path: KeyPath<KeyPathRoot, RulePath<Value>?>, nothing: _OptionalNilComparisonType
) -> RulePredicate {
  let path = path.path
  return RulePredicate(RuleTest(isNothing: path) { path.read($0) == nil })
}

/// Holds where two paths have the same value.
public func == <Left: ComparablePath, Right: ComparablePath>(
  left: KeyPath<KeyPathRoot, Left>, right: KeyPath<KeyPathRoot, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Equatable & Sendable {
  let (left, right) = (left.path, right.path)
  return RulePredicate(
    RuleTest(left, .equal, right, as: Left.Compared.self) { left.read($0) == right.read($0) })
}

/// Holds where a path has another value.
public func != <Value: Equatable & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Value>>, constant: Value
) -> RulePredicate { !(path == constant) }

/// Holds where a path has another value; what is missing on the way is `nil`.
public func != <Value: Equatable & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Value>?>, constant: Value?
) -> RulePredicate { !(path == constant) }

/// Holds where there is something at a path.
public func != <Value>(
  path: KeyPath<KeyPathRoot, RulePath<Value>?>, nothing: _OptionalNilComparisonType
) -> RulePredicate { !(path == nothing) }

/// Holds where two paths have different values.
public func != <Left: ComparablePath, Right: ComparablePath>(
  left: KeyPath<KeyPathRoot, Left>, right: KeyPath<KeyPathRoot, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Equatable & Sendable {
  !(left == right)
}

// MARK: - Identity

/// Holds where a path has this very object.
public func === <Object: AnyObject & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Object>>, object: Object
) -> RulePredicate {
  let path = path.path
  return RulePredicate(RuleTest(reading: [path.place], .closure { path.read($0) === object }))
}

/// Holds where a path has this very object, and nothing on the way is missing.
public func === <Object: AnyObject & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Object>?>, object: Object
) -> RulePredicate {
  let path = path.path
  return RulePredicate(RuleTest(reading: [path.place], .closure { path.read($0) === object }))
}

/// Holds where two paths have one object.
public func === <Left: ComparablePath, Right: ComparablePath>(
  left: KeyPath<KeyPathRoot, Left>, right: KeyPath<KeyPathRoot, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: AnyObject & Sendable {
  let (left, right) = (left.path, right.path)
  return RulePredicate(
    RuleTest(reading: [left.place, right.place], .closure { left.read($0) === right.read($0) }))
}

/// Holds where a path has another object.
public func !== <Object: AnyObject & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Object>>, object: Object
) -> RulePredicate { !(path === object) }

/// Holds where a path has another object, or nothing.
public func !== <Object: AnyObject & Sendable>(
  path: KeyPath<KeyPathRoot, RulePath<Object>?>, object: Object
) -> RulePredicate { !(path === object) }

/// Holds where two paths have different objects.
public func !== <Left: ComparablePath, Right: ComparablePath>(
  left: KeyPath<KeyPathRoot, Left>, right: KeyPath<KeyPathRoot, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: AnyObject & Sendable {
  !(left === right)
}
