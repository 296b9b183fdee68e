import LuaRules
import Synchronization
import Testing

@testable import DirectToWeb

@Suite struct AccessTests {
  private static let sql = """
    CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, b_id INTEGER REFERENCES b, twice AS (id * 2));
    CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIEW v AS SELECT id FROM a;
    INSERT INTO b VALUES (1, 'one');
    INSERT INTO a (id, name, b_id) VALUES (1, 'x', 1), (2, 'y', NULL);
    """

  /// Everything that is asked about a row, as names of what was allowed.
  private static func allowed(
    _ fixture: AccessFixture, _ access: Access
  ) async throws -> Set<String> {
    var allowed: Set<String> = []
    let entity = try fixture.entity("a")
    let name = try #require(entity.attribute("name"))
    let toOne = try #require(entity.relationship("b"))
    if !access.visibleEntities.isEmpty { allowed.insert("visibleEntityNames") }
    if access.rowFilter(of: entity) != .nothing { allowed.insert("visibleRows") }
    if access.canChange(entity) { allowed.insert("isEntityReadOnly") }
    if access.canSee(name) || access.canSee(toOne) { allowed.insert("isPropertyVisible") }
    if access.path("name", from: entity) != nil { allowed.insert("isPropertyVisible") }
    if !access.labelAttributes(of: entity).isEmpty { allowed.insert("labelKeys") }
    // A row that was read by somebody who may read it.
    let reader = try AccessFixture.reader(fixture)
    let list = try RowList(entity, through: reader)
    let key = try #require(RowKey([1]))
    let row = try #require(try await fixture.file.read { try list.row(key, on: $0) })
    if access.canEdit(row) { allowed.insert("isObjectEditable") }
    if access.canDelete(row) { allowed.insert("isObjectDeletable") }
    if access.canEdit(name, of: row) || access.canEdit(toOne, of: row) {
      allowed.insert("isPropertyEditable")
    }
    let own = try RowList(entity, columns: [AttributePath(name)], through: access)
    let found = try await fixture.file.read { connection in
      (
        try own.page(size: 9, on: connection).rows.count, try own.row(key, on: connection),
        try own.count(within: .seconds(600), on: connection)
      )
    }
    #expect((found.0 == 2) == allowed.contains("visibleRows"))
    #expect((found.2 == .exactly(2)) == allowed.contains("visibleRows"))
    if found.0 > 0 { allowed.insert("list") }
    if found.1 != nil { allowed.insert("row") }
    if !own.columns.isEmpty { allowed.insert("column") }
    return allowed
  }

  private static let everything: Set<String> = [
    "visibleEntityNames", "visibleRows", "isEntityReadOnly", "isPropertyVisible", "labelKeys",
    "isObjectEditable", "isObjectDeletable", "isPropertyEditable", "list", "row", "column",
  ]

  /// Rights, and what else is a "no" when the right is.
  private static let rights: [(String, Set<String>)] = [
    ("visibleEntityNames", ["visibleEntityNames"]),
    ("visibleRows", ["visibleRows", "list", "row"]),
    (
      "isEntityReadOnly",
      ["isEntityReadOnly", "isObjectEditable", "isObjectDeletable", "isPropertyEditable"]
    ),
    ("isObjectEditable", ["isObjectEditable", "isObjectDeletable", "isPropertyEditable"]),
    ("isObjectDeletable", ["isObjectDeletable"]),
    // The key is a column too.
    (
      "isPropertyVisible",
      ["isPropertyVisible", "labelKeys", "isPropertyEditable", "column", "row"]
    ),
    ("isPropertyEditable", ["isPropertyEditable"]), ("labelKeys", ["labelKeys"]),
  ]

  @Test func `the default rules allow everything`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let access = try fixture.access()
    #expect(try await Self.allowed(fixture, access) == Self.everything)
    #expect(access.notices == [])
  }

  @Test(arguments: rights)
  func `a right whose rule fails or answers with a wrong type is a no, and is told`(
    key: String, closed: Set<String>
  ) async throws {
    let wrong = key == "isEntityReadOnly" || key.hasPrefix("is") ? #"c.user.name"# : "3"
    for value in [#"error("broken")"#, "c.user.gone", "c.object.gone", wrong] {
      let fixture = try await AccessFixture(
        Self.sql, rules: "{ key = \"\(key)\", value = function(c) return \(value) end }")
      let access = try fixture.access()
      var allowed = Self.everything.subtracting(closed)
      // The default rule for deleting asks the rule for editing.
      if key == "isObjectEditable" { allowed.remove("isObjectDeletable") }
      #expect(try await Self.allowed(fixture, access) == allowed, "\(key) = \(value)")
      let notices = access.notices.filter { $0.key == key }
      #expect(!notices.isEmpty, "\(key) = \(value)")
      let others = [
        "there is no such property, or it may not be seen",
        "expected \"all\" or a table of conditions, but got 3",
      ]
      #expect(
        notices.allSatisfy { $0.message.contains("rules.lua:1") || others.contains($0.message) })
    }
  }

  @Test(arguments: rights)
  func `a right without an answer is a no`(key: String, closed: Set<String>) async throws {
    let others = Self.rights.map(\.0).filter { $0 != key }.map { other in
      switch other {
      case "visibleRows": #"{ key = "visibleRows", value = "all" }"#
      case "visibleEntityNames": #"{ key = "visibleEntityNames", value = { "a", "gone", "a" } }"#
      case "labelKeys": #"{ key = "labelKeys", value = { "name", "gone" } }"#
      case "isEntityReadOnly": #"{ key = "isEntityReadOnly", value = false }"#
      default: "{ key = \"\(other)\", value = true }"
      }
    }
    let rules = others + ["{ key = \"\(key)\", value = function(c) return nil end }"]
    let fixture = try await AccessFixture(
      Self.sql, rules: rules.joined(separator: ", "), withDefaults: false)
    let access = try fixture.access()
    var allowed = Self.everything.subtracting(closed)
    if key == "isObjectEditable" { allowed.insert("isObjectDeletable") }
    #expect(try await Self.allowed(fixture, access) == allowed)
    if key != "visibleEntityNames" { #expect(access.visibleEntities.map(\.name) == ["a"]) }
  }

  @Test func `nothing is allowed when every rule throws, or there is none`() async throws {
    let all = Self.rights.map { "{ key = \"\($0.0)\", value = function(c) error(\"no\") end }" }
    for rules in [all.joined(separator: ", "), ""] {
      let fixture = try await AccessFixture(Self.sql, rules: rules, withDefaults: false)
      #expect(try await Self.allowed(fixture, try fixture.access()) == [])
    }
  }

  @Test func `what cannot be written or is computed cannot be changed, whatever rules say`()
    async throws
  {
    let fixture = try await AccessFixture(
      Self.sql,
      rules: #"{ when = true, set = { isEntityReadOnly = false, isPropertyEditable = true } }"#)
    let access = try fixture.access()
    #expect(!access.canChange(try fixture.entity("v")))
    let entity = try fixture.entity("a")
    let list = try RowList(entity, through: access)
    let key = try #require(RowKey([1]))
    let row = try #require(try await fixture.file.read { try list.row(key, on: $0) })
    let (name, twice) = try (
      #require(entity.attribute("name")), #require(entity.attribute("twice"))
    )
    #expect(access.canEdit(name, of: row))
    #expect(!access.canEdit(twice, of: row))
    let other = try #require(try fixture.entity("b").attribute("name"))
    #expect(!access.canEdit(other, of: row))
  }

  @Test func `rights of a row look at the row, without columns that may not be seen`() async throws
  {
    let fixture = try await AccessFixture(
      Self.sql,
      rules: """
        { key = "isPropertyVisible", when = { propertyKey = "twice" }, value = false },
        { key = "isObjectEditable", value = function(c) return c.object.name == "x" end },
        { key = "isObjectDeletable", value = function(c) return c.object.b_id == nil end },
        { key = "isPropertyEditable", value = function(c) return c.object.twice == 2 end },
        { key = "displayNameForObject", value = function(c) return c.object.name:upper() end },
        """)
    let access = try fixture.access()
    let entity = try fixture.entity("a")
    let list = try RowList(entity, through: access)
    let rows = try await fixture.file.read { try list.page(size: 9, on: $0).rows }
    #expect(rows.map(access.canEdit) == [true, false])
    #expect(rows.map(access.canDelete) == [false, true])
    #expect(rows.map(access.displayName) == ["X", "Y"])
    #expect(access.notices == [])
    let name = try #require(entity.attribute("name"))
    #expect(rows.map { access.canEdit(name, of: $0) } == [false, false])
    #expect(access.notices.map(\.key) == ["isPropertyEditable"])
    #expect(access.notices.first?.message.contains("twice") == true)
  }

  @Test func `what does not depend on a row is asked once`() async throws {
    let columns = (0..<10).map { "c\($0)" }
    let fixture = try await AccessFixture(
      """
      CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 50)
      INSERT INTO wide (id) SELECT x FROM n;
      """, rules: "")
    let counter = QuestionCounter()
    let access = try fixture.access(rules: fixture.rules.observed(by: counter))
    let entity = try fixture.entity("wide")
    let paths = try columns.map { try fixture.path($0, "wide") }
    let list = try RowList(
      entity, columns: paths, where: .isNull(paths[3]), search: "", in: paths,
      sort: [SortTerm(paths[1])], through: access)
    let rows = try await fixture.file.read { try list.page(size: 50, on: $0).rows }
    for row in rows {
      for path in list.columns { #expect(access.canSee(path) && row.values.count == 10) }
      #expect(access.canChange(row.entity))
      #expect(access.canEdit(row))
    }
    #expect(rows.count == 50)
    #expect(
      counter.counts == [
        "visibleRows": 1, "isPropertyVisible": 11, "isEntityReadOnly": 1, "isObjectEditable": 1,
        "labelKeys": 1, "addsKeyToLabel": 1,
      ])
  }

  @Test func `rows of a table have one layout, also in other requests`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let access = try fixture.access()
    let list = try RowList(try fixture.entity("a"), through: access)
    let rows = try await fixture.file.read { try list.page(size: 9, on: $0).rows }
    #expect(rows.map(access.canEdit) == [true, true])
    #expect(rows[0].object.layout === rows[1].object.layout)
    let again = try RowList(try fixture.entity("a"), through: try fixture.access())
    let others = try await fixture.file.read { try again.page(size: 9, on: $0).rows }
    #expect(others[0].object.layout === rows[0].object.layout)
  }
}

extension AccessFixture {
  /// Someone who may do everything.
  static func reader(_ fixture: AccessFixture) throws -> Access {
    try fixture.access(rules: try .defaultPageRules())
  }
}

/// Counts the questions for each key.
private final class QuestionCounter: RuleObserver {
  private let asked = Mutex<[String: Int]>([:])

  var counts: [String: Int] { asked.withLock { $0 } }

  func observe(_ answer: ObservedAnswer) {
    asked.withLock { $0[answer.key, default: 0] += 1 }
  }
}
