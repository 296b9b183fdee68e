/// A value for a column.
struct ColumnValue: Hashable, Sendable {
  let column: Identifier
  let value: Value
}

// Statements that write one row. `OR ABORT`, because a table may say that a new row replaces others.
extension Entity {
  func update(_ key: RowKey, _ values: [ColumnValue]) throws -> SQL {
    let list = values.map { "\($0.column) = \(bound: $0.value)" as SQL }
    return
      """
      UPDATE OR ABORT main.\(identifier)\(aliasForWriting)
      SET \(.joined(list, separator: ", ")) WHERE \(try conditionForWriting(key))
      """
  }

  func insert(_ values: [ColumnValue]) -> SQL {
    if values.isEmpty { return "INSERT OR ABORT INTO main.\(identifier) DEFAULT VALUES" }
    let columns = values.map { "\($0.column)" as SQL }
    let list = values.map { "\(bound: $0.value)" as SQL }
    return
      """
      INSERT OR ABORT INTO main.\(identifier) (\(.joined(columns, separator: ", ")))
      VALUES (\(.joined(list, separator: ", ")))
      """
  }

  func delete(_ key: RowKey) throws -> SQL {
    "DELETE FROM main.\(identifier)\(aliasForWriting) WHERE \(try conditionForWriting(key))"
  }

  // SQLite finds no column by the alias of a view that it writes to.
  private var aliasForWriting: SQL { isView ? "" : " AS \(TableAlias.root)" }

  private func conditionForWriting(_ key: RowKey) throws -> SQL {
    try condition(key, table: isView ? "" : "\(TableAlias.root).")
  }

  /// Inserts a row.
  ///
  /// - Returns: The key as it is stored; nil when a trigger skipped the row.
  func insert(_ values: [ColumnValue], on connection: Connection) throws -> RowKey? {
    let statement = insert(values)
    guard case .attributes(let attributes) = key else {
      try connection.execute(statement)
      return connection.changedRowCount == 1
        ? RowKey([.integer(connection.lastInsertedRowID)]) : nil
    }
    let columns = attributes.map { "\($0.identifier)" as SQL }
    let rows = try connection.rows(
      "\(statement) RETURNING \(.joined(columns, separator: ", "))")
    guard let row = rows.first else { return nil }
    return RowKey(row) ?? spareRowID.map { _ in RowKey(rowID: connection.lastInsertedRowID) }
  }

  /// SQLite's identifier of a row, where the declared key may hold `NULL`.
  func spareRowID(of key: RowKey, on connection: Connection) throws -> RowKey? {
    guard let spareRowID else { return nil }
    let sql: SQL =
      """
      SELECT \(TableAlias.root).\(spareRowID.sql) FROM main.\(identifier) AS \(TableAlias.root)
      WHERE \(try condition(key))
      """
    guard case .integer(let rowID)? = try connection.rows(sql).first?.first else { return nil }
    return RowKey(rowID: rowID)
  }
}

extension Relationship {
  /// The same foreign key, seen from the other table: a to-one relationship turned round.
  var reversed: Relationship {
    Relationship(
      name: name, kind: .toMany, source: destination, destination: source,
      columns: columns.map { ColumnPair(own: $0.other, other: $0.own) }, joinTable: nil,
      isMandatory: false, onDelete: onDelete)
  }

  /// The condition for the row that a foreign key with these values points to.
  func target(_ values: [Value]) -> Qualifier {
    .all(
      zip(columns, values).map { .compare(AttributePath($0.other), .equal, $1) })
  }
}
