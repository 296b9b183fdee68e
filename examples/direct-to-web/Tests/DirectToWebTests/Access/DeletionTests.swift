import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct DeletionTests {
  private static let sql = """
    CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT,
      boss_id INTEGER REFERENCES owner ON DELETE CASCADE);
    CREATE TABLE house (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner ON DELETE CASCADE,
      is_public INTEGER);
    CREATE TABLE room (house_id INTEGER REFERENCES house ON DELETE CASCADE, number INT, note TEXT,
      PRIMARY KEY (house_id, number)) WITHOUT ROWID;
    CREATE TABLE letter (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner ON DELETE SET NULL,
      is_public INTEGER);
    CREATE TABLE bill (id INTEGER PRIMARY KEY, house_id INTEGER REFERENCES house, is_public INTEGER);
    INSERT INTO owner VALUES (1, 'a', NULL), (2, 'b', 1), (3, 'c', NULL), (4, 'd', 4), (5, 'e', NULL);
    INSERT INTO house VALUES (1, 1, 1), (2, 1, 0), (3, 2, 1), (4, 3, 1), (5, 5, 0);
    INSERT INTO room VALUES (1, 1, ''), (1, 2, ''), (3, 1, ''), (4, 1, '');
    INSERT INTO letter VALUES (1, 2, 1), (2, 2, 0), (3, 3, 1);
    INSERT INTO bill VALUES (1, 4, 1), (2, 4, 1), (3, 4, 0), (4, 5, 0);
    """

  private static let rules = """
    { key = "visibleRows", when = { entity = { name = { "house", "letter", "bill" } } },
      value = { is_public = 1 } },
    """

  private static func text(_ preview: DeletionPreview) -> String {
    func list(_ parts: [DeletionPreview.Part], _ others: Bool) -> String {
      parts.map { "\($0.count.number ?? -1) \($0.entity.name)" }.joined(separator: " ")
        + (others ? " others" : "")
    }
    return "takes \(list(preview.taken, preview.takesOthers)), "
      + "clears \(list(preview.cleared, preview.clearsOthers)), "
      + "stops \(list(preview.stops, preview.isStoppedByOthers))"
      + (preview.isComplete ? "" : ", more")
  }

  private static func preview(
    _ fixture: AccessFixture, _ keys: [Int64], _ access: Access
  ) async throws -> String {
    let entity = try fixture.entity("owner")
    let keys = try keys.map { try #require(RowKey([.integer($0)])) }
    return text(
      try await fixture.file.read {
        try access.deletionPreview(of: keys, in: entity, on: $0)
      })
  }

  @Test(
    arguments: [
      ([1], "takes 3 house 1 owner 3 room, clears 2 letter, stops "),
      ([2], "takes 1 house 1 room, clears 2 letter, stops "),
      ([1, 2], "takes 3 house 3 room, clears 2 letter, stops "),
      ([3], "takes 1 house 1 room, clears 1 letter, stops 3 bill"),
      ([4], "takes , clears , stops "), ([9], "takes , clears , stops "),
    ] as [([Int64], String)])
  func `a preview tells what happens to other rows, and it happens`(
    keys: [Int64], text: String
  ) async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let access = try fixture.access()
    #expect(try await Self.preview(fixture, keys, access) == text)
    let before = try await fixture.contents().mapValues(\.count)
    let rows = try (keys + keys).map { ShownRow(try #require(RowKey([.integer($0)]))) }
    let result = try await access.delete(rows, of: try fixture.entity("owner"), in: fixture.file)
    let after = try await fixture.contents().mapValues(\.count)
    if keys == [3] {
      #expect(result.summary == "invalid: referred []: 3 rows of Bill refer to it.")
      #expect(before == after)
    } else if keys != [9] {
      let numbers = text.split(separator: ",").map {
        $0.split(separator: " ").compactMap { Int($0) }.reduce(0, +)
      }
      let gone = before.values.reduce(0, +) - after.values.reduce(0, +)
      #expect(gone == numbers[0] + Set(keys).count)
      let changes = try #require(result.changes)
      #expect(changes.filter { $0.kind == .delete }.count == gone)
      #expect(changes.filter { $0.kind == .update }.count == numbers[1])
    }
  }

  @Test func `what a delete takes along is told with the values from before`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: Self.rules)
    let result = try await fixture.delete("owner", [2], try fixture.access())
    #expect(
      result.summary
        == "written: delete 2→- boss_id: 1→-, id: 2→-, name: tb→-; "
        + "delete 3→- id: 3→-, is_public: 1→-, owner_id: 2→-; "
        + "update 1→1 owner_id: 2→n; update 2→2 owner_id: 2→n; "
        + "delete 3,1→- house_id: 3→-, note: t→-, number: 1→-")
    let entities = result.changes?.map { "\($0.entity)" }
    #expect(entities == ["owner", "house", "letter", "letter", "room"])
  }

  @Test func `a row whose key leads to a deleted one is no deleted row`() async throws {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (a_id INTEGER REFERENCES a ON DELETE SET NULL, n INT, PRIMARY KEY (a_id, n));
      INSERT INTO a VALUES (1);
      INSERT INTO b VALUES (1, 1);
      """, rules: "")
    let result = try await fixture.delete("a", [1], try fixture.access())
    #expect(result.summary == "written: delete 1→- id: 1→-")
    #expect(try await fixture.contents()["b"] == [[.null, 1]])
  }

  @Test func `the history of each row that a delete changes tells of it`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let folder = try TemporaryFolder()
    let history = try await History(path: folder.path("history.db"))
    var options = Site.Options()
    options.history = history
    let fixture = try await SiteFixture(database.path, live: nil, site: options)
    let question = try await fixture.get("/table/owner/row/1/delete")
    let shown = try #require(question.main.firstMatch(of: /name="shown" value="([^"]*)"/)).1
    let answer = try await fixture.post("/table/owner/delete", [("shown", String(shown))])
    #expect(answer.location == "/table/owner")
    var kinds: [String: [String]] = [:]
    for entry in try await history.page().entries.reversed() {
      #expect(entry.isConfirmed)
      kinds[entry.entity, default: []].append("\(entry.kind) \(entry.row)")
    }
    #expect(
      kinds == [
        "owner": ["delete 1", "delete 2"], "house": ["delete 1", "delete 2", "delete 3"],
        "room": ["delete 1,1", "delete 1,2", "delete 3,1"],
        "letter": ["update 1", "update 2"],
      ])
    let page = try await fixture.get("/table/letter/row/1/history")
    #expect(page.main.contains("changed"))
  }

  @Test func `rows that may not be seen are others, without a number`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: Self.rules)
    let access = try fixture.access()
    #expect(
      try await Self.preview(fixture, [1], access)
        == "takes 2 house 1 owner 3 room others, clears 1 letter others, stops ")
    #expect(
      try await Self.preview(fixture, [3], access)
        == "takes 1 house 1 room, clears 1 letter, stops 2 bill others")
    #expect(
      try await Self.preview(fixture, [5], access) == "takes  others, clears , stops  others")
    #expect(
      try await fixture.delete("owner", [3], access).summary
        == "invalid: referred []: 2 rows of Bill refer to it.")
    #expect(
      try await fixture.delete("owner", [5], access).summary
        == "invalid: referred []: Other rows refer to it.")
  }

  @Test func `a preview tells nothing of a row that may not be deleted`() async throws {
    let fixture = try await AccessFixture(
      Self.sql, rules: #"{ key = "isObjectDeletable", value = false }"#)
    let access = try fixture.access()
    #expect(try await Self.preview(fixture, [1], access) == "takes , clears , stops ")
    #expect(
      try await fixture.delete("owner", [4], access).summary
        == "refused: owner: isObjectDeletable: this row may not be deleted")
  }

  @Test func `a preview of many rows ends, and says so`() async throws {
    let fixture = try await AccessFixture(
      Self.sql + """
        WITH RECURSIVE n(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n LIMIT 3000)
        INSERT INTO room SELECT 3, x, '' FROM n;
        """, rules: "")
    let text = try await Self.preview(fixture, [2], try fixture.access())
    #expect(text.hasSuffix(", more"))
  }
}
