import LuaSyntax

extension EditedFile {
  /// Returns the changes that replace or remove a code of the comment
  /// `-- check: ignore …` in a line, from 0.
  func editsOfSuppression(
    _ code: String, line: Int, by replacement: String?
  ) -> [(range: Range, text: String)] {
    let start = offset(of: Position(line: line, character: 0))
    let end = offset(of: Position(line: line, character: .max))
    guard !code.isEmpty,
      let comment = outline.syntax.tokens.comments.last(where: {
        start <= $0.lowerBound && $0.lowerBound < end
      })
    else { return [] }
    let content = outline.syntax.tokens.bytes[comment.lowerBound..<min(comment.upperBound, end)]
    let text = String(decoding: content, as: UTF8.self)
    guard let suppression = SuppressionComment(text),
      case let names = suppression.codes,
      let index = names.firstIndex(where: { $0 == code }),
      names.count(where: { $0 == code }) == 1
    else { return [] }
    func bytes(before index: String.Index) -> Int {
      comment.lowerBound + text.utf8.distance(from: text.startIndex, to: index)
    }
    let name = names[index]
    if let replacement {
      guard suppression.isListed(index), !names.contains(where: { $0 == replacement }) else {
        return []
      }
      return [(bytes(before: name.startIndex)..<bytes(before: name.endIndex), replacement)]
    }
    if names.count == 1 {
      // What follows may be another tool's, or what the author wants to keep.
      guard !suppression.hasReason else { return [] }
      return [(wholeComment(comment.lowerBound..<end, line: line), "")]
    }
    if index == names.startIndex {
      return [(bytes(before: name.startIndex)..<bytes(before: names[index + 1].startIndex), "")]
    }
    return [(bytes(before: names[index - 1].endIndex)..<bytes(before: name.endIndex), "")]
  }

  /// The range of a comment with the space before it, or with its line if
  /// nothing else stands there.
  private func wholeComment(_ comment: Range, line: Int) -> Range {
    let lineStart = offset(of: Position(line: line, character: 0))
    var start = comment.lowerBound
    while start > lineStart, [0x20, 0x09].contains(outline.syntax.tokens.bytes[start - 1]) {
      start -= 1
    }
    guard start == lineStart, line + 1 < lineCount else { return start..<comment.upperBound }
    return start..<offset(of: Position(line: line + 1, character: 0))
  }
}
