/// A day, a time, or both, as text that SQLite's functions understand.
struct Moment: Hashable, Sendable {
  /// What there is of it.
  enum Kind: Hashable, Sendable {
    case date, time, timestamp

    var objection: String {
      switch self {
      case .date: "This is not a day, such as 2024-12-31."
      case .time: "This is not a time, such as 23:59."
      case .timestamp: "This is not a day with a time, such as 2024-12-31 23:59:00."
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
