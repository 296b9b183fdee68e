/// How the values of a column become a text that people edit, and back.
///
/// What a text cannot stand for, such as bytes, has no text and is not edited.
enum FieldFormat: Hashable, Sendable {
  /// Any text; a number that is stored in a column without a type stays a number.
  case text
  /// A whole number.
  case integer
  /// A floating-point number.
  case number
  /// A number, as text with all its digits; what the column makes of it is SQLite's choice.
  case decimal
  /// A day, a time, or both.
  case moment(Moment.Kind)
  /// A day with a time, stored as a number.
  case numberedTime(NumberedTime)
  /// JSON, laid out in lines; stored without spaces where it was so.
  case json
  /// Yes or no: `1`, `0`.
  case boolean(BooleanForm)
  /// One of some values, by ``Value/token``.
  case choice

  /// Why a text is no value.
  struct Fault: Error, Hashable {
    /// The name of the text that says so.
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// The text of a value; nil when no text field can hold it.
  ///
  /// `NULL` is an empty text.
  func text(of value: Value) -> String? {
    switch (self, value) {
    case (_, .null): ""
    case (.boolean(let form), _) where value == form.yes: "1"
    case (.boolean(let form), _) where value == form.no: "0"
    case (.boolean, .blob), (.boolean, .malformedText), (.choice, .blob), (.choice, .malformedText):
      nil
    case (.boolean, _): "=" + value.token
    case (.choice, _): value.token
    case (.numberedTime(let unit), _) where NumberedTime(value) == unit:
      NumberedTime.text(of: value)
    case (.json, .text(let text)) where text.isTypeable:
      JSONText(text)?.pretty ?? text.withLineFeeds
    case (_, .integer(let value)): String(value)
    case (_, .real(let value)): "\(value.rounded15)"
    case (_, .text(let text)): text.isTypeable ? text.withLineFeeds : nil
    case (_, .blob), (_, .malformedText): nil
    }
  }

  /// Reads a text that is not empty; a new value takes the form of the one that is stored now.
  func value(of text: String, like stored: Value) throws(Fault) -> Value {
    switch self {
    case .text:
      switch stored {
      case .integer: return Int64(text).map(Value.integer) ?? .text(text.withLineFeeds)
      case .real: return Double(typed: text).map(Value.real) ?? .text(text.withLineFeeds)
      default: return .text(text.withLineFeeds)
      }
    case .integer, .number, .decimal:
      return try number(of: text, like: stored)
    case .numberedTime(let unit):
      if let number = Int64(text.trimmed) { return .integer(number) }
      if let number = Double(typed: text.trimmed) { return .real(number) }
      guard let moment = Moment(text.trimmed), let value = unit.value(of: moment) else {
        throw Fault(Moment.Kind.timestamp.objection)
      }
      return value
    case .json:
      guard let json = JSONText(text) else { throw Fault("notJSON") }
      if case .text(let text) = stored, text.contains("\n") { return .text(json.pretty) }
      return .text(json.compact)
    case .moment(let kind):
      // Some programs store a day as a number.
      switch stored {
      case .integer: if let number = Int64(text.trimmed) { return .integer(number) }
      case .real: if let number = Double(typed: text.trimmed) { return .real(number) }
      default: break
      }
      guard let moment = Moment(text.trimmed), moment.kind == kind else {
        throw Fault(kind.objection)
      }
      return .text(moment.text(like: stored))
    case .boolean(let form):
      switch text {
      case "1": return form.yes
      case "0": return form.no
      default: throw Fault("notYesOrNo")
      }
    case .choice:
      guard let value = Value(token: text) else { throw Fault("noSuchChoice") }
      return value
    }
  }

  /// Reads a number; a text takes the place of a text that is stored, whatever the column is declared for.
  private func number(of text: String, like stored: Value) throws(Fault) -> Value {
    if case .text(let old) = stored, Double(typed: old.trimmed) == nil,
      Double(typed: text.trimmed) == nil
    {
      return .text(text.withLineFeeds)
    }
    switch self {
    case .integer:
      guard let value = Int64(text.trimmed) else {
        throw Fault("notWholeNumber")
      }
      return .integer(value)
    case .number:
      guard let value = Double(typed: text.trimmed) else {
        throw Fault("notNumber")
      }
      return .real(value)
    default:
      guard Double(typed: text.trimmed) != nil else {
        throw Fault("notNumber")
      }
      return .text(text.trimmed)
    }
  }

  /// Whether two texts stand for the same: browsers write a time with or without seconds.
  func isSame(_ text: String, _ other: String) -> Bool {
    if text.withLineFeeds.hasSameBytes(as: other.withLineFeeds) { return true }
    switch self {
    case .moment, .numberedTime:
      guard let moment = Moment(text), let other = Moment(other) else { return false }
      return moment.isSame(as: other)
    case .json: return JSONText(text).map { $0 == JSONText(other) } ?? false
    default: return false
    }
  }
}

extension String {
  /// With LF for each end of a line; browsers send CR LF.
  var withLineFeeds: String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if scalar != "\n" || previous != "\r" {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }

  /// Whether a field of a form brings the text back: browsers change U+0000.
  fileprivate var isTypeable: Bool { !utf8.contains(0) }

  fileprivate var trimmed: String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    let start = unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(start.reversed().drop(while: isSpace).reversed()))
  }
}
