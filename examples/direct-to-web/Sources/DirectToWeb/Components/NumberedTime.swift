/// How a number counts time, in UTC.
enum NumberedTime: Hashable, Sendable, CaseIterable {
  /// Seconds since 1970.
  case seconds
  /// Milliseconds since 1970.
  case milliseconds
  /// Days since noon of the first day of Julius Scaliger's calendar, as SQLite's `julianday` counts them.
  case days

  /// Finds what a value counts, from its size: a time between 1973 and 2100, or a Julian day since 1900.
  ///
  /// Nil for other values. So `start_at` may count minutes, too.
  init?(_ value: Value) {
    switch value {
    case .integer(let number): self.init(Double(number), isWhole: true)
    case .real(let number): self.init(number, isWhole: false)
    case .null, .text, .blob, .malformedText: return nil
    }
  }

  private init?(_ number: Double, isWhole: Bool) {
    guard let unit = Self.allCases.first(where: { $0.range.contains(number) }),
      unit != .days || !isWhole
    else { return nil }
    self = unit
  }

  private var range: ClosedRange<Double> {
    switch self {
    case .seconds: 100_000_000...4_102_444_800
    case .milliseconds: 100_000_000_000...4_102_444_800_000
    case .days: 2_415_020...2_488_070
    }
  }

  /// The least number that counts in this way.
  var least: Value { .real(range.lowerBound) }
  /// The greatest number that counts in this way.
  var most: Value { .real(range.upperBound) }

  /// The day and time of a value, as SQLite's functions write them; nil for one that counts something else.
  static func text(of value: Value) -> String? {
    guard let unit = NumberedTime(value) else { return nil }
    let seconds: Double
    switch (unit, value) {
    case (.seconds, .integer(let number)): return Moment(secondsSince1970: number).text
    case (.seconds, .real(let number)): seconds = number
    case (.milliseconds, .integer(let number)):
      return Moment(secondsSince1970: number / 1000).text
    case (.milliseconds, .real(let number)): seconds = number / 1000
    case (.days, .real(let number)): seconds = (number - unit.dayOf1970) * 86_400
    default: return nil
    }
    return Moment(secondsSince1970: Int64(seconds.rounded())).text
  }

  /// The number of a day and time.
  func value(of moment: Moment) -> Value? {
    guard let seconds = moment.secondsSince1970 else { return nil }
    return switch self {
    case .seconds: .integer(seconds)
    case .milliseconds: .integer(seconds * 1000)
    case .days: .real(Double(seconds) / 86_400 + dayOf1970)
    }
  }

  private var dayOf1970: Double { 2_440_587.5 }
}
