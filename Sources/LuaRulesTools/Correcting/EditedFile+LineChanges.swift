import LuaRules

// The difference to another text, as changes of whole lines.

extension EditedFile {
  /// A text with more changed lines is replaced in one piece.
  private static let mostCompared = 1000

  /// Returns changes of whole lines that make another text of this one, in the order of the text.
  ///
  /// - Complexity: O(*n*) for *n* bytes, with a large factor for up to 1000 lines between the first and
  ///   the last change.
  package func lineChanges(to new: [UInt8]) -> [Change] {
    let old = Self.wholeLines(of: lines.bytes)
    let new = Self.wholeLines(of: new)
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var same = 0
    while same < most - start, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
    let oldPart = old[start..<old.count - same]
    let newPart = new[start..<new.count - same]
    var removed = Set(oldPart.indices)
    var added = Set(newPart.indices)
    if max(oldPart.count, newPart.count) <= Self.mostCompared {
      (removed, added) = ([], [])
      for change in newPart.difference(from: oldPart) {
        switch change {
        case .remove(let offset, _, _): removed.insert(start + offset)
        case .insert(let offset, _, _): added.insert(start + offset)
        }
      }
    }
    var changes: [Change] = []
    var (left, right) = (start, start)
    while left < oldPart.endIndex || right < newPart.endIndex {
      let lower = left < old.count ? old[left].startIndex : lines.bytes.count
      let first = (left, right)
      while left < oldPart.endIndex, removed.contains(left) { left += 1 }
      while right < newPart.endIndex, added.contains(right) { right += 1 }
      if first == (left, right) {
        (left, right) = (left + 1, right + 1)
        continue
      }
      let upper = left < old.count ? old[left].startIndex : lines.bytes.count
      let text = new[first.1..<right].joined()
      changes.append(
        Change(range: lower..<upper, text: String(decoding: Array(text), as: UTF8.self)))
    }
    return changes
  }

  /// The lines of a text, each with its line break.
  private static func wholeLines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
