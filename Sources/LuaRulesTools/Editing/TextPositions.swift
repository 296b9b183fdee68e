import LuaSyntax

/// The bytes of a text with its lines.
package struct TextPositions: Sendable {
  package let bytes: [UInt8]
  /// Whether all characters have one byte, so that a column is the number of bytes before it.
  private let isASCII: Bool
  private let lineStarts: LineStarts

  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = LineStarts(bytes)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Returns a text in which a position in the middle of a character of two UTF-16 units lies between
  /// two characters of one unit, which take its place.
  ///
  /// An editor that holds texts in UTF-16 may change half of a character.
  package static func dividing(_ text: String, at position: EditedFile.Position) -> String {
    let lines = TextPositions(Array(text.utf8))
    let end = lines.offset(of: position)
    guard end >= 4, lines.bytes[end - 4] >= 0xF0, lines.position(of: end).line == position.line,
      lines.position(of: end).character == position.character + 1
    else { return text }
    return EditedFile.replacing(end - 4..<end, of: text, with: "\u{FFFD}\u{FFFD}")
  }

  /// The number of lines.
  var lineCount: Int { lineStarts.count }

  /// Returns the offset of a position, in bytes; a position outside of the text is the nearest one
  /// inside, and one inside of a character is the one behind it.
  package func offset(
    of position: EditedFile.Position, in encoding: PositionEncoding = .utf16
  ) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    var offset = lineStarts[position.line]
    let end = lineStarts.range(ofLine: position.line, in: bytes).upperBound
    if isASCII { return offset + min(max(0, position.character), end - offset) }
    var units = 0
    while offset < end, units < position.character {
      let length = Self.length(ofCharacter: bytes[offset])
      units += encoding.units(ofBytes: length)
      offset += length
    }
    return min(offset, end)
  }

  /// Returns the position of an offset in bytes.
  package func position(
    of offset: Int, in encoding: PositionEncoding = .utf16
  ) -> EditedFile.Position {
    let line = lineStarts.line(around: offset)
    var position = lineStarts[line]
    if isASCII {
      return EditedFile.Position(
        line: line, character: min(max(offset, position), bytes.count) - position)
    }
    var units = 0
    while position < min(offset, bytes.count) {
      let length = Self.length(ofCharacter: bytes[position])
      units += encoding.units(ofBytes: length)
      position += length
    }
    return EditedFile.Position(line: line, character: units)
  }

  /// Returns the text of a line, from 0, without its line break; `nil` if there is no such line.
  func line(_ number: Int) -> String? {
    guard (0..<lineStarts.count).contains(number) else { return nil }
    return String(decoding: bytes[lineStarts.range(ofLine: number, in: bytes)], as: UTF8.self)
  }

  private static func length(ofCharacter byte: UInt8) -> Int {
    switch byte {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}
