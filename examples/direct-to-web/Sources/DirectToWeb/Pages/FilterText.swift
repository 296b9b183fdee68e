/// What a user types to find rows by one column: `12`, `>= 12`, `2..5`, a part of a text, `2024-05`.
enum FilterText {
  /// The choice of a list of values that means: no value.
  static let none = "\u{0}none"
  /// The choice that means: any value.
  static let some = "\u{0}some"
  /// Both choices, by their words in addresses.
  static let presence = ["empty": none, "set": some]

  /// Makes the condition of a column; nil when the text means nothing for it.
  static func qualifier(_ text: String, on path: AttributePath) -> Qualifier? {
    let attribute = path.attribute
    if text == none { return empty(path) }
    if text == some { return .not(empty(path)) }
    if let allowed = attribute.choiceValues {
      return allowed.first { $0.choiceText == text }.map { .compare(path, .equal, $0) }
    }
    if attribute.kind.isNumber { return number(text, path) }
    if attribute.kind.holdsTime { return time(text, path) }
    // The whole text, as lists of values offer it.
    if text.utf8.first == UInt8(ascii: "="), text.utf8.count > 1 {
      return .compare(path, .equal, .text(String(text.unicodeScalars.dropFirst())))
    }
    return .text(path, .contains, text)
  }

  /// No value; of a column of text also an empty one.
  private static func empty(_ path: AttributePath) -> Qualifier {
    path.attribute.kind.isText
      ? .any([.isNull(path), .compare(path, .equal, .text(""))]) : .isNull(path)
  }

  private static func number(_ text: String, _ path: AttributePath) -> Qualifier? {
    if let (low, high) = range(text) {
      return both(value(low), value(high), path)
    }
    for comparison in [Qualifier.Comparison.greaterOrEqual, .lessOrEqual, .greater, .less] {
      guard text.hasPrefix(comparison.rawValue) else { continue }
      return value(String(text.dropFirst(comparison.rawValue.count)))
        .map { .compare(path, comparison, $0) }
    }
    return value(text).map { .compare(path, .equal, $0) }
  }

  /// Days and times are compared as the text that they are.
  private static func time(_ text: String, _ path: AttributePath) -> Qualifier? {
    guard let (low, high) = range(text) else { return .text(path, .beginsWith, text) }
    // Behind each time of the last day, month or year that is named.
    let end = high.isEmpty ? nil : Value.text(high + "\u{FFFF}")
    return both(low.isEmpty ? nil : .text(low), end, path)
  }

  private static func both(_ low: Value?, _ high: Value?, _ path: AttributePath) -> Qualifier? {
    let parts = [
      low.map { Qualifier.compare(path, .greaterOrEqual, $0) },
      high.map { Qualifier.compare(path, .lessOrEqual, $0) },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : .all(parts)
  }

  private static func range(_ text: String) -> (String, String)? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    return (trimmed(text[..<dots.lowerBound]), trimmed(text[dots.upperBound...]))
  }

  private static func value(_ text: String) -> Value? {
    let text = trimmed(text[...])
    if let whole = Int64(text) { return .integer(whole) }
    return Double(text).flatMap { $0.isFinite ? .real($0) : nil }
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
