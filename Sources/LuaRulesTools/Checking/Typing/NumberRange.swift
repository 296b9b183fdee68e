/// A range of numbers, perhaps without its ends.
struct NumberRange: Hashable, Sendable {
  var lower = -Double.infinity
  var upper = Double.infinity
  var isLowerOpen = false
  var isUpperOpen = false
  /// Whether the float that is no number is among them, of which every comparison is false.
  var mayBeNaN = false

  /// All numbers.
  static let all = NumberRange(mayBeNaN: true)

  /// Whether no number is in the range.
  var isEmpty: Bool { !mayBeNaN && hasNoNumber }

  /// Whether at most the float that is no number is in the range.
  private var hasNoNumber: Bool {
    lower > upper || lower == upper && (isLowerOpen || isUpperOpen)
  }

  /// The only number of the range, if it has one.
  var only: Double? { lower == upper && !isEmpty && !mayBeNaN ? lower : nil }

  /// Returns the numbers of both ranges.
  func intersection(_ other: NumberRange) -> NumberRange {
    var result = self
    if other.lower > lower || other.lower == lower && other.isLowerOpen {
      (result.lower, result.isLowerOpen) = (other.lower, other.isLowerOpen)
    }
    if other.upper < upper || other.upper == upper && other.isUpperOpen {
      (result.upper, result.isUpperOpen) = (other.upper, other.isUpperOpen)
    }
    result.mayBeNaN = mayBeNaN && other.mayBeNaN
    if result.mayBeNaN, result.hasNoNumber {
      return NumberRange(lower: .infinity, upper: -.infinity, mayBeNaN: true)
    }
    return result
  }

  /// Returns the smallest range around two ranges.
  func union(_ other: NumberRange) -> NumberRange {
    if isEmpty { return other }
    if other.isEmpty { return self }
    if hasNoNumber || other.hasNoNumber {
      var result = hasNoNumber ? other : self
      result.mayBeNaN = true
      return result
    }
    var result = self
    result.mayBeNaN = mayBeNaN || other.mayBeNaN
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
  ///
  /// The first widening stops at a number that counting never reaches.
  func widened(from earlier: NumberRange) -> NumberRange {
    var result = self
    if lower != earlier.lower {
      let isCounted = [lower, earlier.lower].allSatisfy { $0 > -0x1p53 || $0 == -Self.counted }
      (result.lower, result.isLowerOpen) = (isCounted ? -Self.counted : -.infinity, false)
    }
    if upper != earlier.upper {
      let isCounted = [upper, earlier.upper].allSatisfy { $0 < 0x1p53 || $0 == Self.counted }
      (result.upper, result.isUpperOpen) = (isCounted ? Self.counted : .infinity, false)
    }
    return result
  }

  /// A bound that a loop does not reach by counting from smaller numbers; no other number is equal to it.
  static let counted = 0x1p60 + 0x1p31

  /// Returns the range after a small step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - isRepeated: Whether a loop repeats it: what has no bound is then taken for what counting does
  ///     not reach.
  /// - Returns: The numbers after it; `nil` if that is not a step of counting between known numbers.
  func counted(by step: NumberRange, isRepeated: Bool) -> NumberRange? {
    guard let step = step.only, abs(step) <= 128 else { return nil }
    func moved(_ bound: Double) -> Double? {
      if abs(bound) == Self.counted || isRepeated && bound.isInfinite { return bound }
      return abs(bound) + 128 < 0x1p53 ? bound + step : nil
    }
    guard let lower = moved(lower), let upper = moved(upper) else { return nil }
    return NumberRange(lower: lower, upper: upper)
  }

  /// Returns the range with only its integers.
  var ofIntegers: NumberRange {
    var result = NumberRange(lower: lower.rounded(.up), upper: upper.rounded(.down))
    if isLowerOpen, result.lower == lower, lower.isFinite { result.lower += 1 }
    if isUpperOpen, result.upper == upper, upper.isFinite { result.upper -= 1 }
    return result
  }
}
