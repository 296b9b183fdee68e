/// Where the lines of a text are in an edited one.
///
/// What differs is taken for one edit: the lines before it stay, those behind it
/// move together.
struct MovedLines {
  let before: TextPositions
  let after: TextPositions
  /// The first line, from 0, that is not before the edit.
  private let firstEdited: Int
  /// The first line of the older text behind the edit.
  private let firstBehind: Int

  /// - Complexity: O(*n*) for *n* bytes; O(1) for a text that is the same.
  init(from before: TextPositions, to after: TextPositions) {
    self.before = before
    self.after = after
    let (old, new) = (before.bytes, after.bytes)
    if old == new {
      (firstEdited, firstBehind) = (before.lineCount, before.lineCount)
      return
    }
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var same = 0
    while same < most - start, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
    firstEdited = before.position(of: start, in: .utf8).line
    let end = before.position(of: old.count - same, in: .utf8)
    let isStart =
      end.character == 0 && after.position(of: new.count - same, in: .utf8).character == 0
    firstBehind = isStart ? end.line : end.line + 1
  }

  private var shift: Int { after.lineCount - before.lineCount }

  /// Returns the line of the edited text, from 0, that is the same as a line before; `nil` if that was
  /// edited.
  func line(_ line: Int) -> Int? {
    if line < firstEdited { return line }
    if line >= firstBehind { return line + shift }
    guard let text = before.line(line) else { return nil }
    // Several places may have been edited, and the line may stand between them.
    return [0, shift].map { line + $0 }.first { after.line($0) == text }
  }

  /// Returns the line of the edited text, from 0, that is the same as a line before, or was made of it;
  /// `nil` if it was removed, or may have been.
  func lineOfSameRule(_ line: Int) -> Int? { self.line(line) ?? (shift == 0 ? line : nil) }

  /// Returns the line of the edited text, from 0, that is the same as a line before, or stands in its
  /// place.
  func nearestLine(_ line: Int) -> Int {
    self.line(line) ?? min(line, max(firstEdited, firstBehind + shift - 1))
  }
}
