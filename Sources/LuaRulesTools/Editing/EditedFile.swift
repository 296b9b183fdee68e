import LuaRules

/// The text of a file in an editor, with its lines and its outline.
package struct EditedFile: Sendable {
  package let path: String
  package let text: String
  let outline: RuleFileOutline
  /// The positions behind the line breaks, in bytes; the first is 0.
  private let lineStarts: [Int]

  /// A part of a text, in bytes.
  package typealias Range = Swift.Range<Int>

  /// A position as editors count it: lines from 0, and UTF-16 units.
  package struct Position: Sendable, Hashable, Comparable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }

    package static func < (left: Position, right: Position) -> Bool {
      (left.line, left.character) < (right.line, right.character)
    }
  }

  /// Reads a text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ text: String, path: String) {
    var text = text
    text.makeContiguousUTF8()
    self.path = path
    self.text = text
    outline = RuleFileOutline(text, isTestFile: path.hasSuffix(".test.lua"))
    var starts = [0]
    for (index, byte) in outline.syntax.tokens.bytes.enumerated() where byte == 0x0A {
      starts.append(index + 1)
    }
    lineStarts = starts
  }

  private var bytes: [UInt8] { outline.syntax.tokens.bytes }

  /// The number of lines.
  package var lineCount: Int { lineStarts.count }

  /// Returns the offset of a position, in bytes; a position outside of the text
  /// is the nearest one inside.
  package func offset(of position: Position) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    var offset = lineStarts[position.line]
    let end = endOfLine(position.line)
    var units = 0
    while offset < end, units < position.character {
      let length = Self.length(ofCharacter: bytes[offset])
      units += length == 4 ? 2 : 1
      offset += length
    }
    return min(offset, end)
  }

  /// Returns the position of an offset in bytes.
  package func position(of offset: Int) -> Position {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    var units = 0
    var position = lineStarts[low]
    while position < min(offset, bytes.count) {
      let length = Self.length(ofCharacter: bytes[position])
      units += length == 4 ? 2 : 1
      position += length
    }
    return Position(line: low, character: units)
  }

  /// Returns the text of a line, from 0, without its line break; `nil` if there is no such line.
  package func line(_ number: Int) -> String? {
    guard lineStarts.indices.contains(number) else { return nil }
    return String(decoding: bytes[lineStarts[number]..<endOfLine(number)], as: UTF8.self)
  }

  private func endOfLine(_ line: Int) -> Int {
    guard line + 1 < lineStarts.count else { return bytes.count }
    let end = lineStarts[line + 1] - 1
    return end > lineStarts[line] && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  private static func length(ofCharacter byte: UInt8) -> Int {
    switch byte {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  /// Returns the text with a part replaced.
  package static func replacing(_ range: Range, of text: String, with new: String) -> String {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: min(range.lowerBound, utf8.count))
    let end = utf8.index(utf8.startIndex, offsetBy: min(range.upperBound, utf8.count))
    return String(text[..<start]) + new + text[end...]
  }
}
