/// A day, a month, a year or a time as people type it, in the form in which databases store it.
struct DayText: Hashable, Sendable {
  /// The beginning that all stored texts of it have: `2024-05`.
  let text: String

  /// Reads `2024`, `2024-05`, `2024-05-31`, `2024-05-31 12:30`, `31.5.2024` and `5.2024`; nil for other texts.
  init?(_ typed: String) {
    if let match = typed.wholeMatch(of: Self.dotted) {
      let day = match.1.map { "-" + Self.padded($0) } ?? ""
      text = "\(match.3)-\(Self.padded(match.2))\(day)"
    } else if typed.wholeMatch(of: Self.plain) != nil {
      text = typed
    } else {
      return nil
    }
    guard Moment(full(month: "01", day: "01")) != nil else { return nil }
  }

  /// Reads `23`, `23:59` and `23:59:59`; nil for other texts.
  init?(time typed: String) {
    guard typed.wholeMatch(of: /([01][0-9]|2[0-3])(:[0-5][0-9]){0,2}/) != nil else { return nil }
    text = typed
  }

  private static var dotted: Regex<(Substring, Substring?, Substring, Substring)> {
    /(?:([0-9]{1,2})\.)?([0-9]{1,2})\.([0-9]{4})/
  }

  private static var plain: Regex<(Substring, Substring?)> {
    /[0-9]{4}(-[0-9]{2}(?:-[0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?)?)?/
  }

  private static func padded(_ digits: Substring) -> String {
    digits.count == 1 ? "0" + digits : String(digits)
  }

  /// The text with the parts that are not given.
  private func full(month: String, day: String) -> String {
    switch text.utf8.count {
    case 4: "\(text)-\(month)-\(day)"
    case 7: "\(text)-\(day)"
    default: text
    }
  }

  /// The least stored text.
  ///
  /// A column that makes numbers of texts leaves it a text.
  var start: Value { .text(text.utf8.count <= 4 && !text.contains(":") ? text + separator : text) }
  /// A text behind all stored ones.
  var end: Value { .text(text + "\u{FFFF}") }

  private var separator: String { text.utf8.count == 4 ? "-" : ":" }

  /// The first moment of it.
  var first: Moment? {
    let day = full(month: "01", day: "01")
    return Moment(day.utf8.count == 10 ? day + " 00:00:00" : day)
  }

  /// The first moment behind it.
  var after: Moment? {
    guard let first, let seconds = first.secondsSince1970 else { return nil }
    switch text.utf8.count {
    case 4: return Moment("\(padded((Int(text) ?? 0) + 1, 4))-01-01 00:00:00")
    case 7:
      let year = Int(text.prefix(4)) ?? 0
      let month = Int(text.suffix(2)) ?? 0
      return Moment(
        month == 12
          ? "\(padded(year + 1, 4))-01-01 00:00:00"
          : "\(padded(year, 4))-\(padded(month + 1, 2))-01 00:00:00")
    case 10: return Moment(secondsSince1970: seconds + 86_400)
    case 16: return Moment(secondsSince1970: seconds + 60)
    default: return Moment(secondsSince1970: seconds + 1)
    }
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
