import LuaBridge
import LuaBytecode

// Decision tables: a row is a rule, whose cells are the leaves of a pattern and the values of keys.

extension RuleReader {
  /// A column of cells that test a path.
  private struct Input {
    let path: [String]
    let column: Int
    /// The last cell that tests something, with its condition: the next row often has the same.
    var last: (cell: LuaNodeTable.Place, condition: PatternCondition)?
  }

  /// The columns of a decision table.
  private struct Columns {
    /// The columns of inputs, in byte order of the paths, as in a pattern.
    var inputs: [Input] = []
    /// The keys to which the output cells of a row, which are its last ones, give values.
    var outputs: [String] = []

    var count: Int { inputs.count + outputs.count }

    /// The names in the order in which they are written.
    var names: [String] {
      inputs.sorted { $0.column < $1.column }.map { $0.path.joined(separator: ".") } + outputs
    }
  }

  /// The cell that tests nothing, or gives nothing.
  static let emptyCell = "-"

  /// Reads the rows of a decision table as rules.
  mutating func readTable(
    _ rows: LuaNode, _ fields: borrowing RuleFields, _ site: WrittenTable?,
    _ place: SourceLocation, _ inherited: Inherited
  ) {
    for (field, node) in [
      ("key", fields.key), ("value", fields.value), ("set", fields.set), ("rules", fields.rules),
    ] where node != nil {
      report(
        .badTable, "a decision table has no `\(field)`",
        at: FieldPlace(field, site, in: place).location,
        hint: "the keys are named by `outputs`, the values are in the rows")
    }
    let errorCount = errors.count
    var columns = columns(fields, site, place)
    guard case .table(let list) = rows, list.hasNoFields, !list.hasNoElements else {
      report(
        .badTable, "`rows` is \(rows.typeName); expected a list of rows",
        at: FieldPlace("rows", site, in: place).location,
        hint: "write `rows = { { at_least(18), \"adult\" }, … }`")
      return
    }
    guard errors.count == errorCount else {
      for output in columns.outputs { noteBroken(output) }
      return
    }
    let lines = places.place(of: list).written?.elementLines(count: list.elements.count)
    var cells: [LuaNodeTable.Place] = []
    for (index, row) in list.elements.enumerated() {
      let rowPlace = places.place(of: row)
      let line = rowPlace.line ?? lines?[index] ?? place.line
      guard canGoOn(line, fields: columns.count) else { return }
      guard case .table(let table) = row else {
        report(
          .badTable,
          "row \(index + 1) of the table is \(row.typeName); expected a list of cells",
          at: location(line))
        continue
      }
      table.listElements(in: &cells)
      read(table, cells, row: index + 1, &columns, rowPlace.written, location(line), inherited)
    }
  }

  /// Reads the names of the columns.
  private mutating func columns(
    _ fields: borrowing RuleFields, _ site: WrittenTable?, _ place: SourceLocation
  ) -> Columns {
    var columns = Columns()
    for (field, node) in [("inputs", fields.inputs), ("outputs", fields.outputs)] {
      let fieldPlace = FieldPlace(field, site, in: place).location
      guard case .table(let list)? = node, list.hasNoFields,
        field == "inputs" || !list.hasNoElements
      else {
        report(
          .badTable,
          node.map { "`\(field)` is \($0.typeName); expected a list of names" }
            ?? "a decision table without `\(field)`",
          at: fieldPlace, hint: "write `\(field) = { \"\(field == "inputs" ? "age" : "price")\" }`")
        continue
      }
      for element in list.elements {
        guard case .scalar(.string(let name)) = element else {
          report(
            .badTable, "`\(field)` has \(element.value.literal); expected the name of a key",
            at: fieldPlace)
          continue
        }
        if field == "outputs" {
          let namePlace = FieldPlace(field, site, in: place)
          guard isKey(name, at: namePlace) else { continue }
          checkAssigning(name, at: namePlace)
          columns.outputs.append(name)
        } else if let problem = NamePath.problem(of: name) {
          report(
            .badTable, "\(LuaValue.string(name).literal) in `inputs` is not a path", at: fieldPlace,
            hint: problem.hint)
        } else {
          let path = NamePath.steps(of: name) ?? [name]
          if let error = refusal(ofReading: path, at: fieldPlace) { errors.append(error) }
          patternReads.note(path, at: fieldPlace)
          columns.inputs.append(Input(path: path, column: columns.inputs.count))
        }
      }
    }
    columns.inputs.sort { $0.path.precedesAsPath($1.path) }
    return columns
  }

  /// Reads a row, whose cells are at some places.
  private mutating func read(
    _ table: LuaNodeTable, _ cells: [LuaNodeTable.Place], row: Int, _ columns: inout Columns,
    _ site: WrittenTable?, _ place: SourceLocation, _ inherited: Inherited
  ) {
    let errorCount = errors.count
    let start = (rules: rules.count, index: nextIndex)
    let fields = RuleFields(table)
    if !table.hasNoFields {
      for name in fields.unknown + fields.misplacedInRow {
        report(
          .badTable,
          "row \(row) of the table has a field `\(name)`; a row has `name`, `doc`, "
            + "`priority` and `complexity`", at: FieldPlace(name, site, in: place).location)
      }
    }
    guard cells.count == columns.count else {
      report(
        .badTable,
        "row \(row) of the table has \(cells.count) cell\(cells.count == 1 ? "" : "s"); expected \(columns.count): "
          + columns.names.joined(separator: ", "), at: place,
        hint: "write \"-\" for a cell that tests nothing")
      for output in columns.outputs { noteBroken(output) }
      return
    }
    var scope = inherited
    scope.priority = priority(fields.priority, site, place) ?? inherited.priority
    limitPriority(&scope.priority, isWritten: fields.priority != nil, site, place)
    let name = text("name", fields.name, site, place)
    let doc = text("doc", fields.doc, site, place)
    readInputs(of: table, cells, &columns.inputs, at: place, into: &scope)
    if let complexity = complexity(fields.complexity, site, place) {
      scope.complexity = inherited.complexity + complexity
    }
    checkComplexity(scope.complexity, site, place)
    let outputs = columns.inputs.count..<columns.count
    if keepsEmptyCells {
      for (key, column) in zip(columns.outputs, outputs) where isEmptyCell(table[cells[column]]) {
        noteEmptyCell(of: key, scope, at: place)
      }
    }
    for (key, column) in zip(columns.outputs, outputs) {
      let node = table[cells[column]]
      guard !isEmptyCell(node) else { continue }
      let cellPlace =
        site?.line(ofElement: column, of: columns.count).map { location($0) } ?? place
      if let assignment = assignment(node, at: cellPlace, key: key) {
        add(assignment, scope, name: name, doc: doc, at: place)
      }
    }
    guard errors.count > errorCount else { return }
    removeRules(from: start)
    for output in columns.outputs { noteBroken(output) }
  }

  /// Reads the cells that test inputs as one pattern.
  private mutating func readInputs(
    of table: LuaNodeTable, _ cells: [LuaNodeTable.Place], _ inputs: inout [Input],
    at place: SourceLocation, into scope: inout Inherited
  ) {
    do throws(RuleError) {
      var entries: [Pattern.Entry] = []
      entries.reserveCapacity(inputs.count)
      for index in inputs.indices {
        let path = inputs[index].path
        let cell = cells[inputs[index].column]
        if let last = inputs[index].last, table.isSame(cell, as: last.cell) {
          entries.append(Pattern.Entry(path: path, condition: last.condition))
          continue
        }
        let node = table[cell]
        guard !isEmptyCell(node) else { continue }
        let condition = try ConditionReader(path: path, place: place).condition(node)
        inputs[index].last = (cell, condition)
        entries.append(Pattern.Entry(path: path, condition: condition))
      }
      guard !entries.isEmpty else { return }
      scope.complexity += entries.count
      scope.predicate = scope.predicate.and(.pattern(Pattern(entries: entries, location: place)))
    } catch {
      errors.append(error)
    }
  }

  private func isEmptyCell(_ node: LuaNode) -> Bool {
    if case .scalar(.string(Self.emptyCell)) = node { true } else { false }
  }
}

extension RuleFields {
  /// The fields that a rule may have, but not a row of a table.
  fileprivate var misplacedInRow: [String] {
    [
      ("inputs", inputs), ("key", key), ("outputs", outputs), ("rows", rows), ("rules", rules),
      ("set", set), ("value", value), ("when", when),
    ].compactMap { $0.1 == nil ? nil : $0.0 }
  }
}
