import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct RowFilterTests {
  private static let sql = """
    CREATE TABLE country (code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT) WITHOUT ROWID;
    CREATE TABLE place (id INTEGER PRIMARY KEY, title TEXT, country_code TEXT REFERENCES country);
    CREATE TABLE thing (
      id INTEGER PRIMARY KEY, rank INTEGER, kind TEXT, is_open BOOLEAN, "all" INTEGER, "columns" TEXT,
      "a.b" TEXT, place_id INTEGER REFERENCES place);
    INSERT INTO country VALUES ('FR', 'France'), ('DE', 'Germany');
    INSERT INTO place VALUES (1, 'Paris', 'fr'), (2, 'Berlin', 'DE'), (3, NULL, NULL);
    INSERT INTO thing VALUES
      (1, 1, 'apple', 1, 3, 'x', 'p', 1), (2, 5, 'pear', 0, 4, 'y', 'q', 2),
      (3, 9, 'Apricot', NULL, NULL, NULL, NULL, 3), (4, NULL, NULL, 1, 3, 'y', 'p', NULL);
    """

  @Test(
    arguments: [
      (#""all""#, [1, 2, 3, 4]), ("nil", []), ("null", []),
      ("{ rank = 5 }", [2]), ("{ rank = 5.0 }", [2]), (#"{ rank = "5" }"#, [2]),
      (#"{ kind = { "apple", "pear" } }"#, [1, 2]), (#"{ kind = { "pear", null } }"#, [2, 4]),
      ("{ kind = {} }", []), ("{ none = { { kind = {} } } }", [1, 2, 3, 4]),
      ("{ kind = null }", [4]), ("{ is_open = true }", [1, 4]), ("{ is_open = false }", [2]),
      ("{ rank = { atLeast = 1, below = 9 } }", [1, 2]),
      ("{ rank = { above = 1, atMost = 9 } }", [2, 3]),
      ("{ rank = { isNot = 5 } }", [1, 3]), ("{ rank = { isNot = null } }", [1, 2, 3]),
      ("{ rank = { isNot = { 5, 9 } } }", [1]), ("{ rank = { isNot = {} } }", [1, 2, 3]),
      (#"{ kind = { beginsWith = "AP" } }"#, [1, 3]), (#"{ kind = { contains = "ea" } }"#, [2]),
      (#"{ ["place.country.code"] = "FR" }"#, [1]),
      (#"{ ["place.country.name"] = null }"#, [3, 4]),
      (#"{ place = { country = { code = "fr" } } }"#, [1]),
      (#"{ place = { ["country.name"] = { isNot = "France" } } }"#, [2]),
      (#"{ place = { any = { { title = "Paris" }, { title = null } } } }"#, [1, 3, 4]),
      ("{ columns = { all = 3 } }", [1, 4]), (#"{ columns = { columns = "y", all = 4 } }"#, [2]),
      (#"{ ["a.b"] = "p", rank = 1 }"#, [1]),
      ("{ all = { { rank = 1 }, { is_open = true } } }", [1]),
      (#"{ any = { { rank = 9 }, { kind = "pear" } }, none = { { is_open = false } } }"#, [3]),
      ("{ any = {} }", []), ("{ none = { { rank = { above = 1 } } } }", [1, 4]),
      (#"{ kind = c.user.name == "ann" and "pear" or "apple" }"#, [2]),
      ("{ kind = { table.unpack(c.user.states) } }", []),
      ("{ none = { { kind = { table.unpack(c.user.states) } } } }", [1, 2, 3, 4]),
      (#"{ kind = { "pear", table.unpack(c.user.states) } }"#, [2]),
    ] as [(String, [Int64])])
  func `each form finds its rows, without a notice`(form: String, rows: [Int64]) async throws {
    let (found, notices) = try await Self.rows(form)
    #expect(found == rows)
    #expect(notices == [])
  }

  @Test(arguments: [
    ("true", "expected \"all\" or a table of conditions, but got true"),
    ("1", "expected \"all\" or a table of conditions, but got 1"),
    (#""ALL""#, #"expected "all" or a table of conditions, but got "ALL""#),
    (#""1 = 1""#, #"expected "all" or a table of conditions, but got "1 = 1""#),
    ("{}", "an empty table is no condition; write \"all\" for all rows"),
    ("{ place = {} }", "an empty table is no condition; write \"all\" for all rows"),
    ("{ place = 1 }", "expected \"all\" or a table of conditions, but got 1"),
    ("{ { rank = 1 } }", "a list is no condition; write `any = { … }`"),
    ("{ all = {} }", "`all` needs a condition"), ("{ none = {} }", "`none` needs a condition"),
    ("{ any = { rank = 1 } }", "`any` needs a list of tables"),
    ("{ any = 3 }", "`any` needs a list of tables"),
    ("{ any = { 3 } }", "expected \"all\" or a table of conditions, but got 3"),
    ("{ columns = 3 }", "`columns` needs a table of names"),
    ("{ columns = {} }", "`columns` needs a table of names"),
    ("{ gone = 1 }", "`thing` has no column `gone`"),
    ("{ none = { { gone = 1 } } }", "`thing` has no column `gone`"),
    ("{ any = { { rank = 1 }, { gone = 1 } } }", "`thing` has no column `gone`"),
    ("{ RANK = 1 }", "`thing` has no column `RANK`"),
    ("{ [\"rank; --\"] = 1 }", "`thing` has no column `rank; --`"),
    ("{ [\"place.gone\"] = 1 }", "`thing` has no column `place.gone`"),
    ("{ place = { gone = 1 } }", "`place` has no column `gone`"),
    (
      "{ rank = { atleast = 1 } }",
      "`rank` has an unknown comparison `atleast`; expected one of above, atLeast, atMost, beginsWith, below, contains, isNot"
    ),
    ("{ rank = { 1, below = 3 } }", "`rank` has a list with names in it"),
    ("{ rank = { below = null } }", "`below` of `rank` needs a value"),
    ("{ rank = { below = {} } }", "`rank` cannot be compared with a table"),
    ("{ rank = { { 1 } } }", "`rank` cannot be compared with a table"),
    ("{ rank = 0/0 }", "`rank` cannot be compared with -nan"),
    ("{ kind = c.user.states }", "`kind` cannot be compared with an object of the host"),
    ("{ kind = { contains = 1 } }", "`contains` of `kind` needs a text"),
  ])
  func `anything else finds nothing, and says why`(form: String, message: String) async throws {
    let (found, notices) = try await Self.rows(form)
    #expect(found == [])
    #expect(notices.map(\.key) == ["visibleRows"])
    #expect(notices.map(\.subject) == ["thing"])
    let given = try #require(notices.first?.message)
    // Lua prints NaN with or without a sign.
    #expect(given.replacing("-nan", with: "nan") == message.replacing("-nan", with: "nan"))
  }

  @Test func `a failing rule finds nothing, and its error is told`() async throws {
    let (found, notices) = try await Self.rows("c.user.gone")
    #expect(found == [])
    #expect(notices.count == 1 && notices[0].message.contains("gone"))
    #expect(notices[0].message.contains("rules.lua:1"))
  }

  @Test func `a relationship to many rows is no condition, and too many conditions are none`()
    async throws
  {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let country = try fixture.entity("country")
    let toMany = try #require(country.relationships.first { $0.kind == .toMany })
    let filter = RowFilter(
      .table(LuaTable(fields: [(toMany.name, .integer(1))])), of: country, in: fixture.model)
    #expect(filter.qualifier == .nothing)
    #expect(filter.notice?.message == "`\(toMany.name)` leads to many rows")
    let one = LuaValue.table(LuaTable(fields: [("rank", .integer(1))]))
    let thing = try fixture.entity("thing")
    for (count, isTaken) in [(400, true), (401, false)] {
      let list = LuaValue.table(
        LuaTable(fields: [("any", .table(LuaTable(elements: .init(repeating: one, count: count))))])
      )
      let filter = RowFilter(list, of: thing, in: fixture.model)
      #expect((filter.notice == nil) == isTaken)
      let query = try ListQuery(thing, columns: [], where: filter.qualifier)
      let found = try await fixture.file.read { try query.page(size: 9, on: $0).rows.count }
      #expect(found == (isTaken ? 1 : 0))
    }
  }

  // MARK: - Naive evaluation

  @Test(arguments: 0..<40)
  func `conditions find the rows that a naive evaluation finds`(seed: UInt64) async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let thing = try fixture.entity("thing")
    var generator = SeededGenerator(seed: seed)
    let query = try ListQuery(thing, columns: try Self.names.map { try fixture.path($0, "thing") })
    let all = try await fixture.file.read { try query.page(size: 9, on: $0).rows }
    for _ in 0..<25 {
      let condition = try Self.condition(&generator, depth: 3)
      let filter = RowFilter(condition, of: thing, in: fixture.model)
      #expect(filter.notice == nil)
      let filtered = try ListQuery(thing, columns: [], where: filter.qualifier)
      let found = try await fixture.file.read { try filtered.page(size: 9, on: $0).rows.map(\.key) }
      let expected = all.filter { row in
        Self.holds(condition, Dictionary(uniqueKeysWithValues: zip(Self.names, row.values)))
      }
      #expect(found == expected.map(\.key), "\(condition)")
    }
  }

  private static let names = ["rank", "kind", "place.title", "place.country.name", "place.id"]

  private static func condition(
    _ generator: inout SeededGenerator, depth: Int
  ) throws -> LuaValue {
    if depth > 0, generator.chance(2, in: 3) {
      let name = try ["all", "any", "none"].random(&generator)
      let parts = try (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        try condition(&generator, depth: depth - 1)
      }
      return .table(LuaTable(fields: [(name, .table(LuaTable(elements: parts)))]))
    }
    let name = try names.random(&generator)
    let values: [LuaValue] =
      name == "rank" || name == "place.id"
      ? [.integer(0), .integer(1), .integer(2), .integer(5), .number(5.5), .null]
      : [.string("apple"), .string("Paris"), .string("France"), .string("b"), .null]
    let present = values.dropLast()
    let value: LuaValue =
      switch Int.random(in: 0...3, using: &generator) {
      case 0: try values.random(&generator)
      case 1:
        .table(LuaTable(elements: try (0..<3).map { _ in try values.random(&generator) }))
      case 2: .table(LuaTable(fields: [("isNot", try values.random(&generator))]))
      default:
        .table(
          LuaTable(fields: [
            (
              try ["above", "atLeast", "atMost", "below"].random(&generator),
              try present.random(&generator)
            )
          ]))
      }
    return .table(LuaTable(fields: [(name, value)]))
  }

  private static func holds(_ condition: LuaValue, _ row: [String: Value]) -> Bool {
    guard case .table(let table) = condition, let (name, value) = table.fields.first else {
      return false
    }
    if case .table(let parts) = value, ["all", "any", "none"].contains(name) {
      let count = parts.elements.count { holds($0, row) }
      return name == "all" ? count == parts.elements.count : name == "any" ? count > 0 : count == 0
    }
    let stored = row[name] ?? .null
    guard case .table(let inner) = value else { return isSame(stored, value) }
    guard let (comparison, given) = inner.fields.first else {
      return inner.elements.contains { isSame(stored, $0) }
    }
    if comparison == "isNot" { return !stored.isNull && !isSame(stored, given) }
    guard let left = stored.sortable, let right = Value(given)?.sortable else { return false }
    return switch comparison {
    case "above": left > right
    case "atLeast": left >= right
    case "atMost": left <= right
    default: left < right
    }
  }

  private static func isSame(_ stored: Value, _ given: LuaValue) -> Bool {
    if case .null = given { return stored.isNull }
    return stored.sortable == Value(given)?.sortable
  }

  private static func rows(_ form: String) async throws -> ([Int64], [AccessNotice]) {
    let fixture = try await AccessFixture(
      sql, rules: #"{ key = "visibleRows", value = function(c) return \#(form) end }"#,
      withDefaults: false)
    let access = try fixture.access()
    let thing = try fixture.entity("thing")
    let query = try ListQuery(thing, columns: [], where: access.rowFilter(of: thing))
    let keys = try await fixture.file.read { try query.page(size: 9, on: $0).rows.map(\.key) }
    return (
      keys.compactMap { if case .integer(let id)? = $0?.values.first { id } else { nil } },
      access.notices
    )
  }
}

extension Value {
  /// Numbers before texts, as SQLite orders values that it does not convert.
  fileprivate var sortable: String? {
    func padded(_ number: Double) -> String {
      let text = "\(Int(number * 10))"
      return "0" + String(repeating: "0", count: 5 - text.utf8.count) + text
    }
    return switch self {
    case .integer(let value): padded(Double(value))
    case .real(let value): padded(value)
    case .text(let text): "1" + text
    default: nil
    }
  }
}
