import Testing

@testable import DirectToWeb

@Suite struct IdentifierTests {
  @Test func `columns with names that break careless programs are read`() async throws {
    let database = try TemporaryDatabase.shop()
    let file = try database.open()
    let schema = try await file.read(Schema.init)
    let table = try #require(schema.table("we\"ird ] ' t"))
    let names = table.columns.map(\.name)
    #expect(Set(names).count == 14)
    let first = try await file.read { connection in
      try names.map { try connection.rows("SELECT \($0) FROM \(table.name)")[0][0] }
    }
    #expect(
      first == [1, "space", "empty", "é", nil, nil, "x", nil, nil, "", nil, nil, nil, nil])
  }

  @Test(arguments: 0..<20)
  func `each column of a generated schema is found under its name`(seed: UInt64) async throws {
    var generated = GeneratedSchema(seed: 500 + seed)
    let database = try TemporaryDatabase(try generated.sql())
    let file = try database.open()
    let schema = try await file.read(Schema.init)
    try await file.read { connection in
      for table in schema.tables {
        for column in table.columns {
          let rows = try connection.rows("SELECT \(column.name) FROM \(table.name)")
          #expect(rows == [])
        }
      }
    }
  }

  @Test func `names match as in SQLite, and are equal by bytes`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE \"Éa\" (\"é\", \"e\u{301}\", \"A\");")
    let schema = try await database.open().read(Schema.init)
    let table = try #require(schema.tables.first)
    let names = table.columns.map(\.name)
    #expect(names[0] != names[1])
    #expect(table.name.matches("ÉA"))
    #expect(!table.name.matches("éa"))
    #expect(table.column("a")?.name == names[2])
    #expect(table.column("e\u{301}")?.name == names[1])
    #expect(names.sorted() == [names[2], names[1], names[0]])
  }
}
