import Foundation
import LuaRules

/// A stored value as the texts that a component shows.
struct ShownValue {
  /// The text for people.
  var text: String
  /// The text for programs: of a day or time as HTML wants it; else empty.
  var machineText = ""
  /// `yes`, `no` or empty, for the style sheet.
  var state = ""
  /// Where the value itself leads; nil: nowhere.
  var link: String?

  /// The most characters of a value in a cell.
  static let cellLimit = 300
  /// The most characters of a value on a page of its row.
  static let pageLimit = 100_000

  /// Makes the texts of a value by its kind.
  ///
  /// A column may hold any value, whatever its type is: what is stored is shown.
  ///
  /// - Parameters:
  ///   - value: The value, not `NULL`.
  ///   - attribute: The column that holds it; nil for a value that a rule made.
  ///   - limit: The most characters.
  init(_ value: Value, of attribute: Attribute?, limit: Int) {
    switch value {
    case .null: text = ""
    case .integer(let number):
      text = String(number)
      if attribute?.kind == .boolean { showAsTruth(number) }
    case .real(let number): text = number.plainText
    case .text(let whole):
      text = whole.prefix(scalars: limit)
      if let kind = attribute?.kind, kind.holdsTime {
        machineText = whole.machineTime
        text = DateText.text(whole, as: kind, isWhole: limit > Self.cellLimit) ?? text
      }
      link = attribute.flatMap { whole.link(as: $0.role) }
    case .malformedText(let bytes):
      text = String(decoding: bytes.prefix(4 * limit), as: UTF8.self).prefix(scalars: limit)
    case .blob(let bytes): text = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
  }

  /// Changes the texts for a template that a rule chose, where the column does not tell the same.
  ///
  /// `DisplayBool` shows 0 and 1 as no and yes, whatever the type. `DisplayLink` links addresses of pages
  /// and of people, whatever the name. `DisplayDate` shows numbers that count time as days and times, and
  /// `DisplayJSON` lays JSON out in lines.
  mutating func suit(_ component: String, _ value: Value, limit: Int) {
    switch (component, value) {
    case ("DisplayBool", .integer(let number)): showAsTruth(number)
    case ("DisplayDate", .integer), ("DisplayDate", .real):
      guard let time = NumberedTime.text(of: value) else { return }
      text = DateText.text(time, as: .timestamp, isWhole: limit > Self.cellLimit) ?? time
      machineText = time.machineTime
    case ("DisplayJSON", .text(let whole)):
      if let json = JSONText(whole) { text = json.pretty.prefix(scalars: limit) }
    case ("DisplayLink", .text(let text)):
      link = link ?? text.link(as: .link) ?? text.link(as: .email)
    default: break
    }
  }

  private mutating func showAsTruth(_ number: Int64) {
    guard number == 0 || number == 1 else { return }
    text = number == 1 ? "Yes" : "No"
    state = number == 1 ? "yes" : "no"
  }

  /// Makes the texts of a text that a rule made.
  init(text: String) {
    self.text = text
  }
}

extension AttributeKind {
  /// Whether it is a day, a time, or both.
  var holdsTime: Bool { self == .date || self == .time || self == .timestamp }

  /// Whether it is a number.
  var isNumber: Bool { self == .integer || self == .number || self == .decimal }
}

extension Double {
  /// The shortest digits that mean the number, or at most 15 of them; whole numbers without a fraction.
  var plainText: String {
    let number = rounded15
    return number.magnitude < 1e15 && number == number.rounded()
      ? String(Int64(number)) : String(number)
  }

  /// Reads a finite number in decimal digits.
  init?(typed text: String) {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return nil }
    self = value
  }

  /// The number with at most 15 digits, as SQLite writes it: of 0.30000000000000004 that is 0.3.
  var rounded15: Double {
    String(self).utf8.count > 16 && isFinite ? Double(String(format: "%.15g", self)) ?? self : self
  }
}

extension String {
  /// The text, or its beginning with an ellipsis.
  func prefix(scalars limit: Int) -> String {
    if utf8.count <= limit { return self }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return String(scalars[..<end]) + "…"
  }

  /// `2024-05-06 07:08:09` as `datetime` of HTML demands: with a T.
  fileprivate var machineTime: String {
    utf8.count < 40 ? String(map { $0 == " " ? "T" : $0 }) : ""
  }

  /// Where a text leads that is an address: never to a script.
  fileprivate func link(as role: AttributeRole) -> String? {
    guard role == .link || role == .email else { return nil }
    let scalars = unicodeScalars
    guard scalars.count < 2_000, scalars.allSatisfy({ $0.value > 32 && $0.value != 127 }) else {
      return nil
    }
    switch role {
    case .link:
      let lowercased = lowercased()
      let isWeb = lowercased.hasPrefix("https://") || lowercased.hasPrefix("http://")
      return isWeb ? self : nil
    case .email:
      let parts = split(separator: "@", omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        && scalars.allSatisfy { $0.isASCII && !"?&#%:/\\\"<>".unicodeScalars.contains($0) }
      return isAddress ? "mailto:" + self : nil
    case .plain, .password, .moment: return nil
    }
  }
}
