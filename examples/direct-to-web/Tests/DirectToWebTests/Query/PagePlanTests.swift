import GRDB
import Testing

@testable import DirectToWeb

@Suite struct PagePlanTests {
  @Test(arguments: [false, true], [false, true])
  func `late pages are found by the index, without sorting`(isDescending: Bool, nullsFirst: Bool)
    async throws
  {
    let database = try TemporaryDatabase(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x INT, y INT NOT NULL); CREATE INDEX i ON t (x); CREATE INDEX j ON t (y);"
    )
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let entity = try model.entity(named: "t")
    for name in ["x", "y"] {
      let path = AttributePath(try #require(entity.attribute(name)))
      let query = try ListQuery(
        entity, columns: [path],
        sort: [SortTerm(path, isDescending: isDescending, nullsFirst: nullsFirst)])
      for token in ["5,5", "n,5"] where name == "x" || token == "5,5" {
        let cursor = try #require(Cursor(token: token))
        for position in [Page.Position.after(cursor), .before(cursor)] {
          let plans = try await file.read { connection in
            try connection.plans { _ = try query.page(position, size: 5, on: $0) }
          }
          #expect(!plans.isEmpty)
          for plan in plans {
            #expect(
              plan.contains("SEARCH t0 USING") || plan.contains("INTEGER PRIMARY KEY"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
          }
        }
      }
    }
  }

  @Test func `a condition on related rows uses the index of the foreign key`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, x INT); CREATE INDEX ax ON a (x);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT REFERENCES a); CREATE INDEX ba ON b (a_id);
      """)
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let entity = try model.entity(named: "b")
    let path = try model.path("a.x", from: entity)
    let query = try ListQuery(entity, columns: [], where: .compare(path, .equal, .integer(1)))
    let plans = try await file.read { connection in
      try connection.plans { _ = try query.count(on: $0) }
    }
    #expect(plans.contains { $0.contains("SEARCH t1") })
    for plan in plans { #expect(!plan.contains("SCAN t"), "\(plan)") }
  }
}

extension Connection {
  /// Returns how SQLite answers the statements of a closure.
  func plans(_ body: (Connection) throws -> Void) throws -> [String] {
    let statements = try self.statements(body)
    return try statements.map { statement in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(statement)")
        .map { $0["detail"] as String }.joined(separator: "; ")
    }
  }

  /// Returns the statements of a closure, with their values.
  func statements(_ body: (Connection) throws -> Void) throws -> [String] {
    let seen = Box<[String]>()
    seen.set(.success([]))
    database.trace { event in
      if case .statement(let statement) = event, var list = try? seen.get() {
        list.append(statement.expandedSQL)
        seen.set(.success(list))
      }
    }
    defer { database.trace(options: []) }
    try body(self)
    return try seen.get()
  }
}
