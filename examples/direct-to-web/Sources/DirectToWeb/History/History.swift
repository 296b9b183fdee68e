import Foundation

/// Who changed what and when, in an SQLite file of its own beside the database.
///
/// Two files cannot be written in one transaction. So an entry is first written as pending, and is
/// confirmed after the database has the change. When the program ends between the two, the entry stays
/// pending and is one of ``pendingAtStart`` later; the row itself tells whether the change was made. The
/// file is not flushed to disk with each entry: a loss of power can lose the last ones.
///
/// An entry holds values of rows. Who may see it is decided outside: by the rights to the row, and for
/// each column (``HistoryEntry/showing(_:)``).
public final class History: Sendable {
  /// What happens to a change when the history cannot be written.
  public enum Policy: Hashable, Sendable {
    /// The change is refused.
    case required
    /// The change is made without an entry.
    case bestEffort
  }

  /// The entries that the last program left unconfirmed, the oldest first.
  public let pendingAtStart: [HistoryEntry]
  private let file: DatabaseFile
  private let now: @Sendable () -> Date

  /// Opens the history in a file, and makes the file, with mode 0600, where there is none.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - now: The time.
  /// - Throws: ``DirectToWebError`` with code `historyUnusable` when the file is another database, else
  ///   as ``DatabaseFile`` does.
  public init(path: String, now: @escaping @Sendable () -> Date = { Date() }) async throws {
    do {
      try PrivateFile.createIfMissing(path)
    } catch {
      throw DirectToWebError(.historyUnusable, "the history `\(path)` cannot be made: \(error)")
    }
    var options = DatabaseFile.Options()
    // Another database keeps its journal mode: only a history gets a write-ahead log.
    try await Self.requireHistory(path)
    options.convertsToWAL = true
    let file = try DatabaseFile(path: path, options: options)
    self.file = file
    self.now = now
    try await file.write { try $0.createHistory() }
    pendingAtStart = try await file.read {
      try $0.entries("state = 'pending' ORDER BY number")
    }
  }

  /// Makes a change with an entry around it.
  ///
  /// When the change throws, its entry is taken back. When the entry cannot be confirmed, it stays
  /// pending, and the change stays. That the task is cancelled changes nothing of this.
  ///
  /// - Parameters:
  ///   - change: What the change does.
  ///   - policy: What happens when the history cannot be written.
  ///   - row: The key of the row, where only the result tells it.
  ///   - body: Makes the change, with its commit.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; ``DirectToWebError`` with code `historyUnusable`, before the
  ///   closure runs.
  public func recording<Result: Sendable>(
    _ change: HistoryChange, policy: Policy = .required,
    row: @Sendable (Result) -> String? = { _ in nil }, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await announcing(change, policy, body) { number, result in
      let key = row(result)
      return { try await self.confirm(number, row: key) }
    }
  }

  /// Makes a change of which only the result tells what it did, and writes entries of that.
  ///
  /// An entry of what is intended comes first, and the others take its place in one transaction. When they
  /// cannot be written it stays pending, so that the next start tells of it.
  ///
  /// - Parameters:
  ///   - intended: The kind of change, the table, and the row where it is known.
  ///   - entries: The entries of a result; none when nothing was changed.
  ///   - body: Makes the change, with its commit.
  /// - Returns: What the closure returns.
  /// - Throws: as ``recording(_:policy:row:_:)``.
  public func recording<Result: Sendable>(
    intended: HistoryChange, entries: @Sendable (Result) -> [HistoryChange],
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await announcing(intended, .required, body) { number, result in
      let made = entries(result)
      return { try await self.replace(number, with: made) }
    }
  }

  /// Makes a change between a pending entry and what finishes that entry.
  private func announcing<Result: Sendable>(
    _ change: HistoryChange, _ policy: Policy, _ body: @Sendable () async throws -> Result,
    finish: (Int64, Result) -> @Sendable () async throws -> Void
  ) async throws -> Result {
    let number: Int64?
    do {
      number = try await begin(change)
    } catch {
      guard policy == .bestEffort else {
        throw DirectToWebError(.historyUnusable, "the history cannot be written: \(error)")
      }
      number = nil
    }
    do {
      let result = try await body()
      if let number { await Self.uncancelled(finish(number, result)) }
      return result
    } catch {
      if let number { await Self.uncancelled { try await self.discard(number) } }
      throw error
    }
  }

  /// Appends a pending entry; returns its number.
  public func begin(_ change: HistoryChange) async throws -> Int64 {
    let milliseconds = milliseconds
    return try await file.write { connection in
      try connection.append(change, state: "pending", milliseconds)
      return connection.lastInsertedRowID
    }
  }

  /// Puts confirmed entries in the place of a pending one.
  private func replace(_ number: Int64, with changes: [HistoryChange]) async throws {
    let milliseconds = milliseconds
    try await file.write { connection in
      for change in changes {
        try connection.append(change, state: "confirmed", milliseconds, operation: number)
      }
      try connection.discard(number)
    }
  }

  private var milliseconds: Int64 { Int64((now().timeIntervalSince1970 * 1000).rounded()) }

  /// Says that the change of an entry was made; gives the key of a new row.
  public func confirm(_ number: Int64, row: String? = nil) async throws {
    try await file.write { connection in
      try connection.execute(
        """
        UPDATE change SET state = 'confirmed', row = coalesce(\(bound: row.map(Value.text) ?? .null), row)
        WHERE number = \(bound: .integer(number))
        """)
    }
  }

  /// Takes a pending entry back, because its change was not made.
  public func discard(_ number: Int64) async throws {
    try await file.write { try $0.discard(number) }
  }

  /// Reads an entry; returns nil for a number that is none.
  public func entry(_ number: Int64) async throws -> HistoryEntry? {
    try await file.read { try $0.entries("number = \(bound: .integer(number))").first }
  }

  /// Reads all changes of one transaction, the oldest first.
  ///
  /// - Throws: as ``page(of:row:from:size:)``.
  public func entries(ofOperation operation: Int64) async throws -> [HistoryEntry] {
    try await file.read {
      try $0.entries("operation = \(bound: .integer(operation)) ORDER BY number")
    }
  }

  /// The number of the first entry of the row that has a key now.
  ///
  /// Those before it are of another row, which had the key and may have been one that nobody may see. A row
  /// that was deleted and restored is the same one.
  ///
  /// - Parameters:
  ///   - entity: The name of the table.
  ///   - row: The key, as ``RowKey/token``.
  ///   - isKey: Whether a column is a part of the key.
  /// - Returns: The number; 0 where all entries are of the row.
  /// - Throws: as ``page(of:row:from:size:)``.
  public func beginning(
    of entity: String, row: String, isKey: (String) -> Bool
  ) async throws -> Int64 {
    var from: Int64?
    var isRestored = false
    repeat {
      let page = try await page(of: entity, row: row, from: from, size: 1000)
      for entry in page.entries {
        switch entry.kind {
        case .insert: return entry.number
        case .restore: isRestored = true
        case .delete where isRestored: isRestored = false
        case .delete: return entry.number + 1
        case .update where entry.columns.contains { isKey($0.name) }: return entry.number
        case .update, .links: break
        }
      }
      from = page.next
    } while from != nil
    return 0
  }

  /// Reads the entries of a row, or of a table, or all, the newest first.
  ///
  /// - Parameters:
  ///   - entity: The name of the table; nil for all tables.
  ///   - row: The key of the row in the table; nil for all rows.
  ///   - next: ``HistoryPage/next`` of the page before; nil for the newest.
  ///   - size: How many entries, 1 to 1,000.
  /// - Returns: The entries, with pending ones.
  /// - Throws: ``DirectToWebError`` with code `historyUnusable` for an entry that cannot be read;
  ///   `DatabaseError` of GRDB's.
  /// - Complexity: O(*size*), wherever the page is.
  public func page(
    of entity: String? = nil, row: String? = nil, from next: Int64? = nil, size: Int = 50
  ) async throws -> HistoryPage {
    let size = min(max(size, 1), 1000)
    var conditions: [SQL] = ["number <= \(bound: .integer(next ?? .max))"]
    if let entity { conditions.append("entity = \(bound: .text(entity))") }
    if let row { conditions.append("row = \(bound: .text(row))") }
    let condition: SQL =
      """
      \(.joined(conditions, separator: " AND ")) ORDER BY number DESC
      LIMIT \(bound: .integer(Int64(size) + 1))
      """
    let entries = try await file.read { try $0.entries(condition) }
    return HistoryPage(
      entries: Array(entries.prefix(size)), next: entries.dropFirst(size).first?.number)
  }

  /// Runs what must also run when the task of the request was cancelled.
  private static func uncancelled(_ body: @escaping @Sendable () async throws -> Void) async {
    // A failure leaves the entry pending, which the next start tells.
    _ = await Task { try await body() }.result
  }

  private static func requireHistory(_ path: String) async throws {
    let file = try DatabaseFile(path: path)
    defer { try? file.close() }
    guard try await file.read({ try $0.isHistory || $0.isEmpty }) else {
      throw DirectToWebError(.historyUnusable, "the file `\(path)` is another database")
    }
  }

  /// Closes the file.
  public func close() throws { try file.close() }
}
