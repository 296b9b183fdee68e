import LuaSyntax

/// Finds a missing closing brace in a file that ends too early.
enum OpenBraces {
  /// The maximum number of bytes of a text that are examined.
  private static let longestText = 1 << 18

  /// Returns the first line that leaves a brace open although the next line is
  /// not indented deeper.
  ///
  /// `nil` if the indentation gives no information.
  static func line(in text: String) -> Int? {
    let tokens = LuaTokens(Array(text.utf8.prefix(longestText)))
    let lines = LineStarts(tokens.bytes)
    var open: (line: Int, indentation: Int)?
    var rest = tokens.all[...]
    while let first = rest.first {
      let line = lines.line(around: first.start)
      let code = rest.prefix { lines.line(around: $0.start) == line }
      rest = rest.dropFirst(code.count)
      let indentation = first.start - lines[line]
      let isClosing = first.is("}") || first.is(")")
      if let open, !isClosing, indentation <= open.indentation { return open.line }
      open = surplus(of: code) > 0 ? (line + 1, indentation) : nil
    }
    return nil
  }

  /// Returns how many more braces are opened than closed.
  private static func surplus(of code: ArraySlice<LuaTokens.Token>) -> Int {
    code.reduce(0) { $0 + ($1.is("{") ? 1 : $1.is("}") ? -1 : 0) }
  }
}
