import GRDB
import GRDBSQLite

/// When statements have to be finished.
final class Deadline: Sendable {
  let instant: ContinuousClock.Instant

  init(_ instant: ContinuousClock.Instant) { self.instant = instant }

  var hasPassed: Bool { ContinuousClock.now >= instant }
}

extension Connection {
  /// Runs a closure, and stops its statements when they take too long.
  ///
  /// Inside of another limit the sooner of the two counts. SQLite asks every thousand steps of its
  /// virtual machine, so the cost is below one part in a hundred.
  ///
  /// - Throws: ``DirectToWebError`` with code `timeLimit` when the time is over.
  public func withTimeLimit<Result>(
    _ limit: Duration, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let end = ContinuousClock.now + limit
    let inner = Deadline(min(end, deadline?.instant ?? end))
    watch(inner)
    defer { watch(deadline) }
    do {
      return try withExtendedLifetime(inner) {
        try body(Connection(database: database, deadline: inner))
      }
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_INTERRUPT && inner.hasPassed
    {
      throw DirectToWebError(.timeLimit, "the database did not answer within \(limit)")
    }
  }

  /// Lets SQLite ask whether the deadline has passed.
  private func watch(_ deadline: Deadline?) {
    guard let deadline else {
      unsafe sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
      return
    }
    // INVARIANT: who installs a deadline keeps it alive until another one, or none, is installed.
    unsafe sqlite3_progress_handler(
      database.sqliteConnection, 1000,
      { pointer in
        guard let pointer = unsafe pointer else { return 0 }
        let deadline = unsafe Unmanaged<Deadline>.fromOpaque(pointer).takeUnretainedValue()
        return deadline.hasPassed ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
  }
}
