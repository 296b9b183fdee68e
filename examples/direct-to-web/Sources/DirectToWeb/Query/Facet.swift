/// A value that rows have in common, and how many have it.
public struct FacetValue: Hashable, Sendable {
  /// The values of the columns.
  public var values: [Value]
  /// The number of rows.
  public var count: Int
}

extension ListQuery {
  /// Counts the rows by the values of some columns, the most frequent values first.
  ///
  /// - Parameters:
  ///   - columns: The columns whose values are told.
  ///   - most: How many values are wanted.
  ///   - limit: The time for it.
  ///   - connection: The connection.
  /// - Returns: Up to one value more than is wanted, which tells that there are others; nil when it took too
  ///   long.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` for a column of another table.
  /// - Complexity: One statement that looks at each row of the query.
  public func facet(
    of columns: [AttributePath], upTo most: Int, within limit: Duration = .milliseconds(50),
    on connection: Connection
  ) throws -> [FacetValue]? {
    // Paths that begin at another table are refused.
    let query = try ListQuery(entity, columns: columns, where: qualifier)
    guard !columns.isEmpty else { return [] }
    var joins = Joins(entity)
    let condition = try query.qualifier.sql(&joins)
    let keys: SQL = .joined(try columns.map { try joins.column($0) }, separator: ", ")
    let sql: SQL =
      """
      SELECT \(keys), count(*) FROM \(joins.clause) WHERE \(condition)
      GROUP BY \(keys) ORDER BY count(*) DESC, \(keys) LIMIT \(bound: .integer(Int64(most) + 1))
      """
    do {
      return try connection.withTimeLimit(limit) { connection in
        try connection.rows(sql).compactMap { row in
          guard case .integer(let count) = row[columns.count] else { return nil }
          return FacetValue(values: Array(row.prefix(columns.count)), count: Int(count))
        }
      }
    } catch let error as DirectToWebError where error.code == .timeLimit {
      return nil
    }
  }
}
