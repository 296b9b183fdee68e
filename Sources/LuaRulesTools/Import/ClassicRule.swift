/// A rule in the form of a classic rule file.
struct ClassicRule {
  var comments: [String]
  var position: ClassicPosition
  var predicate: ClassicPredicate
  /// The key, or the path, that the rule assigns.
  var key: String
  var value: ClassicValue
  /// The priority in Lua: an integer, or a name in quotes; `nil` for the
  /// default.
  var priority: String?
}

/// The value that a rule assigns to its key.
enum ClassicValue: Equatable {
  case constant(ClassicConstant)
  /// The value of another key, or of a member of one.
  case path(ClassicPath)
}

/// A literal value.
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

  /// Whether a pattern can compare with the constant.
  var isScalar: Bool {
    switch self {
    case .list, .dictionary: false
    default: true
    }
  }
}

/// A key, and the members below it.
struct ClassicPath: Hashable {
  /// INVARIANT: at least one step, and no empty step.
  var steps: [String]
}

/// The condition of a rule.
indirect enum ClassicPredicate: Equatable {
  case constant(Bool)
  case not(ClassicPredicate)
  /// INVARIANT: at least two parts, none of which is a conjunction.
  case all([ClassicPredicate])
  /// INVARIANT: at least two parts, none of which is a disjunction.
  case any([ClassicPredicate])
  case compares(ClassicPath, Comparison, ClassicOperand)
  case isLike(ClassicPath, String, ignoresCase: Bool)
  /// Whether the value is one of several constants.
  case isOneOf(ClassicPath, [ClassicConstant])
  /// Whether the value is in a list, which is the value of another key.
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

/// The right side of a comparison.
enum ClassicOperand: Equatable {
  case constant(ClassicConstant)
  case path(ClassicPath)
}
