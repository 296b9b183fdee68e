import Testing

@testable import DirectToWeb

@Suite struct ConnectionTests {
  private struct Refused: Error {}

  @Test func `a savepoint that throws takes back only its own writes`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a INTEGER PRIMARY KEY);")
    let file = try database.open()
    let last = try await file.write { connection in
      try connection.execute("INSERT INTO t VALUES (5), (6)")
      #expect(connection.changedRowCount == 2)
      #expect(throws: Refused.self) {
        try connection.withSavepoint {
          try connection.execute("DELETE FROM t")
          throw Refused()
        }
      }
      return try connection.withSavepoint {
        try connection.execute("INSERT INTO t DEFAULT VALUES")
        return connection.lastInsertedRowID
      }
    }
    #expect(last == 7)
    #expect(try await file.read { try $0.rows("SELECT a FROM t") } == [[5], [6], [7]])
  }

  @Test func `a write that throws takes back everything`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a);")
    let file = try database.open()
    await #expect(throws: Refused.self) {
      try await file.write { connection in
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Refused()
      }
    }
    #expect(try await file.read { try $0.rows("SELECT a FROM t") } == [])
  }

  @Test func `a read ends with its task`() async throws {
    let database = try TemporaryDatabase()
    let file = try database.open()
    let reading = Task {
      try await file.read {
        try $0.rows(
          """
          WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 50000000)
          SELECT max(x) FROM c
          """)
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(try await file.read { try $0.rows("SELECT 1") } == [[1]])
  }
}
