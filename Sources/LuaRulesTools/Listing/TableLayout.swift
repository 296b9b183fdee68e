import LuaRules
import LuaSyntax

/// The columns of decision tables as files write them, which rules do not keep.
struct TableLayout {
  private struct Table {
    let file: String
    let lines: ClosedRange<Int>
    let inputs: [String]
    let outputs: [String]
  }

  private var tables: [Table] = []

  /// Adds the tables of the files in which rules of a model are.
  mutating func add(_ core: ModelCore) {
    let names = Set(names: core.rules.map(\.location.file))
    for file in core.request.files where names.contains(file.name) {
      add(WrittenFile(file.name, file.bytes))
    }
  }

  /// Adds the tables of a file whose columns are named by texts.
  private mutating func add(_ file: WrittenFile) {
    let syntax = file.syntax
    for table in syntax.tables.indices {
      guard let inputs = names(syntax.field("inputs", of: table), in: syntax),
        let outputs = names(syntax.field("outputs", of: table), in: syntax)
      else { continue }
      let first = file.line(ofToken: syntax.tables[table].open)
      let last = file.line(ofToken: syntax.tables[table].close)
      guard first <= last else { continue }
      tables.append(Table(file: file.name, lines: first...last, inputs: inputs, outputs: outputs))
    }
  }

  private func names(_ field: SyntaxTree.Table.Field?, in syntax: SyntaxTree) -> [String]? {
    guard let field,
      case .table(let list) = syntax.expressions[syntax.withoutParentheses(field.expression)].kind
    else { return nil }
    var names: [String] = []
    for element in syntax.tables[list].fields {
      guard element.name == nil, element.key == nil,
        let token = syntax.literal(element.expression), token.kind == .string
      else { return nil }
      names.append(syntax.tokens.text(token))
    }
    return names
  }

  /// Returns the columns of the tables that rows are in, each once, in the order of the first such table.
  func columns(of rows: [SourceLocation]) -> (inputs: [String], outputs: [String]) {
    var columns: (inputs: [String], outputs: [String]) = ([], [])
    for table in tables {
      let hasRow = rows.contains { row in
        row.file == table.file && row.line.map { table.lines.contains($0) } == true
      }
      guard hasRow else { continue }
      columns.inputs += table.inputs.filter { !columns.inputs.contains($0) }
      columns.outputs += table.outputs.filter { !columns.outputs.contains($0) }
    }
    return columns
  }
}
