import Testing

@testable import DirectToWeb

@Suite struct WritableViewTests {
  private static let sql = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, secret TEXT);
    INSERT INTO person VALUES (1, 'Ann', 'x'), (2, 'Bob', 'y');
    CREATE VIEW people AS SELECT id AS number, name FROM person;
    CREATE TRIGGER people_update INSTEAD OF UPDATE OF name ON people BEGIN
      UPDATE person SET name = new.name WHERE id = old.number;
    END;
    CREATE TRIGGER people_insert INSTEAD OF INSERT ON people BEGIN
      INSERT INTO person (id, name) VALUES (new.number, new.name);
    END;
    CREATE VIEW names AS SELECT id, name FROM person;
    """
  private static let rules = """
    return {
      { key = "rowKeys", when = { entity = { name = "people" } }, value = { "number" } },
      { key = "rowKeys", when = { entity = { name = "names" } }, value = { "id" } },
    }
    """

  @Test func `a rule opens a view with INSTEAD OF triggers for writing`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path, rules: Self.rules)
    #expect(try await site.keys("/table/people") == ["1", "2"])
    var form = try #require(PageForm(try await site.get("/table/people/row/1/edit"), with: "edit"))
    let name = try #require(form.fields.first { $0.1 == "Ann" }?.0)
    form.set(name, to: "Anna")
    #expect(try await site.post("/table/people/row/1/edit", form.fields).status == 303)
    #expect(try database.texts("SELECT name FROM person ORDER BY id") == ["Anna", "Bob"])

    var new = try #require(PageForm(try await site.get("/table/people/new"), with: "new"))
    for (field, value) in zip(new.names, ["3", "Cleo"]) { new.set(field, to: value) }
    #expect(try await site.post("/table/people/new", new.fields).status == 303)
    #expect(try database.texts("SELECT name FROM person ORDER BY id") == ["Anna", "Bob", "Cleo"])
  }

  @Test func `what no trigger does is not offered, and refused`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path, rules: Self.rules)
    let page = try await site.get("/table/people/row/1")
    #expect(page.links.contains("/table/people/row/1/edit"))
    #expect(!page.main.contains("/table/people/row/1/delete"))
    let other = try await site.get("/table/names/row/1")
    #expect(other.status == 200)
    #expect(!other.links.contains("/table/names/row/1/edit"))
  }

  @Test func `without a rule a view stays closed`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    #expect(try await site.get("/table/people/row/1").status == 404)
    #expect(try await !site.get("/table/people").links.contains("/table/people/new"))
  }
}
