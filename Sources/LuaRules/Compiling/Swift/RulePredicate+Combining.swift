// Predicates of predicates.

/// Holds where both hold; the second is asked when the first does.
public func && (left: RulePredicate, right: RulePredicate) -> RulePredicate {
  RulePredicate(.all(left.form.conjuncts + right.form.conjuncts))
}

/// Holds where one of them does; the second is asked when the first does not.
public func || (left: RulePredicate, right: RulePredicate) -> RulePredicate {
  RulePredicate(.any(left.form.alternatives + right.form.alternatives))
}

/// Holds where another predicate does not.
public prefix func ! (predicate: RulePredicate) -> RulePredicate {
  if case .not(let form) = predicate.form { return RulePredicate(form) }
  return RulePredicate(.not(predicate.form))
}

/// Holds where what is at a path is false.
public prefix func ! (path: KeyPath<KeyPathRoot, RulePath<Bool>>) -> RulePredicate {
  path == false
}

extension RulePredicate.Form {
  /// The parts that all have to hold.
  var conjuncts: [Self] { if case .all(let forms) = self { forms } else { [self] } }

  /// The parts of which one has to hold.
  var alternatives: [Self] { if case .any(let forms) = self { forms } else { [self] } }
}
