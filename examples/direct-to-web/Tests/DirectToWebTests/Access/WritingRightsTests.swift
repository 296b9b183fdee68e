import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct WritingRightsTests {
  private static let sql = """
    CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, b_id INTEGER REFERENCES b);
    CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE a_tag (a_id INTEGER NOT NULL REFERENCES a, tag_id INTEGER NOT NULL REFERENCES tag,
      PRIMARY KEY (a_id, tag_id));
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO b VALUES (1, 'one');
    INSERT INTO a (id, name, b_id) VALUES (1, 'x', NULL), (2, 'y', NULL);
    INSERT INTO tag VALUES (1, 't');
    """

  /// The writes that were done of all that there are.
  private static func done(_ fixture: AccessFixture) async throws -> Set<String> {
    let key = try #require(RowKey([1]))
    let access = try fixture.access()
    let results = [
      "update": try await fixture.update("a", [1], ["name": "z"], access),
      "column": try await fixture.update("a", [1], ["b_id": 1], access),
      "link": try await fixture.update("a", [1], links: ["tag": .init(added: [key])], access),
      "reference": try await fixture.update("a", [1], to: ["b": RowKey?.none], access),
      "insert": try await fixture.insert("a", ["name": "n"], access),
      "insert nothing": try await fixture.insert("a", [:], access),
      "delete": try await fixture.delete("a", [2], access),
    ]
    return Set(results.filter { $0.value.changes?.isEmpty == false }.keys)
  }

  private static let everything: Set<String> = [
    "update", "column", "link", "reference", "insert", "insert nothing", "delete",
  ]

  @Test func `without rules everything can be written`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    #expect(try await Self.done(fixture) == Self.everything)
  }

  @Test(
    arguments: [
      ("visibleRows", [], ""), ("isEntityReadOnly", [], ""),
      ("isObjectEditable", ["insert", "insert nothing"], ""),
      ("isObjectDeletable", Self.everything.subtracting(["delete"]), ""),
      ("isPropertyEditable", ["insert nothing", "delete"], ""),
      ("isPropertyVisible", ["insert nothing"], ""),
      ("isPropertyEditable", Self.everything.subtracting(["update", "insert"]), "name"),
      // A foreign key has two names.
      ("isPropertyEditable", Self.everything.subtracting(["column", "reference"]), "b"),
      ("isPropertyEditable", Self.everything.subtracting(["column", "reference"]), "b_id"),
      ("isPropertyEditable", Self.everything.subtracting(["link"]), "tag"),
      ("choices", Self.everything.subtracting(["link"]), "tag"),
      ("choices", Self.everything.subtracting(["column", "reference"]), "b"),
      ("validate", ["delete"], ""),
    ] as [(String, Set<String>, String)])
  func `a right whose rule fails, or gives a wrong type or nothing, is a no`(
    key: String, done: Set<String>, property: String
  ) async throws {
    let condition = property.isEmpty ? "" : "when = { propertyKey = \"\(property)\" }, "
    let wrong = ["visibleRows", "choices"].contains(key) ? "3" : "{ 1 }"
    for value in [#"error("broken")"#, "c.user.gone", "c.object.gone", wrong] {
      let fixture = try await AccessFixture(
        Self.sql,
        rules: "{ key = \"\(key)\", \(condition)value = function(c) return \(value) end, "
          + "priority = \"important\" }")
      var expected = done
      // The default rule for deleting asks the rule for editing.
      if key == "isObjectEditable" { expected.remove("delete") }
      #expect(try await Self.done(fixture) == expected, "\(key) \(property) = \(value)")
    }
  }

  @Test func `a table between that may not be changed keeps its links`() async throws {
    let fixture = try await AccessFixture(
      Self.sql, rules: #"{ key = "readOnlyEntityNames", value = { "a_tag" } }"#)
    #expect(try await Self.done(fixture) == Self.everything.subtracting(["link"]))
  }

  @Test func `rules for new rows have the task new and no row`() async throws {
    let fixture = try await AccessFixture(
      Self.sql,
      rules: """
        { key = "isEntityReadOnly", when = { task = "new" }, value = true },
        { key = "isPropertyEditable", when = { task = "list", propertyKey = "name" },
          value = function(c) return c.object.id == 1 end },
        """)
    #expect(
      try await Self.done(fixture) == Self.everything.subtracting(["insert", "insert nothing"]))
    #expect(!(try fixture.access().canInsert(try fixture.entity("a"))))
  }

  // MARK: - Rows that may not be seen

  private static func teams() async throws -> AccessFixture {
    try await .teams(
      secret: "SECRET",
      rules: AccessFixture.teamRules + """
        { key = "isPropertyVisible", when = { propertyKey = { "salary", "login_name" } }, value = false },
        """)
  }

  @Test func `a row that may not be seen cannot be written, and is as if it were not there`()
    async throws
  {
    let fixture = try await Self.teams()
    let access = try fixture.access()
    let before = try await fixture.contents()
    for key in [3, 99] as [Value] {
      let token = key.token
      #expect(
        try await fixture.update("person", [key], ["name": "x"], access).summary
          == "not found: \(token)")
      #expect(try await fixture.delete("person", [key], access).summary == "not found: \(token)")
      #expect(
        try await fixture.update(
          "task", [1], to: ["person": RowKey([key])], access
        ).summary == "invalid: noSuchRow [\"person\"]: There is no such row.")
      #expect(
        try await fixture.insert("note", ["title": "n"], to: ["person": RowKey([key])], access)
          .summary == "invalid: noSuchRow [\"person\"]: There is no such row.")
    }
    for key in [2, 99] as [Value] {
      #expect(
        try await fixture.update("person", [1], ["team_id": key], access).summary
          == "invalid: noSuchRow [\"team\"]: There is no such row.")
      #expect(
        try await fixture.update(
          "task", [1], links: ["tag": .init(added: [try #require(RowKey([key]))])], access
        ).summary == "invalid: noSuchRow [\"tag\"]: There is no such row.")
    }
    // The link to a hidden row stays, as one that is not there.
    #expect(
      try await fixture.update(
        "task", [1], links: ["tag": .init(removed: [try #require(RowKey([2]))])], access
      ).summary == "written: ")
    // The second row of two may not be seen.
    let rows = try [1, 3].map { ShownRow(try #require(RowKey([$0]))) }
    let result = try await access.delete(rows, of: try fixture.entity("note"), in: fixture.file)
    #expect(result.summary == "not found: 3")
    #expect(try await fixture.contents() == before)
  }

  @Test func `a row has to satisfy the row filter after the write`() async throws {
    let fixture = try await Self.teams()
    let access = try fixture.access()
    let before = try await fixture.contents()
    let hidden =
      "invalid: outsideFilter []: You may not see the row as it would be, so it was not saved."
    #expect(try await fixture.update("person", [1], ["team_id": nil], access).summary == hidden)
    #expect(
      try await fixture.update("task", [3], ["is_public": 0], access).summary == hidden)
    #expect(try await fixture.insert("person", ["name": "new"], access).summary == hidden)
    #expect(try await fixture.contents() == before)
    #expect(
      try await fixture.insert("person", ["name": "new", "team_id": 1], access).changes?.count == 1)
  }

  @Test func `a hidden value of a foreign key stays when others are changed`() async throws {
    let fixture = try await Self.teams()
    let access = try fixture.access()
    #expect(
      try await fixture.update("task", [4], ["title": "feast"], access).summary
        == "written: update 4→4 title: tparty→tfeast")
  }
}
