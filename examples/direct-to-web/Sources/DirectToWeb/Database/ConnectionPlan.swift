import Foundation
import GRDB

/// What all connections to a file have in common.
struct ConnectionPlan {
  let path: String
  let options: DatabaseFile.Options

  func connect(
    isReadOnly: Bool, needs: SchemaNeeds, convertsToWAL: Bool = false
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(options.busyTimeout / .seconds(1))
    configuration.acceptsDoubleQuotedStringLiterals = needs.acceptsDoubleQuotedStrings
    configuration.journalMode = convertsToWAL && !isReadOnly ? .wal : .default
    // Loading of extensions is off in SQLite, unless a program switches it on.
    configuration.prepareDatabase { database in
      try Self.trustSchema(needs.trustsSchema, database)
      database.add(function: .foldedText)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Opens to the schema, or closes, what SQLite does not mark as innocuous.
  static func trustSchema(_ isTrusted: Bool, _ database: Database) throws {
    try database.execute(sql: "PRAGMA trusted_schema = \(isTrusted ? "ON" : "OFF")")
  }

  /// Finds out what the schema needs, by compiling all views and triggers; none of them is run.
  func schemaNeeds() throws -> SchemaNeeds {
    var needs = SchemaNeeds()
    var complaints = try complaints(needs)
    if complaints.unsafeCount > 0, SchemaNeeds.isTrustHarmless {
      var trusting = needs
      trusting.trustsSchema = true
      let rest = try self.complaints(trusting)
      // What is never open to a schema stays closed: trust that does not help is not given.
      if rest.unsafeCount < complaints.unsafeCount { (needs, complaints) = (trusting, rest) }
    }
    guard !complaints.texts.isEmpty else { return needs }
    var lenient = needs
    lenient.acceptsDoubleQuotedStrings = true
    return try self.complaints(lenient).texts.count < complaints.texts.count ? lenient : needs
  }

  /// What SQLite says about a schema.
  private struct Complaints {
    /// One text for each view and trigger that does not compile.
    var texts: [String]
    /// Whether the schema as a whole does not load.
    var isUnloadable = false

    /// How often the schema uses what is not marked as innocuous.
    var unsafeCount: Int {
      isUnloadable ? .max : texts.count { $0.contains(Self.mark) }
    }

    static let mark = "unsafe use of "
  }

  private func complaints(_ needs: SchemaNeeds) throws -> Complaints {
    do {
      // Not read-only, unless asked: a reader alone cannot make the files of a write-ahead log.
      let queue = try connect(isReadOnly: options.isReadOnly, needs: needs)
      defer { try? queue.close() }
      return try queue.read { database in
        Complaints(texts: try Self.probes(database).compactMap { Self.complaint($0, database) })
      }
    } catch let error as DatabaseError
      where error.message?.contains(Complaints.mark) == true
    {
      // Whoever opens the file for good gets this error again.
      return Complaints(texts: [error.message ?? ""], isUnloadable: true)
    }
  }

  private static func complaint(_ sql: SQL, _ database: Database) -> String? {
    do {
      _ = try database.makeStatement(sql: sql.text)
      return nil
    } catch {
      return (error as? DatabaseError)?.message ?? ""
    }
  }

  /// Statements that make SQLite compile all views and triggers; none of them is run.
  private static func probes(_ database: Database) throws -> [SQL] {
    let connection = Connection(database: database, deadline: nil)
    let views = try connection.rows("SELECT name FROM main.sqlite_master WHERE type = 'view'") {
      try Identifier(column: 0, of: $0)
    }
    let triggered = try connection.rows(
      """
      SELECT DISTINCT t.tbl_name, c.name FROM main.sqlite_master t, pragma_table_info(t.tbl_name, 'main') c
      WHERE t.type = 'trigger' AND c.cid = 0
      """
    ) { (try Identifier(column: 0, of: $0), try Identifier(column: 1, of: $0)) }
    return views.compactMap { $0 }.map { "SELECT * FROM \($0)" }
      + triggered.flatMap { table, column -> [SQL] in
        guard let table, let column else { return [] }
        return [
          "INSERT INTO \(table) DEFAULT VALUES", "DELETE FROM \(table)",
          "UPDATE \(table) SET \(column) = \(column)",
        ]
      }
  }
}

/// What the first bytes of a file tell.
struct FileHeader {
  let usesWAL: Bool

  init(path: String) throws {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType != .typeDirectory
    else { throw DirectToWebError(.fileNotFound, "there is no file `\(path)`") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw DirectToWebError(.cannotOpen, "the file `\(path)` cannot be read")
    }
    defer { try? file.close() }
    let bytes = [UInt8](try file.read(upToCount: 100) ?? Data())
    // An empty file is a database without tables.
    guard bytes.isEmpty || bytes.starts(with: "SQLite format 3\0".utf8), bytes.count != 1 else {
      throw DirectToWebError(.notADatabase, "the file `\(path)` is not an SQLite database")
    }
    // SOURCE: sqlite.org/fileformat2.html, 1.3: versions for writing and reading; 2 means a write-ahead log.
    usesWAL = bytes.count > 19 && bytes[18] == 2 && bytes[19] == 2
  }
}

extension DirectToWebError {
  init(opening path: String, _ error: DatabaseError) {
    self.init(
      error.resultCode == .SQLITE_NOTADB ? .notADatabase : .cannotOpen,
      "the file `\(path)` cannot be opened: \(error.message ?? "SQLite gives no reason")")
  }
}
