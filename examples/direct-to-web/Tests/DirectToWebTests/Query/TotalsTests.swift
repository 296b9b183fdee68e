import Testing

@testable import DirectToWeb

/// Sums over all rows of a query, and over groups of them.
@Suite struct TotalsTests {
  private static func file(_ sql: String) async throws -> (DatabaseFile, Model) {
    let file = try TemporaryDatabase(sql).open()
    return (file, Model(try await file.read(Schema.init)))
  }

  @Test(arguments: PageFixture.tables, 300..<310 as Range<UInt64>)
  func `groups are runs of rows in a sorted list, with their numbers and sums`(
    table: PageFixture.Table, seed: UInt64
  ) async throws {
    var setup = try await PageFixture(table, seed: seed)
    try await setup.insert(0..<60)
    let entity = setup.query.entity
    let model = Model(try await setup.file.read(Schema.init))
    func path(_ name: String) throws -> AttributePath { try model.path(name, from: entity) }
    for names in [["x"], ["y"], ["place.title", "place.id"], ["z"]] {
      let groups = try names.map(path)
      let number = try path("z")
      let query = try ListQuery(
        entity, columns: groups + [number], where: setup.query.qualifier,
        sort: groups.map { SortTerm($0) })
      let (rows, all) = try await setup.file.read { connection in
        (
          try query.page(size: 100, on: connection).rows,
          try query.totals(of: [number], on: connection)
        )
      }
      var runs: [(key: GroupKey, count: Int, numbers: [Double])] = []
      for row in rows {
        let key = GroupKey(Array(row.values.dropLast()), of: groups)
        if runs.last?.key != key {
          #expect(!runs.contains { $0.key == key }, "\(names) come in two runs")
          runs.append((key, 0, []))
        }
        runs[runs.count - 1].count += 1
        if case .real(let value) = row.values[groups.count] {
          runs[runs.count - 1].numbers.append(value)
        }
      }
      #expect(all?.count == rows.count)
      let wanted = runs.map(\.key)
      let totals = try await setup.file.read {
        try query.totals(by: groups, among: wanted, of: [number], on: $0)
      }
      for run in runs {
        let found = try #require(totals?[run.key])
        #expect(found.count == run.count)
        let sum = run.numbers.isEmpty ? Value.null : .real(run.numbers.reduce(0, +))
        #expect(found.sums == [sum])
      }
    }
  }

  @Test func `numbers are added up, whole ones as whole, and nothing else counts`() async throws {
    let (file, model) = try await Self.file(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, whole INT, number REAL, mixed, empty INT);
      INSERT INTO t VALUES (1, 2, 0.5, 'many', NULL), (2, NULL, 1, x'01', NULL), (3, 40, NULL, 7, NULL);
      """)
    let entity = try model.entity(named: "t")
    let paths = try ["whole", "number", "mixed", "empty"].map { try model.path($0, from: entity) }
    let query = try ListQuery(entity, columns: [])
    let totals = try await file.read { try query.totals(of: paths, on: $0) }
    #expect(totals == Totals(count: 3, sums: [42, 1.5, 7, .null]))
    let none = try ListQuery(entity, columns: [], where: .nothing)
    #expect(
      try await file.read { try none.totals(of: paths, on: $0) }
        == Totals(count: 0, sums: [.null, .null, .null, .null]))
  }

  @Test func `a sum that is too large is missing, and the others are there`() async throws {
    let (file, model) = try await Self.file(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, large INT, small INT);
      INSERT INTO t VALUES (1, 'a', 9223372036854775807, 1), (2, 'a', 1, 2), (3, 'b', 5, 3);
      """)
    let entity = try model.entity(named: "t")
    let paths = try ["large", "small"].map { try model.path($0, from: entity) }
    let kind = try model.path("kind", from: entity)
    let query = try ListQuery(entity, columns: [])
    let key = GroupKey(["b"], of: [kind])
    let (all, groups) = try await file.read { connection in
      (
        try query.totals(of: paths, on: connection),
        try query.totals(by: [kind], among: [key], of: paths, on: connection)
      )
    }
    #expect(all == Totals(count: 3, sums: [nil, 6]))
    #expect(groups?[key] == Totals(count: 1, sums: [5, 3]))
  }

  @Test func `what takes too long is no answer`() async throws {
    let (file, model) = try await Self.file(
      """
      CREATE VIEW slow AS
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      """)
    let entity = try model.entity(named: "slow")
    let path = try model.path("i", from: entity)
    let query = try ListQuery(entity, columns: [])
    let limit = Duration.milliseconds(20)
    #expect(try await file.read { try query.totals(of: [path], within: limit, on: $0) } == nil)
    #expect(
      try await file.read {
        try query.totals(
          by: [path], among: [GroupKey([1], of: [path])], of: [path], within: limit, on: $0)
      } == nil)
  }
}
