import LuaSyntax

/// The lines of a model's rule files, from which excerpts are taken.
///
/// They are compared as bytes: one explanation searches thousands of lines, and
/// shows a few.
struct SourceLines {
  private let texts: [String: [UInt8]]
  private let index: LineIndex

  private typealias Line = ArraySlice<UInt8>

  /// How many lines are searched for a test of a pattern.
  private static let searchLength = 40

  init(_ core: ModelCore) {
    var texts: [String: [UInt8]] = [:]
    for file in core.request.files + core.recording.modules.values {
      texts[file.name] = texts[file.name] ?? file.bytes
    }
    self.texts = texts
    index = core.lineIndex
  }

  /// Finds the first of some texts in lines of a file; if none is found,
  /// returns all of the first line.
  ///
  /// - Parameters:
  ///   - wanted: The texts, the best first.
  ///   - file: The name of the file.
  ///   - lines: The numbers of the lines, from 1; an excerpt without a match shows the first of them.
  /// - Returns: The part of the line; `nil` if there is no such line.
  func excerpt(
    of wanted: [String], in file: String, _ lines: ClosedRange<Int>
  ) -> Explanation.Excerpt? {
    let found = self.lines(of: file, lines)
    guard let first = found.first else { return nil }
    for text in wanted where !text.isEmpty {
      for (number, line) in zip(lines.lowerBound..., found) {
        if let start = Self.position(of: text, in: line, from: 0) {
          return Self.excerpt(line, number, from: start, length: text.count)
        }
      }
    }
    let text = String(decoding: first, as: UTF8.self)
    let indentation = text.prefix { $0.isWhitespace }.count
    let length = text.count - indentation - text.reversed().prefix { $0.isWhitespace }.count
    return Explanation.Excerpt(
      line: text, number: lines.lowerBound, column: indentation + 1, length: max(1, length))
  }

  /// Finds the test of a path in a pattern that begins at a location.
  func excerpt(
    ofPattern path: [String], near place: SourceLocation
  ) -> Explanation.Excerpt? {
    guard let line = place.line, line > 0 else { return nil }
    let all = Self.table(in: lines(of: place.file, line...line + Self.searchLength - 1))
    guard !all.isEmpty else { return nil }
    let fields = path.reversed().map { ($0, ["\($0) =", "\($0)=", "\"\($0)\"]"]) }
    let whole = path.joined(separator: ".")
    for (name, forms) in [(whole, ["\"\(whole)\"]"])] + fields {
      for (number, text) in zip(line..., all) {
        // The text before `when` on the line belongs to another field of the rule.
        let start = Self.position(of: "when", in: text, from: 0) ?? 0
        for assigned in forms {
          guard let found = Self.position(of: assigned, in: text, from: start) else { continue }
          let shift = assigned.hasPrefix("\"") ? 1 : 0
          return Self.excerpt(text, number, from: found + shift, length: name.count)
        }
      }
    }
    return excerpt(of: ["when"], in: place.file, line...line)
  }

  /// Returns the lines up to the end of the table that begins in the first one; only that one if none
  /// does, because a function makes the rule.
  private static func table(in lines: [Line]) -> ArraySlice<Line> {
    guard !lines.isEmpty else { return [] }
    let tokens = LuaTokens(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    let starts = LineStarts(tokens.bytes)
    var depth = 0
    var last = 0
    for token in tokens.all where token.is("{") || token.is("}") {
      let number = starts.line(around: token.start)
      if number > last, depth <= 0 { return lines[...last] }
      last = number
      depth += token.is("{") ? 1 : -1
    }
    return depth <= 0 ? lines[...last] : lines[...]
  }

  /// Finds a text in the line of a location.
  func excerpt(of wanted: [String], at place: SourceLocation) -> Explanation.Excerpt? {
    guard let line = place.line, line > 0 else { return nil }
    return excerpt(of: wanted, in: place.file, line...line)
  }

  private static func excerpt(
    _ line: Line, _ number: Int, from start: Int, length: Int
  ) -> Explanation.Excerpt {
    let before = String(decoding: line.prefix(start), as: UTF8.self)
    return Explanation.Excerpt(
      line: String(decoding: line, as: UTF8.self), number: number, column: before.count + 1,
      length: length)
  }

  /// The lines with these numbers, as far as the file has them.
  private func lines(of file: String, _ numbers: ClosedRange<Int>) -> [Line] {
    guard let text = texts[file] else { return [] }
    return index.lines(numbers, ofFile: file, text).map { text[$0] }
  }

  /// The position of a text that is not part of a longer word, in bytes from the start of the line.
  private static func position(of text: String, in line: Line, from first: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard let initial = wanted.first, let last = wanted.last else { return nil }
    var start = line.startIndex + first
    while start + wanted.count <= line.endIndex {
      defer { start += 1 }
      guard line[start] == initial, line[start...].starts(with: wanted) else { continue }
      let end = start + wanted.count
      if isWord(initial), isWordBefore(start, in: line) { continue }
      if isWord(last), end < line.endIndex, isWord(line[end...]) { continue }
      // `==` is a comparison, not an assignment.
      if last == UInt8(ascii: "="), end < line.endIndex, line[end] == last { continue }
      return start - line.startIndex
    }
    return nil
  }

  private static func isWordBefore(_ position: Int, in line: Line) -> Bool {
    guard position > line.startIndex else { return false }
    var start = position - 1
    while start > line.startIndex, line[start] & 0xC0 == 0x80 { start -= 1 }
    return isWord(line[start..<position])
  }

  /// Whether the first character can be a part of a word.
  private static func isWord(_ text: Line) -> Bool {
    guard let first = text.first else { return false }
    if first < 0x80 { return isWord(first) }
    let character = String(decoding: text.prefix(4), as: UTF8.self).first
    return character?.isLetter == true || character?.isNumber == true
  }

  /// Whether a byte is a part of a word; so is each of a character outside of ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
