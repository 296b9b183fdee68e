/// A day, a time, or both, as text that SQLite's functions understand.
struct Moment: Hashable, Sendable {
  /// What there is of it.
  enum Kind: Hashable, Sendable {
    case date, time, timestamp

    /// The name of the text about what is none.
    var objection: String {
      switch self {
      case .date: "notDate"
      case .time: "notTime"
      case .timestamp: "notTimestamp"
      }
    }
  }

  let kind: Kind
  private let date: String
  private let separator: String
  private let time: String
  /// `:59`, or empty.
  private let seconds: String
  /// What follows: a fraction of a second, a zone.
  private let rest: String

  private init(date: String, time: String, seconds: String) {
    (kind, self.date, separator, self.time) = (.timestamp, date, " ", time)
    (self.seconds, rest) = (seconds, "")
  }

  /// Reads `2024-12-31`, `23:59`, `2024-12-31 23:59:00`, `2024-12-31T23:59:00.5Z`; nil for other texts and
  /// for days that no calendar has.
  init?(_ text: String) {
    let pattern =
      /(\d{4}-\d\d-\d\d)?([T ])?(?:(\d\d:\d\d)(:\d\d)?((?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?))?/
      .asciiOnlyDigits().matchingSemantics(.unicodeScalar)
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    (date, separator, time) = (String(match.1 ?? ""), String(match.2 ?? ""), String(match.3 ?? ""))
    (seconds, rest) = (String(match.4 ?? ""), String(match.5 ?? ""))
    switch (date.isEmpty, separator.isEmpty, time.isEmpty) {
    case (false, true, true): kind = .date
    case (true, true, false): kind = .time
    case (false, false, false): kind = .timestamp
    default: return nil
    }
    guard Self.isDay(date), Self.isTime(time + seconds), !rest.hasPrefix(".") || !seconds.isEmpty
    else { return nil }
  }

  /// The value of an input of the kind; nil when it would lose something.
  var inputText: String? {
    guard rest.isEmpty else { return nil }
    return kind == .timestamp ? "\(date)T\(time)\(seconds)" : date + time + seconds
  }

  /// The text in the form of what is stored: its separator, with or without seconds.
  func text(like stored: Value) -> String {
    var (separator, seconds) = (" ", self.seconds)
    var wantsSeconds = true
    if case .text(let text) = stored, let other = Moment(text), other.kind == kind {
      separator = other.separator
      wantsSeconds = !other.seconds.isEmpty
    }
    if kind != .date {
      if wantsSeconds && seconds.isEmpty { seconds = ":00" }
      if !wantsSeconds && seconds == ":00" && rest.isEmpty { seconds = "" }
    }
    return date + (kind == .timestamp ? separator : "") + time + seconds + rest
  }

  func isSame(as other: Moment) -> Bool {
    let zero = { (seconds: String) in seconds.isEmpty ? ":00" : seconds }
    return kind == other.kind && date == other.date && time == other.time
      && zero(seconds) == zero(other.seconds) && rest == other.rest
  }

  private static func isDay(_ text: String) -> Bool {
    if text.isEmpty { return true }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, parts[0] > 0, (1...12).contains(parts[1]) else { return false }
    let (year, month) = (parts[0], parts[1])
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(parts[2])
  }

  private static func isTime(_ text: String) -> Bool {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return zip(parts, [24, 60, 60]).allSatisfy { $0 < $1 }
  }
}

// MARK: - Seconds

extension Moment {
  /// Makes the day and time of so many seconds since 1970, in UTC.
  ///
  /// - SOURCE: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": `civil_from_days`.
  init(secondsSince1970 seconds: Int64) {
    let (days, rest) = seconds.dividedDown(by: 86_400)
    let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.init(
      date: [year.padded(4), month.padded(2), (dayOfYear - (153 * shifted + 2) / 5 + 1).padded(2)]
        .joined(separator: "-"),
      time: (rest / 3600).padded(2) + ":" + (rest / 60 % 60).padded(2),
      seconds: ":" + (rest % 60).padded(2))
  }

  /// The seconds since 1970, in UTC; nil for a time without a day, and for one with a zone or
  /// a fraction of a second.
  var secondsSince1970: Int64? {
    let parts = date.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 3, rest.isEmpty || rest == "Z"
    else { return nil }
    let clock = (time + seconds).split(separator: ":").compactMap { Int64($0) }
    let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
    let (era, yearOfEra) = year.dividedDown(by: 400)
    let dayOfYear = (153 * (parts[1] > 2 ? parts[1] - 3 : parts[1] + 9) + 2) / 5 + parts[2] - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return days * 86_400 + zip(clock, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The text that SQLite's functions make.
  var text: String { text(like: .null) }
}

extension Int64 {
  fileprivate func dividedDown(by other: Int64) -> (quotient: Int64, rest: Int64) {
    let rest = self % other
    return rest < 0 ? (self / other - 1, rest + other) : (self / other, rest)
  }

  fileprivate func padded(_ digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}
