/// A decision table that is a table in Lua: its inputs are paths, and its cells constants and conditions.
struct PlainTable {
  /// The type of the decision.
  let type: FEELType
  /// The JSON Schema of the decision, with its hit policy.
  let schema: String
  private let inputs: [DecisionTable.Column]
  private let rows: [Row]
  private let policy: TablePolicy

  fileprivate struct Row {
    let line: Int
    let cells: [InputCell]
    let output: String
    let doc: String?
    var constants: [CellValue]?
  }

  /// Converts a table; `nil` if it needs more than a table in Lua can say.
  init?(_ table: DMNTable, _ decision: FEELType, _ scope: LuaScope, _ writer: LuaWriter) {
    var inputs: [DecisionTable.Column] = []
    for input in table.inputs {
      guard let (path, type) = Self.path(input.expression, scope) else { return nil }
      guard let column = Self.column(type == .any ? input.type : type) else { return nil }
      guard !inputs.contains(where: { $0.name == path }) else { return nil }
      inputs.append(DecisionTable.Column(name: path, type: column))
    }
    guard !inputs.isEmpty, !table.rows.isEmpty else { return nil }
    var rows: [Row] = []
    var types: [FEELType] = []
    for row in table.rows {
      var cells: [InputCell] = []
      for (tests, column) in zip(row.inputs, inputs) {
        guard let cell = Self.cell(tests, column.type) else { return nil }
        cells.append(cell)
      }
      let value = table.value(of: row)
      guard let code = try? writer.value(value, scope), code.type.temporalWord == nil else {
        return nil
      }
      types.append(code.type)
      let constants = Self.constants(of: value)
      var output = writer.orNull(code)
      if constants == nil || output == "\"-\"" { output = "function(c) return \(output) end" }
      rows.append(
        Row(
          line: row.line, cells: cells, output: output, doc: row.doc, constants: constants))
    }
    var policy = table.policy
    let areConstant = rows.allSatisfy { $0.constants != nil }
    var rowType = table.rowType
    var choice: [CellValue]?
    if policy == .priority || policy == .outputOrder {
      let values = table.outputs.map { $0.values.compactMap(\.constant) }
      guard areConstant, zip(values, table.outputs).allSatisfy({ $0.count == $1.values.count })
      else { return nil }
      if table.outputs.count == 1,
        rows.allSatisfy({ values[0].contains($0.constants?.first ?? .null) }),
        values[0].allSatisfy({ if case .text = $0 { true } else { false } })
      {
        choice = values[0]
      } else {
        // The rows in the order that the policy gives them.
        rows = Self.sorted(rows, values)
        policy = policy == .priority ? .firstDeclared : .collectDeclared
      }
    }
    let found = types.dropFirst().reduce(types.first ?? .any) { $0.joined($1) }
    if decision != .any {
      let wanted = policy.givesList ? decision.list : decision
      guard let wanted,
        policy == .count || policy == .sum
          ? decision.base == .number
          : wanted.takes(found)
            || table.rows.allSatisfy({ Self.fits(table.value(of: $0), wanted) })
      else { return nil }
      rowType = wanted
    } else if case .context = found, table.outputs.count > 1 {
      rowType = table.rowType.takes(found) ? table.rowType : found
    } else if !rowType.takes(found) {
      rowType = found
    }
    if [.sum, .minimum, .maximum].contains(policy) {
      guard found.base == .number else { return nil }
      rowType = .number
    }
    if let choice { rowType = .choice(.text, choice) }
    var standard = policy == .count ? ", \"default\": 0" : ""
    if let value = table.standard {
      guard let json = Self.json(value) else {
        return nil
      }
      if let constant = value.constant, let choice, !choice.contains(constant) { return nil }
      standard = ", \"default\": \(json)"
      guard !policy.givesList else { return nil }
    }
    type = policy.givesList ? .list(rowType) : policy == .count ? .number : rowType
    let base = policy == .count ? "{ \"type\": \"integer\" }" : type.schema
    let more = "\(standard), \"x-hit-policy\": \"\(policy.rawValue)\" }"
    schema = base == "{}" ? "{ \(more.dropFirst(2))" : "\(base.dropLast(2))\(more)"
    (self.inputs, self.rows, self.policy) = (inputs, rows, policy)
  }

  /// The table as an element of the list of rules, not formatted.
  func lua(_ key: String) -> String {
    let names = inputs.map { CellValue.text($0.name).lua }.joined(separator: ", ")
    let lines = rows.map { row in
      let doc = row.doc.map { ", doc = \(CellValue.text($0).lua)" } ?? ""
      return "      { \((row.cells.map(\.lua) + [row.output]).joined(separator: ", "))\(doc) },\n"
    }
    return """
        table {
          inputs = { \(names) },
          outputs = { \(CellValue.text(key).lua) },
          rows = {
      \(lines.joined())    },
        },

      """
  }

  /// The table with examples for its rows.
  func decisionTable(_ key: String) -> DecisionTable {
    DecisionTable(
      inputs: inputs, outputs: [DecisionTable.Column(name: key, type: .text)],
      rows: rows.map {
        DecisionTable.Row(line: $0.line, inputs: $0.cells, outputs: [], doc: nil)
      }, policy: policy)
  }

  // MARK: Columns

  private static func path(_ expression: FEELExpression, _ scope: LuaScope) -> (
    String, FEELType
  )? {
    switch expression {
    case .name(let name):
      guard let binding = scope.binding(of: name), binding.refusal == nil,
        binding.lua.hasPrefix("c.")
      else { return nil }
      return (String(binding.lua.dropFirst(2)), binding.type)
    case .member(let owner, let name):
      guard LuaName.isName(name), let (path, type) = path(owner, scope) else { return nil }
      switch type.base {
      case .context: return ("\(path).\(name)", type.member(name) ?? .any)
      default: return nil
      }
    default: return nil
    }
  }

  private static func column(_ type: FEELType) -> ColumnType? {
    switch type {
    case .number: .number
    case .text: .text
    case .boolean: .boolean
    case .temporal("date"): .date
    case .choice(.text, let values):
      .enumeration(values.compactMap { if case .text(let text) = $0 { text } else { nil } })
    default: nil
    }
  }

  // MARK: Cells

  /// The cell as a spreadsheet would have it; `nil` if that cannot say the same.
  private static func cell(_ tests: FEELUnaryTests?, _ type: ColumnType) -> InputCell? {
    guard let tests else { return try? InputCell("-", type) }
    let constants = tests.tests.compactMap(\.constant)
    if tests.isNegated {
      guard constants.count == tests.tests.count, !constants.contains(.null),
        constants.allSatisfy({ $0.isOf(type) }),
        let cell = negated(constants, type) ?? negated(constants, nil)
      else { return nil }
      // What is missing is not one of them either.
      return InputCell(
        lua: "{ null, \(cell.lua) }", example: cell.example, constants: cell.constants)
    }
    var parts: [InputCell] = []
    for test in tests.tests {
      guard let part = cell(test, type) else { return nil }
      parts.append(part)
    }
    if parts.count == 1 { return parts[0] }
    guard let first = parts.first else { return nil }
    return InputCell(
      lua: "{ \(parts.map(\.lua).joined(separator: ", ")) }", example: first.example,
      constants: parts.flatMap(\.constants))
  }

  /// A cell for all other values; with a type of certain values, its example is one of them.
  private static func negated(_ constants: [CellValue], _ type: ColumnType?) -> InputCell? {
    try? InputCell("not(\(constants.map(\.cell).joined(separator: ", ")))", type)
  }

  private static func cell(_ test: FEELExpression, _ type: ColumnType) -> InputCell? {
    func text(_ bound: FEELExpression) -> String? {
      if let day = bound.day { return type == .date ? day : nil }
      guard type != .date, let constant = bound.constant, constant.isOf(type) else { return nil }
      return constant.cell
    }
    // A text of an enumeration is compared like any other.
    let type: ColumnType = if case .enumeration = type { .text } else { type }
    switch test {
    case .null: return try? InputCell("null", nil)
    case .side(.equal, let bound): return cell(bound, type)
    case .side(.unequal, let bound):
      guard bound.day == nil else { return nil }
      return cell(FEELUnaryTests(tests: [bound], isNegated: true), type)
    case .side(let sign, let bound):
      guard type != .boolean, let text = text(bound) else { return nil }
      return try? InputCell("\(sign.rawValue) \(text)", type == .date ? .date : nil)
    case .range(let low, let high, let form):
      guard type == .number || type == .date, let least = text(low), let most = text(high) else {
        return nil
      }
      return try? InputCell(
        "\(form.prefix(1))\(least)..\(most)\(form.suffix(1))", type == .date ? .date : nil)
    default:
      guard let text = text(test), test.day == nil else { return nil }
      return try? InputCell(text, nil)
    }
  }

  // MARK: Outputs

  /// The constants that a row gives; `nil` if one is something else.
  private static func constants(of value: FEELExpression) -> [CellValue]? {
    if let constant = value.constant { return [constant] }
    guard case .context(let entries, nil) = value else { return nil }
    let constants = entries.compactMap(\.value.constant)
    return constants.count == entries.count ? constants : nil
  }

  /// Whether a value of constants is of a type.
  private static func fits(_ value: FEELExpression, _ type: FEELType) -> Bool {
    if case .context(let entries, nil) = value, case .context(let members) = type.base {
      return members.allSatisfy { member in
        entries.contains { $0.name == member.name && fits($0.value, member.type) }
      }
    }
    switch (value.constant, type) {
    case (nil, _): return false
    case (.null?, _), (_, .any): return true
    case (.text?, .text), (.boolean?, .boolean), (.integer?, .number), (.number?, .number):
      return true
    case (let constant?, .choice(_, let values)): return values.contains(constant)
    default: return false
    }
  }

  private static func json(_ value: FEELExpression) -> String? {
    if let constant = value.constant { return constant.json }
    guard case .context(let entries, nil) = value else { return nil }
    var parts: [String] = []
    for entry in entries {
      guard let json = json(entry.value) else { return nil }
      parts.append("\(entry.name.json): \(json)")
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func sorted(_ rows: [Row], _ values: [[CellValue]]) -> [Row] {
    func ranks(_ row: Row) -> [Int] {
      zip(row.constants ?? [], values).map { constant, order in
        order.isEmpty ? 0 : order.firstIndex(of: constant) ?? order.count
      }
    }
    return rows.enumerated().sorted { one, other in
      let (first, second) = (ranks(one.element), ranks(other.element))
      return first == second
        ? one.offset < other.offset : first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }
}

extension FEELType {
  /// The type of the elements of a list; `nil` for another type.
  fileprivate var list: FEELType? {
    if case .list(let element) = self { element } else { nil }
  }
}

extension CellValue {
  /// Whether a column of the type can hold the value.
  fileprivate func isOf(_ type: ColumnType) -> Bool {
    switch (self, type) {
    case (.text, .text), (.text, .enumeration), (.integer, .number), (.number, .number),
      (.integer, .integer), (.boolean, .boolean):
      true
    default: false
    }
  }

  /// The value as a cell of a spreadsheet.
  fileprivate var cell: String {
    if case .text(let text) = self { "\"\(text.replacing("\"", with: "\"\""))\"" } else { lua }
  }
}
