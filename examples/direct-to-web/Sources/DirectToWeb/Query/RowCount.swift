/// How many rows there are, as far as it was counted.
public enum RowCount: Hashable, Sendable {
  /// So many.
  case exactly(Int)
  /// More than so many.
  case moreThan(Int)
  /// Counting took too long.
  case unknown
}

extension ListQuery {
  /// Counts the rows, up to a number and for a time.
  ///
  /// - Complexity: O(*cap*) rows without a condition; a condition that few rows satisfy makes SQLite
  ///   look at all of them until the time is over.
  public func count(
    upTo cap: Int = 10_000, within limit: Duration = .milliseconds(200), on connection: Connection
  ) throws -> RowCount {
    do {
      let count = try connection.withTimeLimit(limit) { try counted(upTo: cap, $0) }
      return count > cap ? .moreThan(cap) : .exactly(count)
    } catch let error as DirectToWebError where error.code == .timeLimit {
      return .unknown
    }
  }

  func countAll(_ connection: Connection) throws -> Int {
    try counted(upTo: Int(Int32.max), connection)
  }

  private func counted(upTo cap: Int, _ connection: Connection) throws -> Int {
    var joins = Joins(entity)
    let condition = try qualifier.sql(&joins)
    let sql: SQL =
      """
      SELECT count(*) FROM (
        SELECT 1 FROM \(joins.clause) WHERE \(condition) LIMIT \(bound: .integer(Int64(cap) + 1)))
      """
    guard case .integer(let count)? = try connection.rows(sql).first?.first else { return 0 }
    return Int(count)
  }
}
