import Foundation
import GRDB
import Testing

@testable import DirectToWeb

@Suite struct DatabaseFileTests {
  @Test(arguments: ["delete", "truncate", "persist", "wal"], [false, true])
  func `opening, reading and closing leave the bytes alone`(mode: String, isReadOnly: Bool)
    async throws
  {
    let database = try TemporaryDatabase(
      "PRAGMA journal_mode = \(mode); CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    let before = try database.bytes
    var options = DatabaseFile.Options()
    options.isReadOnly = isReadOnly
    let file = try database.open(options)
    #expect(file.usesWAL == (mode == "wal"))
    #expect(file.path == database.path)
    let schema = try await file.read(Schema.init)
    let table = try #require(schema.tables.first)
    #expect(try await file.read { try $0.rows("SELECT * FROM \(table.name)") } == [[1]])
    try file.close()
    #expect(try database.bytes == before)
  }

  @Test func `a file becomes one with a write-ahead log only when asked`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a);")
    var options = DatabaseFile.Options()
    options.convertsToWAL = true
    let file = try database.open(options)
    #expect(file.usesWAL)
    try await file.write { try $0.execute("INSERT INTO t VALUES (1)") }
    #expect(try await file.read { try $0.rows("SELECT a FROM t") } == [[1]])
    try file.close()
    #expect(try database.bytes[18] == 2)
  }

  @Test func `readers of a write-ahead log work beside a writer`() async throws {
    let database = try TemporaryDatabase("PRAGMA journal_mode = wal; CREATE TABLE t (a);")
    let file = try database.open()
    try await file.write { connection in
      try connection.execute("INSERT INTO t VALUES (1)")
      // The transaction is open; a second thread reads what was there before.
      let rows = try blocking { try await file.read { try $0.rows("SELECT a FROM t") } }
      #expect(rows == [])
    }
    #expect(try await file.read { try $0.rows("SELECT a FROM t") } == [[1]])
  }

  @Test func `a file that is not there, or no database, is refused and not made`() throws {
    let database = try TemporaryDatabase()
    let missing = database.path + ".missing"
    #expect(throwsCode(.fileNotFound) { _ = try DatabaseFile(path: missing) })
    #expect(!FileManager.default.fileExists(atPath: missing))
    #expect(throwsCode(.fileNotFound) { _ = try DatabaseFile(path: "/") })
    for text in ["hello", String(repeating: "SQLite format 3", count: 100)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: missing))
      #expect(throwsCode(.notADatabase) { _ = try DatabaseFile(path: missing) })
    }
  }

  @Test func `nothing is written to a file that is opened for reading, nor by a read`() async throws
  {
    let database = try TemporaryDatabase("CREATE TABLE t (a);")
    var options = DatabaseFile.Options()
    options.isReadOnly = true
    let readOnly = try database.open(options)
    await #expect(throws: DatabaseError.self) {
      try await readOnly.write { try $0.execute("INSERT INTO t VALUES (1)") }
    }
    let file = try database.open()
    await #expect(throws: DatabaseError.self) {
      try await file.read { try $0.execute("INSERT INTO t VALUES (1)") }
    }
  }

  @Test func `double quotes mean a text only where an old view or trigger needs it`() async throws {
    let old = try TemporaryDatabase(
      "CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT a, \"none\" AS b FROM t;"
    )
    let file = try old.open()
    #expect(file.acceptsDoubleQuotedStrings)
    #expect(try await file.read { try $0.rows("SELECT * FROM v") } == [[1, "none"]])

    let trigger = try TemporaryDatabase(
      """
      CREATE TABLE t (a); CREATE TABLE log (a);
      CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log VALUES ("new"); END;
      """)
    #expect(try trigger.open().acceptsDoubleQuotedStrings)

    let modern = try TemporaryDatabase.shop().open()
    #expect(!modern.acceptsDoubleQuotedStrings)
    await #expect(throws: DatabaseError.self) {
      try await modern.read { try $0.rows("SELECT \"none\"") }
    }
  }

  @Test func `a slow statement is stopped, and the connection goes on`() async throws {
    let database = try TemporaryDatabase()
    var options = DatabaseFile.Options()
    options.readTimeLimit = .milliseconds(50)
    let file = try database.open(options)
    let long: DirectToWeb.SQL =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 50000000) SELECT max(x) FROM c"
    await #expect(throwsCode(.timeLimit) { _ = try await file.read { try $0.rows(long) } })
    #expect(try await file.read { try $0.rows("SELECT 1") } == [[1]])
    // The sooner of two limits counts, and the outer one is watched again after the inner one.
    await #expect(
      throwsCode(.timeLimit) {
        try await file.read { connection in
          _ = try connection.withTimeLimit(.seconds(600)) { try $0.rows("SELECT 1") }
          _ = try connection.withTimeLimit(.seconds(600)) { try $0.rows(long) }
        }
      })
    await #expect(
      throwsCode(.timeLimit) {
        try await file.read { connection in
          _ = try connection.withTimeLimit(.seconds(600)) { try $0.rows("SELECT 1") }
          _ = try connection.rows(long)
        }
      })
  }

  @Test func `views cannot call functions with side effects, and nothing loads an extension`()
    async throws
  {
    let file = try TemporaryDatabase("CREATE VIEW v AS SELECT load_extension('x') AS a;").open()
    await #expect(throws: DatabaseError.self) {
      try await file.read { try $0.rows("SELECT * FROM v") }
    }
    await #expect(throws: DatabaseError.self) {
      try await file.read { try $0.rows("SELECT load_extension('x')") }
    }
    #expect(try await file.read { try $0.rows("PRAGMA trusted_schema") } == [[0]])
  }

  @Test func `commits of other connections and of this one are told`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a);")
    let file = try database.open()
    let changes = try file.changes(every: .milliseconds(5))
    var iterator = changes.makeAsyncIterator()
    try database.run("INSERT INTO t VALUES (1);")
    #expect(await iterator.next() == .data)
    try await file.write { try $0.execute("INSERT INTO t VALUES (2)") }
    #expect(await iterator.next() == .data)
    try database.run("CREATE TABLE u (a);")
    #expect(await iterator.next() == .schema)
  }
}

/// Waits for asynchronous work in a closure that cannot.
private func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) throws -> Result {
  let done = DispatchSemaphore(value: 0)
  let result = Box<Result>()
  Task.detached {
    do { result.set(.success(try await body())) } catch { result.set(.failure(error)) }
    done.signal()
  }
  guard done.wait(timeout: .now() + 60) == .success else {
    throw DirectToWebError(.timeLimit, "nothing came")
  }
  return try result.get()
}
