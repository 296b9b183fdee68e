import Testing

@testable import DirectToWeb

@Suite struct EntityTests {
  @Test(arguments: [
    ("country", "code", "code"), ("customer", "id", "id"),
    ("product", "maker number", "maker number"),
    ("order", "id", "id"), ("order_line", "order_id line", "rowid"), ("log", "rowid", "rowid"),
    ("no_way_to_rowid", "none", "none"), ("almost_rowid", "id", "_rowid_"),
    ("we\"ird ] ' t", "a.b, c", "a.b, c"), ("", "", "rowid"), ("customer_names", "none", "none"),
    ("search", "rowid", "rowid"),
  ])
  func `rows are told apart by the key, and ordered by what never repeats`(
    name: String, key: String, order: String
  ) async throws {
    let entity = try await Self.shop().entity(named: name)
    let foundKey =
      switch entity.key {
      case .attributes(let attributes): attributes.map(\.name).joined(separator: " ")
      case .rowID(let name): name.rawValue
      case .none: "none"
      }
    let foundOrder =
      switch entity.totalOrder {
      case .rowID(let name): name.rawValue
      case .attributes(let ordered): ordered.map(\.attribute.name).joined(separator: " ")
      case nil: "none"
      }
    #expect(foundKey == key)
    #expect(foundOrder == order)
  }

  @Test(arguments: [("", false), (" NOT NULL", true)])
  func `a key that may be missing puts nothing into order`(notNull: String, isOrdered: Bool)
    async throws
  {
    let model = try await Self.model(
      "CREATE TABLE t (rowid TEXT PRIMARY KEY\(notNull), oid, _rowid_);")
    let entity = try model.entity(named: "t")
    #expect((entity.totalOrder != nil) == isOrdered)
    #expect(entity.keyAttributes.map(\.name) == ["rowid"])
  }

  @Test func `what a constraint or index does not say of all rows is not taken for sure`()
    async throws
  {
    let model = try await Self.model(
      """
      CREATE TABLE t (a INT CHECK (a IN (0, 1)), b INT CHECK (b IN (0, 2)), c TEXT, d TEXT);
      CREATE UNIQUE INDEX i ON t (c) WHERE d > 'x';
      CREATE UNIQUE INDEX j ON t (d);
      """)
    let entity = try model.entity(named: "t")
    #expect(entity.attributes.map(\.kind) == [.boolean, .integer, .text, .text])
    #expect(entity.attributes.map(\.isUnique) == [false, false, false, true])
  }

  @Test func `tables inside of virtual tables and broken views are no entities`() async throws {
    let model = try await Self.shop()
    #expect(model.entities.count == 16)
    #expect(!model.entities.contains { $0.name.hasPrefix("search_") || $0.name == "broken" })
    let hidden = try model.entity(named: "search").attributes.filter(\.isHidden).map(\.name)
    #expect(hidden == ["search", "rank"])
  }

  @Test func `attributes have what the declaration and its constraints say`() async throws {
    let model = try await Self.shop()
    let customer = try model.entity(named: "customer")
    let product = try model.entity(named: "product")
    func attribute(_ name: String) throws -> Attribute {
      try #require(customer.attribute(name) ?? product.attribute(name))
    }
    #expect(try attribute("rating").allowedValues == ["A", "B", "it's C"])
    #expect(try attribute("is_member").kind == .boolean)
    #expect(try attribute("is_member").allowedValues == [0, 1])
    #expect(try attribute("credit").minimum == .init(value: -500, isExclusive: false))
    #expect(try attribute("credit").maximum == .init(value: 5000.0, isExclusive: false))
    #expect(try attribute("price").minimum == .init(value: 0, isExclusive: true))
    #expect(try attribute("title").minimumLength == 1)
    #expect(try attribute("title").maximumLength == 80)
    #expect(try attribute("lastName").maximumLength == nil)
    #expect(try attribute("credit").defaultSQL == "100 * 2")
    #expect(try [attribute("gross"), attribute("label")].allSatisfy(\.isGenerated))
    #expect(try attribute("email").isUnique)
    #expect(try attribute("email").collation == "NOCASE")
    #expect(try !attribute("firstName").isUnique)
    #expect(customer.attributes.filter(\.isRequired).map(\.name) == ["firstName", "lastName"])
    #expect(
      product.attributes.filter(\.isRequired).map(\.name) == ["maker", "number", "title", "price"])
    let view = try model.entity(named: "customer_names")
    #expect(view.isView && !view.attributes.contains(where: \.isNotNull))
  }

  @Test(arguments: [
    ("id INTEGER PRIMARY KEY, a INT CHECK (a >= 1 AND a > 1 AND a < 9 AND a <= 9)", "a")
  ])
  func `the tightest limit counts`(columns: String, name: String) async throws {
    let model = try await Self.model("CREATE TABLE t (\(columns))")
    let attribute = try #require(try model.entity(named: "t").attribute(name))
    #expect(attribute.minimum == .init(value: 1, isExclusive: true))
    #expect(attribute.maximum == .init(value: 9, isExclusive: true))
  }

  @Test(
    arguments: [
      ("", .any), ("ANY", .any), ("TEXT", .text), ("varchar(40)", .text),
      ("VARCHAR ( 4000 )", .longText),
      ("CLOB", .longText), ("INT", .integer), ("BIGINT UNSIGNED", .integer), ("REAL", .number),
      ("double precision", .number), ("NUMERIC", .decimal), ("DECIMAL(10,2)", .decimal),
      ("Money", .decimal), ("BOOLEAN", .boolean), ("bool", .boolean), ("DATE", .date),
      ("TIME", .time),
      ("DATETIME", .timestamp), ("TIMESTAMP WITH TIME ZONE", .timestamp), ("BLOB", .blob),
      ("whatever", .text), ("VARCHAR(", .text), (")CHAR(", .text),
      ("STRING", .text), ("UUID", .text), ("ENUM('a', 'b')", .text), ("JSON", .json),
      ("JSONB", .json), ("FLOATING POINT", .number), ("POINT", .any), ("INTERVAL", .any),
      ("VARBINARY(16)", .any), ("UNSIGNED BIG INT", .integer), ("INT8", .integer),
      ("NUMBER(10)", .decimal), ("YEAR", .integer), ("BIT", .boolean), ("TIMETZ", .time),
    ] as [(String, AttributeKind)])
  func `a declared type tells the kind`(type: String, kind: AttributeKind) {
    let affinity = Affinity(declaredType: type, isStrict: false)
    #expect(AttributeKind(declaredType: type, affinity: affinity) == kind)
  }

  @Test(arguments: ["", "INT", "BLOBTEXT", "FLOATING POINT", "STRING", "REALLY", "CHARINT", "DATE"])
  func `the affinity is the one that SQLite applies`(type: String) async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a \(type))")
    let file = try database.open()
    let affinity = Affinity(declaredType: type, isStrict: false)
    let stored = try await file.write { connection in
      try connection.execute("INSERT INTO t VALUES ('1'), (2)")
      return try connection.rows("SELECT typeof(a) FROM t").map { $0[0] }
    }
    let expected: [Value] =
      switch affinity {
      case .blob: ["text", "integer"]
      case .text: ["text", "text"]
      case .real: ["real", "real"]
      case .integer, .numeric: ["integer", "integer"]
      }
    #expect(stored == expected)
  }

  static func shop() async throws -> Model {
    let database = try TemporaryDatabase.shop()
    return Model(try await database.open().read(Schema.init))
  }

  static func model(_ sql: String) async throws -> Model {
    let database = try TemporaryDatabase(sql)
    return Model(try await database.open().read(Schema.init))
  }
}
