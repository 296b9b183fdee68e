import Foundation
import Testing

@testable import DirectToWeb

/// The key `isEditableInList`: fields in a list.
@Suite struct ListEditingTests {
  private static let products = """
    CREATE TABLE product (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stock INTEGER CHECK (stock >= 0), note TEXT,
      size TEXT CHECK (size IN ('S', 'L')), is_new BOOLEAN NOT NULL DEFAULT 0);
    INSERT INTO product (name, stock, note, size) VALUES
      ('Amber', 1, NULL, 'S'), ('Birch', 2, 'old', NULL), ('Cedar', 3, '', 'L');
    """
  private static let rules = """
    return {
      { key = "isEditableInList", when = { propertyKey = { "name", "stock", "note", "size", "is_new" } },
        value = true },
      { key = "isObjectEditable", when = { object = { name = "Cedar" } }, value = false },
      { key = "displayPropertyKeys", when = { task = "list" },
        value = { "id", "name", "stock", "note", "size", "is_new" } },
    }
    """

  private func contents(_ database: TemporaryDatabase) throws -> [String] {
    try database.texts(
      """
      SELECT name || ' ' || coalesce(stock, '-') || ' ' || coalesce(quote(note), '-') || ' '
        || coalesce(size, '-') || ' ' || is_new FROM product ORDER BY id
      """)
  }

  private func form(_ page: SiteFixture.Answer) throws -> PageForm {
    try #require(PageForm(page, with: "/table/product/batch"))
  }

  /// The name of a field: the third column of the table is `f2`.
  private func name(_ row: Int, _ column: Int) -> String { "rows:\(row):f\(column)" }

  @Test func `rows that may be changed have fields, and what is typed is saved at once`()
    async throws
  {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let page = try await fixture.get("/table/product?sort=-name")
    var form = try form(page)
    #expect(form.names.filter { $0.hasPrefix("rows:") }.count == 10)
    #expect(!form.names.contains { $0.hasPrefix("rows:3:") })
    #expect(form.value("rows:2:f2") == "2")
    #expect(page.main.contains(#"<label class="hidden" for="rows:2:f2">Stock: Birch</label>"#))
    form.set(name(1, 2), to: "5")
    form.set(name(2, 4), to: "L")
    form.set(name(2, 5), to: "Yes")
    let answer = try await fixture.post("/table/product?sort=-name", form.fields)
    #expect(answer.status == 303)
    #expect(answer.location == "/table/product?sort=-name")
    #expect(
      try contents(database)
        == ["Amber 5 NULL S 0", "Birch 2 'old' L 1", "Cedar 3 '' L 0"])
  }

  @Test func `a list that comes back as it was shown writes nothing`() async throws {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let form = try form(try await fixture.get("/table/product"))
    let before = try database.bytes
    #expect(try await fixture.post("/table/product", form.fields).status == 303)
    #expect(try database.bytes == before)
  }

  @Test func `what is wrong stands at its field, nothing is saved, and nothing typed is lost`()
    async throws
  {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/product"))
    form.set(name(1, 2), to: "-1")
    form.set(name(2, 1), to: "Cedar")
    let before = try contents(database)
    let first = try await fixture.post("/table/product", form.fields)
    #expect(first.status == 422)
    #expect(first.main.contains("Nothing was saved."))
    #expect(first.main.contains(#"id="rows:1:f2-error">At least 0, please.</p>"#))
    var again = try self.form(first)
    #expect(again.value("rows:1:f2") == "-1")
    #expect(again.value("rows:2:f1") == "Cedar")
    again.set(name(1, 2), to: "9")
    let second = try await fixture.post("/table/product", again.fields)
    #expect(second.status == 422)
    #expect(
      second.main.contains(#"id="rows:2:f1-error">Another row has this value already.</p>"#))
    #expect(try contents(database) == before)
    var last = try self.form(second)
    last.set(name(2, 1), to: "Beech")
    #expect(try await fixture.post("/table/product", last.fields).status == 303)
    #expect(try contents(database)[0...1] == ["Amber 9 NULL S 0", "Beech 2 'old' - 0"])
  }

  @Test func `what somebody else wrote meanwhile is told before it is replaced, or kept`()
    async throws
  {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/product"))
    form.set(name(1, 2), to: "5")
    try database.run("UPDATE product SET stock = 7, note = 'theirs' WHERE id = 1")
    let conflict = try await fixture.post("/table/product", form.fields)
    #expect(conflict.status == 422)
    #expect(
      conflict.main.contains("Meanwhile somebody wrote “7”. Save again to replace that."))
    let again = try self.form(conflict)
    #expect(again.value("rows:1:f2") == "5")
    #expect(again.value("rows:1:f3") == "theirs")
    #expect(try await fixture.post("/table/product", again.fields).status == 303)
    #expect(try contents(database)[0] == "Amber 5 'theirs' S 0")
  }

  @Test func `fields that the page did not show, and rows that are gone, refuse the whole`()
    async throws
  {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/product"))
    form.set(name(1, 2), to: "5")
    let before = try contents(database)
    var foreign = form
    // The seal of one row is none for another.
    foreign.set("rows:2:original", to: try #require(form.value("rows:1:original")))
    #expect(try await fixture.post("/table/product", foreign.fields).status == 400)
    var hidden = form
    hidden.set("rows:1:f0", to: "77")
    #expect(try await fixture.post("/table/product", hidden.fields).status == 422)
    #expect(try contents(database) == before)
    try database.run("DELETE FROM product WHERE id = 1")
    let gone = try await fixture.post("/table/product", form.fields)
    #expect(gone.status == 422)
    #expect(gone.main.contains("A row that you changed is not there any more."))
  }

  @Test func `without the key there is no field, and a list takes none`() async throws {
    let database = try TemporaryDatabase(Self.products)
    let typed = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await typed.get("/table/product"))
    form.set(name(1, 2), to: "5")
    let fixture = try await SiteFixture(database.path)
    let page = try await fixture.get("/table/product")
    #expect(!page.main.contains("rows:1"))
    #expect(try await fixture.post("/table/product", form.fields).status == 404)
  }

  @Test func `a text that was missing is not lost in a conflict`() async throws {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/product"))
    #expect(form.value("rows:1:f3.null") == "1")
    form.set(name(1, 3), to: "mine")
    try database.run("UPDATE product SET note = 'theirs' WHERE id = 1")
    let conflict = try await fixture.post("/table/product", form.fields)
    #expect(conflict.status == 422)
    let again = try self.form(conflict)
    #expect(try await fixture.post("/table/product", again.fields).status == 303)
    #expect(try contents(database)[0] == "Amber 1 'mine' S 0")
  }

  @Test func `a row that nobody touched does not stand in the way of others`() async throws {
    let database = try TemporaryDatabase(Self.products)
    try database.run("UPDATE product SET stock = NULL WHERE id = 2")
    let fixture = try await SiteFixture(
      database.path,
      rules: Self.rules.replacing(
        "return {",
        with: "return { { key = \"isRequired\", when = { propertyKey = \"stock\" }, value = true },"
      ))
    var form = try form(try await fixture.get("/table/product"))
    form.set(name(1, 2), to: "8")
    #expect(try await fixture.post("/table/product", form.fields).status == 303)
    #expect(try contents(database)[0] == "Amber 8 NULL S 0")
  }

  @Test func `what was typed into a row that left the list is told`() async throws {
    let database = try TemporaryDatabase(Self.products)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/product?f.size=S"))
    form.set(name(1, 1), to: "Typed")
    try database.run("UPDATE product SET size = 'L', name = 'Theirs' WHERE id = 1")
    let answer = try await fixture.post("/table/product?f.size=S", form.fields)
    #expect(answer.status == 422)
    #expect(answer.main.contains("No row fits."))
    #expect(answer.main.contains("<li>Product 1, Name: Typed</li>"), "\(answer.main)")
  }
}
