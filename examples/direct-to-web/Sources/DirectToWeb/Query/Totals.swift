/// How many rows there are, and what the numbers in their columns add up to.
public struct Totals: Hashable, Sendable {
  /// The number of rows.
  public var count: Int
  /// For each column the sum of its numbers, as SQLite adds them: whole numbers stay whole.
  ///
  /// `NULL` where no row has a number. Nil where the sum is too large for a whole number.
  public var sums: [Value?]

  /// Creates totals.
  public init(count: Int, sums: [Value?]) {
    self.count = count
    self.sums = sums
  }
}

extension ListQuery {
  /// Adds up columns over all rows of the query.
  ///
  /// Texts and bytes in a column do not count.
  ///
  /// - Returns: Nil when it took too long.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` for a column of another table.
  /// - Complexity: One statement that looks at each row; when a sum is too large, one more for each column.
  public func totals(
    of columns: [AttributePath], within limit: Duration = .milliseconds(200),
    on connection: Connection
  ) throws -> Totals? {
    try grouped([], columns, within: limit, on: connection)?.values.first
  }

  /// Adds up columns over the rows of each group.
  ///
  /// A group is the rows with the same values in some columns, as the types and collations of these compare
  /// them.
  ///
  /// - Parameters:
  ///   - groups: The columns that make groups.
  ///   - wanted: The values of the groups that are wanted, in any order.
  ///   - columns: What is added up.
  ///   - limit: The time for all of it.
  ///   - connection: The connection.
  /// - Returns: The totals of the wanted groups, and perhaps of others with the same value in the first
  ///   column; nil when it took too long.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` for a column of another table.
  /// - Complexity: As ``totals(of:within:on:)``; with an index over the first column it looks at the rows of
  ///   the groups only.
  public func totals(
    by groups: [AttributePath], among wanted: [GroupKey], of columns: [AttributePath],
    within limit: Duration = .milliseconds(200), on connection: Connection
  ) throws -> [GroupKey: Totals]? {
    guard let first = groups.first else { return [:] }
    let values = wanted.compactMap(\.values.first)
    let missing: [Qualifier] = values.contains(where: \.isNull) ? [.isNull(first)] : []
    let query = try ListQuery(
      entity, columns: [], where: .all([qualifier, .any([.isIn(first, values)] + missing)]))
    return try query.grouped(groups, columns, within: limit, on: connection)
  }

  private func grouped(
    _ groups: [AttributePath], _ columns: [AttributePath], within limit: Duration,
    on connection: Connection
  ) throws -> [GroupKey: Totals]? {
    do {
      return try connection.withTimeLimit(limit) { connection in
        do {
          return try added(groups, columns, connection)
        } catch let error where Connection.isOverflow(error) {
          return try addedOneByOne(groups, columns, connection)
        }
      }
    } catch let error as DirectToWebError where error.code == .timeLimit {
      return nil
    }
  }

  /// SQLite's `sum` fails as a whole when whole numbers are too large together.
  private func addedOneByOne(
    _ groups: [AttributePath], _ columns: [AttributePath], _ connection: Connection
  ) throws -> [GroupKey: Totals] {
    var all = try added(groups, [], connection)
    for column in columns {
      do {
        let sums = try added(groups, [column], connection)
        for key in all.keys { all[key]?.sums.append(sums[key]?.sums.first ?? nil) }
      } catch let error where Connection.isOverflow(error) {
        for key in all.keys { all[key]?.sums.append(nil) }
      }
    }
    return all
  }

  private func added(
    _ groups: [AttributePath], _ columns: [AttributePath], _ connection: Connection
  ) throws -> [GroupKey: Totals] {
    // Paths that begin at another table are refused.
    let query = try ListQuery(entity, columns: groups + columns, where: qualifier)
    var joins = Joins(entity)
    let condition = try query.qualifier.sql(&joins)
    let keys = try groups.map { try joins.column($0) }
    let sums = try columns.map { path -> SQL in
      let column = try joins.column(path)
      return "sum(CASE WHEN typeof(\(column)) IN ('integer', 'real') THEN \(column) END)"
    }
    let selected = keys + ["count(*)"] + sums
    let sql: SQL =
      """
      SELECT \(.joined(selected, separator: ", ")) FROM \(joins.clause) WHERE \(condition)
      \(keys.isEmpty ? "" : "GROUP BY ")\(.joined(keys, separator: ", "))
      """
    var all: [GroupKey: Totals] = [:]
    for row in try connection.rows(sql) {
      guard case .integer(let count) = row[keys.count] else { continue }
      all[GroupKey(Array(row.prefix(keys.count)), of: groups)] = Totals(
        count: Int(count), sums: row.dropFirst(keys.count + 1).map { $0 })
    }
    return all
  }
}
