import LuaRules

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

  /// Returns the suppressions in the comments of a text; a comment without a code
  /// has an empty one.
  static func all(in bytes: [UInt8], named file: String) -> [Suppression] {
    var comments = LuaComments(bytes)
    var found: [Suppression] = []
    while let (line, text) = comments.next() {
      guard let comment = SuppressionComment(text) else { continue }
      let location = SourceLocation(file: file, line: line)
      let codes = comment.codes.isEmpty ? [""] : comment.codes.map { String($0) }
      found += codes.map { Suppression(location: location, code: $0) }
    }
    return found
  }
}

/// The comments of a Lua text that end with their line.
private struct LuaComments {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next comment without its `--`.
  mutating func next() -> (line: Int, text: String)? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
      case UInt8(ascii: "["):
        if let level = level(at: position) { skipLong(level) } else { position += 1 }
      case UInt8(ascii: "-")
      where position + 1 < bytes.count && bytes[position + 1] == bytes[position]:
        position += 2
        if let level = level(at: position) {
          skipLong(level)
          continue
        }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        defer { position = end }
        return (line, String(decoding: bytes[position..<end], as: UTF8.self))
      default: position += 1
      }
    }
    return nil
  }

  private mutating func skipString() {
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") { position += 1 }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    position += 1
  }

  /// Returns the number of `=` in a long bracket that opens here; `nil` if none
  /// opens.
  private func level(at start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    var end = start + 1
    while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "[") ? end - start - 1 : nil
  }

  private mutating func skipLong(_ level: Int) {
    let close =
      [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    while position < bytes.count, !bytes[position...].starts(with: close) {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    position += close.count
  }
}
