import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct WritingTests {
  private static func shop(_ rules: String = "") async throws -> AccessFixture {
    let sql = String(
      decoding: try Data(contentsOf: TemporaryDatabase.resource("shop.sql")), as: UTF8.self)
    return try await AccessFixture(sql, rules: rules)
  }

  @Test func `a row is made, changed and deleted, and each change is told`() async throws {
    let fixture = try await Self.shop()
    let access = try fixture.access()
    let made = try await fixture.insert("tag", ["name": "new"], access)
    #expect(made.summary == "written: insert -→3 id: -→3, name: -→tnew")
    let changed = try await fixture.update(
      "tag", [3], ["name": "old"], shown: ["name": "new"], access)
    #expect(changed.summary == "written: update 3→3 name: tnew→told")
    let moved = try await fixture.update("tag", [3], ["id": 30], access)
    #expect(moved.summary == "written: update 3→30 id: 3→30")
    let gone = try await fixture.delete("tag", [30], shown: ["name": "old"], access)
    #expect(gone.summary == "written: delete 30→- id: 30→-, name: told→-")
    #expect(try await fixture.delete("tag", [30], access).summary == "not found: 30")
    #expect(
      try await fixture.update("tag", [30], ["name": "x"], access).summary == "not found: 30")
    #expect(access.notices == [])
  }

  @Test func `keys, defaults and computed columns are as the database makes them`() async throws {
    let fixture = try await Self.shop()
    let access = try fixture.access()
    let made = try await fixture.insert(
      "product", ["maker": "neu", "number": "7", "title": "T", "price": 100], access)
    let change = try #require(made.changes?.first)
    #expect(change.newKey?.token == "tneu,7")
    #expect(change.new[try fixture.identifier("gross", "product")] == 119.0)
    #expect(change.new[try fixture.identifier("label", "product")] == "neu 7")
    #expect(
      try await fixture.update("product", ["neu", 7], ["gross": 1], access).summary
        == "refused: product.gross: isPropertyEditable: this may not be changed")
    let empty = try await fixture.insert("customer", [:], access)
    #expect(empty.summary == "invalid: missing [\"firstName\"]: A value is needed.")
    let weird = "we\"ird ] ' t"
    // To a dictionary of strings the first two would be one.
    var edit = try fixture.edit(
      weird, ["é": "1", "quote\"\u{301} ]\u{301}": "3", "or`der": -3])
    edit.values[try fixture.identifier("e\u{301}", weird)] = "2"
    let row = try await access.insert(into: try fixture.entity(weird), edit, in: fixture.file)
    let values = try #require(row.changes?.first)
    #expect(values.newKey?.token == "3")
    #expect(values.new[try fixture.identifier("é", weird)] == "1")
    #expect(values.new[try fixture.identifier("e\u{301}", weird)] == "2")
    #expect(values.new[try fixture.identifier("select", weird)] == "x")
  }

  @Test func `a table whose only key is the identifier of rows can be written`() async throws {
    let fixture = try await Self.shop()
    let access = try fixture.access()
    let made = try await fixture.insert("log", ["message": "x"], access)
    #expect(made.changes?.first?.newKey?.token == "4")
    let change = try await fixture.update("log", [4], ["message": "y"], access)
    #expect(change.summary == "written: update 4→4 message: tx→ty")
    #expect(
      try await fixture.insert("log", ["at": "now", "message": "FIRST"], access).summary
        == "invalid: unique []: Another row has this value already.")
    let found = try await fixture.insert("search", ["title": "a", "body": "b"], access)
    #expect(found.changes?.first?.newKey?.token == "1")
    #expect(try await fixture.delete("search", [1], access).changes?.count == 1)
    #expect(
      try await fixture.insert("customer_names", [:], access).summary
        == "refused: customer_names: isEntityReadOnly: this table may not be changed")
  }

  @Test(
    arguments: [
      (
        "customer", [1], ["firstName": "Kiri", "lastName": "Te"],
        "unique [\"firstName\", \"lastName\"]: Another row has these values already."
      ),
      (
        "customer", [1], ["email": "KIRI@example.org"],
        "unique [\"email\"]: Another row has this value already."
      ),
      ("customer", [1], ["firstName": nil], "missing [\"firstName\"]: A value is needed."),
      (
        "customer", [1], ["rating": "Z"],
        "check [\"rating\"]: This must hold: Rating is empty or Rating is one of (“A”, “B”, “it's C”)."
      ),
      ("customer", [1], ["country_code": "XX"], "noSuchRow [\"country\"]: There is no such row."),
      (
        "product", ["acme", 1], ["price": -1],
        "check [\"price\"]: The rule “price is positive” does not hold: 0 is less than Price and Price is at most 1e6."
      ),
      (
        "product", ["acme", 1], ["number": 2],
        "unique [\"maker\", \"number\"]: Another row has these values already."
      ),
      ("product", ["acme", 2], ["maker": "other"], "referred []: Other rows refer to this one."),
      ("order", [10], ["customer_id": "x"], "noSuchRow [\"customer\"]: There is no such row."),
      ("order", [10], ["placed": .blob([1])], "type [\"placed\"]: The column takes no such value."),
      (
        "order_line", [10, 1], ["number": 9],
        "noSuchRow [\"product\"]: There is no such row."
      ),
      (
        "country", ["DE"], ["code": "D"],
        "check [\"code\"]: This must hold: the length of Code is 2."
      ),
    ] as [(String, [Value], [String: Value], String)])
  func `a broken constraint is told at its columns, and nothing is written`(
    entity: String, key: [Value], values: [String: Value], problem: String
  ) async throws {
    let fixture = try await Self.shop()
    let before = try await fixture.contents()
    let result = try await fixture.update(entity, key, values, try fixture.access())
    #expect(result.summary == "invalid: " + problem)
    #expect(try await fixture.contents() == before)
  }

  @Test func `triggers refuse with their own words, skip rows, and end transactions`() async throws
  {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, UNIQUE (name) ON CONFLICT REPLACE);
      CREATE TABLE late (id INTEGER PRIMARY KEY,
        t_id INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER abort BEFORE UPDATE ON t WHEN NEW.name = 'abort'
        BEGIN SELECT RAISE(ABORT, 'not that'); END;
      CREATE TRIGGER rollback BEFORE UPDATE ON t WHEN NEW.name = 'rollback'
        BEGIN SELECT RAISE(ROLLBACK, 'not at all'); END;
      CREATE TRIGGER fail AFTER UPDATE ON t WHEN NEW.name = 'fail'
        BEGIN SELECT RAISE(FAIL, 'too late'); END;
      CREATE TRIGGER skip BEFORE UPDATE ON t WHEN NEW.name = 'skip'
        BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER no_new BEFORE INSERT ON t WHEN NEW.name = 'skip'
        BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER upper AFTER UPDATE ON t WHEN NEW.name = 'up'
        BEGIN UPDATE t SET name = 'UP' WHERE id = NEW.id; END;
      CREATE TRIGGER other AFTER UPDATE ON t WHEN NEW.name = 'other'
        BEGIN INSERT INTO late VALUES (1, NULL); END;
      INSERT INTO t VALUES (1, 'a'), (2, 'b');
      INSERT INTO late VALUES (1, 2);
      """, rules: "")
    let access = try fixture.access()
    let before = try await fixture.contents()
    func name(_ name: String) async throws -> String {
      try await fixture.update("t", [1], ["name": .text(name)], access).summary
    }
    #expect(try await name("abort") == "invalid: trigger []: not that")
    #expect(try await name("rollback") == "invalid: trigger []: not at all")
    #expect(try await name("fail") == "invalid: trigger []: too late")
    #expect(try await name("skip") == "invalid: other []: The database did not take the row.")
    #expect(try await name("other") == "invalid: other []: A rule of another table does not hold.")
    // The table would delete the other row.
    #expect(try await name("b").hasPrefix("invalid: unique [\"name\"]"))
    #expect(
      try await fixture.insert("t", ["name": "skip"], access).summary
        == "invalid: other []: The database did not take the row.")
    #expect(
      try await fixture.insert("late", ["t_id": 9], access).summary
        == "invalid: noSuchRow [\"t\"]: There is no such row.")
    #expect(
      try await fixture.delete("t", [2], access).summary
        == "invalid: referred []: Other rows refer to this one.")
    #expect(try await fixture.contents() == before)
    #expect(try await name("up") == "written: update 1→1 name: ta→tUP")
  }

  // MARK: - Others

  @Test func `what two users change at the same time is merged, or a conflict`() async throws {
    let fixture = try await Self.shop()
    let access = try fixture.access()
    let original: [String: Value] = ["firstName": "Ada", "lastName": "Lovelace", "notes": nil]
    _ = try await fixture.update(
      "customer", [1], ["firstName": "Eve", "notes": "theirs"], shown: original, access)
    // The form sends all fields; the last name is changed, the others are as they were shown.
    let merged = try await fixture.update(
      "customer", [1], ["firstName": "Ada", "lastName": "L.", "notes": nil], shown: original, access
    )
    #expect(merged.summary == "written: update 1→1 lastName: tLovelace→tL~2e")
    let conflict = try await fixture.update(
      "customer", [1], ["firstName": "Ann", "lastName": "L.", "notes": "theirs", "credit": 1],
      shown: original.merging(["credit": 200]) { $1 }, access)
    #expect(conflict.summary == "conflict: firstName: tAda, theirs tEve, yours tAnn")
    let deleted = try await fixture.delete("customer", [1], shown: original, access)
    #expect(
      deleted.summary
        == "conflict: firstName: tAda, theirs tEve, yours delete; lastName: tLovelace, "
        + "theirs tL~2e, yours delete; notes: n, theirs ttheirs, yours delete")
    let untouched = try await fixture.update(
      "customer", [1], ["firstName": "Ada"], shown: original, access)
    #expect(untouched.summary == "written: ")
  }

  @Test func `a foreign key of two columns changes as a whole`() async throws {
    let fixture = try await Self.shop()
    let access = try fixture.access()
    let rope = try #require(RowKey(["zeta", 1]))
    let shown: [String: Value] = ["maker": "acme", "number": 1]
    let result = try await fixture.update(
      "order_line", [10, 1], shown: shown, to: ["product": rope], access)
    #expect(result.summary == "written: update 10,1→10,1 maker: tacme→tzeta")
    let rocket = try #require(RowKey(["acme", 2]))
    let conflict = try await fixture.update(
      "order_line", [10, 1], shown: shown, to: ["product": rocket], access)
    #expect(
      conflict.summary == "conflict: product: tacme,1, theirs tzeta,1, yours tacme,2")
    let none = try await fixture.update(
      "order_line", [10, 1], to: ["product": RowKey?.none], access)
    #expect(none.summary == "invalid: missing [\"maker\"]: A value is needed.")
    let both = try await fixture.update(
      "order_line", [10, 1], ["number": 5], to: ["product": rocket], access)
    #expect(
      both.summary
        == "invalid: contradiction [\"number\", \"product\"]: "
        + "These fields want different values of the column number."
    )
    let nobody = try #require(RowKey(["nobody", 5]))
    let missing = try await fixture.update(
      "order_line", [10, 1], to: ["product": nobody], access)
    #expect(missing.summary == "invalid: noSuchRow [\"product\"]: There is no such row.")
  }

  @Test func `links are made and removed, and those of others stay`() async throws {
    let fixture = try await Self.shop()
    let access = try fixture.access()
    let keys = try (1...3).map { try #require(RowKey([.integer($0)])) }
    let first = try await fixture.update(
      "product", ["acme", 1], links: ["tag": .init(added: [keys[1]], removed: [keys[0]])], access)
    #expect(first.summary == "written: update tacme,1→tacme,1 tag +[\"2\"] -[\"1\"]")
    let again = try await fixture.update(
      "product", ["acme", 1], links: ["tag": .init(added: [keys[1]], removed: [keys[0]])], access)
    #expect(again.summary == "written: ")
    let missing = try await fixture.update(
      "product", ["acme", 1], ["title": "new"], links: ["tag": .init(added: [keys[2]])], access)
    #expect(missing.summary == "invalid: noSuchRow [\"tag\"]: There is no such row.")
    let made = try await fixture.insert(
      "product", ["maker": "m", "number": 1, "title": "t", "price": 1],
      links: ["tag": .init(added: [keys[0], keys[1]])], access)
    #expect(made.changes?.first?.links.map(\.added) == [[keys[0], keys[1]]])
    let links = try #require(try await fixture.contents()["product_tag"])
    #expect(
      Set(links) == [
        ["acme", 1, 2], ["acme", 2, 1], ["acme", 2, 2], ["m", 1, 1], ["m", 1, 2],
      ])
  }

  // MARK: - Values of rules

  @Test func `rules give values of new rows, times, and objections`() async throws {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, owner TEXT, made DATETIME, at INTEGER,
        secret TEXT);
      INSERT INTO t (id, name) VALUES (1, 'x');
      """,
      rules: """
        { key = "initialPropertyValues", when = { task = "new" },
          value = function(c) return { owner = c.user.name, name = "unnamed" } end },
        { key = "creationTimestampPropertyKey", value = "made" },
        { key = "updateTimestampPropertyKey", value = "at" },
        { key = "isPropertyEditable", when = { propertyKey = "owner" }, value = false },
        { key = "isPropertyVisible", when = { propertyKey = "secret" }, value = false },
        { key = "validate", when = function(c) return c.object.name == "bad" end,
          value = "name: not this name" },
        { key = "validate", when = function(c) return c.object.name == "bad" end,
          value = "the row is bad: as a whole" },
        { key = "validate", when = function(c) return c.object.owner == nil end,
          value = "nobody owns it" },
        { key = "validate", when = function(c) return c.object.name == "fail" end,
          value = function(c) return c.object.secret end },
        """)
    let access = try fixture.access()
    let made = try #require(try await fixture.insert("t", [:], access).changes?.first)
    #expect(made.new[try fixture.identifier("name", "t")] == "unnamed")
    #expect(made.new[try fixture.identifier("owner", "t")] == "ann")
    guard case .text(let time)? = made.new[try fixture.identifier("made", "t")],
      case .integer(let seconds)? = made.new[try fixture.identifier("at", "t")]
    else {
      Issue.record("no times")
      return
    }
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) != nil && seconds > 1_700_000_000)
    let named = try await fixture.insert("t", ["name": "mine"], access)
    #expect(named.changes?.first?.new[try fixture.identifier("name", "t")] == "mine")
    #expect(
      try await fixture.insert("t", ["owner": "eve"], access).summary
        == "refused: t.owner: isPropertyEditable: this may not be changed")
    let before = try await fixture.contents()
    #expect(
      try await fixture.insert("t", ["name": "bad"], access).summary
        == "invalid: rule [\"name\"]: not this name; rule []: the row is bad: as a whole")
    #expect(
      try await fixture.update("t", [1], ["name": "y"], access).summary
        == "invalid: rule []: nobody owns it")
    #expect(
      try await fixture.insert("t", ["name": "fail"], access).summary
        == "invalid: failedRule []: A rule about this table failed, so nothing was saved.")
    #expect(access.notices.contains { $0.key == "validate" && $0.message.contains("secret") })
    #expect(try await fixture.contents() == before)
    let changed = try await fixture.update("t", [2], ["name": "z"], access)
    #expect(changed.changes?.first?.new[try fixture.identifier("name", "t")] == "z")
    #expect(try await fixture.update("t", [2], ["name": "z"], access).summary == "written: ")
  }

  @Test(arguments: [
    #"{ key = "initialPropertyValues", value = { gone = 1 } }"#,
    #"{ key = "initialPropertyValues", value = { name = { 1 } } }"#,
    #"{ key = "initialPropertyValues", value = function(c) error("no") end }"#,
    #"{ key = "initialPropertyValues", value = function(c) return 3 end }"#,
    #"{ key = "creationTimestampPropertyKey", value = "gone" }"#,
    #"{ key = "updateTimestampPropertyKey", value = function(c) return c.user.gone end }"#,
    #"{ key = "validate", value = function(c) error("no") end }"#,
    #"{ key = "validate", value = function(c) return { "x" } end }"#,
  ])
  func `a rule that fails refuses the save`(rule: String) async throws {
    let fixture = try await AccessFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);", rules: rule)
    let access = try fixture.access()
    #expect(
      try await fixture.insert("t", ["name": "x"], access).summary
        == "invalid: failedRule []: A rule about this table failed, so nothing was saved.")
    #expect(access.notices.count == 1)
    #expect(try await fixture.contents()["t"] == [])
  }
}
