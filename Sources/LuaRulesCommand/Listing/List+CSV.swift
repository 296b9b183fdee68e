import DecisionImport
import LuaRules
import LuaRulesTools

extension List {
  /// Prints the rules of one decision table as comma-separated values, and reports the others.
  ///
  /// - Throws: ``Failure`` if the rules are several tables, or none.
  func printTable(of model: RuleModel, to output: inout StandardOutput) throws {
    let (tables, others) = try model.tool { model throws(RuleError) in try model.decisionRows() }
    let rows = try table(among: tables, others)
    let table = CSVTable(rows, model.schema)
    let keys = Set(rows.keys)
    let beside = others.filter { key == nil || keys.contains($0.key) } + table.others
    for rule in beside.inOrderOfPlaces() { StandardError.print(rule.sentence) }
    do throws(DecisionTableFaults) {
      _ = try CSVReader.table(from: table.text)
    } catch {
      throw Failure(
        RuleError(
          .badTable, "the rules have no equivalent as a table: \(error.first.message)",
          at: rows.rows.first?.location, hint: error.first.hint), .rulesAtFault)
    }
    try output.write(table.text)
  }

  private func table(
    among tables: [DecisionRows], _ others: [RuleBesideTables]
  ) throws -> DecisionRows {
    guard let key else {
      if tables.count == 1 { return tables[0] }
      guard !tables.isEmpty else {
        for rule in others { StandardError.print(rule.sentence) }
        throw Failure(RuleError(.badTable, "no rule is a row of a table"), .rulesAtFault)
      }
      let lists = tables.map { $0.keys.joined(separator: ", ") }.joined(separator: "; ")
      throw Failure(
        RuleError(
          .badTable, "the rules are \(tables.count) tables, of the keys \(lists)",
          hint: "choose one with --key \(tables[0].keys[0])"), .rulesAtFault)
    }
    if let table = tables.first(where: { $0.keys.contains(key) }) { return table }
    let ofKey = others.filter { $0.key == key }
    for rule in ofKey { StandardError.print(rule.sentence) }
    throw Failure(
      RuleError(
        .badTable,
        ofKey.isEmpty
          ? "no rule assigns `\(PrintableText.of(key))`"
          : "no rule of `\(PrintableText.of(key))` is a row of a table"), .rulesAtFault)
  }
}

extension RuleBesideTables {
  fileprivate var sentence: String {
    "\(location): note: the rule for `\(PrintableText.of(key))` is not in the table: \(reason)"
  }
}
