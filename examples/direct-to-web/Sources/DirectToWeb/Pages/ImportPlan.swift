import LuaRules

/// The rows of a text in columns, as new rows of a table.
struct ImportPlan: Sendable {
  /// A row of the text.
  struct Line: Sendable {
    let number: Int
    let cells: [String?]
    let edit: RowEdit
    /// What is wrong with it, in sentences.
    var problems: [String]
  }

  /// What columns of the text are.
  struct Column: Sendable {
    let title: String
    /// The field that reads its cells; nil: the column is not imported.
    let field: FormField?
  }

  let columns: [Column]
  private(set) var lines: [Line] = []
  private let entity: Entity
  private let texts: PageTexts

  /// Reads a text: the first row has names or labels of columns.
  ///
  /// - Throws: ``DelimitedReader/Problem`` for a text that is no table, or whose first row names no column that
  ///   may be written.
  init(
    _ text: String, into entity: Entity, _ form: Form, _ originals: Originals, _ texts: PageTexts
  ) throws(DelimitedReader.Problem) {
    self.entity = entity
    self.texts = texts
    let rows = try DelimitedReader.rows(text)
    guard let head = rows.first else {
      throw DelimitedReader.Problem(line: 1, text: "emptyText")
    }
    var seen: Set<String> = []
    columns = head.cells.map { title in
      let title = title ?? ""
      let field = form.fields.first { $0.isEditable && $0.isNamed(title) }
      // The second of two columns for one field would win silently.
      return Column(
        title: title, field: field.flatMap { seen.insert($0.token).inserted ? $0 : nil })
    }
    guard columns.contains(where: { $0.field != nil }) else {
      throw DelimitedReader.Problem(line: head.line, text: "noColumnNamed")
    }
    lines = rows.dropFirst().map { row in line(row, form, originals) }
  }

  /// The titles of columns that are not imported.
  var ignored: [String] {
    columns.filter { $0.field == nil }.map { $0.title.isEmpty ? "–" : $0.title }
  }

  var hasProblems: Bool { lines.contains { !$0.problems.isEmpty } }

  var commands: [RowCommand] { lines.map { .insert(entity, $0.edit) } }

  /// Adds what stood in the way of commands, by their places.
  mutating func add(_ failures: [Int: WriteResult]) {
    for (place, result) in failures where lines.indices.contains(place) {
      guard lines[place].problems.isEmpty else { continue }
      switch result {
      case .invalid(let problems):
        lines[place].problems = problems.map { problem in
          let names = problem.properties.map(label).joined(separator: ", ")
          return names.isEmpty ? problem.message : "\(names): \(problem.message)"
        }
      case .refused(let notice): lines[place].problems = [notice.description]
      case .notFound, .conflict, .written: lines[place].problems = [texts["rowNotWritten"]]
      }
    }
  }

  private func label(_ property: Property) -> String {
    columns.first { $0.field?.property == property }?.field?.label ?? property.name
  }

  private func line(
    _ row: DelimitedReader.Row, _ form: Form, _ originals: Originals
  ) -> Line {
    var fields: [(name: String, value: String)] = []
    for (column, cell) in zip(columns, row.cells) {
      guard let field = column.field, let cell else { continue }
      fields.append((field.token, field.typed(cell, texts)))
    }
    let reading = FormReading(form, FormBody(fields), originals, texts)
    var problems = form.fields.compactMap { field in
      reading.problems[field.token].map {
        "\(field.label.isEmpty ? field.property.name : field.label): \($0)"
      }
    }
    if row.cells.count != columns.count {
      problems.insert(
        texts[
          "cellCount", ["count": String(row.cells.count), "columns": String(columns.count)]],
        at: 0)
    }
    return Line(number: row.line, cells: row.cells, edit: reading.edit, problems: problems)
  }
}

extension FormField {
  /// Whether a title of a column means this field: by its name, or its label.
  fileprivate func isNamed(_ title: String) -> Bool {
    let title = title.lowercased()
    return property.name.lowercased() == title || label.lowercased() == title
  }

  /// What a browser would send for the text of a cell.
  fileprivate func typed(_ cell: String, _ texts: PageTexts) -> String {
    switch format {
    case .boolean:
      switch cell.lowercased() {
      case "yes", "true", "1", texts["yes"].lowercased(): "1"
      case "no", "false", "0", texts["no"].lowercased(): "0"
      default: cell
      }
    case .choice:
      if case .attribute(let attribute) = property,
        let value = attribute.allowedValues?.first(where: {
          $0.displayText(isSecret: false).hasSameBytes(as: cell)
        })
      {
        value.token
      } else {
        cell
      }
    default: cell
    }
  }
}
