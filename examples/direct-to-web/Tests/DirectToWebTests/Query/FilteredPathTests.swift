import Testing

@testable import DirectToWeb

@Suite struct FilteredPathTests {
  private static let sql = """
    CREATE TABLE country (code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT);
    CREATE TABLE city (
      id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, country_code TEXT REFERENCES country);
    CREATE TABLE shop (id INTEGER PRIMARY KEY, city_id INTEGER REFERENCES city);
    INSERT INTO country VALUES ('FR', 'France'), ('DE', 'Germany');
    INSERT INTO city VALUES (1, 'paris', 'fr'), (2, 'Berlin', 'de'), (3, 'Nowhere', NULL);
    INSERT INTO shop VALUES (1, 1), (2, 2), (3, 3), (4, NULL);
    """

  @Test func `a hidden row on the way counts as missing, in columns, sorts and conditions`()
    async throws
  {
    let file = try TemporaryDatabase(Self.sql).open()
    let model = Model(try await file.read(Schema.init))
    let shop = try model.entity(named: "shop")
    let city = try model.entity(named: "city")
    // The condition on cities is about their countries, and nothing hides countries there.
    let french = Qualifier.compare(
      try model.path("country.name", from: city), .equal, "France")
    func filtered(_ name: String, _ hidden: String) throws -> AttributePath {
      try model.path(name, from: shop).filtered { step in
        if step.destination.name == hidden { return .nothing }
        return step.destination.name == "city" ? french : .everything
      }
    }
    let name = try filtered("city.name", "")
    let country = try filtered("city.country.name", "")
    let hidden = try filtered("city.country.name", "country")
    let plain = try model.path("city.name", from: shop)
    #expect(name != plain && name.name == plain.name)
    #expect(plain.filtered { _ in .everything } == plain)
    func rows(
      _ columns: [AttributePath], where qualifier: Qualifier = .everything, sort: [SortTerm] = []
    ) async throws -> [[Value]] {
      let query = try ListQuery(shop, columns: columns, where: qualifier, sort: sort)
      return try await file.read { try query.page(size: 9, on: $0).rows.map(\.values) }
    }
    #expect(
      try await rows([plain, name, country, hidden]) == [
        ["paris", "paris", "France", nil], ["Berlin", nil, nil, nil], ["Nowhere", nil, nil, nil],
        [nil, nil, nil, nil],
      ])
    let id = try model.path("id", from: shop)
    #expect(try await rows([id], where: .compare(name, .equal, "Berlin")) == [])
    #expect(try await rows([id], where: .compare(name, .equal, "PARIS")) == [[1]])
    #expect(try await rows([id], where: .isNull(name)) == [[2], [3], [4]])
    #expect(
      try await rows([id], where: .all([.compare(plain, .greater, "C"), .isNull(name)])) == [[3]])
    #expect(
      try await rows([id], sort: [SortTerm(name, isDescending: true, nullsFirst: true)])
        == [[4], [3], [2], [1]])
    #expect(throwsCode(.invalidQuery) { _ = try Self.linked(model).lifted(along: []) })
  }

  private static func linked(_ model: Model) throws -> Qualifier {
    let toMany = try #require(
      try model.entity(named: "country").relationships.first { $0.kind == .toMany })
    return .linked(toMany, from: ["FR"])
  }

  @Test func `related rows of many rows are counted in one statement`() async throws {
    let shop = try TemporaryDatabase.shop()
    let file = try shop.open()
    let model = Model(try await file.read(Schema.init))
    var compared = 0
    for entity in model.entities {
      for relationship in entity.relationships where relationship.kind != .toOne {
        let destination = try #require(model.destination(of: relationship))
        let begin = try ListQuery(
          entity, columns: relationship.columns.map { AttributePath($0.own) })
        let query = try ListQuery(destination, columns: [])
        let (counts, single, statements) = try await file.read { connection in
          let rows = try begin.page(size: 99, on: connection).rows.map(\.values)
          let many = rows + rows.map { $0.map { _ in .null } }
          let statements = try connection.statements {
            _ = try query.counts(along: relationship, from: many, upTo: 9, on: $0)
          }
          return (
            try query.counts(along: relationship, from: many, upTo: 9, on: connection),
            try many.map { values in
              try ListQuery(destination, columns: [], where: .linked(relationship, from: values))
                .count(within: .seconds(600), on: connection)
            }, statements.count
          )
        }
        #expect(counts == single)
        #expect(statements == (counts.isEmpty ? 0 : 1))
        compared += counts.count { $0 != .exactly(0) }
      }
    }
    #expect(compared > 8)
  }

  @Test func `counting related rows ends at a number, and takes many rows`() async throws {
    let file = try TemporaryDatabase.shop().open()
    let model = Model(try await file.read(Schema.init))
    let tag = try model.entity(named: "tag")
    let products = try #require(tag.relationships.first { $0.kind == .manyToMany })
    let product = try #require(model.destination(of: products))
    let expensive = try ListQuery(
      product, columns: [],
      where: .compare(try model.path("price", from: product), .greater, 100))
    let all = try ListQuery(product, columns: [])
    let counts = try await file.read { connection in
      [
        try all.counts(along: products, from: [[1], [2]], upTo: 1, on: connection),
        try expensive.counts(along: products, from: [[1], [2]], upTo: 9, on: connection),
        try all.counts(
          along: products, from: (0..<1234).map { [.integer($0)] }, upTo: 9, on: connection),
      ]
    }
    #expect(counts[0] == [.moreThan(1), .exactly(1)])
    #expect(counts[1] == [.exactly(1), .exactly(1)])
    #expect(counts[2].count == 1234)
    #expect(counts[2].prefix(4) == [.exactly(0), .exactly(2), .exactly(1), .exactly(0)])
    #expect(Set(counts[2].dropFirst(3)) == [.exactly(0)])
    await #expect(
      throwsCode(.invalidQuery) {
        _ = try await file.read {
          try all.counts(along: products, from: [[1, 2]], upTo: 1, on: $0)
        }
      })
  }

  @Test func `hidden keys are in no row and no cursor`() async throws {
    let file = try TemporaryDatabase(
      """
      CREATE TABLE t (secret TEXT PRIMARY KEY, a INT) WITHOUT ROWID;
      INSERT INTO t VALUES ('canary 1', 1), ('canary 2', 2), ('canary 3', 3);
      """
    ).open()
    let model = Model(try await file.read(Schema.init))
    let table = try model.entity(named: "t")
    let a = try model.path("a", from: table)
    let query = try ListQuery(table, columns: [a], sort: [SortTerm(a)], hidesKeys: true)
    let key = try #require(RowKey(["canary 2"]))
    let (first, second, row) = try await file.read { connection in
      let first = try query.page(size: 2, on: connection)
      let second = try query.page(.after(try #require(first.next)), size: 2, on: connection)
      return (first, second, try query.row(key, on: connection))
    }
    #expect(!query.pagesByKey)
    #expect(first.next?.token == "o2")
    #expect((first.rows + second.rows).map(\.values) == [[1], [2], [3]])
    #expect((first.rows + second.rows).allSatisfy { $0.key == nil })
    #expect(row == nil)
  }
}
