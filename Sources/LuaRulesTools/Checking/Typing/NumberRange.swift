/// A range of numbers, perhaps without its ends.
struct NumberRange: Hashable, Sendable {
  var lower = -Double.infinity
  var upper = Double.infinity
  var isLowerOpen = false
  var isUpperOpen = false

  /// All numbers.
  static let all = NumberRange()

  /// Whether no number is in the range.
  var isEmpty: Bool { lower > upper || lower == upper && (isLowerOpen || isUpperOpen) }

  /// The only number of the range, if it has one.
  var only: Double? { lower == upper && !isEmpty ? lower : nil }

  /// Returns the numbers of both ranges.
  func intersection(_ other: NumberRange) -> NumberRange {
    var result = self
    if other.lower > lower || other.lower == lower && other.isLowerOpen {
      (result.lower, result.isLowerOpen) = (other.lower, other.isLowerOpen)
    }
    if other.upper < upper || other.upper == upper && other.isUpperOpen {
      (result.upper, result.isUpperOpen) = (other.upper, other.isUpperOpen)
    }
    return result
  }

  /// Returns the smallest range around two ranges.
  func union(_ other: NumberRange) -> NumberRange {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var result = self
    if other.lower < lower || other.lower == lower && !other.isLowerOpen {
      (result.lower, result.isLowerOpen) = (other.lower, other.isLowerOpen)
    }
    if other.upper > upper || other.upper == upper && !other.isUpperOpen {
      (result.upper, result.isUpperOpen) = (other.upper, other.isUpperOpen)
    }
    return result
  }

  /// Returns the range without the ends that differ from an earlier range, so that a loop
  /// changes it only a few times.
  func widened(from earlier: NumberRange) -> NumberRange {
    var result = self
    if lower != earlier.lower { (result.lower, result.isLowerOpen) = (-.infinity, false) }
    if upper != earlier.upper { (result.upper, result.isUpperOpen) = (.infinity, false) }
    return result
  }

  /// Returns the range with only its integers.
  var ofIntegers: NumberRange {
    var result = NumberRange(lower: lower.rounded(.up), upper: upper.rounded(.down))
    if isLowerOpen, result.lower == lower, lower.isFinite { result.lower += 1 }
    if isUpperOpen, result.upper == upper, upper.isFinite { result.upper -= 1 }
    return result
  }
}
