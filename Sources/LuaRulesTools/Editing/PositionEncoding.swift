/// How an editor counts the columns of a line.
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Returns how many units a character of so many bytes in UTF-8 has.
  func units(ofBytes count: Int) -> Int {
    switch self {
    case .utf8: count
    case .utf16: count == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}
