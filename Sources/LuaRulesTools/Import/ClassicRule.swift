/// A rule as a classic rule file says it.
struct ClassicRule {
  var comments: [String]
  var position: ClassicPosition
  var predicate: ClassicPredicate
  /// The key that gets the value, or a path.
  var key: String
  var value: ClassicValue
  /// As Lua says it: an integer, or a name in quotes; `nil` for the default.
  var priority: String?
}

/// What a rule gives to its key.
enum ClassicValue: Equatable {
  case constant(ClassicConstant)
  /// The value of another key, or of a member of one.
  case path(ClassicPath)
}

/// A value that is written out.
indirect enum ClassicConstant: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case list([ClassicConstant])
  case dictionary([Entry])

  struct Entry: Equatable {
    var name: String
    var value: ClassicConstant
  }

  /// Whether patterns can ask for it.
  var isScalar: Bool {
    switch self {
    case .list, .dictionary: false
    default: true
    }
  }
}

/// A key, and the members below it.
struct ClassicPath: Hashable {
  /// INVARIANT: at least one, none empty.
  var steps: [String]
}

/// When a rule holds.
indirect enum ClassicPredicate: Equatable {
  case constant(Bool)
  case not(ClassicPredicate)
  /// INVARIANT: at least two, none of which is a conjunction.
  case all([ClassicPredicate])
  /// INVARIANT: at least two, none of which is a disjunction.
  case any([ClassicPredicate])
  case compares(ClassicPath, Comparison, ClassicOperand)
  case isLike(ClassicPath, String, ignoresCase: Bool)
  /// Whether the value is one of constants.
  case isOneOf(ClassicPath, [ClassicConstant])
  /// Whether the value is in the list that is the value of another key.
  case isIn(ClassicPath, ClassicPath)

  enum Comparison: String {
    case equal = "=="
    case notEqual = "~="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    var isOrdering: Bool { self != .equal && self != .notEqual }
  }
}

/// What a key is compared with.
enum ClassicOperand: Equatable {
  case constant(ClassicConstant)
  case path(ClassicPath)
}
