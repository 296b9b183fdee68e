import GRDB

/// An open connection, lent to a closure of ``DatabaseFile``.
///
/// It runs ``SQL`` only, so no text from outside becomes a statement.
public struct Connection {
  let database: Database
  let deadline: Deadline?

  /// Returns all rows of a query.
  ///
  /// - Throws: `DatabaseError` of GRDB's; ``DirectToWebError`` with code `timeLimit` inside of
  ///   ``withTimeLimit(_:_:)``.
  public func rows(_ sql: SQL) throws -> [[Value]] {
    try rows(sql) { row in
      try (0..<row.count).map { try Value(column: $0, of: row) }
    }
  }

  /// Runs a statement that gives no rows.
  ///
  /// - Throws: `DatabaseError` of GRDB's; see ``ConstraintViolation`` for what to make of it.
  public func execute(_ sql: SQL) throws {
    try database.execute(sql: sql.text, arguments: sql.arguments)
  }

  /// The row identifier that the last insert on this connection made.
  public var lastInsertedRowID: Int64 { database.lastInsertedRowID }

  /// The number of rows that the last statement changed, without those that triggers changed.
  public var changedRowCount: Int { database.changesCount }

  /// Runs a closure in a savepoint, which is rolled back when the closure throws.
  public func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try database.inSavepoint {
      result = try body()
      return .commit
    }
    guard let result else { throw DirectToWebError(.invalidQuery, "the savepoint was not run") }
    return result
  }

  /// Whether an error says that whole numbers are too large together for `sum`.
  static func isOverflow(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return error.resultCode == .SQLITE_ERROR && error.message == "integer overflow"
  }

  /// Reads each row while the statement stands on it.
  func rows<Element>(_ sql: SQL, read: (Row) throws -> Element) throws -> [Element] {
    let cursor = try Row.fetchCursor(database, sql: sql.text, arguments: sql.arguments)
    var result: [Element] = []
    while let row = try cursor.next() { result.append(try read(row)) }
    return result
  }
}
