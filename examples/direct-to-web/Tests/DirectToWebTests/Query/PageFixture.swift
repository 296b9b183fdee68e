import GRDB
import Testing

@testable import DirectToWeb

/// A database, and a query over its table whose order is also known as text of SQL.
struct PageFixture {
  /// A table `t` with the columns `u` (a number for each row), `x`, `y`, `z`, `place_id`.
  struct Table: Sendable, CustomTestStringConvertible {
    var columns: String
    /// What puts its rows into one order only, as text of SQL.
    var end: [String]
    var hasText = false
    var options = ""
    var testDescription: String { columns }
  }

  private static let common =
    "x, y TEXT COLLATE NOCASE, z REAL NOT NULL DEFAULT 0, place_id INT REFERENCES place"

  static let tables = [
    Table(columns: "u INTEGER PRIMARY KEY, \(common)", end: ["t.u"]),
    Table(columns: "u INT, \(common)", end: ["t.rowid"]),
    Table(columns: "u TEXT PRIMARY KEY, \(common)", end: ["t.rowid"]),
    Table(columns: "rowid TEXT, u INT, \(common)", end: ["t._rowid_"]),
    Table(
      columns: "u INT, k TEXT COLLATE NOCASE, \(common), PRIMARY KEY (k COLLATE BINARY, u DESC)",
      end: ["t.rowid"], hasText: true),
    Table(
      columns:
        "u INT, k TEXT COLLATE NOCASE, \(common), PRIMARY KEY (k COLLATE BINARY, u)",
      end: ["t.k COLLATE BINARY", "t.u"], hasText: true,
      options: "WITHOUT ROWID"),
  ]

  private static let values: [Value] = [
    .null, .null, -1, 0, 1, 1.5, "", "a", "A", "b", "B", "1", "é", "e\u{301}", "a\0b", .blob([]),
    .blob([0]), .malformedText([0xFF]), .integer(.max), .real(.infinity),
  ]

  let table: Table
  let database: TemporaryDatabase
  let file: DatabaseFile
  let query: ListQuery
  /// The same rows in the same order, as text of SQL.
  let plain: String
  var generator: SeededGenerator

  init(_ table: Table, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let index = try [
      "", "CREATE INDEX i ON t (x)", "CREATE INDEX i ON t (y DESC, x)", "CREATE INDEX i ON t (z)",
    ].random(&generator)
    let database = try TemporaryDatabase(
      """
      CREATE TABLE place (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO place VALUES (1, 'b'), (2, NULL), (3, 'a'), (4, 'a');
      CREATE TABLE t (\(table.columns)) \(table.options);
      \(index);
      """)
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let entity = try model.entity(named: "t")
    let names = ["x", "y", "z", "place.title", "place.id", "place_id"].shuffled(using: &generator)
      .prefix(
        Int.random(in: 0...3, using: &generator))
    var sort: [SortTerm] = []
    var order: [String] = []
    for name in names {
      let term = SortTerm(
        try model.path(name, from: entity), isDescending: generator.chance(1, in: 2),
        nullsFirst: generator.chance(1, in: 2))
      sort.append(term)
      order.append(
        (name.hasPrefix("place.") ? "p.\(name.dropFirst(6))" : "t.\(name)")
          + (term.isDescending ? " DESC" : " ASC")
          + (term.nullsFirst ? " NULLS FIRST" : " NULLS LAST"))
    }
    let end = table.end.map { $0 + (sort.last?.isDescending == true ? " DESC" : " ASC") }
    let u = try #require(entity.attribute("u"))
    self.table = table
    self.database = database
    self.file = file
    query = try ListQuery(entity, columns: [AttributePath(u)], sort: sort)
    plain =
      "SELECT t.u FROM t LEFT JOIN place p ON p.id = t.place_id ORDER BY "
      + (order + end).joined(separator: ", ")
    self.generator = generator
  }

  mutating func insert(_ numbers: Range<Int>) async throws {
    var rows: [[Value]] = []
    for number in numbers {
      var row: [Value] = [.integer(Int64(number))]
      row += try (0..<2).map { _ in try Self.values.random(&generator) }
      row.append(try [0, 1.5, -1, "a", .blob([1])].random(&generator))
      row.append(try [.null, 1, 2, 3, 4, 99].random(&generator))
      row.append(try ["a", "A", "b"].random(&generator))
      rows.append(row)
    }
    let (shuffled, hasKey) = (rows.shuffled(using: &generator), table.hasText)
    // Another program writes, and leaves foreign keys that point to nothing.
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: database.path, configuration: configuration)
    try await queue.write { database in
      let connection = Connection(database: database, deadline: nil)
      for row in shuffled {
        let list = row.prefix(hasKey ? 6 : 5).map { "\(bound: $0)" as DirectToWeb.SQL }
        let columns: DirectToWeb.SQL = hasKey ? "u, x, y, z, place_id, k" : "u, x, y, z, place_id"
        try connection.execute(
          "INSERT INTO t (\(columns)) VALUES (\(.joined(list, separator: ", ")))")
      }
    }
    try queue.close()
  }

  /// The numbers of rows, as a plain statement orders them.
  func plainNumbers() throws -> [Int] {
    let queue = try DatabaseQueue(path: database.path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchAll($0, sql: plain) }
  }

  static func numbers(_ page: Page) -> [Int] {
    page.rows.compactMap { row in
      switch row.values[0] {
      case .integer(let number): Int(number)
      case .text(let text): Int(text)
      default: nil
      }
    }
  }
}
