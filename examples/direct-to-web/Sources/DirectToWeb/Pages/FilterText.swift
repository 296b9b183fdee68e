/// What a user types to find rows by one column: `12`, `>= 12`, `2..5`, a part of a text, `2024-05`.
enum FilterText {
  /// The choice of a list of values that means: no value.
  static let none = "\u{0}none"
  /// The choice that means: any value.
  static let some = "\u{0}some"
  /// Both choices, by their words in addresses.
  static let presence = ["empty": none, "set": some]

  /// Why a text is no condition.
  struct Fault: Error, Hashable {
    /// The name of the text that says what is wrong, for the label of the column and what was typed.
    let name: String
    /// What was typed.
    let text: String
  }

  private static let comparisons: [Qualifier.Comparison] = [
    .greaterOrEqual, .lessOrEqual, .greater, .less, .equal,
  ]

  /// Makes the condition of a column.
  static func qualifier(_ text: String, on path: AttributePath) throws(Fault) -> Qualifier {
    let attribute = path.attribute
    if text == none { return empty(path) }
    if text == some { return .not(empty(path)) }
    if let allowed = attribute.choiceValues {
      guard let value = allowed.first(where: { $0.choiceText == text }) else {
        throw Fault(name: "filterNoChoice", text: text)
      }
      return .compare(path, .equal, value)
    }
    if attribute.role == .moment || attribute.kind.isNumber { return try number(text, path) }
    if attribute.kind.holdsTime { return try time(text, path) }
    // The whole text, as lists of values offer it.
    if text.utf8.first == UInt8(ascii: "="), text.utf8.count > 1 {
      return .compare(path, .equal, .text(String(text.unicodeScalars.dropFirst())))
    }
    return .text(path, .resembles, text)
  }

  /// No value; of a column of text also an empty one.
  private static func empty(_ path: AttributePath) -> Qualifier {
    path.attribute.kind.isText
      ? .any([.isNull(path), .compare(path, .equal, .text(""))]) : .isNull(path)
  }

  /// Divides `2..5` and `>= 12` into their parts.
  private static func parts(
    _ text: String
  ) -> (comparison: Qualifier.Comparison?, low: String, high: String?) {
    if let (low, high) = range(text) { return (nil, low, high) }
    for comparison in comparisons where text.hasPrefix(comparison.rawValue) {
      return (comparison, trimmed(text.dropFirst(comparison.rawValue.count)), nil)
    }
    return (nil, trimmed(text[...]), nil)
  }

  // MARK: - Numbers

  private static func number(_ text: String, _ path: AttributePath) throws(Fault) -> Qualifier {
    let (comparison, low, high) = parts(text)
    guard let high else {
      return try bound(low, comparison ?? .equal, path)
    }
    if low.isEmpty && high.isEmpty { throw Fault(name: "filterNoLimit", text: text) }
    var bounds: [Qualifier] = []
    if !low.isEmpty { bounds.append(try bound(low, .greaterOrEqual, path)) }
    if !high.isEmpty { bounds.append(try bound(high, .lessOrEqual, path)) }
    return .all(bounds)
  }

  private static func bound(
    _ text: String, _ comparison: Qualifier.Comparison, _ path: AttributePath
  ) throws(Fault) -> Qualifier {
    guard path.attribute.role == .moment, let day = DayText(text) else {
      return .compare(path, comparison, try value(text, path))
    }
    let counted = counted(day, comparison, path)
    // `2024` is a year, and a number where the column counts no time.
    guard let number = Int64(text) else { return counted }
    return .any([
      counted,
      .all([
        .compare(path, comparison, .integer(number)),
        .compare(path, .less, NumberedTime.days.least),
      ]),
    ])
  }

  private static func value(_ text: String, _ path: AttributePath) throws(Fault) -> Value {
    if let whole = Int64(text) { return .integer(whole) }
    if let number = Double(typed: text) { return .real(number) }
    // `2,5` as many write it; in `2,500` the comma means something else.
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].count != 3,
      let number = Double(typed: parts.joined(separator: "."))
    {
      return .real(number)
    }
    let isDay = path.attribute.role == .moment
    throw Fault(name: isDay ? "filterNoNumberOrDay" : "filterNoNumber", text: text)
  }

  /// The condition for days that a column counts in seconds, milliseconds or days.
  private static func counted(
    _ day: DayText, _ comparison: Qualifier.Comparison, _ path: AttributePath
  ) -> Qualifier {
    guard let first = day.first, let after = day.after else { return .nothing }
    func compare(_ comparison: Qualifier.Comparison, _ moment: Moment) -> Qualifier {
      // What a number counts is told by its size; see `NumberedTime`.
      .any(
        NumberedTime.allCases.compactMap { unit in
          unit.value(of: moment).map { limit in
            .all([
              .compare(path, .greaterOrEqual, unit.least), .compare(path, .lessOrEqual, unit.most),
              .compare(path, comparison, limit),
            ])
          }
        })
    }
    return switch comparison {
    case .greater: compare(.greaterOrEqual, after)
    case .greaterOrEqual: compare(.greaterOrEqual, first)
    case .less: compare(.less, first)
    case .lessOrEqual: compare(.less, after)
    case .equal, .notEqual: .all([compare(.greaterOrEqual, first), compare(.less, after)])
    }
  }

  // MARK: - Times

  /// Days and times are compared as the text that they are.
  private static func time(_ text: String, _ path: AttributePath) throws(Fault) -> Qualifier {
    let (comparison, low, high) = parts(text)
    guard let high else {
      let day = try day(low, path)
      return switch comparison {
      case .greater: .compare(path, .greater, day.end)
      case .greaterOrEqual: .compare(path, .greaterOrEqual, day.start)
      case .less: .compare(path, .less, day.start)
      case .lessOrEqual: .compare(path, .lessOrEqual, day.end)
      case nil, .equal, .notEqual: .text(path, .beginsWith, day.text)
      }
    }
    if low.isEmpty && high.isEmpty { throw Fault(name: "filterNoLimit", text: text) }
    var bounds: [Qualifier] = []
    if !low.isEmpty { bounds.append(.compare(path, .greaterOrEqual, try day(low, path).start)) }
    if !high.isEmpty { bounds.append(.compare(path, .lessOrEqual, try day(high, path).end)) }
    return .all(bounds)
  }

  private static func day(_ text: String, _ path: AttributePath) throws(Fault) -> DayText {
    if path.attribute.kind == .time {
      if let time = DayText(time: text) { return time }
      throw Fault(name: "filterNoTime", text: text)
    }
    if let day = DayText(text) { return day }
    throw Fault(name: "filterNoDay", text: text)
  }

  private static func range(_ text: String) -> (String, String)? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    return (trimmed(text[..<dots.lowerBound]), trimmed(text[dots.upperBound...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension Attribute {
  /// The values that can be chosen: those of a CHECK, or 0 and 1.
  var choiceValues: [Value]? {
    if let allowedValues { return allowedValues.filter { !$0.isNull } }
    return kind == .boolean ? [.integer(1), .integer(0)] : nil
  }
}

extension Value {
  /// The value as the text of a choice.
  var choiceText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): value.plainText
    case .text(let text): text
    case .blob, .malformedText: ""
    }
  }
}
