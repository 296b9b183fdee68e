import LuaBridge

/// The precedence of `=>`: weaker than comparisons, `&&` and `||`, so that
/// rules need no parentheses.
precedencegroup RulePrecedence {
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
  associativity: right
}

infix operator => : RulePrecedence

// MARK: - Predicates

/// Creates a rule that applies where a predicate holds.
public func => (predicate: RulePredicate, rule: SwiftRule) -> SwiftRule { rule.when(predicate) }

/// Creates a rule that applies where the value at a path is true.
public func => (path: KeyPath<RulePath<RuleContext>, RulePath<Bool>>, rule: SwiftRule) -> SwiftRule
{
  rule.when(path == true)
}

/// Creates a rule that applies where a closure returns true.
public func => (
  holds: @escaping @Sendable (RuleContext) throws -> Bool, rule: SwiftRule
) -> SwiftRule { rule.when(RulePredicate(holds)) }

// MARK: - Assignments

/// Assigns a constant to a key; `nil` is the explicit nothing, and does not decline.
public func <= <Value: Sendable>(
  key: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> SwiftRule {
  SwiftRule(key.path.place, .constant(constant))
}

/// Assigns the value at a path to a key.
public func <= <Value>(
  key: KeyPath<RulePath<RuleContext>, RulePath<Value>>,
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>
) -> SwiftRule { SwiftRule(key.path.place, .path(path.path)) }

/// Assigns the value at a path to a key; declines if the value is missing.
public func <= <Value>(
  key: KeyPath<RulePath<RuleContext>, RulePath<Value>>,
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>
) -> SwiftRule { SwiftRule(key.path.place, .path(path.path)) }

/// Assigns the value at a path to a key.
public func <= <Value>(
  key: KeyPath<RulePath<RuleContext>, RulePath<Value?>>,
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>
) -> SwiftRule { SwiftRule(key.path.place, .path(path.path)) }

/// Assigns the value at a path to a key; declines if the value is missing.
public func <= <Value>(
  key: KeyPath<RulePath<RuleContext>, RulePath<Value?>>,
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>
) -> SwiftRule { SwiftRule(key.path.place, .path(path.path)) }

/// Assigns the result of a closure to a key; `nil` declines.
///
/// An error of an accessor inside of the closure fails the evaluation, and so
/// does an error that the closure throws.
public func <= <Value>(
  key: KeyPath<RulePath<RuleContext>, RulePath<Value>>,
  value: @escaping @Sendable (RuleContext) throws -> Value?
) -> SwiftRule { SwiftRule(key.path.place, .code(reading: []) { try value($0) as Any }) }

extension SwiftRule.Value {
  /// A constant: written as a constant of Lua if it has that form.
  static func constant<Value: Sendable>(_ constant: Value) -> SwiftRule.Value {
    if let scalar = ScalarForm(of: Value.self)?.value(of: constant) { return .constant(scalar) }
    if case .value(.nil) = LuaRepresentation(of: constant),
      OptionalType.wrapped(Value.self) != nil
    {
      return .constant(.null)
    }
    return .code(reading: []) { _ in constant }
  }

  /// Returns the value at a path: Lua or a plan reads it if it can pass it on
  /// unchanged, otherwise Swift does.
  fileprivate static func path<Value>(_ path: RulePath<Value>) -> SwiftRule.Value {
    let type = OptionalType.wrapped(Value.self) ?? Value.self
    if let steps = path.place.steps,
      ScalarForm(of: type) != nil || type is any RuleObject.Type
    {
      return .path(path.place, steps)
    }
    return .code(reading: [path.place]) { path.read($0) as Any }
  }

  /// Swift code that may run on any thread.
  static func code(
    reading places: [RulePlace], _ body: @escaping @Sendable (RuleContext) throws -> Any
  ) -> SwiftRule.Value {
    .code({ name in HostFunction(swiftRule: name, body) }, reading: places)
  }
}
