import Foundation
import GRDB
import Testing

@testable import DirectToWeb

@Suite struct ListTests {
  @Test func `labels of related rows come in one statement`() async throws {
    let database = try TemporaryDatabase.shop()
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let line = try model.entity(named: "order_line")
    let product = try #require(line.relationship("product"))
    let order = try #require(line.relationship("order"))
    let customer = try #require(model.destination(of: order)?.relationship("customer"))
    let columns =
      try model.labelPaths(along: [product]) + model.labelPaths(along: [order, customer])
      + [model.path("order.billing_customer.country.name", from: line)]
    #expect(
      columns.map(\.name) == [
        "product.title", "order.customer.email", "order.billing_customer.country.name",
      ])
    let query = try ListQuery(line, columns: columns)
    let (rows, statements) = try await file.read { connection in
      let rows = try query.page(size: 10, on: connection).rows.map(\.values)
      let statements = try connection.statements { _ = try query.page(size: 10, on: $0) }
      return (rows, statements)
    }
    #expect(
      rows == [
        ["Anvil", "ada@example.org", "France"], ["Rope", "ada@example.org", "France"],
        ["Rocket", "kiri@example.org", nil],
      ])
    #expect(statements.count == 1)
  }

  @Test func `a row repeats no row, even when what it points to is broken`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE a (code TEXT UNIQUE, name TEXT);
      CREATE TABLE b (id INTEGER PRIMARY KEY, code INTEGER REFERENCES a(code));
      INSERT INTO a VALUES ('05', 'number'), ('5', 'text'), (NULL, 'null');
      INSERT INTO b VALUES (1, '5'), (2, NULL), (3, 'gone');
      """.replacing("INSERT INTO b", with: "PRAGMA foreign_keys = OFF; INSERT INTO b"))
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let b = try model.entity(named: "b")
    let relationship = try #require(b.relationships.first { $0.kind == .toOne })
    let name = try #require(try model.entity(named: "a").attribute("name"))
    let query = try ListQuery(b, columns: [try AttributePath([relationship], name)])
    let rows = try await file.read { try query.page(size: 10, on: $0).rows.map(\.values) }
    #expect(rows == [["text"], [nil], [nil]])
  }

  @Test func `rows are found by their keys, byte for byte`() async throws {
    let database = try TemporaryDatabase.shop()
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let country = try model.entity(named: "country")
    let name = AttributePath(try #require(country.attribute("name")))
    let query = try ListQuery(country, columns: [name])
    let keys = try ["DE", "fr", "FR", "", "'"].map { try #require(RowKey([.text($0)])) }
    let (single, many) = try await file.read { connection in
      (
        try keys.map { try query.row($0, on: connection)?.values },
        try query.rows(keys, on: connection).mapValues(\.values)
      )
    }
    #expect(single == [["Germany"], ["France"], nil, nil, nil])
    #expect(many == [keys[0]: ["Germany"], keys[1]: ["France"]])
    let hidden = try ListQuery(country, columns: [], where: .compare(name, .notEqual, "France"))
    #expect(try await file.read { try hidden.row(keys[1], on: $0) } == nil)
    #expect(RowKey([.null]) == nil)
    let pair = try #require(RowKey(["DE", 1]))
    await #expect(
      throwsCode(.invalidQuery) { _ = try await file.read { try query.row(pair, on: $0) } })
  }

  @Test func `many rows are found by few statements`() async throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE t (a INT, b TEXT, c INT, PRIMARY KEY (a, b)) WITHOUT ROWID;")
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let query = try ListQuery(try model.entity(named: "t"), columns: [])
    let keys = try (0..<1000).map { try #require(RowKey([.integer($0), .text("é\($0)")])) }
    let (found, statements) = try await file.write { connection in
      for key in keys {
        try connection.execute(
          "INSERT INTO t VALUES (\(bound: key.values[0]), \(bound: key.values[1]), 1)")
      }
      let statements = try connection.statements { _ = try query.rows(keys, on: $0) }
      return (try query.rows(keys, on: connection).count, statements.count)
    }
    #expect(found == 1000)
    #expect(statements == 3)
  }

  @Test func `counting ends at a number, or when it takes too long`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (a INT);
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000) INSERT INTO t SELECT x FROM c;
      CREATE VIEW slow AS SELECT a.a FROM t a, t b, t c WHERE a.a + b.a + c.a < 0;
      """)
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let table = try ListQuery(try model.entity(named: "t"), columns: [])
    let slow = try ListQuery(try model.entity(named: "slow"), columns: [])
    let counts = try await file.read { connection in
      [
        try table.count(upTo: 2999, within: .seconds(600), on: connection),
        try table.count(upTo: 3000, within: .seconds(600), on: connection),
        try slow.count(within: .milliseconds(20), on: connection),
      ]
    }
    #expect(counts == [.moreThan(2999), .exactly(3000), .unknown])
  }

  @Test func `keys and cursors survive URLs`() throws {
    for values in ValueTests.values.map({ [$0] }) + [ValueTests.values] {
      let token = Cursor(.keyset(values)).token
      #expect(
        token.utf8.allSatisfy {
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~,".utf8.contains($0)
        })
      #expect(Cursor(token: token) == Cursor(.keyset(values)))
      #expect(RowKey(token: token) == RowKey(values))
    }
    #expect(RowKey(["a,b", 5])?.token == "ta~2cb,5")
    for token in [
      "", "x", "t~", "t~2", "t~FF", "t~+1", "b1", "bzz", "r12", "5 ", "nn", ",", "1,", "o-1", "ox",
    ] {
      #expect(RowKey(token: token) == nil, "\(token)")
      #expect(Cursor(token: token) == nil, "\(token)")
    }
  }

  @Test func `all rows of the shop are read`() async throws {
    let shop = try TemporaryDatabase.shop()
    try await expectAllRows(shop.path, upTo: 1000)
  }

  @Test(.enabled(if: ForeignDatabase.areHere), arguments: ["proj.db", "datasette.db"])
  func `all rows of databases of others are read`(name: String) async throws {
    try await expectAllRows(try #require(ForeignDatabase.path(name)), upTo: 1000)
  }

  @Test(arguments: 0..<15)
  func `tables of generated schemas are read, with all paths`(seed: UInt64) async throws {
    var generated = GeneratedSchema(seed: 2000 + seed)
    let database = try TemporaryDatabase(try generated.sql())
    try await expectAllRows(database.path, upTo: 10)
  }

  /// Reads all tables page by page, with all columns and labels, and compares with a plain statement.
  private func expectAllRows(_ path: String, upTo most: Int) async throws {
    let file = try DatabaseFile(path: path)
    let model = Model(try await file.read(Schema.init))
    for entity in model.entities {
      let own = entity.attributes.filter { !$0.isHidden }.map(AttributePath.init)
      let labels = try entity.relationships.filter { $0.kind == .toOne }.flatMap {
        try model.labelPaths(along: [$0])
      }
      let query = try ListQuery(entity, columns: own + labels)
      let (plain, rows) = try await file.read { connection in
        let quoted = own.map { "\"\($0.attribute.name.doubling("\""))\"" }
        let table = "\"\(entity.name.doubling("\""))\""
        let plain = try Row.fetchCursor(
          connection.database,
          sql: "SELECT \(quoted.joined(separator: ", ")) FROM \(table) LIMIT \(most * 60)")
        var expected: [[Value]] = []
        while let row = try plain.next() {
          expected.append(try (0..<row.count).map { try Value(column: $0, of: row) })
        }
        if expected.count > most { return (expected, nil as [[Value]]?) }
        var rows: [[Value]] = []
        var position: Page.Position? = .first
        while let place = position {
          let page = try query.page(place, size: 97, on: connection)
          rows += page.rows.map { Array($0.values.prefix(own.count)) }
          position = page.next.map { .after($0) }
        }
        return (expected, rows)
      }
      guard let rows else { continue }
      #expect(rows.count == plain.count, "\(entity.name)")
      #expect(Set(rows) == Set(plain), "\(entity.name)")
    }
  }
}
