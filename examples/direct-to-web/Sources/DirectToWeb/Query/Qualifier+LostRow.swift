import GRDB

extension Qualifier {
  /// Whether the condition would hold for a row with these values, if the table had it.
  ///
  /// Related rows are those of this moment. When that cannot be told, because a value is not known or is none
  /// that its column would hold as it is, the answer is no.
  func holds(
    for values: [Identifier: Value], of entity: Entity, on connection: Connection
  ) throws -> Bool {
    if self == .everything { return true }
    guard entity.kind == .table else { return false }
    var columns: [SQL] = []
    for attribute in entity.attributes {
      guard let value = values[attribute.identifier] else { continue }
      guard let typed = attribute.expression(value) else { return false }
      columns.append("\(typed) AS \(attribute.identifier)")
    }
    if columns.isEmpty { return false }
    var joins = Joins(entity, from: "(SELECT \(.joined(columns, separator: ", ")))")
    let condition = try sql(&joins)
    do {
      return try !connection.rows("SELECT 1 FROM \(joins.clause) WHERE \(condition)").isEmpty
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // A column that is not known is no column.
      return false
    }
  }
}

extension Attribute {
  /// A value with the type and the collation of the column; nil where the type would change it.
  fileprivate func expression(_ value: Value) -> SQL? {
    let typed: SQL
    switch (affinity, value) {
    case (.integer, .integer), (.integer, .null): typed = "CAST(\(bound: value) AS INTEGER)"
    case (.real, .real), (.real, .null): typed = "CAST(\(bound: value) AS REAL)"
    case (.numeric, .integer), (.numeric, .real), (.numeric, .null):
      typed = "CAST(\(bound: value) AS NUMERIC)"
    case (.text, .text), (.text, .null): typed = "CAST(\(bound: value) AS TEXT)"
    case (.blob, _): typed = "\(bound: value)"
    default: return nil
    }
    switch collation?.uppercased() {
    case nil, "BINARY": return typed
    case "NOCASE": return "\(typed) COLLATE NOCASE"
    case "RTRIM": return "\(typed) COLLATE RTRIM"
    default: return nil
    }
  }
}
