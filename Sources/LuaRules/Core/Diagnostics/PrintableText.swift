/// Untrusted text, made safe for one row of a log or a terminal.
package enum PrintableText {
  /// The maximum number of characters that are shown.
  static let longest = 2000

  /// Returns the text with control characters made visible, cut if it is too
  /// long.
  package static func of(_ text: String) -> String {
    let isClean = text.utf8.count <= longest && text.utf8.allSatisfy { (0x20..<0x7F) ~= $0 }
    if isClean { return text }
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < longest else { return result + "…" }
      count += 1
      result += visible(scalar)
    }
    return result
  }

  /// Returns the text with control characters made visible, except line breaks and tabs.
  ///
  /// Use it for texts of several lines that go to a terminal.
  package static func ofLines(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F) ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        result.unicodeScalars.append(scalar)
      } else {
        result += visible(scalar)
      }
    }
    return result
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    // Control characters; and characters that break the row, change the text direction, or
    // hide text.
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}",
      "\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFB}",
      "\u{E0000}"..."\u{E007F}":
      "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: String(scalar)
    }
  }
}
