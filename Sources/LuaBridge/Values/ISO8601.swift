/// Dates and durations as ISO 8601 texts, in seconds.
///
/// Not parsed by Foundation, so that all systems accept the same forms.
package enum ISO8601 {
  // MARK: - Dates

  /// Returns the seconds since 1970 of a text like `2026-01-31T12:00:00Z`.
  ///
  /// As in RFC 3339: the time zone is required, the fraction of a
  /// second may have any number of digits, the year has four. A date alone,
  /// `2026-01-31`, is midnight UTC; the seconds may be omitted.
  package static func date(_ text: String) -> Double? {
    var scanner = ISO8601Scanner(text)
    guard let year = scanner.integer(digits: 4), scanner.take("-"),
      let month = scanner.integer(digits: 2), (1...12).contains(month), scanner.take("-"),
      let day = scanner.integer(digits: 2), day >= 1, day <= days(inMonth: month, of: year)
    else { return nil }
    let midnight = dayNumber(year: year, month: month, day: day) * 86_400
    if scanner.isAtEnd { return Double(midnight) }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let time = timeOfDay(&scanner), let offset = zoneOffset(&scanner), scanner.isAtEnd
    else { return nil }
    return Double(midnight + time.seconds - offset) + time.fraction
  }

  private static func timeOfDay(
    _ scanner: inout ISO8601Scanner
  ) -> (seconds: Int, fraction: Double)? {
    guard let hour = scanner.integer(digits: 2), hour < 24, scanner.take(":"),
      let minute = scanner.integer(digits: 2), minute < 60
    else { return nil }
    let seconds = hour * 3600 + minute * 60
    guard scanner.take(":") else { return (seconds, 0) }
    guard let second = scanner.integer(digits: 2), second <= 60,
      let fraction = scanner.fraction()
    else { return nil }
    return (seconds + second, fraction)
  }

  /// Returns the text for seconds since 1970, to the microsecond.
  ///
  /// `nil` outside of the years 0 to 9999.
  package static func text(forDate seconds: Double) -> String? {
    guard isDate(seconds) else { return nil }
    var whole = Int(seconds.rounded(.down))
    var microseconds = Int(((seconds - Double(whole)) * 1e6).rounded())
    if microseconds == 1_000_000 {
      whole += 1
      microseconds = 0
    }
    let dayNumber = Int((Double(whole) / 86_400).rounded(.down))
    let time = whole - dayNumber * 86_400
    let (year, month, day) = civilDate(dayNumber: dayNumber)
    // Rounding the last microsecond of 9999 up gives a year with five digits.
    guard year <= 9999 else { return nil }
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    text += "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    if microseconds > 0 {
      var digits = padded(microseconds, 6)
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  /// Returns whether seconds since 1970 are in the years 0 to 9999.
  package static func isDate(_ seconds: Double) -> Bool {
    seconds >= -62_167_219_200 && seconds < 253_402_300_800
  }

  private static func zoneOffset(_ scanner: inout ISO8601Scanner) -> Int? {
    if scanner.take("Z") || scanner.take("z") { return 0 }
    let sign = scanner.take("-") ? -1 : 1
    guard sign == -1 || scanner.take("+"), let hours = scanner.integer(digits: 2), hours < 24
    else { return nil }
    if scanner.isAtEnd { return sign * hours * 3600 }
    _ = scanner.take(":")
    guard let minutes = scanner.integer(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  // SOURCE: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civilDate(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: - Durations

  /// Returns the seconds of a text like `P1DT2H30M`, `PT0.5S` or `P2W`.
  ///
  /// Years and months are not accepted, because their lengths differ.
  package static func duration(_ text: String) -> Double? {
    var scanner = ISO8601Scanner(text)
    let isNegative = scanner.take("-")
    guard scanner.take("P") else { return nil }
    var units: [(letter: Character, seconds: Double)] = [("W", 604_800), ("D", 86_400)]
    var seconds = 0.0
    var isInTime = false
    var isEmpty = true
    while !scanner.isAtEnd {
      if !isInTime, scanner.take("T") {
        isInTime = true
        isEmpty = true
        units = [("H", 3600), ("M", 60), ("S", 1)]
      }
      guard let amount = scanner.number(),
        let index = units.firstIndex(where: { scanner.take($0.letter) })
      else { return nil }
      seconds += amount * units[index].seconds
      units.removeFirst(index + 1)
      isEmpty = false
    }
    guard !isEmpty, isDuration(seconds) else { return nil }
    return isNegative ? -seconds : seconds
  }

  /// Returns the text for a number of seconds; `nil` if its magnitude is greater than 10^15.
  package static func text(forDuration seconds: Double) -> String? {
    guard isDuration(seconds), let digits = DecimalDigits("\(seconds.magnitude)")?.plain else {
      // The fraction is too small for a decimal text.
      return seconds.magnitude < 1 ? "PT0S" : nil
    }
    return seconds < 0 ? "-PT\(digits)S" : "PT\(digits)S"
  }

  /// Returns whether a number of seconds can be written.
  package static func isDuration(_ seconds: Double) -> Bool { seconds.magnitude <= 1e15 }
}

/// Takes digits and letters from the front of an ASCII text.
private struct ISO8601Scanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard let byte = rest.first, byte == character.asciiValue else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func integer(digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return Int(Substring(text))
  }

  /// Takes a fraction such as `.25`; returns 0 if there is none, `nil` for an invalid one.
  mutating func fraction() -> Double? {
    guard take(".") || take(",") else { return 0 }
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest[digits.endIndex...]
    return digits.isEmpty ? nil : Double("0." + String(Substring(digits)))
  }

  /// Takes a number such as `12` or `0.5`.
  mutating func number() -> Double? {
    let digits = rest.prefix(while: Self.isDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    guard take(".") || take(",") else { return Double(String(Substring(digits))) }
    let decimals = rest.prefix(while: Self.isDigit)
    guard !decimals.isEmpty else { return nil }
    rest = rest[decimals.endIndex...]
    return Double("\(Substring(digits)).\(Substring(decimals))")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
