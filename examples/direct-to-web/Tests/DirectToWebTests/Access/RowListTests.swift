import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct RowListTests {
  @Test func `a page has labels of related rows that may be seen, and counts of them`() async throws
  {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let access = try fixture.access()
    let task = try fixture.entity("task")
    let tasks = try RowList(
      task, columns: [try fixture.path("title", "task")], relationships: task.relationships,
      through: access)
    #expect(tasks.relationships.map(\.name) == ["person", "tag"])
    let (page, statements) = try await fixture.file.read { connection in
      // The first page finds out which labels repeat.
      _ = try tasks.page(size: 9, on: connection)
      let statements = try connection.statements { _ = try tasks.page(size: 9, on: $0) }
      return (try tasks.page(size: 9, on: connection), statements)
    }
    // One for the rows with their labels, one for each to-many relationship.
    #expect(statements.count == 2)
    #expect(page.rows.map(\.values) == [["paint"], ["wash"], [nil], ["party"]])
    let ann = RowList.RelatedRow(key: RowKey([1]), label: ["Ann"], isRepeated: false)
    let bob = RowList.RelatedRow(key: RowKey([2]), label: ["bob"], isRepeated: false)
    #expect(page.rows.map { $0.related[0] } == [.row(ann), .row(bob), .row(nil), .row(nil)])
    #expect(page.rows.map { $0.related[1] } == [1, 0, 0, 0].map { .count(.exactly($0)) })

    func one(_ count: Int) -> RowList.Related { .count(.exactly(count)) }
    let team = try fixture.entity("team")
    let teams = try RowList(team, relationships: team.relationships, through: access)
    let key = try #require(RowKey([1]))
    let row = try #require(try await fixture.file.read { try teams.row(key, on: $0) })
    // Another note of the team is by a person who may not be seen.
    let counts = zip(teams.relationships.map(\.name), row.related).map { "\($0) \($1)" }.sorted()
    #expect(counts == ["note \(one(1))", "person \(one(2))"])
    #expect(access.notices == [])
  }

  @Test func `a row that may not be seen is not there, as one that does not exist`() async throws {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let access = try fixture.access()
    let people = try RowList(try fixture.entity("person"), through: access)
    let keys = try [[1], [3], [99], ["1"], ["x"], [1, 2], ["Ann"]].map { (key: [Value]) in
      try #require(RowKey(key))
    }
    let found = try await fixture.file.read { connection in
      try keys.map { try people.row($0, on: connection)?.key?.token }
    }
    // The type of the column makes a number of the text.
    #expect(found == ["1", nil, nil, "1", nil, nil, nil])
  }

  @Test func `rows at the end of a relationship are listed when its row may be seen`() async throws
  {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let access = try fixture.access()
    func tasks(_ name: String, _ key: [Value], _ access: Access) async throws -> [String?] {
      let entity = try fixture.entity(name)
      let relationship = try #require(entity.relationship("task"))
      return try await fixture.keys(
        "task", from: RowList.Start(relationship, of: try #require(RowKey(key))), access)
    }
    #expect(try await tasks("person", [1], access) == ["1"])
    // The party may be seen, but not through a person who may not.
    #expect(try await tasks("person", [3], access) == [])
    #expect(try await tasks("person", [3], try fixture.access("eve", team: 2)) == ["4", "5"])
    #expect(try await tasks("tag", [1], access) == ["1"])
    #expect(try await tasks("tag", [2], access) == [])
    #expect(try await tasks("tag", [1, 2], access) == [])
    #expect(access.notices == [])
    let person = try fixture.entity("person")
    let toOne = try #require(try fixture.entity("task").relationship("person"))
    let start = RowList.Start(toOne, of: try #require(RowKey([1])))
    #expect(
      throwsCode(.invalidQuery) {
        _ = try RowList(try fixture.entity("team"), from: start, through: access)
      })
    #expect(
      throwsCode(.invalidQuery) { _ = try RowList(person, relationships: [toOne], through: access) }
    )
  }

  @Test func `what may not be seen is left out of columns, sorts and searches, with a notice`()
    async throws
  {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let access = try fixture.access()
    let salary = try fixture.path("salary", "person")
    let name = try fixture.path("name", "person")
    let hidden = [
      AccessNotice(
        key: "isPropertyVisible", subject: "person.salary",
        message: "there is no such property, or it may not be seen")
    ]
    let list = try RowList(
      try fixture.entity("person"), columns: [salary, name],
      sort: [SortTerm(salary), SortTerm(name, isDescending: true)], through: access)
    #expect(list.columns == [name])
    #expect(list.sort == [SortTerm(name, isDescending: true)])
    let rows = try await fixture.file.read { try list.page(size: 9, on: $0).rows }
    #expect(rows.map(\.values) == [["bob"], ["Ann"]])
    #expect(
      rows.map(\.object.layout.names) == [["id", "name", "team_id"], ["id", "name", "team_id"]])
    #expect(access.notices == hidden)

    for qualifier in [
      Qualifier.isNull(salary), .not(.isNull(salary)), .compare(salary, .equal, "SECRET 1"),
      .any([.everything, .isIn(salary, ["SECRET 1"])]), .not(.text(salary, .contains, "E")),
    ] {
      let access = try fixture.access()
      #expect(try await fixture.keys("person", where: qualifier, access) == [])
      #expect(access.notices == hidden)
    }
    #expect(try await fixture.keys("person", search: "S", in: ["salary"], access) == [])
    #expect(try await fixture.keys("person", search: "a", in: ["salary", "name"], access) == ["1"])
    #expect(try await fixture.keys("person", search: " ", in: ["salary"], access) == ["1", "2"])
    #expect(access.path("salary", from: try fixture.entity("person")) == nil)
    #expect(access.notices == hidden)
    #expect(access.path("gone", from: try fixture.entity("person")) == nil)
    #expect(access.notices.map(\.subject) == ["person.salary", "person.gone"])
    #expect(Set(access.notices.map(\.message)).count == 1)
    #expect(access.path("team.name", from: try fixture.entity("person"))?.name == "team.name")
  }

  @Test func `a condition with values of a row that was not looked up is refused`() async throws {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let access = try fixture.access()
    let tasks = try #require(try fixture.entity("person").relationship("task"))
    for qualifier in [Qualifier.linked(tasks, from: [3]), .not(.linked(tasks, from: [3]))] {
      #expect(try await fixture.keys("task", where: qualifier, access) == [])
    }
    #expect(access.notices.map(\.subject) == ["person.task"])
  }

  @Test func `a relationship through rows that may not all be seen may not be seen`() async throws {
    let fixture = try await AccessFixture.teams(
      secret: "SECRET",
      rules: AccessFixture.teamRules + """
        { key = "visibleRows", when = { entity = { name = "task_tag" } }, value = { tag_id = 1 } },
        """)
    let access = try fixture.access()
    let tag = try fixture.entity("tag")
    let tasks = try #require(tag.relationship("task"))
    #expect(!access.canSee(tasks))
    #expect(access.notices.map(\.message) == ["not all rows of `task_tag` may be seen"])
    let list = try RowList(tag, relationships: [tasks], through: access)
    #expect(list.relationships == [])
    let start = RowList.Start(tasks, of: try #require(RowKey([1])))
    #expect(try await fixture.keys("task", from: start, access) == [])
  }

  @Test func `a hidden key is in no row and no cursor, and finds none`() async throws {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let access = try fixture.access()
    let list = try RowList(
      try fixture.entity("login"), columns: [try fixture.path("n", "login")], through: access)
    let key = try #require(RowKey(["SECRET b"]))
    let (page, row) = try await fixture.file.read { connection in
      (try list.page(size: 2, on: connection), try list.row(key, on: connection))
    }
    #expect(!list.pagesByKey)
    #expect(page.rows.map(\.values) == [[1], [2]])
    #expect(page.rows.allSatisfy { $0.key == nil && !access.canEdit($0) && !access.canDelete($0) })
    #expect(page.next?.token == "o2")
    #expect(row == nil)
  }

  @Test func `a column at the end of relationships is seen when each step is`() async throws {
    for hidden in ["person", "team", "name"] {
      let fixture = try await AccessFixture.teams(
        secret: "SECRET",
        rules: AccessFixture.teamRules + """
          { key = "isPropertyVisible", when = { propertyKey = "\(hidden)" }, value = false },
          """)
      let access = try fixture.access()
      #expect(!access.canSee(try fixture.path("person.team.name", "task")))
      #expect(access.canSee(try fixture.path("person.team.id", "task")) == (hidden == "name"))
      #expect(access.canSee(try fixture.path("team.id", "person")) == (hidden != "team"))
    }
  }

  @Test func `rules see values of a row as they are stored`() async throws {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d, e BLOB);
      INSERT INTO t VALUES (1, NULL, 1.5, 'é', x'ff00', x'01'), (2, 7, x'61', CAST(x'ff' AS TEXT), 0, 1);
      """,
      rules: """
        { key = "displayNameForObject", value = function(c)
          local o = c.object
          return table.concat({ tostring(o.a), tostring(o.b), o.c, #tostring(o.d) }, " ")
        end },
        """)
    let access = try fixture.access()
    let list = try RowList(try fixture.entity("t"), through: access)
    let rows = try await fixture.file.read { try list.page(size: 9, on: $0).rows }
    #expect(access.displayName(of: rows[0]) == "nil 1.5 é 2")
    // The text that is not UTF-8 reaches rules, and no name can be made of it.
    #expect(access.displayName(of: rows[1]) == nil)
    #expect(access.notices.map(\.key) == ["displayNameForObject"])
    #expect(rows[0].object.layout.names == ["id", "a", "b", "c", "d"])
  }
}
