// Calculations with ranges of numbers that are no NaN.
//
// Rounding keeps the order of numbers, so the ends of a result are calculated as its numbers are.

extension NumberRange {
  /// Returns the closed range around some numbers.
  private init(around numbers: [Double]) {
    self.init(lower: numbers.min() ?? -.infinity, upper: numbers.max() ?? .infinity)
  }

  private var ends: [Double] { [lower, upper] }

  /// Whether a number may be in the range.
  func contains(_ number: Double) -> Bool { lower <= number && number <= upper }

  /// Whether an infinity may be in the range.
  var isUnbounded: Bool { lower.isInfinite || upper.isInfinite }

  func plus(_ other: NumberRange) -> NumberRange {
    NumberRange(lower: lower + other.lower, upper: upper + other.upper)
  }

  func minus(_ other: NumberRange) -> NumberRange { plus(other.negated) }

  var negated: NumberRange { NumberRange(lower: -upper, upper: -lower) }

  /// The range without the signs of its numbers.
  var magnitude: NumberRange {
    let ends = ends.map(\.magnitude)
    return NumberRange(lower: contains(0) ? 0 : ends.min() ?? 0, upper: ends.max() ?? .infinity)
  }

  func times(_ other: NumberRange) -> NumberRange {
    NumberRange(
      around: ends.flatMap { one in other.ends.map { one == 0 || $0 == 0 ? 0 : one * $0 } })
  }

  /// Returns the quotients; `nil` if the divisor may be 0.
  func divided(by other: NumberRange) -> NumberRange? {
    guard !other.contains(0) else { return nil }
    return NumberRange(
      around: ends.flatMap { one in
        other.ends.flatMap { divisor -> [Double] in
          let quotient = one / divisor
          // An end without a bound stands for large numbers of any size.
          guard quotient.isNaN else { return [quotient] }
          return [0, (one < 0) == (divisor < 0) ? .infinity : -.infinity]
        }
      })
  }

  /// Returns the quotients that are rounded down; `nil` if the divisor may be 0.
  func floorDivided(by other: NumberRange) -> NumberRange? {
    divided(by: other).map {
      NumberRange(lower: $0.lower.rounded(.down), upper: $0.upper.rounded(.down))
    }
  }

  /// Returns what remains of a division that is rounded down; `nil` if the divisor may be 0.
  ///
  /// - Parameters:
  ///   - other: The divisors.
  ///   - areIntegers: Whether all numbers are integers.
  /// - Returns: The remainders, which have the sign of the divisor.
  func remainder(by other: NumberRange, areIntegers: Bool) -> NumberRange? {
    guard !other.contains(0) else { return nil }
    let isPositive = other.lower > 0
    let most = isPositive ? other.upper : -other.lower
    // The remainder of a float is rounded, perhaps to the divisor itself.
    let end = areIntegers ? most - 1 : most
    guard isPositive else { return NumberRange(lower: -end, upper: 0) }
    if lower >= 0 {
      return NumberRange(lower: upper < other.lower ? lower : 0, upper: min(upper, end))
    }
    return NumberRange(lower: 0, upper: end)
  }
}
