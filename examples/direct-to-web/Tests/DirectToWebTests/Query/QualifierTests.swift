import Testing

@testable import DirectToWeb

@Suite struct QualifierTests {
  private static let sql = """
    CREATE TABLE place (id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE, size, level NUMERIC);
    CREATE TABLE thing (
      id INTEGER PRIMARY KEY, a, t TEXT, n TEXT COLLATE NOCASE, i INTEGER, r REAL, TRUE TEXT,
      place_id INTEGER REFERENCES place);
    """

  private static let values: [Value] = [
    .null, -1, 0, 1, 2, 10, 0.5, 2.5, "", "a", "A", "ab", "aB", "b", "1", "10", "2.5", "%", "_",
    "\\",
    "a%b", "é", "e\u{301}", "É", "*", "?", .blob([]), .blob([0x61]), .blob([0xE9]), "a_b\\",
  ]

  @Test(arguments: 0..<60)
  func `a qualifier finds the rows that a naive filter finds`(seed: UInt64) async throws {
    let database = try TemporaryDatabase(Self.sql)
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let thing = try model.entity(named: "thing")
    let place = try model.entity(named: "place")
    try await Self.fill(file, seed: seed)
    let rows = try await Self.rows(file, thing, place)

    var generator = SeededGenerator(seed: seed)
    let names = [
      "a", "t", "n", "i", "r", "TRUE", "place.title", "place.size", "place.level", "place_id",
    ]
    let paths = try names.map { try model.path($0, from: thing) }
    for _ in 0..<25 {
      let qualifier = try Self.qualifier(&generator, paths, depth: 3)
      let query = try ListQuery(thing, columns: [], where: qualifier)
      let found = try await file.read { connection in
        try query.page(size: 1000, on: connection).rows.compactMap { $0.key?.values[0] }
      }
      let expected = rows.filter { qualifier.holds(for: $0) }.compactMap { $0.values["id"] }
      #expect(found == expected, "\(qualifier)")
      let count = try await file.read { try query.count(within: .seconds(600), on: $0) }
      #expect(count == .exactly(expected.count))
    }
  }

  private static func fill(_ file: DatabaseFile, seed: UInt64) async throws {
    try await file.write { connection in
      var generator = SeededGenerator(seed: seed + 77)
      for id in 1...6 as ClosedRange<Int64> {
        let random = try (0..<3).map { _ in try values.random(&generator) }
        try connection.execute(
          "INSERT INTO place VALUES (\(bound: .integer(id)), \(bound: random[0]), \(bound: random[1]), \(bound: random[2]))"
        )
      }
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      for id in 1...80 as ClosedRange<Int64> {
        let random = try [Value.integer(id)] + (0..<6).map { _ in try values.random(&generator) }
        let place: Value =
          generator.chance(1, in: 4) ? .null : .integer(.random(in: 1...6, using: &generator))
        let list = (random + [place]).map { "\(bound: $0)" as DirectToWeb.SQL }
        try connection.execute("INSERT INTO thing VALUES (\(.joined(list, separator: ", ")))")
      }
    }
  }

  private static func rows(_ file: DatabaseFile, _ thing: Entity, _ place: Entity) async throws
    -> [NaiveRow]
  {
    let (things, places) = try await file.read { connection in
      (
        try connection.rows("SELECT * FROM thing ORDER BY id"),
        try connection.rows("SELECT * FROM place")
      )
    }
    func named(_ row: [Value], _ entity: Entity) -> [String: Value] {
      Dictionary(uniqueKeysWithValues: zip(entity.attributes.map(\.name), row))
    }
    return things.map { row in
      var naive = NaiveRow(values: named(row, thing))
      if let other = places.first(where: { $0[0] == naive.values["place_id"] }) {
        naive.next["place"] = named(other, place)
      }
      return naive
    }
  }

  private static func qualifier(
    _ generator: inout SeededGenerator, _ paths: [AttributePath], depth: Int
  ) throws -> Qualifier {
    if depth > 0, generator.chance(2, in: 3) {
      let count = Int.random(in: 0...3, using: &generator)
      let parts = try (0..<count).map { _ in
        try qualifier(&generator, paths, depth: depth - 1)
      }
      switch Int.random(in: 0...2, using: &generator) {
      case 0: return .all(parts)
      case 1: return .any(parts)
      default: return .not(try qualifier(&generator, paths, depth: depth - 1))
      }
    }
    let path = try paths.random(&generator)
    let value = try values.random(&generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return .compare(path, try Qualifier.Comparison.allCases.random(&generator), value)
    case 1: return .isIn(path, try (0..<3).map { _ in try values.random(&generator) })
    case 2: return .isNull(path)
    default:
      let texts = ["", "a", "A*", "*b", "?", "%", "_", "\\", "é", "1", ".5", "*a*b*", "b\\"]
      return .text(
        path, try Qualifier.TextMatch.allCases.random(&generator), try texts.random(&generator))
    }
  }

  @Test func `rows at the end of relationships are found`() async throws {
    let database = try TemporaryDatabase.shop()
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    func keys(_ entity: String, _ relationship: String, _ values: [Value]) async throws -> [String?]
    {
      let found = try #require(try model.entity(named: entity).relationship(relationship))
      let destination = try #require(model.destination(of: found))
      let query = try ListQuery(
        destination, columns: [], where: .linked(found, from: values))
      return try await file.read { try query.page(size: 10, on: $0).rows.map(\.key?.token) }
    }
    #expect(try await keys("product", "tag", ["acme", 2]) == ["1", "2"])
    #expect(try await keys("product", "tag", ["zeta", 1]) == [])
    #expect(try await keys("tag", "product", [1]) == ["tacme,1", "tacme,2"])
    #expect(try await keys("order", "order_line", [10]) == ["10,1", "10,2"])
    #expect(try await keys("country", "customer", ["DE"]) == ["1"])
    let order = try #require(try model.entity(named: "order_line").relationship("order"))
    let customer = try #require(try model.entity(named: "customer").relationship("customer"))
    for (relationship, values) in [(order, [10]), (customer, [1, 2])] as [(Relationship, [Value])] {
      let destination = try #require(model.destination(of: relationship))
      let query = try ListQuery(
        destination, columns: [], where: .linked(relationship, from: values))
      await #expect(
        throwsCode(.invalidQuery) {
          _ = try await file.read { try query.page(size: 1, on: $0) }
        })
    }
  }

  @Test func `a search finds each word in some column`() async throws {
    let database = try TemporaryDatabase.shop()
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    func found(_ name: String, _ text: String) async throws -> [String?] {
      let entity = try model.entity(named: name)
      let query = try ListQuery(entity, columns: [], where: .search(text, in: entity.searchPaths))
      return try await file.read { try query.page(size: 10, on: $0).rows.map(\.key?.token) }
    }
    #expect(try await found("customer", "ada love") == ["1"])
    #expect(try await found("customer", "ada berg") == [])
    #expect(try await found("customer", " 3 ") == ["3"])
    #expect(try await found("customer", "") == ["1", "2", "3"])
    #expect(try await found("customer", "%") == [])
    #expect(try await found("customer", "'; DROP TABLE customer; --") == [])
    #expect(try await found("product", "7") == ["tacme,1", "tacme,2"])
    #expect(try await found("product", String(repeating: "x", count: 40_000)) == [])
  }

  @Test func `names from outside find columns or are refused`() async throws {
    let database = try TemporaryDatabase.shop()
    let model = Model(try await database.open().read(Schema.init))
    let line = try model.entity(named: "order_line")
    let path = try model.path("order.customer.country.name", from: line)
    #expect(path.name == "order.customer.country.name")
    #expect(path.attribute.entity.name == "country")
    let odd = try model.entity(named: "we\"ird ] ' t")
    #expect(try model.path("a.b, c", from: odd).steps == [])
    #expect(try model.path("parent_we\"ird ] ' t.a.b, c", from: odd).steps.count == 1)
    #expect(try model.path("e\u{301}", from: odd).attribute != model.path("é", from: odd).attribute)
    for name in [
      "", "order", "order.", "order.customer", "ORDER.id", "order.id; --", "\"line\"", ".",
    ] {
      #expect(throwsCode(.unknownName) { _ = try model.path(name, from: line) }, "\(name)")
    }
    #expect(throwsCode(.unknownName) { _ = try model.entity(named: "sqlite_master") })
    let toMany = try model.entity(named: "order").relationships.filter { $0.kind == .toMany }
    #expect(throwsCode(.invalidQuery) { _ = try AttributePath(toMany, path.attribute) })
    #expect(throwsCode(.invalidQuery) { _ = try ListQuery(odd, columns: [path]) })
    #expect(throwsCode(.invalidQuery) { _ = try ListQuery(odd, columns: [], where: .isNull(path)) })
    #expect(throwsCode(.invalidQuery) { _ = try ListQuery(odd, columns: [], sort: [.init(path)]) })
  }
}
