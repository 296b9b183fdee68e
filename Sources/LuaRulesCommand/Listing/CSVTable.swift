import DecisionImport
import LuaBridge
import LuaRules
import LuaRulesTools

/// Rows of rules as comma-separated values.
struct CSVTable {
  /// The table, as `luarules import` reads it.
  let text: String
  /// The rules whose rows no cells state.
  private(set) var others: [RuleBesideTables] = []

  /// A row whose conditions and values cells have.
  private struct Row {
    let row: DecisionRows.Row
    let tests: [String: [CellCondition]]
    let values: [String: CellValue]
  }

  init(_ table: DecisionRows, _ schema: RuleSchema) {
    var others: [RuleBesideTables] = []
    var rows: [Row] = []
    for row in table.rows {
      do throws(Reason) {
        rows.append(try Self.row(row))
      } catch {
        others += row.others(error.text)
      }
    }
    Self.removeMixedRows(&rows, table, &others)
    var writer = Self.writer(table, rows, schema)
    while !writer.faults.isEmpty {
      var reasons: [Int: String] = [:]
      for fault in writer.faults where reasons[fault.row] == nil {
        reasons[fault.row] = "no cell of `\(PrintableText.of(fault.column))` can say this"
      }
      for (index, reason) in reasons { others += rows[index].row.others(reason) }
      rows = rows.indices.filter { reasons[$0] == nil }.map { rows[$0] }
      writer = Self.writer(table, rows, schema)
    }
    text = writer.text
    self.others = others
  }

  /// Why a row cannot be written.
  private struct Reason: Error {
    let text: String
  }

  private static func row(_ row: DecisionRows.Row) throws(Reason) -> Row {
    var tests: [String: [CellCondition]] = [:]
    for test in row.tests {
      guard CSVWriter.canName(test.path) else {
        throw Reason(text: "no column can be named `\(PrintableText.of(test.path))`")
      }
      guard let conditions = test.condition.cell else {
        throw Reason(
          text: "no cell can say `\(test.condition.text)`, which it requires of `\(test.path)`")
      }
      tests[test.path] = conditions
    }
    var values: [String: CellValue] = [:]
    for (key, value) in row.values {
      guard CSVWriter.canName(key) else {
        throw Reason(text: "no column can be named `\(PrintableText.of(key))`")
      }
      guard let cell = CellValue(value) else {
        throw Reason(text: "no cell can give \(value.typeName) to `\(key)`")
      }
      values[key] = cell
    }
    return Row(row: row, tests: tests, values: values)
  }

  /// Removes the rows whose cells are of another kind than those above them: a column has one type.
  private static func removeMixedRows(
    _ rows: inout [Row], _ table: DecisionRows, _ others: inout [RuleBesideTables]
  ) {
    var kinds: [String: CellValue.Kind] = [:]
    var kept: [Row] = []
    for row in rows {
      let cells =
        row.tests.map { ($0.key, $0.value.flatMap(\.constants)) }
        + row.values.map { ($0.key, [$0.value]) }
      var own: [String: CellValue.Kind] = [:]
      var mixed: String?
      for (name, constants) in cells {
        for kind in constants.compactMap(\.kind) {
          let first = kinds[name] ?? own[name] ?? kind
          if first != kind {
            mixed =
              "its \(kind.rawValue) in the column `\(name)` is beside \(first.rawValue)s"
          }
          own[name] = first
        }
      }
      if let mixed {
        others += row.row.others(mixed)
      } else {
        kinds.merge(own) { first, _ in first }
        kept.append(row)
      }
    }
    rows = kept
  }

  private static func writer(
    _ table: DecisionRows, _ rows: [Row], _ schema: RuleSchema
  ) -> CSVWriter {
    let inputs = table.inputs.filter { path in
      // A column that only rows had which are gone.
      CSVWriter.canName(path)
        && (rows.contains { $0.tests[path] != nil }
          || !table.rows.contains { $0.tests.contains { $0.path == path } })
    }
    let outputs = table.keys.filter { key in rows.contains { $0.values[key] != nil } }
    let columns =
      inputs.map { path in
        CSVWriter.Column(
          name: path, type: ColumnType(schema.valueType(at: path)),
          cells: .inputs(rows.map { $0.tests[path] ?? [] }))
      }
      + outputs.map { key in
        CSVWriter.Column(
          name: key, type: ColumnType(schema.typeOfOneRule(for: key)),
          cells: .outputs(rows.map { $0.values[key] }))
      }
    var comments: [(title: String, cells: [String])] = []
    for (title, cells) in [
      ("name", rows.map { $0.row.name ?? "" }), ("doc", rows.map { $0.row.doc ?? "" }),
    ] where cells.contains(where: { !$0.isEmpty }) {
      comments.append((title, cells))
    }
    return CSVWriter(
      policy: TablePolicy(ordered: table.hitPolicy), columns: columns, comments: comments)
  }
}

extension DecisionRows.Row {
  /// The rules of the row, none of which is in the table.
  fileprivate func others(_ reason: String) -> [RuleBesideTables] {
    values.map { RuleBesideTables(key: $0.key, location: location, reason: reason) }
  }
}

extension TablePolicy {
  /// The policy with which rows answer in the order in which they are written, as the rules of a key with
  /// another policy answer in the order of these rows.
  fileprivate init(ordered policy: HitPolicy) {
    self =
      switch policy {
      case .first, .firstDeclared: .firstDeclared
      case .collect, .collectDeclared: .collectDeclared
      default: TablePolicy(rawValue: policy.rawValue) ?? .firstDeclared
      }
  }
}

extension RuleSchema {
  /// The type of the value at a path; `any` if nothing is known.
  fileprivate func valueType(at path: String) -> ValueType {
    if let type = type(of: path) { return type }
    var names = path.split(separator: ".").map(String.init)
    guard let first = names.first, var type = type(of: first) else { return .any }
    names.removeFirst()
    for name in names { type = type.memberType(name) }
    return type
  }
}

extension ColumnType {
  /// The type of a column for values of a type; `nil` if cells show it, or have no such type.
  fileprivate init?(_ type: ValueType) {
    switch type.withoutNull {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .number, .decimal: self = .number
    case .string: self = .text
    case .enumeration(let scalars):
      var texts: [String] = []
      for scalar in scalars {
        guard case .string(let text) = scalar else { return nil }
        texts.append(text)
      }
      // As the reader of the header takes them.
      let isWritable = texts.allSatisfy { text in
        !text.isEmpty && !text.contains { "|:,;\"".contains($0) || $0.isNewline }
          && text.first != " " && text.last != " "
      }
      guard texts.count > 1, isWritable else { return nil }
      self = .enumeration(texts)
    default: return nil
    }
  }
}

extension PatternCondition {
  /// The conditions of a cell, one of which must hold; `nil` if no cell can say it.
  fileprivate var cell: [CellCondition]? {
    switch self {
    case .oneOf(let constants):
      var conditions: [CellCondition] = []
      for constant in constants {
        guard let value = CellValue(constant.value) else { return nil }
        conditions.append(.equal(value))
      }
      return conditions.isEmpty ? nil : conditions
    case .noneOf(let constants):
      var values: [CellValue] = []
      for constant in constants {
        guard let value = CellValue(constant.value) else { return nil }
        values.append(value)
      }
      return values.isEmpty ? nil : [.none(values)]
    case .range(let range): return range.cell.map { [$0] }
    case .date(let date): return [date.isBefore ? .before(date.text) : .after(date.text)]
    case .all(let parts):
      guard parts.count == 2, case .date(let first) = parts[0], case .date(let second) = parts[1],
        !first.isBefore, second.isBefore
      else { return nil }
      return [.between(after: first.text, before: second.text)]
    case .any(let parts):
      var conditions: [CellCondition] = []
      for part in parts {
        guard let own = part.cell else { return nil }
        conditions += own
      }
      return conditions.isEmpty ? nil : conditions
    case .text, .contains: return nil
    }
  }
}

extension PatternRange {
  fileprivate var cell: CellCondition? {
    switch (lower, upper) {
    case (let lower?, let upper?):
      guard let least = CellValue(lower.value.value), let most = CellValue(upper.value.value) else {
        return nil
      }
      return .range(least, isLeastInside: lower.isInside, most, isMostInside: upper.isInside)
    case (let lower?, nil):
      return CellValue(lower.value.value).map {
        .comparison(lower.isInside ? .atLeast : .moreThan, $0)
      }
    case (nil, let upper?):
      return CellValue(upper.value.value).map {
        .comparison(upper.isInside ? .atMost : .lessThan, $0)
      }
    case (nil, nil): return nil
    }
  }
}

extension CellValue {
  /// The value of a constant; `nil` if no cell has it.
  fileprivate init?(_ value: LuaValue) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let integer): self = .integer(integer)
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number("\(number)")
    case .string(let text): self = .text(text)
    case .nil, .bytes, .table, .object, .function: return nil
    }
  }

  /// What a column holds of a value.
  fileprivate enum Kind: String {
    case text, number, boolean
  }

  /// The kind of the value; `nil` for `null`, which any column has.
  fileprivate var kind: Kind? {
    switch self {
    case .null: nil
    case .boolean: .boolean
    case .integer, .number: .number
    case .text: .text
    }
  }
}
