import LuaSyntax

/// The text of a file in an editor, with its lines and its outline.
package struct EditedFile: Sendable {
  package let path: String
  package let text: String
  let outline: RuleFileOutline
  package let lines: TextPositions

  /// A part of a text, in bytes.
  package typealias Range = Swift.Range<Int>

  /// A position as editors count it: lines from 0, and UTF-16 units unless another encoding is said.
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

  /// Reads the text of some bytes.
  init(of lines: TextPositions, path: String) {
    self.init(String(decoding: lines.bytes, as: UTF8.self), path: path)
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
    lines = TextPositions(outline.syntax.tokens.bytes)
  }

  /// The number of lines.
  package var lineCount: Int { lines.lineCount }

  /// Returns the offset of a position, in bytes; a position outside of the text
  /// is the nearest one inside.
  package func offset(of position: Position, in encoding: PositionEncoding = .utf16) -> Int {
    lines.offset(of: position, in: encoding)
  }

  /// Returns the position of an offset in bytes.
  package func position(of offset: Int, in encoding: PositionEncoding = .utf16) -> Position {
    lines.position(of: offset, in: encoding)
  }

  /// Returns the text of a line, from 0, without its line break; `nil` if there is no such line.
  package func line(_ number: Int) -> String? { lines.line(number) }

  /// Returns the text with a part replaced.
  package static func replacing(_ range: Range, of text: String, with new: String) -> String {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: min(range.lowerBound, utf8.count))
    let end = utf8.index(utf8.startIndex, offsetBy: min(range.upperBound, utf8.count))
    return String(text[..<start]) + new + text[end...]
  }
}
