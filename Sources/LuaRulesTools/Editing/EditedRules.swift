/// A rule file in which the rules that were not edited are blank.
///
/// All others stand where they were, so that findings in them have their lines.
struct EditedRules {
  let text: String
  /// The lines of the rules that are left out, from 1.
  private var lines: [ClosedRange<Int>] = []
  /// The lines of the rules that are there, from 1.
  private var checked: ClosedRange<Int>?

  /// Compares two states of a file.
  ///
  /// The rules before and after an edit stay, too: there may be a comma missing.
  init(of file: EditedFile, since before: EditedFile) {
    let new = file.outline.syntax.tokens.bytes
    let old = before.outline.syntax.tokens.bytes
    let (start, end) = Self.difference(new, old)
    let syntax = file.outline.syntax
    guard !file.outline.isTestFile, case .table(let list)? = syntax.returned,
      syntax.tables[list].fields.allSatisfy({ $0.name == nil })
    else {
      text = file.text
      return
    }
    let elements = syntax.tables[list].fields.map { field in
      syntax.tokens[field.start].start..<syntax.tokens[field.end].end
    }
    let first = elements.firstIndex { $0.upperBound >= start } ?? elements.count
    let last = elements.lastIndex { $0.lowerBound <= end } ?? -1
    let kept = max(0, first - 1)..<min(elements.count, max(first, last) + 2)
    if let head = elements[kept].first, let tail = elements[kept].last {
      checked =
        file.position(of: head.lowerBound).line + 1...file.position(of: tail.upperBound).line + 1
    }
    let close = max(elements.last?.upperBound ?? 0, syntax.tokens[syntax.tables[list].close].start)
    var bytes = new
    for (number, element) in elements.enumerated() where !kept.contains(number) {
      lines.append(
        file.position(of: element.lowerBound).line + 1...file.position(of: element.upperBound).line
          + 1)
      // The comma goes with its rule.
      var position = element.lowerBound
      let next = number + 1 < elements.count ? elements[number + 1].lowerBound : close
      while position < next {
        let isInside =
          position < element.upperBound
          || [UInt8(ascii: ","), UInt8(ascii: ";")].contains(bytes[position])
        if isInside, bytes[position] != 0x0A { bytes[position] = 0x20 }
        position += 1
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
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
    guard let line, checked?.contains(line) != true else { return false }
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].upperBound < line { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low].contains(line)
  }
}
