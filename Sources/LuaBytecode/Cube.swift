/// A set of conditions that hold or do not hold; all other conditions are open.
///
/// Conditions are numbered; there are at most sixteen.
package struct Cube: Hashable, Sendable {
  /// The conditions that are decided, one bit each.
  package private(set) var decided: UInt16 = 0
  /// The decided conditions that hold.
  package private(set) var holding: UInt16 = 0

  package static let conditionLimit = 16

  /// Creates the cube in which no condition is decided.
  package init() {}

  /// A sort key for cubes: first by the number of decided conditions, then
  /// unique for each cube.
  package var order: UInt64 {
    UInt64(decided.nonzeroBitCount) << 32 | UInt64(decided) << 16 | UInt64(holding)
  }

  /// Calls `body` with each decided condition, in ascending order.
  package func forEachCondition(_ body: (_ condition: Int, _ outcome: Bool) -> Void) {
    var rest = decided
    while rest != 0 {
      let condition = rest.trailingZeroBitCount
      rest &= rest - 1
      body(condition, holding & (1 << UInt16(condition)) != 0)
    }
  }

  /// Returns whether a condition holds; `nil` if it is open.
  package func outcome(of condition: Int) -> Bool? {
    let bit = UInt16(1) << UInt16(condition)
    return decided & bit == 0 ? nil : holding & bit != 0
  }

  /// Returns the cube with one more condition decided.
  package func deciding(_ condition: Int, as outcome: Bool) -> Cube {
    let bit = UInt16(1) << UInt16(condition)
    var result = self
    result.decided |= bit
    if outcome { result.holding |= bit } else { result.holding &= ~bit }
    return result
  }

  /// Returns whether a condition is decided differently in both cubes, so that
  /// they exclude each other.
  package func excludes(_ other: Cube) -> Bool {
    decided & other.decided & (holding ^ other.holding) != 0
  }
}
