extension Connection {
  /// Returns the foreign keys whose other row is missing, when a row is to hold these values.
  ///
  /// Columns that are not given count as `NULL`, and a key with `NULL` in it points to nothing.
  public func brokenForeignKeys(
    of table: Schema.Table, values: [Identifier: Value], in schema: Schema
  ) throws -> [Schema.ForeignKey] {
    try table.foreignKeys.filter { key in
      guard let (other, columns) = schema.target(of: key) else { return true }
      let own = key.columns.map { values[$0] ?? .null }
      if own.contains(where: \.isNull) { return false }
      return try !exists(in: other, columns, own)
    }
  }

  /// Returns the foreign keys of all tables that point to a row with these values.
  ///
  /// They are what keeps the row from being deleted, unless they cascade.
  public func foreignKeys(
    pointingTo table: Schema.Table, values: [Identifier: Value], in schema: Schema
  ) throws -> [(table: Schema.Table, key: Schema.ForeignKey)] {
    var result: [(table: Schema.Table, key: Schema.ForeignKey)] = []
    for other in schema.tables {
      for key in other.foreignKeys {
        guard let (target, columns) = schema.target(of: key), target.name == table.name else {
          continue
        }
        let referenced = columns.map { values[$0] ?? .null }
        if referenced.contains(where: \.isNull) { continue }
        if try exists(in: other, key.columns, referenced) { result.append((other, key)) }
      }
    }
    return result
  }

  private func exists(in table: Schema.Table, _ columns: [Identifier], _ values: [Value]) throws
    -> Bool
  {
    let tests = zip(columns, values).map { "\($0) = \(bound: $1)" as SQL }
    let sql: SQL = "SELECT 1 FROM \(table.name) WHERE \(.joined(tests, separator: " AND ")) LIMIT 1"
    return try !rows(sql).isEmpty
  }
}
