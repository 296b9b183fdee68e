extension ListQuery {
  /// Counts the rows before a page, up to a number and for a time.
  ///
  /// - Parameters:
  ///   - cursor: ``Page/previous`` of the page; nil for the first page.
  ///   - cap: The number at which counting ends.
  ///   - limit: The time for it.
  ///   - connection: The connection.
  /// - Returns: The number, as far as it was counted.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the cursor is of another list.
  /// - Complexity: O(*cap*) rows with an index over the columns of the sort.
  public func count(
    before cursor: Cursor?, upTo cap: Int = 100_000, within limit: Duration = .milliseconds(50),
    on connection: Connection
  ) throws -> RowCount {
    guard let cursor else { return .exactly(0) }
    if case .offset(let offset) = cursor.place { return .exactly(offset) }
    do {
      let count = try connection.withTimeLimit(limit) { connection in
        var count = 0
        for segment in try segments(from: cursor, reversed: true) where count <= cap {
          count += try counted(segment, upTo: cap - count, connection)
        }
        return count
      }
      return count > cap ? .moreThan(cap) : .exactly(count)
    } catch let error as DirectToWebError where error.code == .timeLimit {
      return .unknown
    }
  }

  private func counted(_ segment: SQL?, upTo cap: Int, _ connection: Connection) throws -> Int {
    // The same calls in the same order as for the terms give the same names of tables.
    var joins = Joins(entity)
    let condition = try qualifier.sql(&joins)
    for column in columns { _ = try joins.column(column) }
    _ = try entity.orderTerms(sort, &joins)
    let sql: SQL =
      """
      SELECT count(*) FROM (
        SELECT 1 FROM \(joins.clause) WHERE \(condition)\(segment.map { " AND \($0)" } ?? "")
        LIMIT \(bound: .integer(Int64(cap) + 1)))
      """
    guard case .integer(let count)? = try connection.rows(sql).first?.first else { return 0 }
    return Int(count)
  }
}
