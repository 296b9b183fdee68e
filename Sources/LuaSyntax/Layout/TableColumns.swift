/// The columns of decision tables: `table { rows = { { a, b }, { c, d } } }`.
package enum TableColumns {
  /// Returns a text in which the cells of each decision table stand in columns.
  ///
  /// Only rows that have a line of their own are aligned, and only spaces change.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func aligned(_ text: String) -> String {
    // Most files have no table, and are not parsed.
    guard text.contains("rows") else { return text }
    let syntax = SyntaxTree(text)
    guard !syntax.isBroken else { return text }
    var gaps: [Gap] = []
    for call in syntax.calls where syntax.globalPath(call.calledExpression) == ["table"] {
      guard call.argumentExpressions.count == 1,
        case .table(let table) = syntax.expressions[call.argumentExpressions[0]].kind,
        let rows = syntax.field("rows", of: table),
        case .table(let list) = syntax.expressions[rows.expression].kind
      else { continue }
      gaps += self.gaps(inRows: syntax.tables[list], of: syntax)
    }
    guard !gaps.isEmpty else { return text }
    var bytes: [UInt8] = []
    var position = 0
    for gap in gaps.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      bytes += syntax.tokens.bytes[position..<gap.bytes.lowerBound]
      bytes += repeatElement(UInt8(ascii: " "), count: gap.width)
      position = gap.bytes.upperBound
    }
    bytes += syntax.tokens.bytes[position...]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The spaces between two cells.
  private struct Gap {
    let bytes: Range<Int>
    let width: Int
  }

  private static func gaps(inRows list: SyntaxTree.Table, of syntax: SyntaxTree) -> [Gap] {
    var rows: [[Range<Int>]] = []
    for field in list.fields where field.name == nil && field.key == nil {
      guard case .table(let row) = syntax.expressions[field.expression].kind,
        let cells = cells(of: syntax.tables[row], in: syntax)
      else { continue }
      rows.append(cells)
    }
    guard rows.count > 1, let count = rows.map(\.count).max() else { return [] }
    func width(_ cell: Range<Int>) -> Int {
      String(decoding: syntax.tokens.bytes[cell], as: UTF8.self).count
    }
    let widths = (0..<count).map { column in
      rows.lazy.filter { column < $0.count }.map { width($0[column]) }.max() ?? 0
    }
    return rows.flatMap { cells in
      cells.indices.dropLast().map { column in
        // Behind the cell there is a comma.
        Gap(
          bytes: cells[column].upperBound + 1..<cells[column + 1].lowerBound,
          width: 1 + widths[column] - width(cells[column]))
      }
    }
  }

  /// The bytes of the cells of a row; `nil` if the row has several lines, or comments between cells.
  private static func cells(of row: SyntaxTree.Table, in syntax: SyntaxTree) -> [Range<Int>]? {
    let bytes = syntax.tokens.bytes
    let cells = row.fields.prefix { $0.name == nil && $0.key == nil }.map { field in
      let tokens = syntax.expressions[field.expression].tokens
      return syntax.tokens[tokens.lowerBound].start..<syntax.tokens[tokens.upperBound - 1].end
    }
    let lineStart = bytes[..<syntax.tokens[row.open].start].lastIndex(of: UInt8(ascii: "\n")) ?? -1
    guard
      bytes[(lineStart + 1)..<syntax.tokens[row.open].start].allSatisfy({ $0 == UInt8(ascii: " ") })
    else { return nil }
    guard let first = cells.first, let last = cells.last,
      !bytes[first.lowerBound..<last.upperBound].contains(UInt8(ascii: "\n"))
    else { return nil }
    for (cell, next) in zip(cells, cells.dropFirst()) {
      let between = bytes[cell.upperBound..<next.lowerBound]
      guard between.first == UInt8(ascii: ",") || between.first == UInt8(ascii: ";"),
        between.dropFirst().allSatisfy({ $0 == UInt8(ascii: " ") })
      else { return nil }
    }
    return cells
  }
}
