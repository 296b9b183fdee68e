import Foundation
import GRDB
import Testing

@testable import DirectToWeb

@Suite struct CheckConstraintTests {
  @Test(
    arguments: [
      ("x IN ('a', 'b''c')", [.oneOf(["a", "b'c"])]),
      // Parentheses around a whole test are understood, around a column they are not.
      ("( ((X)IN('a')))", []),
      ("(X IN ('a'))", [.oneOf(["a"])]),
      ("n IN (1, -2, 0x10)", [.oneOf([1, -2, 16])]),
      (
        "\"n\" >= 3 AND [n] < 1e3",
        [.minimum(3, isExclusive: false), .maximum(1000.0, isExclusive: true)]
      ),
      ("3 < `n`", [.minimum(3, isExclusive: true)]),
      (
        "n BETWEEN -1 AND +2.5 AND n <= 2",
        [
          .minimum(-1, isExclusive: false), .maximum(2.5, isExclusive: false),
          .maximum(2, isExclusive: false),
        ]
      ),
      ("length(x) <= 5 AND LENGTH (x) > 0", [.maximumLength(5), .minimumLength(1)]),
      ("4 > length(x)", [.maximumLength(3)]),
      ("length(x) BETWEEN 2 AND 4", [.minimumLength(2), .maximumLength(4)]),
      ("x IS NULL OR x IN ('a')", [.oneOf(["a"])]),
      ("(n > 1) OR (n IS NULL)", [.minimum(1, isExclusive: true)]),
      ("n IS NULL OR m > 1", []),
      ("x IN ('a', NULL)", []), ("x IN ('a', \"b\")", []), ("x NOT IN ('a')", []),
      ("NOT n > 3", []),
      ("x IN ()", []), ("x COLLATE NOCASE IN ('a')", []),
      ("n > m", []), ("n > 3 OR n < 1", []), ("n + 1 > 3", []), ("n > 3 = 1", []), ("x > 3", []),
      ("CASE WHEN m THEN 1 AND n < 5 AND 1 ELSE 1 END", []), ("x >= 'a'", []),
      ("length(x) < 2.5", []),
      ("n > 3 AND abs(m) > 1 /* n > 9 */ -- AND n > 8", [.minimum(3, isExclusive: true)]),
      ("x IN (1)", []), ("n IN ('1')", []), ("abs(n) IN (1)", []),
      ("n >= 3 AND NOT n > 5 OR 1", []),
    ] as [(String, [CheckConstraint.Demand])])
  func `simple constraints are understood, all others left out`(
    text: String, demands: [CheckConstraint.Demand]
  ) async throws {
    let sql = "CREATE TABLE t (x TEXT, n INTEGER, m INTEGER, CHECK (\(text)\n))"
    let schema = try await TemporaryDatabase(sql).open().read(Schema.init)
    let checks = TableDefinition(try #require(schema.tables.first)).checks
    #expect(checks.count == 1)
    let own = checks.flatMap(\.demands).map(\.demand)
    #expect(own == demands)
  }

  @Test(arguments: [
    ("n >= m", "Number is at least Other"),
    ("n > 0 AND n <= 1e3", "Number is more than 0 and Number is at most 1e3"),
    ("x IS NOT NULL OR m <> 3", "Text has a value or Other is not 3"),
    ("x IN ('a', 'b')", "Text is one of (“a”, “b”)"),
    ("(x NOT LIKE '%@%')", "Text is not like “%@%”"),
    ("length(x) BETWEEN 2 AND 4", "the length of Text is between 2 and 4"),
    ("json_valid(x)", "Text is valid JSON"), ("upper(x) = x", "upper (Text) is Text"),
    ("n % 2 == 0", "Number % 2 is 0"), ("x IS NULL", "Text is empty"),
  ])
  func `a condition has words`(text: String, words: String) async throws {
    let sql = "CREATE TABLE t (x TEXT, n INTEGER, m INTEGER, CHECK (\(text)))"
    let schema = try await TemporaryDatabase(sql).open().read(Schema.init)
    let table = try #require(schema.tables.first)
    let check = try #require(TableDefinition(table).checks.first)
    let names = ["x": "Text", "n": "Number", "m": "Other"]
    #expect(check.words { names[$0.name] ?? "?" } == words)
  }

  @Test(arguments: 0..<40)
  func `what SQLite accepts satisfies each demand`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let type = try ["TEXT", "INTEGER", "REAL", "NUMERIC", "", "VARCHAR(3)"].random(&generator)
    let text = try Self.expression(&generator, depth: 2)
    let database = try TemporaryDatabase("CREATE TABLE t (x \(type), CHECK (\(text)))")
    let file = try database.open()
    let schema = try await file.read(Schema.init)
    let demands = TableDefinition(try #require(schema.tables.first)).checks.flatMap(\.demands)
    for value in Self.probes {
      let accepted = try? await file.write { connection in
        try connection.execute("DELETE FROM t")
        try connection.execute("INSERT INTO t VALUES (\(bound: value))")
        return try connection.rows("SELECT x FROM t")[0][0]
      }
      guard let accepted else { continue }
      for demand in demands {
        #expect(demand.demand.holds(for: accepted), "\(text), \(accepted)")
      }
    }
  }

  static let probes: [Value] = [
    .null, -2, -1, 0, 1, 2, 3, 0.5, 1.5, 2.5, "a", "b", "ab", "abc", "", "1", "2", "A", .blob([1]),
  ]

  private static func expression(_ generator: inout SeededGenerator, depth: Int) throws -> String {
    if depth > 0, generator.chance(1, in: 2) {
      let left = try expression(&generator, depth: depth - 1)
      let right = try expression(&generator, depth: depth - 1)
      let joint = try [" AND ", " OR ", " AND ", " = "].random(&generator)
      return generator.chance(1, in: 2) ? "(\(left))\(joint)(\(right))" : left + joint + right
    }
    let number = try ["-1", "0", "1", "2", "1.5", "+2"].random(&generator)
    let other = try ["0", "1", "2.5"].random(&generator)
    let comparison = try ["<", "<=", ">", ">=", "=", "<>"].random(&generator)
    return try [
      "x \(comparison) \(number)", "\(number) \(comparison) x", "x IN ('a', 'ab', \(number))",
      "x IN (\(number), \(other))", "x IN ('a', 'b', 'abc')", "x IS NULL",
      "x BETWEEN \(number) AND \(other)", "length(x) \(comparison) \(number)",
      "length(x) BETWEEN \(number) AND \(other)", "NOT x \(comparison) \(number)",
      "x NOT IN (\(number))", "x \(comparison) \(number) + 1",
      "CASE WHEN x > 1 THEN x < \(number) ELSE 1 END",
    ].random(&generator)
  }

  @Test(.enabled(if: ForeignDatabase.areHere))
  func `the data of PROJ satisfies what is understood of its constraints`() async throws {
    let file = try DatabaseFile(path: try #require(ForeignDatabase.path("proj.db")))
    let schema = try await file.read(Schema.init)
    var choices = 0
    for table in schema.tables {
      for demand in TableDefinition(table).checks.flatMap(\.demands) {
        if case .oneOf = demand.demand { choices += 1 }
        let values = try await file.read {
          try $0.rows("SELECT DISTINCT \(demand.column) FROM \(table.name)")
        }
        #expect(values.allSatisfy { demand.demand.holds(for: $0[0]) }, "\(table.name) \(demand)")
      }
    }
    #expect(choices >= 32)
  }

  @Test func `names and collations are read from statements with hostile names`() async throws {
    let schema = try await TemporaryDatabase.shop().open().read(Schema.init)
    let odd = TableDefinition(try #require(schema.table("we\"ird ] ' t")))
    #expect(
      odd.checks.map(\.columns).map { $0.map(\.name) } == [
        ["🏳️‍🌈"], ["or`der"], ["CHECK"], ["x) CHECK (y"],
      ])
    #expect(
      odd.checks.map { $0.demands.map(\.demand) } == [
        [.oneOf(["é", "e\u{301}"])], [.minimum(-3, isExclusive: false)], [],
        [.maximum(10, isExclusive: true)],
      ])
    let country = TableDefinition(try #require(schema.table("COUNTRY")))
    #expect(country.collations.map { [$0.key.name, $0.value] } == [["code", "NOCASE"]])
    let product = TableDefinition(try #require(schema.table("product")))
    #expect(product.checks.map(\.name) == [nil, "price is positive", nil])
  }
}

extension CheckConstraint.Demand {
  /// Whether a stored value satisfies the demand, as SQLite orders values.
  fileprivate func holds(for value: Value) -> Bool {
    switch (self, value) {
    case (_, .null): true
    case (.oneOf(let values), _): values.contains { $0.isSame(as: value) }
    case (.minimum(let bound, let isExclusive), _):
      value.isGreater(than: bound) || (!isExclusive && bound.isSame(as: value))
    case (.maximum(let bound, let isExclusive), _):
      bound.isGreater(than: value) || (!isExclusive && bound.isSame(as: value))
    case (.minimumLength(let length), _): value.length >= length
    case (.maximumLength(let length), _): value.length <= length
    }
  }
}

extension Value {
  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  fileprivate func isSame(as other: Value) -> Bool {
    if let number, let other = other.number { return number == other }
    return self == other
  }

  fileprivate func isGreater(than bound: Value) -> Bool {
    guard let bound = bound.number else { return false }
    return number.map { $0 > bound } ?? true
  }

  fileprivate var length: Int {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .integer(let value): "\(value)".count
    case .real(let value): "\(value)".count
    case .blob(let bytes), .malformedText(let bytes): bytes.count
    case .null: 0
    }
  }
}
