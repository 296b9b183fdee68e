extension Relationship {
  /// The condition for rows (`t0`) at the end of a to-many or many-to-many relationship.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the number of values differs.
  func condition(from values: [Value]) throws -> SQL {
    try condition(from: values.map { "\(bound: $0)" as SQL })
  }

  /// The same condition, with the values as SQL without a type.
  func condition(from values: [SQL]) throws -> SQL {
    guard kind != .toOne, values.count == columns.count else {
      throw DirectToWebError(
        .invalidQuery, "`\(name)` needs a value for each of its \(columns.count) columns")
    }
    guard let joinTable else { return reference("\(TableAlias.root)", values) }
    let far = joinTable.columns.map { pair -> SQL in
      "\(TableAlias.root).\(pair.other.identifier) = +j.\(pair.own.identifier)"
    }
    return
      """
      EXISTS (SELECT 1 FROM main.\(joinTable.entity) AS j
      WHERE \(reference("j", values)) AND \(.joined(far, separator: " AND ")))
      """
  }

  /// The condition that the foreign key of a table points to the row with these values.
  private func reference(_ table: SQL, _ values: [SQL]) -> SQL {
    if columns.allSatisfy(\.comparesAlike) {
      let tests = zip(columns, values).map { pair, value -> SQL in
        "\(table).\(pair.other.identifier) = \(value)"
      }
      return "(\(.joined(tests, separator: " AND ")))"
    }
    // As SQLite's own foreign keys: type and collation of the column that is pointed to count.
    let tests = zip(columns, values).map { pair, value -> SQL in
      let own: SQL = "k.\(pair.own.identifier)"
      return "\(own) = \(value) AND \(own) = +\(table).\(pair.other.identifier)"
    }
    return
      "EXISTS (SELECT 1 FROM main.\(source) AS k WHERE \(.joined(tests, separator: " AND ")))"
  }
}

extension Relationship.ColumnPair {
  /// Whether both columns compare a value in the same way.
  var comparesAlike: Bool {
    let sameType =
      own.affinity == other.affinity || (own.affinity.isNumeric && other.affinity.isNumeric)
    return sameType
      && (own.collation ?? "BINARY").uppercased() == (other.collation ?? "BINARY").uppercased()
  }
}
