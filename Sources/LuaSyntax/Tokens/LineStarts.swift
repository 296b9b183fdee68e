/// Where the lines of a text begin, in bytes.
///
/// A line ends with `\n`, `\r\n`, or `\r` alone, as in editors and, but for `\n\r`, in Lua.
package struct LineStarts: Sendable {
  /// The positions behind the line breaks; the first is 0.
  private let starts: [Int]

  /// Finds the line breaks of a text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ bytes: [UInt8]) {
    var starts = [0]
    // SOURCE: the Language Server Protocol: a carriage return alone ends a line.
    for (index, byte) in bytes.enumerated() {
      let isEnd =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if isEnd { starts.append(index + 1) }
    }
    self.starts = starts
  }

  /// The number of lines, at least 1.
  package var count: Int { starts.count }

  /// Returns the start of a line, from 0.
  package subscript(line: Int) -> Int { starts[line] }

  /// Returns the range of a line, from 0, of the same text without its line break.
  package func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int> {
    guard line + 1 < starts.count else { return starts[line]..<bytes.count }
    let end = starts[line + 1] - 1
    let isPair = bytes[end] == 0x0A && end > starts[line] && bytes[end - 1] == 0x0D
    return starts[line]..<(isPair ? end - 1 : end)
  }

  /// Returns the number of the line with an offset, from 0.
  ///
  /// - Complexity: O(log *n*) for *n* lines.
  package func line(around offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the start of the line with an offset.
  package func start(around offset: Int) -> Int { starts[line(around: offset)] }
}
