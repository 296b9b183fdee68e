import Mustache

/// Escapes texts for the content and for quoted attributes of HTML.
///
/// The library's own way looks at characters, so that a quotation mark with a combining accent stays as it
/// is; a browser looks at code points, and the attribute ends there.
struct SafeHTML: MustacheContentType {
  /// The name by which templates choose it.
  static let name = "SAFE"

  func escapeText(_ text: String) -> String {
    if let html = RenderedHTML.html(text) { return html }
    if !text.utf8.contains(where: Self.isSpecial) { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      // Browsers drop it, or put U+FFFD in its place.
      case "\0": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), 0:
      true
    default: false
    }
  }
}
