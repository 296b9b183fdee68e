import LuaRules

/// A column of a table for a terminal.
struct TextColumn {
  private let isRight: Bool
  private var cells: [String] = []
  private var width = 0

  init(_ heading: String, isRight: Bool = false) {
    self.isRight = isRight
    add(heading)
  }

  /// Adds a cell below the others.
  mutating func add(_ cell: String) {
    // Names of files and rules are untrusted.
    let text = PrintableText.of(cell)
    cells.append(text)
    width = max(width, text.count)
  }

  fileprivate func padded(_ row: Int) -> String {
    let space = String(repeating: " ", count: width - cells[row].count)
    return isRight ? space + cells[row] : cells[row] + space
  }

  fileprivate var count: Int { cells.count }
}

extension [TextColumn] {
  /// The lines of the table; the first one has the headings.
  var lines: [String] {
    (0..<(first?.count ?? 0)).map { row in
      var line = map { $0.padded(row) }.joined(separator: "  ")[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}
