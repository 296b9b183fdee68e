import LuaRules

extension PageRequest {
  /// The text that stands for a row: that of a rule, else the values of the label.
  ///
  /// A key of numbers is called by its table: `Order 17`.
  func title(of row: RowList.Row, label: some Sequence<Value>) -> String {
    if let name = access.displayName(of: row) { return name }
    let label = Array(label)
    let text = label.labelText
    let isNumber = label == row.key?.values && !label.contains(where: \.isText)
    if !text.isEmpty, !isNumber { return access.labelText(label, text, row.key, of: row.entity) }
    let key = row.key.map { $0.values.labelText } ?? ""
    return "\(displayName(of: row.entity)) \(key)"
  }

  /// The text that stands for the row with a key; nil when it may not be seen.
  func title(of key: RowKey, _ entity: Entity) async throws -> String? {
    let list = try RowList(
      entity, columns: access.labelAttributes(of: entity).map(AttributePath.init), through: access)
    let row = try await file.read { try list.row(key, on: $0) }
    return row.map { title(of: $0, label: $0.values) }
  }
}

extension Value {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
