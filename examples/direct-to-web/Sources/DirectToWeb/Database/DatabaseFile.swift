import Foundation
import GRDB
import Synchronization

/// An SQLite file that somebody else made.
///
/// Opening and reading leave its bytes alone: the journal mode stays what it is, unless
/// ``Options/convertsToWAL`` says otherwise. Schema and data may be hostile, so no extension is loaded
/// and functions with side effects cannot be called from views and triggers (see ``trustsSchema``).
public final class DatabaseFile: Sendable {
  /// How to open a file.
  public struct Options: Sendable {
    /// Opens the file for reading only.
    public var isReadOnly = false
    /// How long to wait for the lock of another program.
    public var busyTimeout: Duration = .seconds(5)
    /// How long one ``DatabaseFile/read(_:)`` may take; nil: as long as it takes.
    public var readTimeLimit: Duration? = .seconds(10)
    /// How long one ``DatabaseFile/write(_:)`` may take; nil: as long as it takes.
    public var writeTimeLimit: Duration? = .seconds(30)
    /// Switches the file to write-ahead logging, for good.
    ///
    /// Readers and a writer work beside each other then.
    public var convertsToWAL = false
    /// How many readers work beside each other on a file with write-ahead logging.
    public var readerCount = 4

    /// Makes the usual options.
    public init() {}
  }

  /// The absolute path.
  public let path: String
  /// The options that the file was opened with.
  public let options: Options
  /// Whether double quotes around a word that is no name mean a text, because an old view or trigger
  /// of the file needs that.
  public let acceptsDoubleQuotedStrings: Bool
  /// Whether `trusted_schema` is on, because the schema uses JSON functions, full-text tables or R-trees
  /// that this SQLite does not mark as innocuous.
  ///
  /// It is off for all other files, and where this SQLite has a function or module that is not known to be
  /// harmless.
  public var trustsSchema: Bool { isTrusting.load(ordering: .relaxed) }
  /// Whether the file keeps a write-ahead log.
  public let usesWAL: Bool

  private let writer: DatabaseQueue
  private let readers: [DatabaseQueue]
  private let turn = Atomic<Int>(0)
  private let isTrusting: Atomic<Bool>

  /// Opens a file that exists.
  ///
  /// - Throws: ``DirectToWebError`` with code `fileNotFound`, `notADatabase` or `cannotOpen`.
  public init(path: String, options: Options = Options()) throws {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    self.options = options
    let header = try FileHeader(path: self.path)
    usesWAL = header.usesWAL || (options.convertsToWAL && !options.isReadOnly)
    do {
      let plan = ConnectionPlan(path: self.path, options: options)
      let needs = try plan.schemaNeeds()
      acceptsDoubleQuotedStrings = needs.acceptsDoubleQuotedStrings
      isTrusting = Atomic(needs.trustsSchema)
      writer = try plan.connect(
        isReadOnly: options.isReadOnly, needs: needs, convertsToWAL: options.convertsToWAL)
      // Not a DatabasePool: it creates and drops a table when it finds no write-ahead log.
      // The first read makes the files that readers of a write-ahead log need.
      try writer.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      readers = try (0..<(usesWAL ? options.readerCount : 0)).map { _ in
        try plan.connect(isReadOnly: true, needs: needs)
      }
    } catch let error as DatabaseError {
      throw DirectToWebError(opening: self.path, error)
    }
  }

  /// Reads in one transaction: all queries see the same state of the data.
  ///
  /// Writing statements throw. When the task is cancelled, the statement that runs is stopped.
  ///
  /// - Throws: what the closure throws; ``DirectToWebError`` with code `timeLimit` after
  ///   ``Options/readTimeLimit``.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    let limit = options.readTimeLimit
    return try await reader.read { database in
      let connection = Connection(database: database, deadline: nil)
      guard let limit else { return try body(connection) }
      return try connection.withTimeLimit(limit, body)
    }
  }

  /// Writes in one transaction, which is rolled back when the closure throws.
  ///
  /// The transaction takes the lock for writing before the closure runs, so what it reads stays true.
  ///
  /// - Throws: what the closure throws; ``DirectToWebError`` with code `timeLimit` after
  ///   ``Options/writeTimeLimit``, without a change.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    let limit = options.writeTimeLimit
    return try await writer.write { database in
      let connection = Connection(database: database, deadline: nil)
      guard let limit else { return try body(connection) }
      return try connection.withTimeLimit(limit, body)
    }
  }

  /// Finds out once more what the schema needs, after somebody changed it.
  ///
  /// - Throws: `DatabaseError` of GRDB's when the file cannot be read.
  public func reviewSchema() throws {
    let needs = try ConnectionPlan(path: path, options: options).schemaNeeds()
    for queue in readers + [writer] {
      try queue.inDatabase { try ConnectionPlan.trustSchema(needs.trustsSchema, $0) }
    }
    isTrusting.store(needs.trustsSchema, ordering: .relaxed)
  }

  /// Closes all connections.
  ///
  /// Nothing can be asked after that.
  public func close() throws {
    for reader in readers { try reader.close() }
    try writer.close()
  }

  private var reader: DatabaseQueue {
    guard !readers.isEmpty else { return writer }
    let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return readers[Int(UInt(bitPattern: number) % UInt(readers.count))]
  }
}
