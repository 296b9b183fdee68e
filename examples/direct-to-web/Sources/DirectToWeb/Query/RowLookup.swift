extension ListQuery {
  /// Reads the row with a key, if there is one that the qualifier lets through and keys are not hidden.
  ///
  /// Texts of the key have to be the same byte for byte, even where the column ignores case.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the key has another number of values
  ///   than that of the table.
  public func row(_ key: RowKey, on connection: Connection) throws -> Row? {
    guard !hidesKeys else { return nil }
    return try rows(entity.condition(key), reversed: false, limit: 1, on: connection).first
  }

  /// Reads the rows with some keys, in one statement for each few hundred of them.
  ///
  /// With ``Entity/labelAttributes`` as columns it names rows, without a query for each.
  ///
  /// - Returns: The rows that there are, by key.
  /// - Throws: as ``row(_:on:)``.
  public func rows(_ keys: some Collection<RowKey>, on connection: Connection) throws
    -> [RowKey: Row]
  {
    var result: [RowKey: Row] = [:]
    var rest = Array(Set(keys))[...]
    // SQLite takes a depth of 1,000 for an expression, and each OR is one more.
    while !rest.isEmpty {
      let some = rest.prefix(400)
      rest = rest.dropFirst(400)
      let tests = try some.map { try entity.condition($0) }
      let found = try rows(
        "(\(.joined(tests, separator: " OR ")))", reversed: false, limit: some.count, on: connection
      )
      for row in found { if let key = row.key { result[key] = row } }
    }
    return result
  }
}

extension Entity {
  /// Returns the condition for the row with a key.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the number of values differs.
  func condition(_ key: RowKey, table: SQL = "\(TableAlias.root).") throws -> SQL {
    if key.isRowID {
      guard let spareRowID, let value = key.values.first else {
        throw DirectToWebError(.invalidQuery, "the key does not fit to `\(name)`")
      }
      return "(\(table)\(spareRowID.sql) = \(bound: value))"
    }
    let columns: [SQL] =
      switch self.key {
      case .attributes(let attributes): attributes.map { "\(table)\($0.identifier)" }
      case .rowID(let name): ["\(table)\(name.sql)"]
      case .none: []
      }
    guard columns.count == key.values.count else {
      throw DirectToWebError(.invalidQuery, "the key does not fit to `\(name)`")
    }
    let tests = zip(columns, key.values).map { column, value -> SQL in
      guard case .text = value else { return "\(column) = \(bound: value)" }
      // The first finds the row by the index, the second sees case and spaces.
      return "\(column) = \(bound: value) AND \(column) = \(bound: value) COLLATE BINARY"
    }
    return "(\(.joined(tests, separator: " AND ")))"
  }
}
