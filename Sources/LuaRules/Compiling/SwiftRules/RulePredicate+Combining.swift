// Operators that combine predicates.

/// Holds where both predicates hold; the second is evaluated only if the first
/// holds.
public func && (left: RulePredicate, right: RulePredicate) -> RulePredicate {
  RulePredicate(.all(left.form.conjuncts + right.form.conjuncts))
}

/// Holds where at least one predicate holds; the second is evaluated only if
/// the first does not hold.
public func || (left: RulePredicate, right: RulePredicate) -> RulePredicate {
  RulePredicate(.any(left.form.alternatives + right.form.alternatives))
}

/// Holds where the predicate does not hold.
public prefix func ! (predicate: RulePredicate) -> RulePredicate {
  if case .not(let form) = predicate.form { return RulePredicate(form) }
  return RulePredicate(.not(predicate.form))
}

/// Holds where the value at a path is false.
public prefix func ! (path: KeyPath<RulePath<RuleContext>, RulePath<Bool>>) -> RulePredicate {
  path == false
}

extension RulePredicate.Form {
  /// The parts that must all hold.
  var conjuncts: [Self] { if case .all(let forms) = self { forms } else { [self] } }

  /// The parts of which at least one must hold.
  var alternatives: [Self] { if case .any(let forms) = self { forms } else { [self] } }
}
