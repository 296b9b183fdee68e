import LuaRules

extension TestedValue {
  /// The number, if it is exact.
  var number: Double? {
    switch self {
    case .integer(let number): Double(exactly: number)
    case .float(let number): number
    default: nil
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  /// Whether the value is a number, also one that a `Double` does not hold.
  var isNumber: Bool {
    switch self {
    case .integer, .float: true
    default: false
    }
  }
}
