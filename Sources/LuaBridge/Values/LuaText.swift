/// Writes values as Lua source.
package enum LuaText {
  /// Returns a string literal in double quotes.
  ///
  /// Printable characters stay as they are; quotes, backslashes and control
  /// characters are escaped, so that the literal is one line.
  package static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { $0 += escaped($1, code: decimal) } + "\""
  }

  /// Returns a scalar as written in a literal in double quotes; `code` writes a control
  /// character without an escape of its own.
  static func escaped(_ scalar: Unicode.Scalar, code: (UInt8) -> String) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{0}"..<" ", "\u{7F}": code(UInt8(truncatingIfNeeded: scalar.value))
    default: String(scalar)
    }
  }

  /// Writes three digits, so that a following digit is not read as part of the code.
  private static func decimal(_ byte: UInt8) -> String {
    let digits = String(byte)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Whether the text is a valid name in Lua: after a dot, or before `=` in a table.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isNameStart(first) else { return false }
    guard text.utf8.allSatisfy({ isNameStart($0) || (0x30...0x39).contains($0) }) else {
      return false
    }
    return !words.contains(String(text))
  }

  /// Returns the field name as written in a table constructor: `name`, or `["any text"]`.
  package static func field(_ name: String) -> String {
    isName(name) ? name : "[\(quoted(name))]"
  }

  /// Returns the access to a member: `.name`, or `["any text"]`.
  package static func member(_ name: some StringProtocol) -> String {
    isName(name) ? ".\(name)" : "[\(quoted(String(name)))]"
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  // SOURCE: Lua 5.4 manual, 3.1.
  private static let words: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
}
