import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// The key `inlines`: rows of another table in the form of a row.
@Suite struct InlineTests {
  private static let orders = """
    CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE "order" (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE line (
      id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES "order" ON DELETE CASCADE,
      product_id INTEGER NOT NULL REFERENCES product, count INTEGER NOT NULL CHECK (count > 0), note TEXT,
      UNIQUE (order_id, product_id));
    INSERT INTO product VALUES (1, 'Amber'), (2, 'Birch'), (3, 'Cedar');
    INSERT INTO "order" VALUES (1, 'first'), (2, 'second');
    INSERT INTO line VALUES (1, 1, 1, 10, NULL), (2, 1, 2, 20, 'x'), (3, 2, 3, 30, NULL);
    """
  private static let rules = """
    return {
      { key = "inlines", when = { entity = { name = "order" } }, value = { "line" } },
      { key = "displayPropertyKeys", when = { entity = { name = "line" }, task = { "edit", "new" } },
        value = { "product", "count", "note" } },
    }
    """

  private func contents(_ database: TemporaryDatabase) throws -> [String] {
    try database.texts(
      """
      SELECT o.name || ': ' || coalesce(group_concat(p.name || ' ' || l.count || ' ' || quote(l.note), ', '), '-')
      FROM "order" o LEFT JOIN line l ON l.order_id = o.id LEFT JOIN product p ON p.id = l.product_id
      GROUP BY o.id ORDER BY o.id
      """)
  }

  private func form(_ page: SiteFixture.Answer) throws -> PageForm {
    try #require(PageForm(page, with: #"class="edit""#))
  }

  /// The name of a field of a line; f5 is its product, f3 its count, and f4 its note.
  private static func name(_ row: String, _ column: String) -> String { "line:\(row):\(column)" }

  @Test func `a row and its lines are changed, made and deleted by one save`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let page = try await fixture.get("/table/order/row/1/edit")
    var form = try form(page)
    #expect(page.main.contains("<legend>Line</legend>"))
    #expect(form.value("line:1:f3") == "10")
    let product = try #require(
      form.names.first { $0.hasPrefix("line:1:") && form.options[$0] != nil })
    let new = product.replacingOccurrences(of: "line:1:", with: "line:+1:")
    form.set("f1", to: "renamed")
    form.set("line:1:f3", to: "11")
    form.set("line:2:delete", to: "1")
    form.set(new, to: "Cedar")
    form.set("line:+1:f3", to: "5")
    let answer = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(answer.location == "/table/order/row/1", "\(answer.main)")
    #expect(
      try contents(database) == ["renamed: Amber 11 NULL, Cedar 5 NULL", "second: Cedar 30 NULL"])
  }

  @Test func `a new row comes with its lines`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/order/new"))
    let product = try #require(
      form.names.first { $0.hasPrefix("line:+2:") && form.options[$0] != nil })
    form.set("f1", to: "third")
    form.set(product, to: "Birch")
    form.set("line:+2:f3", to: "7")
    let answer = try await fixture.post("/table/order/new", form.fields)
    #expect(answer.location == "/table/order/row/3", "\(answer.main)")
    #expect(try contents(database)[2] == "third: Birch 7 NULL")
  }

  @Test func `what is wrong with a line stands at its field, and nothing is saved`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/order/row/1/edit"))
    let before = try contents(database)
    form.set("f1", to: "renamed")
    form.set("line:1:f3", to: "-1")
    form.set("line:+3:f4", to: "only a note")
    let answer = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(answer.status == 422)
    #expect(answer.main.contains(#"id="line:1:f3-error">"#))
    #expect(answer.main.contains(#"id="line:+3:f3-error">A value is needed.</p>"#))
    #expect(try contents(database) == before)
    var again = try self.form(answer)
    #expect(again.value("f1") == "renamed")
    #expect(again.value("line:1:f3") == "-1")
    #expect(again.value("line:+3:f4") == "only a note")
    let product = try #require(
      again.names.first { $0.hasPrefix("line:+3:") && form.options[$0] != nil })
    again.set("line:1:f3", to: "4")
    again.set("line:+3:f3", to: "8")
    // The database says what is wrong: there is a line with this product.
    again.set(product, to: "Birch")
    let twice = try await fixture.post("/table/order/row/1/edit", again.fields)
    #expect(twice.status == 422)
    #expect(twice.main.contains("Another row has these values already."))
    #expect(try contents(database) == before)
    var last = try self.form(twice)
    last.set(product, to: "Cedar")
    #expect(try await fixture.post("/table/order/row/1/edit", last.fields).status == 303)
    #expect(
      try contents(database)[0] == "renamed: Amber 4 NULL, Birch 20 'x', Cedar 8 'only a note'")
  }

  @Test func `a name that is taken keeps what was typed into the lines`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/order/row/1/edit"))
    form.set("f1", to: "second")
    form.set("line:2:f3", to: "21")
    let answer = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(answer.status == 422)
    #expect(answer.main.contains("Another row has this value already."))
    #expect(try self.form(answer).value("line:2:f3") == "21")
  }

  @Test func `a form that comes back as it was shown writes nothing`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let form = try form(try await fixture.get("/table/order/row/1/edit"))
    let before = try database.bytes
    #expect(try await fixture.post("/table/order/row/1/edit", form.fields).status == 303)
    #expect(try database.bytes == before)
  }

  @Test func `conflicts of a line and of the row are told, and lines are not lost`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/order/row/1/edit"))
    form.set("f1", to: "mine")
    form.set("line:1:f3", to: "11")
    try database.run("UPDATE line SET count = 12, note = 'n' WHERE id = 1")
    let line = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(line.status == 422)
    #expect(line.main.contains("Meanwhile somebody wrote “12”. Save again to replace that."))
    let again = try self.form(line)
    #expect(again.value("line:1:f4") == "n")
    try database.run("UPDATE \"order\" SET name = 'theirs' WHERE id = 1")
    let row = try await fixture.post("/table/order/row/1/edit", again.fields)
    #expect(row.status == 409)
    var choice = try self.form(row)
    choice.set("f1.pick", to: "yours")
    let done = try await fixture.post("/table/order/row/1/edit", choice.fields)
    #expect(done.status == 303, "\(done.main)")
    #expect(try contents(database)[0] == "mine: Amber 11 'n', Birch 20 'x'")
  }

  @Test(arguments: [
    (
      #"{ key = "isEntityReadOnly", when = { entity = { name = "line" } }, value = true }"#,
      [String]()
    ),
    (
      #"{ key = "visibleRows", when = { entity = { name = "line" } }, value = { count = 10 } }"#,
      ["1", "+1"]
    ),
    (
      #"{ key = "isObjectEditable", when = { entity = { name = "line" }, object = { count = 10 } }, value = false }"#,
      ["2", "+1"]
    ),
    (#"{ key = "isPropertyVisible", when = { propertyKey = "line" }, value = false }"#, []),
  ])
  func `only lines that may be changed are in the form`(
    rule: String, rows: [String]
  ) async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(
      database.path,
      rules: Self.rules.replacingOccurrences(of: "return {\n", with: "return {\n\(rule),\n"))
    let form = try form(try await fixture.get("/table/order/row/1/edit"))
    let shown = ["1", "2", "3", "+1"].filter { row in
      form.names.contains { $0.hasPrefix("line:\(row):") }
    }
    #expect(shown == rows)
  }

  @Test func `a row for a field of a line is chosen on a page of its own`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    for number in 4..<150 {
      try database.run("INSERT INTO product VALUES (?, ?)", [number, "Wood \(number)"])
    }
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let page = try await fixture.get("/table/order/row/1/edit")
    var form = try form(page)
    let address = try #require(
      page.main.matches(of: /formaction="([^"]*prefix=line%3A%2B1%3A[^"]*)"/).first
    ).1.replacingOccurrences(of: "&amp;", with: "&")
    form.set("f1", to: "typed")
    let choose = try await fixture.post(address, form.fields + [("q", "Wood 149")])
    #expect(choose.status == 200)
    var kept = try #require(PageForm(choose, with: "?typed=1"))
    let name = try #require(kept.names.first { $0.hasPrefix("line:+1:") })
    kept.set(name, to: "149")
    let back = try await fixture.post("/table/order/row/1/edit?typed=1", kept.fields)
    var filled = try self.form(back)
    #expect(filled.value("f1") == "typed")
    #expect(filled.value(name) == "149")
    filled.set("line:+1:f3", to: "2")
    #expect(try await fixture.post("/table/order/row/1/edit", filled.fields).status == 303)
    #expect(try contents(database)[0].hasSuffix("Wood 149 2 NULL"))
  }

  @Test func `a new line that cannot be read refuses the save`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/order/row/1/edit"))
    form.set("line:+1:f3", to: "abc")
    let answer = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(answer.status == 422)
    #expect(answer.main.contains(#"id="line:+1:f3-error">This is not a"#), "\(answer.main)")
  }

  @Test func `lines that rules took out of the form refuse the save`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let rules = Self.rules.replacing(
      #"entity = { name = "order" } }, value = { "line" }"#,
      with:
        #"entity = { name = "order" }, object = { name = "first" } }, value = { "line", "line" }"#)
    let fixture = try await SiteFixture(database.path, rules: rules)
    var form = try form(try await fixture.get("/table/order/row/1/edit"))
    #expect(form.names.filter { $0 == "line:1:f3" }.count == 1)
    form.set("line:1:f3", to: "77")
    try database.run("UPDATE \"order\" SET name = 'packed' WHERE id = 1")
    let before = try contents(database)
    let answer = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(answer.status == 422)
    #expect(answer.main.contains("Rows that you typed are not in this form any more."))
    #expect(try contents(database) == before)
  }

  @Test func `a line that others changed is not deleted before it is shown`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    var form = try form(try await fixture.get("/table/order/row/1/edit"))
    form.set("line:2:delete", to: "1")
    try database.run("UPDATE line SET count = 21 WHERE id = 2")
    let answer = try await fixture.post("/table/order/row/1/edit", form.fields)
    #expect(answer.status == 422)
    #expect(answer.main.contains("Somebody has changed this row meanwhile."))
  }

  @Test(arguments: [("edit", "order/row/1/edit"), ("new", "order/new")])
  func `rights of a line are asked with its own task`(task: String, path: String) async throws {
    let database = try TemporaryDatabase(Self.orders)
    let open = try await SiteFixture(database.path, rules: Self.rules)
    let seals = try form(try await open.get("/table/order/row/1/edit"))
    let fixture = try await SiteFixture(
      database.path,
      live: try LiveRuleModel(
        sources: [
          RuleSource(
            text: Self.rules.replacing(
              "return {",
              with: """
                return {
                  { key = "isObjectEditable", when = { entity = { name = "line" }, task = "edit" }, value = false },
                  { key = "isObjectDeletable", when = { entity = { name = "line" }, task = "confirm" }, value = false },
                """), name: "test.lua")
        ], schema: .pages),
      site: {
        var options = Site.Options(); options.seal = open.site.options.seal; return options
      }())
    let before = try contents(database)
    var page = try form(try await fixture.get("/table/" + path))
    page.set("f1", to: "changed")
    for name in ["line:1:original", "line:1:f3", "line:2:original"] {
      page.set(name, to: try #require(seals.value(name)))
    }
    page.set("line:1:f3", to: "99")
    page.set("line:2:delete", to: "1")
    _ = try await fixture.post("/table/" + path, page.fields)
    #expect(try contents(database).starts(with: before))
  }
}
