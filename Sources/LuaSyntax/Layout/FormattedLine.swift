/// A line in its layout, without the comment at its end.
struct FormattedLine {
  /// The number of line breaks before it.
  let breaks: Int
  /// The text, which may begin in an earlier line.
  let text: String
  /// The comment behind other tokens.
  let comment: FormattedToken?

  /// How many characters the text has behind its last line break.
  private var width: Int {
    let scalars = text.unicodeScalars
    let start = scalars.lastIndex(of: "\n").map { scalars.index(after: $0) }
    return scalars[(start ?? scalars.startIndex)...].count
  }

  /// Returns the text of lines; comments that were in one column still are.
  static func text(of lines: [FormattedLine], lineEnd: String) -> String {
    var output = ""
    var start = 0
    while start < lines.count {
      var end = start + 1
      while end < lines.count, isBelow(lines[end].comment, lines[end - 1].comment) { end += 1 }
      let group = lines[start..<end]
      let gap = max(1, group.compactMap { $0.comment?.gap }.min() ?? 1)
      let column = (group.map(\.width).max() ?? 0) + gap
      for line in group {
        output += String(repeating: lineEnd, count: line.breaks) + line.text
        guard let comment = line.comment else { continue }
        output += String(repeating: " ", count: column - line.width) + comment.text
      }
      start = end
    }
    return lines.isEmpty ? "" : output + lineEnd
  }

  /// Whether a comment is in the next line and in the same column as another one.
  private static func isBelow(_ comment: FormattedToken?, _ upper: FormattedToken?) -> Bool {
    guard let comment, let upper else { return false }
    return comment.line == upper.lastLine + 1 && comment.column == upper.column
  }
}
