/// Writes a decision table as comma-separated values that ``CSVReader`` reads.
package struct CSVWriter: Sendable {
  /// An input column with what each row requires, or an output column with what each row gives.
  package struct Column: Sendable {
    package enum Cells: Sendable {
      /// For each row, the conditions of which one must hold; none if any value will do.
      case inputs([[CellCondition]])
      /// For each row, the value; `nil` if it gives none.
      case outputs([CellValue?])
    }

    package let name: String
    /// The type that is declared; `nil` if none is.
    package let type: ColumnType?
    package let cells: Cells

    package init(name: String, type: ColumnType?, cells: Cells) {
      self.name = name
      self.type = type
      self.cells = cells
    }

    private var isOutput: Bool {
      if case .outputs = cells { true } else { false }
    }

    private var constants: [CellValue] {
      switch cells {
      case .inputs(let cells): cells.flatMap { $0.flatMap(\.constants) }
      case .outputs(let cells): cells.compactMap(\.self)
      }
    }

    /// The texts of the header and of the cells of a type; for a cell that the type does not allow, `nil`.
    private func texts(of type: ColumnType?) -> [String?] {
      switch cells {
      case .inputs(let cells): cells.map { InputCell.text(of: $0, type) }
      case .outputs(let cells): cells.map { OutputCell.text(of: $0, type) }
      }
    }

    /// Writes the column: with its declared type, or else with the one that its cells need.
    ///
    /// - Returns: The header, the cells, and the rows whose cell no text states.
    func written() -> (header: String, cells: [String], faults: [Int]) {
      var best: (type: ColumnType?, texts: [String?])?
      for type in types {
        let texts = texts(of: type)
        let faults = texts.count { $0 == nil }
        if faults < best?.texts.count(where: { $0 == nil }) ?? .max { best = (type, texts) }
        if faults == 0 { break }
      }
      let texts = best?.texts ?? []
      let suffix = best?.type.map { " : \($0.word)" } ?? ""
      return (
        "\(isOutput ? "out " : "")\(name)\(suffix)", texts.map { $0 ?? "" },
        texts.indices.filter { texts[$0] == nil }
      )
    }

    private var types: [ColumnType?] {
      let constants = constants
      let kind = ColumnType(of: constants)
      var types: [ColumnType?] = []
      if let type {
        // A day is a text of a certain form.
        types.append(type == .text && kind == .date ? .date : type)
        if type == .text { types.append(type) }
      }
      let isMixed = kind == .text && constants.contains { !$0.isText && $0 != .null }
      return types + (isMixed ? [] : [nil]) + [.text]
    }
  }

  private let lines: [[String]]
  /// The rows with a cell that no text states, with the name of the column.
  package let faults: [(row: Int, column: String)]

  /// Writes a table.
  ///
  /// - Parameters:
  ///   - policy: How the rows answer together.
  ///   - columns: The columns, which have the same number of rows.
  ///   - comments: Columns that are for people, with their titles.
  package init(
    policy: TablePolicy, columns: [Column], comments: [(title: String, cells: [String])]
  ) {
    var header: [String] = []
    var cells: [[String]] = []
    var faults: [(row: Int, column: String)] = []
    for column in columns {
      let written = column.written()
      header.append(written.header)
      cells.append(written.cells)
      faults += written.faults.map { ($0, column.name) }
    }
    for comment in comments {
      header.append("# \(comment.title)")
      cells.append(comment.cells)
    }
    let rows = (cells.first ?? []).indices.map { row in cells.map { $0[row] } }
    lines = [["policy", policy.rawValue], header] + rows
    self.faults = faults
  }

  /// The table, with a line break behind each row.
  package var text: String {
    lines.map { $0.map(Self.escaped).joined(separator: ",") + "\n" }.joined()
  }

  private static func escaped(_ cell: String) -> String {
    let isPlain = !cell.unicodeScalars.contains { ",;\t\"\n\r".unicodeScalars.contains($0) }
    return isPlain ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
  }

  /// Whether a header can name a key.
  package static func canName(_ key: String) -> Bool { CSVReader.name(of: key) == key }
}

extension CellValue {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension ColumnType {
  /// The word of the type in a header.
  fileprivate var word: String {
    switch self {
    case .text: "text"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .enumeration(let texts): texts.joined(separator: "|")
    }
  }
}
