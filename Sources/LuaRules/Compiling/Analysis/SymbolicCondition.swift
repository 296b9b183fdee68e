/// A comparison or truth test of symbolic values, without its outcome.
struct SymbolicCondition: Hashable {
  enum Kind: UInt8 {
    /// `left` counts as true.
    case isTrue
    /// `left == right`; the sides are in the order of their numbers.
    case isEqual
    /// `left < right`.
    case isLess
    /// `left <= right`.
    case isLessOrEqual
  }

  let kind: Kind
  let left: SymbolicValue
  let right: SymbolicValue

  init(isTrue value: SymbolicValue) {
    kind = .isTrue
    left = value
    right = .nil
  }

  init(_ kind: Kind, _ left: SymbolicValue, _ right: SymbolicValue) {
    self.kind = kind
    let isSwapped = kind == .isEqual && right.number < left.number
    self.left = isSwapped ? right : left
    self.right = isSwapped ? left : right
  }
}

/// What is known of the outcome of a test.
enum SymbolicOutcome: Equatable {
  /// The test can only go this way.
  case known(Bool)
  /// The test goes the way of a condition, or the other way round.
  case open(SymbolicCondition, isOpposite: Bool)
}

extension SymbolicValues {
  /// Returns the outcome of testing whether a value counts as true.
  func truth(of value: SymbolicValue) -> SymbolicOutcome {
    var value = value
    var isOpposite = false
    while origin(of: value).kind == .operation, origin(of: value).detail == Opcode.not.rawValue {
      value = SymbolicValue(number: origin(of: value).first)
      isOpposite.toggle()
    }
    if let truth = knownTruth(of: value) { return .known(truth != isOpposite) }
    return .open(SymbolicCondition(isTrue: value), isOpposite: isOpposite)
  }

  /// Returns the outcome of a comparison; two constants have a known one.
  ///
  /// The order of two strings depends on the process's collation: it stays open.
  func comparison(
    _ kind: SymbolicCondition.Kind, _ left: SymbolicValue, _ right: SymbolicValue
  ) -> SymbolicOutcome {
    let isOpen = SymbolicOutcome.open(SymbolicCondition(kind, left, right), isOpposite: false)
    if kind == .isEqual {
      // INVARIANT: equal constants are one symbolic value.
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
