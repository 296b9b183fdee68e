import LuaRules

// The layout of a file, as changes of its text.

extension EditedFile {
  /// A part of a text that is replaced.
  package struct Change: Sendable, Hashable {
    /// The part, in bytes.
    package let range: Range
    package let text: String
  }

  /// Finds the smallest changes that give the text the layout of `luarules fmt`.
  ///
  /// - Parameter lines: The lines that may change, from 0; `nil` for all.
  /// - Returns: The changes in the order of the text; none for a text that cannot be laid out, such as
  ///   what is no Lua.
  /// - Complexity: O(*n*) for *n* bytes.
  package func layoutChanges(in lines: ClosedRange<Int>? = nil) -> [Change] {
    guard let formatted = try? RuleFormatter.formatted(text, name: name), formatted != text else {
      return []
    }
    let changes = changes(to: Array(formatted.utf8))
    guard let lines else { return changes }
    return changes.filter { change in
      lines.contains(position(of: change.range.lowerBound).line)
        && lines.contains(position(of: change.range.upperBound).line)
    }
  }

  /// Compares line by line: a layout moves nothing to another line, and changes the number of lines only
  /// at the end.
  private func changes(to formatted: [UInt8]) -> [Change] {
    let old = lines.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let new = formatted.split(separator: 0x0A, omittingEmptySubsequences: false)
    var changes: [Change] = []
    func add(_ range: Range, _ bytes: ArraySlice<UInt8>) {
      let text = String(decoding: bytes, as: UTF8.self)
      if let last = changes.last, last.range.upperBound == range.lowerBound {
        changes[changes.count - 1] = Change(
          range: last.range.lowerBound..<range.upperBound, text: last.text + text)
      } else {
        changes.append(Change(range: range, text: text))
      }
    }
    for (old, new) in zip(old, new) where old != new {
      for (range, text) in Self.gaps(old, new) { add(range, text) }
    }
    let common = min(old.count, new.count)
    if old.count != new.count {
      let rest = new.count > common ? formatted[(new[common].startIndex - 1)...] : []
      add(old[common - 1].endIndex..<lines.bytes.count, rest)
    }
    return changes.map(withWholeLineBreak)
  }

  /// Returns what differs between two forms of a line: the spaces between tokens, and commas.
  private static func gaps(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
  ) -> [(Range, ArraySlice<UInt8>)] {
    var gaps: [(Range, ArraySlice<UInt8>)] = []
    var old = old
    var new = new
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    while !old.isEmpty || !new.isEmpty {
      if let byte = old.first, byte == new.first {
        old = old.dropFirst()
        new = new.dropFirst()
        continue
      }
      let removed = old.prefix(while: isSpace)
      var added = new.prefix(while: isSpace)
      if removed.isEmpty, added.isEmpty {
        guard new.first == UInt8(ascii: ",") else {
          return gaps + [(old.startIndex..<old.endIndex, new)]
        }
        added = new.prefix(1)
      }
      gaps.append((removed.startIndex..<removed.endIndex, added))
      old = old.dropFirst(removed.count)
      new = new.dropFirst(added.count)
    }
    return gaps
  }

  /// Editors know no position between the two bytes of a line break.
  private func withWholeLineBreak(_ change: Change) -> Change {
    let (bytes, end) = (lines.bytes, change.range.upperBound)
    guard end < bytes.count, bytes[end] == 0x0A else { return change }
    let isCut = end > change.range.lowerBound && bytes[end - 1] == 0x0D
    guard isCut || change.text.utf8.last == 0x0D else { return change }
    return Change(range: change.range.lowerBound..<end + 1, text: change.text + "\n")
  }
}
