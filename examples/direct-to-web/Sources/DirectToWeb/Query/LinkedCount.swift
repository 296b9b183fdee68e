extension ListQuery {
  /// Counts, for each of some rows, the rows of the query at the end of a relationship.
  ///
  /// - Parameters:
  ///   - relationship: A to-many or many-to-many relationship that ends at ``entity``.
  ///   - rows: For each row the values of the columns where the relationship begins.
  ///   - cap: The number at which counting ends for each row.
  ///   - connection: The connection.
  /// - Returns: A count for each row, in order.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the relationship or the number of
  ///   values does not fit.
  /// - Complexity: One statement for each 500 rows.
  public func counts(
    along relationship: Relationship, from rows: [[Value]], upTo cap: Int,
    on connection: Connection
  ) throws -> [RowCount] {
    guard relationship.destination == entity.identifier,
      rows.allSatisfy({ $0.count == relationship.columns.count })
    else {
      throw DirectToWebError(.invalidQuery, "`\(relationship.name)` does not lead from these rows")
    }
    var counts: [RowCount] = []
    // SQLite takes 500 rows of VALUES where it cannot take them one by one.
    for start in stride(from: 0, to: rows.count, by: 500) {
      let some = rows[start..<min(start + 500, rows.count)]
      counts += try counted(along: relationship, from: Array(some), upTo: cap, connection)
    }
    return counts
  }

  private func counted(
    along relationship: Relationship, from rows: [[Value]], upTo cap: Int, _ connection: Connection
  ) throws -> [RowCount] {
    var joins = Joins(entity)
    let condition = try qualifier.sql(&joins)
    // Names that need no quotes; here they are columns.
    let names = relationship.columns.indices.map { "\(TableAlias(number: $0))" as SQL }
    let linked = try relationship.condition(from: names.map { "l.\($0)" as SQL })
    let values = rows.enumerated().map { number, row -> SQL in
      let list = row.map { "\(bound: $0)" as SQL }
      return "(\(bound: .integer(Int64(number))), \(.joined(list, separator: ", ")))"
    }
    let sql: SQL =
      """
      WITH linked (n, \(.joined(names, separator: ", "))) AS (VALUES \(.joined(values, separator: ", ")))
      SELECT (SELECT count(*) FROM (
        SELECT 1 FROM \(joins.clause) WHERE \(condition) AND \(linked)
        LIMIT \(bound: .integer(Int64(cap) + 1)))) FROM linked AS l ORDER BY l.n
      """
    return try connection.rows(sql).map { row in
      guard case .integer(let count) = row[0] else { return .unknown }
      return count > cap ? .moreThan(cap) : .exactly(Int(count))
    }
  }
}
