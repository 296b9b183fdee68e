import GRDB
import Testing

@testable import DirectToWeb

@Suite struct SchemaNeedsTests {
  @Test(arguments: [
    "CREATE TABLE t (m TEXT CHECK (json_valid(m)));",
    "CREATE TABLE t (m TEXT, n AS (json_extract(m, '$.n')), s AS (m ->> '$.s') STORED);",
    "CREATE TABLE t (m TEXT); CREATE INDEX i ON t (json_extract(m, '$.n'));",
    "CREATE TABLE t (m TEXT); CREATE UNIQUE INDEX i ON t (m) WHERE json_type(m) = 'object';",
    """
    CREATE TABLE t (m TEXT); CREATE VIRTUAL TABLE f USING fts5 (m);
    CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO f VALUES (new.m); END;
    """,
    """
    CREATE TABLE t (m TEXT);
    CREATE VIEW v AS SELECT json_group_array(m) AS all_of_them, json_object('n', count(*)) AS n FROM t;
    """,
  ])
  func `a schema with JSON functions and full text opens, and takes rows`(schema: String)
    async throws
  {
    let database = try TemporaryDatabase(schema)
    let file = try database.open()
    let read = try await file.read(Schema.init)
    #expect(read.unreadable.isEmpty)
    try await file.write { try $0.execute("INSERT INTO t (m) VALUES ('{\"n\": 1, \"s\": \"x\"}')") }
    for table in read.tables where table.kind == .view || table.name.name == "t" {
      #expect(try await file.read { try $0.rows("SELECT * FROM \(table.name)") }.count == 1)
    }
  }

  @Test func `a CHECK with a JSON function still refuses what is no JSON`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (m TEXT CHECK (json_valid(m)));")
    let file = try database.open()
    await #expect(throws: DatabaseError.self) {
      try await file.write { try $0.execute("INSERT INTO t (m) VALUES ('{')") }
    }
  }

  @Test func `a schema that needs no trust gets none`() async throws {
    let file = try TemporaryDatabase.shop().open()
    #expect(!file.trustsSchema)
    #expect(try await file.read { try $0.rows("PRAGMA trusted_schema") } == [[0]])
  }

  @Test(arguments: ["load_extension('x')", "fts3_tokenizer('simple')", "writefile('x', 'y')"])
  func `functions with side effects stay closed to a schema that needs trust`(call: String)
    async throws
  {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (m TEXT CHECK (json_valid(m))); INSERT INTO t VALUES ('1');
      CREATE VIEW v AS SELECT \(call) AS a FROM t;
      """)
    let file = try database.open()
    let schema = try await file.read(Schema.init)
    #expect(schema.unreadable.keys.contains("v") || schema.tables.contains { $0.name.name == "v" })
    await #expect(throws: DatabaseError.self) {
      try await file.read { try $0.rows("SELECT * FROM v") }
    }
    #expect(try await file.read { try $0.rows("SELECT m FROM t") } == [["1"]])
  }

  @Test func `all functions and modules that are not marked as innocuous are known`() {
    #expect(SchemaNeeds.findUnknown() == [])
  }

  @Test func `a schema that comes to need trust gets it`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (m TEXT);")
    let file = try database.open()
    #expect(!file.trustsSchema)
    try database.run("CREATE TABLE u (m TEXT CHECK (json_valid(m)));")
    try file.reviewSchema()
    #expect(try await file.read { try $0.rows("SELECT m FROM u") } == [])
    try database.run("DROP TABLE u;")
    try file.reviewSchema()
    #expect(try await file.read { try $0.rows("PRAGMA trusted_schema") } == [[0]])
  }
}
