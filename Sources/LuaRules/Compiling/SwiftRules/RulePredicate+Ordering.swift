// Predicates that compare by order. They do not hold if a value is missing.

// MARK: - <

/// Holds where the value at a path is less than a constant.
public func < <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .less, constant) { $0 < $1 })
}

/// Holds where the value at a path exists and is less than a constant.
public func < <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .less, constant) { $0 < $1 })
}

/// Holds where both values exist and the first is less than the second.
public func < <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Comparable & Sendable {
  RulePredicate(RuleTest(left.path, .less, right.path) { $0 < $1 })
}

// MARK: - <=

/// Holds where the value at a path is at most a constant.
public func <= <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .lessOrEqual, constant) { $0 <= $1 })
}

/// Holds where the value at a path exists and is at most a constant.
public func <= <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .lessOrEqual, constant) { $0 <= $1 })
}

/// Holds where both values exist and the first is at most the second.
public func <= <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Comparable & Sendable {
  RulePredicate(RuleTest(left.path, .lessOrEqual, right.path) { $0 <= $1 })
}

// MARK: - >

/// Holds where the value at a path is more than a constant.
public func > <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .greater, constant) { $0 > $1 })
}

/// Holds where the value at a path exists and is more than a constant.
public func > <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .greater, constant) { $0 > $1 })
}

/// Holds where both values exist and the first is more than the second.
public func > <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Comparable & Sendable {
  RulePredicate(RuleTest(left.path, .greater, right.path) { $0 > $1 })
}

// MARK: - >=

/// Holds where the value at a path is at least a constant.
public func >= <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .greaterOrEqual, constant) { $0 >= $1 })
}

/// Holds where the value at a path exists and is at least a constant.
public func >= <Value: Comparable & Sendable>(
  path: KeyPath<RulePath<RuleContext>, RulePath<Value>?>, constant: Value
) -> RulePredicate {
  RulePredicate(RuleTest(path.path, .greaterOrEqual, constant) { $0 >= $1 })
}

/// Holds where both values exist and the first is at least the second.
public func >= <Left: RulePredicate.Operand, Right: RulePredicate.Operand>(
  left: KeyPath<RulePath<RuleContext>, Left>, right: KeyPath<RulePath<RuleContext>, Right>
) -> RulePredicate where Left.Compared == Right.Compared, Left.Compared: Comparable & Sendable {
  RulePredicate(RuleTest(left.path, .greaterOrEqual, right.path) { $0 >= $1 })
}

extension RuleTest {
  fileprivate init<Value: Comparable & Sendable>(
    _ path: RulePath<Value>, _ comparison: Comparison, _ constant: Value,
    _ holds: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.init(path, comparison, constant, as: Value.self) { context in
      path.read(context).map { holds($0, constant) } ?? false
    }
  }

  fileprivate init<Value: Comparable & Sendable>(
    _ left: RulePath<Value>, _ comparison: Comparison, _ right: RulePath<Value>,
    _ holds: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.init(left, comparison, right, as: Value.self) { context in
      guard let first = left.read(context), let second = right.read(context) else { return false }
      return holds(first, second)
    }
  }
}
