import LuaRules
import LuaSyntax

/// A comment `-- check: ignore CODE, CODE: REASON`.
///
/// The codes end at a colon, a bracket, a dash or any other sign; what follows is
/// a reason.
struct SuppressionComment {
  /// The codes, as parts of the comment.
  let codes: [Substring]
  /// Whether anything but spaces follows the codes.
  let hasReason: Bool

  /// Reads a comment, with or without its `--`; `nil` if it is another one.
  init?(_ comment: String) {
    let start = comment.drop { $0 == "-" || $0 == " " }
    guard let match = start.prefixMatch(of: /check:\s*ignore\b([\w\s,\-]*)/) else { return nil }
    let words = match.1.split { $0 == "," || $0.isWhitespace }
    codes = Array(words.prefix { !$0.hasPrefix("-") })
    let rest = comment[(codes.last?.endIndex ?? match.1.startIndex)...]
    hasReason = rest.contains { $0 != "," && !$0.isWhitespace }
  }

  /// Whether a code is the first one, or stands behind a comma.
  ///
  /// Other unknown words may be those of a reason.
  func isListed(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let code = codes[index]
    return code.base[codes[index - 1].endIndex..<code.startIndex].contains(",")
  }
}

/// One code of a comment `-- check: ignore CODE`.
struct Suppression: Hashable {
  let location: SourceLocation
  let code: String

  /// Returns the suppressions in the comments of a file; a comment without a code
  /// has an empty one.
  static func all(in file: WrittenFile) -> [Suppression] {
    let tokens = file.syntax.tokens
    var found: [Suppression] = []
    for range in tokens.comments {
      guard
        let comment = SuppressionComment(String(decoding: tokens.bytes[range], as: UTF8.self))
      else { continue }
      let line = file.lines.line(around: range.lowerBound) + 1
      let location = SourceLocation(file: file.name, line: line)
      let codes = comment.codes.isEmpty ? [""] : comment.codes.map { String($0) }
      found += codes.map { Suppression(location: location, code: $0) }
    }
    return found
  }
}
