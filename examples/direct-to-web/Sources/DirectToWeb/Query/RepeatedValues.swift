/// Which values several rows of a query have in common.
enum RepeatedValues: Sendable {
  /// These, and no others.
  case some(Set<GroupKey>)
  /// Too many to know, or finding out took too long.
  case unknown

  /// Whether several rows have these values, or may have them.
  func contains(_ values: [Value], of columns: [AttributePath]) -> Bool {
    switch self {
    case .some(let keys): keys.contains(GroupKey(values, of: columns))
    case .unknown: true
    }
  }
}

extension ListQuery {
  /// Finds the values that several rows have in all columns of the query.
  ///
  /// - Complexity: A scan of the rows, or of an index over the columns, until the time is over.
  func repeatedValues(
    upTo cap: Int = 1_000, within limit: Duration = .milliseconds(100), on connection: Connection
  ) throws -> RepeatedValues {
    var joins = Joins(entity)
    let condition = try qualifier.sql(&joins)
    let values = try columns.map { try joins.column($0) }
    let list: SQL = .joined(values, separator: ", ")
    let sql: SQL =
      """
      SELECT \(list) FROM \(joins.clause) WHERE \(condition) GROUP BY \(list) HAVING count(*) > 1
      LIMIT \(bound: .integer(Int64(cap) + 1))
      """
    do {
      let rows = try connection.withTimeLimit(limit) { try $0.rows(sql) }
      return rows.count > cap
        ? .unknown : .some(Set(rows.map { GroupKey($0, of: columns) }))
    } catch let error as DirectToWebError where error.code == .timeLimit {
      return .unknown
    }
  }
}
