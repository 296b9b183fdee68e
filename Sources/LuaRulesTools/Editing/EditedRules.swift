import LuaRules

/// A rule file in which the rules that were not edited are blank.
///
/// All others stand where they were, so that findings in them have their lines.
struct EditedRules {
  let text: String
  /// The parts of the text that are not blank.
  private(set) var written: [String]
  /// The lines in which rules are left out, from 1.
  private var lines: [ClosedRange<Int>] = []

  /// Compares two states of a file.
  ///
  /// The rules before and after an edit stay, too: there may be a comma missing.
  init(of lines: TextPositions, since before: EditedFile) {
    let new = lines.bytes
    let old = before.lines.bytes
    let (start, end) = Self.difference(new, old)
    guard let (elements, close) = Self.elements(of: lines, since: before, start, end) else {
      text = String(decoding: new, as: UTF8.self)
      written = [text]
      return
    }
    let first = elements.firstIndex { $0.upperBound >= start } ?? elements.count
    let last = elements.lastIndex { $0.lowerBound <= end } ?? -1
    let kept = max(0, first - 1)..<min(elements.count, max(first, last) + 2)
    var bytes = new
    var blank: [Range<Int>] = []
    if kept.lowerBound > 0 {
      let end = kept.isEmpty ? close : elements[kept.lowerBound].lowerBound
      blank.append(elements[0].lowerBound..<end)
    }
    if kept.upperBound < elements.count, !kept.isEmpty {
      blank.append(elements[kept.upperBound].lowerBound..<close)
    }
    var written: [Range<Int>] = []
    var position = 0
    for var part in blank {
      // A comment before a rule may be about it.
      if part.lowerBound == elements[0].lowerBound, kept.lowerBound > 0 {
        part = part.lowerBound..<Self.end(of: elements[kept.lowerBound - 1], new, part.upperBound)
      }
      for index in part where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
      self.lines.append(
        lines.position(of: part.lowerBound).line + 1...lines.position(of: part.upperBound).line + 1)
      written.append(position..<part.lowerBound)
      position = part.upperBound
    }
    written.append(position..<new.count)
    self.written = written.map { String(decoding: new[$0], as: UTF8.self) }
    if let head = kept.first, let tail = kept.last {
      let checked = lines.position(of: elements[head].lowerBound).line + 1
      let end = lines.position(of: elements[tail].upperBound).line + 1
      self.lines = self.lines.compactMap { part in
        let lower = (checked...end).contains(part.lowerBound) ? end + 1 : part.lowerBound
        let upper = (checked...end).contains(part.upperBound) ? checked - 1 : part.upperBound
        return lower <= upper ? lower...upper : nil
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The end of a rule with the comma behind it.
  private static func end(of element: Range<Int>, _ bytes: [UInt8], _ limit: Int) -> Int {
    let rest = bytes[element.upperBound..<limit]
    let comma = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    return comma.map { $0 + 1 } ?? limit
  }

  /// Returns the parts of the rules, and the end of the list; `nil` for a file that is no list.
  ///
  /// An edit inside of a rule moves those behind it: the text is not read again.
  private static func elements(
    of lines: TextPositions, since before: EditedFile, _ start: Int, _ end: Int
  ) -> (elements: [Range<Int>], close: Int)? {
    guard let (elements, close) = elements(of: before.outline) else {
      return elements(of: EditedFile(of: lines, path: before.path).outline)
    }
    let shift = lines.bytes.count - before.lines.bytes.count
    guard
      let edited = elements.firstIndex(where: {
        $0.lowerBound < start && end - shift < $0.upperBound
      })
    else { return self.elements(of: EditedFile(of: lines, path: before.path).outline) }
    var moved = elements
    moved[edited] = elements[edited].lowerBound..<elements[edited].upperBound + shift
    for index in elements.indices.dropFirst(edited + 1) {
      moved[index] = elements[index].lowerBound + shift..<elements[index].upperBound + shift
    }
    return (moved, close + shift)
  }

  private static func elements(
    of outline: RuleFileOutline
  ) -> (elements: [Range<Int>], close: Int)? {
    let syntax = outline.syntax
    guard !outline.isTestFile, case .table(let list)? = syntax.returned,
      syntax.tables[list].fields.allSatisfy({ $0.name == nil })
    else { return nil }
    let elements = syntax.tables[list].fields.map { field in
      syntax.tokens[field.start].start..<syntax.tokens[field.end].end
    }
    let close = syntax.tokens[syntax.tables[list].close].start
    return (elements, max(elements.last?.upperBound ?? 0, close))
  }

  /// Returns the bounds of the part in which a text differs from an older one.
  private static func difference(_ new: [UInt8], _ old: [UInt8]) -> (start: Int, end: Int) {
    let most = min(new.count, old.count)
    var start = 0
    while start < most, new[start] == old[start] { start += 1 }
    var same = 0
    while same < most - start, new[new.count - 1 - same] == old[old.count - 1 - same] { same += 1 }
    return (start, new.count - same)
  }

  /// Whether a line, from 1, belongs to a rule that is left out.
  func leavesOut(line: Int?) -> Bool {
    guard let line else { return false }
    return lines.contains { $0.contains(line) }
  }
}
