/// The differences of two texts, as `patch` reads them.
package struct UnifiedDiff {
  /// The lines of both texts in the order of the new one, each with its line break.
  private var lines: [Line] = []

  private enum Line {
    case kept([UInt8])
    case removed([UInt8])
    case added([UInt8])

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// How many unchanged lines stand around a change.
  private static let context = 3

  /// The most lines between the first and the last change for which the fewest
  /// differences are looked for.
  private static let mostCompared = 1000
  /// How many lines are looked ahead in longer texts.
  private static let window = 12

  /// Compares two texts.
  ///
  /// Texts with as many lines as before are compared line by line, because
  /// corrections and layouts move nothing to another line.
  ///
  /// - Complexity: O(*n*) for *n* lines, with a large factor for up to 1000 of them.
  package init(from old: [UInt8], to new: [UInt8]) {
    let old = Self.lines(of: old)
    let new = Self.lines(of: new)
    let (removed, added) = Self.differences(from: old, to: new)
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if right < new.count, added.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.kept(new[right]))
        left += 1
        right += 1
      }
    }
  }

  /// Returns the indexes of the removed and of the added lines.
  private static func differences(
    from old: [[UInt8]], to new: [[UInt8]]
  ) -> (removed: Set<Int>, added: Set<Int>) {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    if old.count != new.count, max(old.count, new.count) <= mostCompared {
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
      }
      return (removed, added)
    }
    var left = 0
    var right = 0
    while left < old.count, right < new.count {
      if old[left] == new[right] {
        left += 1
        right += 1
        continue
      }
      var skipped = (left: 1, right: 1)
      if old.count != new.count {
        skipped = nearest(from: old[left...], to: new[right...]) ?? skipped
      }
      removed.formUnion(left..<left + skipped.left)
      added.formUnion(right..<right + skipped.right)
      left += skipped.left
      right += skipped.right
    }
    removed.formUnion(left..<old.count)
    added.formUnion(right..<new.count)
    return (removed, added)
  }

  /// Returns how many lines to skip in both texts up to the nearest equal ones.
  private static func nearest(
    from old: ArraySlice<[UInt8]>, to new: ArraySlice<[UInt8]>
  ) -> (left: Int, right: Int)? {
    for sum in 1...window {
      for left in 0...sum where left < old.count && sum - left < new.count {
        if old[old.startIndex + left] == new[new.startIndex + sum - left] {
          return (left, sum - left)
        }
      }
    }
    return nil
  }

  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Array(line) + [0x0A]
    }
    // What stands behind the last line break has none.
    if let last = lines.popLast(), last.count > 1 { lines.append(Array(last.dropLast())) }
    return lines
  }

  /// Returns the differences with the names of both files; empty if there are
  /// none.
  package func text(from old: String, to new: String) -> String {
    let changed = lines.indices.filter { !lines[$0].isKept }
    guard !changed.isEmpty else { return "" }
    var hunks: [Range<Int>] = []
    for index in changed {
      let start = max(0, index - Self.context)
      let end = min(lines.count, index + Self.context + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    var text = "--- \(old)\n+++ \(new)\n"
    var before = (old: 0, new: 0)
    var position = 0
    for hunk in hunks {
      let skipped = count(in: position..<hunk.lowerBound)
      before = (before.old + skipped.old, before.new + skipped.new)
      let size = count(in: hunk)
      text += "@@ -\(Self.range(before.old, size.old)) +\(Self.range(before.new, size.new)) @@\n"
      for line in lines[hunk] { text += Self.text(of: line) }
      before = (before.old + size.old, before.new + size.new)
      position = hunk.upperBound
    }
    return text
  }

  private func count(in range: Range<Int>) -> (old: Int, new: Int) {
    lines[range].reduce(into: (old: 0, new: 0)) { count, line in
      switch line {
      case .kept: count = (count.old + 1, count.new + 1)
      case .removed: count.old += 1
      case .added: count.new += 1
      }
    }
  }

  /// A range as the format writes it: an empty one stands behind a line.
  private static func range(_ before: Int, _ count: Int) -> String {
    let start = count == 0 ? before : before + 1
    return count == 1 ? "\(start)" : "\(start),\(count)"
  }

  private static func text(of line: Line) -> String {
    let (mark, bytes) =
      switch line {
      case .kept(let bytes): (" ", bytes)
      case .removed(let bytes): ("-", bytes)
      case .added(let bytes): ("+", bytes)
      }
    let text = mark + String(decoding: bytes, as: UTF8.self)
    return bytes.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}
