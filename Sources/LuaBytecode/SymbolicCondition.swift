/// A comparison or truth test of symbolic values, without its outcome.
package struct SymbolicCondition: Hashable {
  package enum Kind: UInt8 {
    /// `left` is true.
    case isTrue
    /// `left == right`; the sides are ordered by their numbers.
    case isEqual
    /// `left < right`.
    case isLess
    /// `left <= right`.
    case isLessOrEqual
  }

  package let kind: Kind
  package let left: SymbolicValue
  package let right: SymbolicValue

  package init(isTrue value: SymbolicValue) {
    kind = .isTrue
    left = value
    right = .nil
  }

  package init(_ kind: Kind, _ left: SymbolicValue, _ right: SymbolicValue) {
    self.kind = kind
    let isSwapped = kind == .isEqual && right.number < left.number
    self.left = isSwapped ? right : left
    self.right = isSwapped ? left : right
  }
}

/// The possible outcomes of a test.
package enum SymbolicOutcome: Equatable {
  /// The test has only this outcome.
  case known(Bool)
  /// The test has the outcome of a condition, or the opposite outcome.
  case open(SymbolicCondition, isOpposite: Bool)
}

extension SymbolicValues {
  /// Returns the outcome of testing whether a value is true.
  package func truth(of value: SymbolicValue) -> SymbolicOutcome {
    var value = value
    var isOpposite = false
    while origin(of: value).kind == .operation, origin(of: value).detail == Opcode.not.rawValue {
      value = SymbolicValue(number: origin(of: value).first)
      isOpposite.toggle()
    }
    if let truth = knownTruth(of: value) { return .known(truth != isOpposite) }
    return .open(SymbolicCondition(isTrue: value), isOpposite: isOpposite)
  }

  /// Returns the outcome of a comparison; it is known for two constants.
  ///
  /// The order of two strings depends on the collation of the process, so it
  /// stays open.
  package func comparison(
    _ kind: SymbolicCondition.Kind, _ left: SymbolicValue, _ right: SymbolicValue
  ) -> SymbolicOutcome {
    let isOpen = SymbolicOutcome.open(SymbolicCondition(kind, left, right), isOpposite: false)
    if kind == .isEqual {
      // INVARIANT: equal constants are the same symbolic value.
      guard knownTruth(of: left) != nil, knownTruth(of: right) != nil else { return isOpen }
      return .known(left == right)
    }
    guard let left = number(left), let right = number(right) else { return isOpen }
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      return .known(kind == .isLess ? left < right : left <= right)
    case (.float(let left), .float(let right)):
      return .known(kind == .isLess ? left < right : left <= right)
    default:
      return isOpen
    }
  }
}
