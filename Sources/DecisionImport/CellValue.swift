/// A constant in a cell.
package enum CellValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A number with the digits of the cell.
  case number(String)
  case text(String)

  /// Reads a constant.
  ///
  /// Text needs no quotes, unless it looks like something else. A text that is no constant of the type gives `nil`.
  ///
  /// - Parameters:
  ///   - text: The text, without spaces at its ends.
  ///   - type: What the column holds, if its header says so.
  init?(_ text: String, _ type: ColumnType?) {
    if let quoted = Self.unquoted(text) {
      self = .text(quoted)
      return
    }
    if text.lowercased() == "null" {
      self = .null
      return
    }
    let scalar = Self.scalar(text)
    switch type {
    case .text, .enumeration: self = .text(text)
    case .date:
      guard CalendarDay(text) != nil else { return nil }
      self = .text(text)
    case .integer:
      guard case .integer? = scalar else { return nil }
      self = scalar ?? .null
    case .number:
      switch scalar {
      case .integer?, .number?: self = scalar ?? .null
      default: return nil
      }
    case .boolean:
      guard case .boolean? = scalar else { return nil }
      self = scalar ?? .null
    case nil: self = scalar ?? .text(text)
    }
  }

  /// Reads a number or a Boolean as spreadsheets write them.
  private static func scalar(_ text: String) -> CellValue? {
    switch text.lowercased() {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, (0x30...0x39).contains(first),
      digits.allSatisfy({
        $0.isASCII && ($0.isNumber || $0 == "." || $0 == "e" || $0 == "E" || $0 == "-" || $0 == "+")
      })
    else { return nil }
    // A code such as 007 is a text.
    if first == 0x30, let second = digits.utf8.dropFirst().first, (0x30...0x39).contains(second) {
      return nil
    }
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .number(text)
  }

  /// The text between quotes, in which two quotes stand for one; `nil` without quotes.
  private static func unquoted(_ text: String) -> String? {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.replacing("\"\"", with: "").contains("\"") else { return nil }
    return String(inner.replacing("\"\"", with: "\""))
  }

  /// The constant as Lua.
  package var lua: String {
    switch self {
    case .null: return "null"
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let integer):
      // Lua reads the digits of the least integer as a float.
      return integer == .min ? "math.mininteger" : String(integer)
    case .number(let digits): return digits
    case .text(let text): return Self.quoted(text)
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        quoted +=
          scalar.value < 0x20 || scalar.value == 0x7F
          ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return quoted + "\""
  }
}

/// A day, as ISO 8601 writes it.
struct CalendarDay {
  private var number: Int

  /// Reads `2026-01-31`; `nil` for another text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return nil }
    number = Self.number(year, month, day)
    guard day >= 1, day <= 31, self.text == text else { return nil }
  }

  /// The day so many days later; `nil` outside of the years that have four digits.
  func shifted(by days: Int) -> CalendarDay? {
    var other = self
    other.number += days
    return CalendarDay(other.text)
  }

  // SOURCE: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }

  var text: String {
    let era = (number >= 0 ? number : number - 146_096) / 146_097
    let dayOfEra = number - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return [(year, 4), (month, 2), (dayOfYear - (153 * shifted + 2) / 5 + 1, 2)].map {
      number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }
}
