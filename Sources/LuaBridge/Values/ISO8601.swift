/// The dates of ISO 8601 that rule files may write.
///
/// `2024-02-29`, `2024-02-29T12:30Z`, `2024-02-29 12:30:15.25+01:00`. Read here
/// and not by Foundation, so that every system takes the same forms.
enum ISO8601 {
  /// Returns the seconds since 1970, or `nil` when the text is not of these forms.
  static func secondsSince1970(_ text: String) -> Double? {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2),
      (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day)
    else { return nil }
    let midnight = Double(daysSince1970(year: year, month: month, day: day) * 86_400)
    guard !reader.rest.isEmpty else { return midnight }

    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let time = reader.timeOfDay(), let offset = reader.offset(), reader.rest.isEmpty
    else { return nil }
    return midnight + Double(time.seconds - offset) + time.fraction
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    var days = day - 1
    for earlier in 1..<month { days += self.days(inMonth: earlier, of: year) }
    // Whole years from the year 0, whose own leap day counts too.
    let leaps = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
    // SOURCE: 1970-01-01 is day 719528 of the Gregorian calendar carried back to year 0.
    return year * 365 + leaps + days - 719_528
  }
}

extension ISO8601 {
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == character.value else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digit() -> Int? {
      guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        return nil
      }
      rest.removeFirst()
      return Int(byte - UInt8(ascii: "0"))
    }

    mutating func number(digits count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    mutating func timeOfDay() -> (seconds: Int, fraction: Double)? {
      guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2),
        hour < 24, minute < 60
      else { return nil }
      var seconds = hour * 3600 + minute * 60
      guard take(":") else { return (seconds, 0) }
      guard let second = number(digits: 2), second < 60 else { return nil }
      seconds += second
      guard take(".") || take(",") else { return (seconds, 0) }

      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self))
      else { return nil }
      return (seconds, fraction)
    }

    /// Reads `Z`, `+01:00`, `+0100` or `+01`, as seconds.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let sign = take("+") ? 1 : take("-") ? -1 : 0
      guard sign != 0, let hours = number(digits: 2), hours < 24 else { return nil }
      guard !rest.isEmpty else { return sign * hours * 3600 }
      _ = take(":")
      guard let minutes = number(digits: 2), minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
