/// Finds a missing closing brace in a file that ends too early.
enum OpenBraces {
  /// The maximum number of bytes of a text that are examined.
  private static let longestText = 1 << 18

  /// Returns the first line that leaves a brace open although the next line is
  /// not indented deeper.
  ///
  /// `nil` if the indentation gives no information. Strings and comments of
  /// several lines are read as if they were code.
  static func line(in text: String) -> Int? {
    var open: (line: Int, indentation: Int)?
    let lines = text.utf8.prefix(longestText).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
      let code = line.dropFirst(indentation)
      guard let first = code.first, !code.starts(with: "--".utf8) else { continue }
      let isClosing = first == UInt8(ascii: "}") || first == UInt8(ascii: ")")
      if let open, !isClosing, indentation <= open.indentation { return open.line }
      open = surplus(of: code) > 0 ? (index + 1, indentation) : nil
    }
    return nil
  }

  /// Returns how many more braces are opened than closed.
  private static func surplus(of code: Substring.UTF8View.SubSequence) -> Int {
    var result = 0
    var quote: UInt8?
    var previous: UInt8?
    for byte in code {
      if let open = quote {
        if byte == open, previous != UInt8(ascii: "\\") { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "{") {
        result += 1
      } else if byte == UInt8(ascii: "}") {
        result -= 1
      } else if byte == UInt8(ascii: "-"), previous == byte {
        break
      }
      previous = byte
    }
    return result
  }
}
