import Testing

@testable import DirectToWeb

@Suite struct RelationshipTests {
  @Test(arguments: [
    (
      "customer",
      [
        "country -> country (country_code=code)",
        "referred_by_customer -> customer (referred_by=id)",
        "customer ->> customer (id=referred_by)", "order_by_customer ->> order (id=customer_id)",
        "order_by_billing_customer ->> order (id=billing_customer_id)",
      ]
    ),
    ("country", ["customer ->> customer (code=country_code)"]),
    (
      "order",
      [
        "customer -> customer! (customer_id=id)",
        "billing_customer -> customer (billing_customer_id=id)",
        "order_line ->> order_line (id=order_id)",
      ]
    ),
    (
      "order_line",
      [
        "order -> order! (order_id=id)", "product -> product! (maker=maker, number=number)",
      ]
    ),
    (
      "product",
      [
        "order_line ->> order_line (maker=maker, number=number)",
        "tag ->>> tag (maker=maker, number=number) product_tag (tag_id=id)",
      ]
    ),
    ("tag", ["product ->>> product (id=tag_id) product_tag (maker=maker, number=number)"]),
    (
      "we\"ird ] ' t",
      [
        "parent_we\"ird ] ' t -> we\"ird ] ' t (parent=a.b, c)",
        "we\"ird ] ' t ->> we\"ird ] ' t (a.b, c=parent)",
      ]
    ),
  ])
  func `foreign keys become relationships in both directions`(name: String, expected: [String])
    async throws
  {
    let entity = try await EntityTests.shop().entity(named: name)
    #expect(entity.relationships.map(\.summary) == expected)
  }

  @Test(arguments: [
    "other INTEGER REFERENCES missing(id)", "other INTEGER REFERENCES target(no)",
    "other INTEGER REFERENCES target(plain)", "other TEXT REFERENCES target(partial)",
    "other TEXT REFERENCES target(differently)", "other INTEGER REFERENCES aview(id)",
  ])
  func `a foreign key to nothing, or to what may repeat, is no relationship`(column: String)
    async throws
  {
    let model = try await EntityTests.model(
      """
      CREATE TABLE target (id INTEGER PRIMARY KEY, plain INT, partial TEXT, differently TEXT COLLATE NOCASE);
      CREATE UNIQUE INDEX p ON target (partial) WHERE partial > 'a';
      CREATE UNIQUE INDEX d ON target (differently COLLATE BINARY);
      CREATE VIEW aview AS SELECT * FROM target;
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(column));
      """)
    #expect(try model.entity(named: "t").relationships == [])
    #expect(try model.entity(named: "target").relationships == [])
  }

  @Test(arguments: [
    (
      "a_id INT NOT NULL REFERENCES a, b_id INT NOT NULL REFERENCES b, PRIMARY KEY (a_id, b_id)",
      true
    ),
    (
      "id INTEGER PRIMARY KEY, a_id INT NOT NULL REFERENCES a, b_id INT NOT NULL REFERENCES b, "
        + "UNIQUE (b_id, a_id)", true
    ),
    (
      "a_id INT NOT NULL REFERENCES a, b_id INT NOT NULL REFERENCES b, "
        + "at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (a_id, b_id)", true
    ),
    ("a_id INT NOT NULL REFERENCES a, b_id INT NOT NULL REFERENCES b", false),
    ("a_id INT NOT NULL REFERENCES a, b_id INT REFERENCES b, PRIMARY KEY (a_id, b_id)", false),
    (
      "a_id INT NOT NULL REFERENCES a, b_id INT NOT NULL REFERENCES b, n INT, PRIMARY KEY (a_id, b_id)",
      false
    ),
    (
      "a_id INT NOT NULL REFERENCES a, b_id INT NOT NULL REFERENCES b, x INT NOT NULL REFERENCES b, "
        + "PRIMARY KEY (a_id, b_id, x)", false
    ),
  ])
  func `a table of pairs, each once, is a many-to-many relationship`(columns: String, isJoin: Bool)
    async throws
  {
    let model = try await EntityTests.model(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);
      CREATE TABLE j (\(columns));
      """)
    let kinds = try model.entity(named: "a").relationships.map(\.kind)
    #expect(kinds == [isJoin ? .manyToMany : .toMany])
  }

  @Test func `a table of pairs of the same table has a name for each direction`() async throws {
    let model = try await EntityTests.model(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY);
      CREATE TABLE likes (
        who_id INT NOT NULL REFERENCES person, whom_id INT NOT NULL REFERENCES person,
        PRIMARY KEY (who_id, whom_id));
      """)
    let names = try model.entity(named: "person").relationships.map(\.name)
    #expect(names == ["person_by_whom", "person_by_who"])
  }

  @Test func `the same names are taken once`() async throws {
    let model = try await EntityTests.model(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT REFERENCES a, a TEXT, a_a INT, aId INT REFERENCES a);
      """)
    #expect(try model.entity(named: "b").relationships.map(\.name) == ["a_a_2", "a_a_3"])
    #expect(try model.entity(named: "a").relationships.map(\.name) == ["b_by_a_a_2", "b_by_a_a_3"])
  }

  @Test(arguments: 0..<30)
  func `any schema gives a model that holds together`(seed: UInt64) async throws {
    var generated = GeneratedSchema(seed: 1000 + seed)
    let database = try TemporaryDatabase(try generated.sql())
    let schema = try await database.open().read(Schema.init)
    try expectConsistent(Model(schema))
    #expect(Model(schema) == Model(schema))
  }

  @Test(.enabled(if: ForeignDatabase.areHere), arguments: [("proj.db", 50), ("datasette.db", 13)])
  func `databases of others give models that hold together`(name: String, foreignKeys: Int)
    async throws
  {
    let file = try DatabaseFile(path: try #require(ForeignDatabase.path(name)))
    let model = Model(try await file.read(Schema.init))
    try expectConsistent(model)
    let toOne = model.entities.flatMap(\.relationships).filter { $0.kind == .toOne }
    #expect(toOne.count == foreignKeys)
  }

  private func expectConsistent(_ model: Model) throws {
    for entity in model.entities {
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      #expect(Set(names.map { Array($0.utf8) }).count == names.count, "\(names)")
      #expect(entity.attributes.isEmpty || !entity.labelAttributes.isEmpty)
      #expect(entity.attributes.allSatisfy { !$0.displayName.isEmpty })
      for relationship in entity.relationships {
        let destination = try #require(model.destination(of: relationship))
        #expect(relationship.source == entity.identifier)
        #expect(relationship.columns.allSatisfy { $0.own.entity == entity.identifier })
        let end = relationship.joinTable?.columns ?? relationship.columns
        #expect(end.allSatisfy { $0.other.entity == destination.identifier })
        if relationship.kind != .toOne { continue }
        let back = destination.relationships.contains {
          $0.kind == .toMany
            && $0.columns == relationship.columns.map { .init(own: $0.other, other: $0.own) }
            || $0.joinTable?.entity == entity.identifier
        }
        #expect(back, "\(entity.name).\(relationship.name)")
      }
    }
  }
}

extension Relationship {
  fileprivate var summary: String {
    let arrow =
      switch kind {
      case .toOne: "->"
      case .toMany: "->>"
      case .manyToMany: "->>>"
      }
    func list(_ pairs: [ColumnPair]) -> String {
      "(" + pairs.map { "\($0.own.name)=\($0.other.name)" }.joined(separator: ", ") + ")"
    }
    let join = joinTable.map { " \($0.entity) \(list($0.columns))" } ?? ""
    return "\(name) \(arrow) \(destination)\(isMandatory ? "!" : "") \(list(columns))\(join)"
  }
}
