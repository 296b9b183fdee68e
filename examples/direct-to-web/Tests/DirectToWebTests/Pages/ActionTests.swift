import Foundation
import Testing

@testable import DirectToWeb

/// The key `actions`: buttons that write what rules chose.
@Suite struct ActionTests {
  private static let orders = """
    CREATE TABLE "order" (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'shipped', 'lost')), note TEXT);
    INSERT INTO "order" (name, state) VALUES ('Amber', 'open'), ('Birch', 'shipped'), ('Cedar', 'open');
    """
  private static let rules = """
    return {
      { key = "actions", when = { entity = { name = "order" }, object = { state = "open" } },
        value = { name = "ship", title = "Ship it", set = { state = "shipped", note = "sent" } } },
      { key = "actions", when = { entity = { name = "order" } },
        value = { name = "lose", set = { state = "lost" }, confirm = "Is it really gone?" } },
      { key = "validate", when = function(c) return c.object.state == "lost" and c.object.name == "Cedar" end,
        value = "Nobody loses Cedar." },
      -- The state is not changed by hand.
      { key = "isPropertyEditable", when = { propertyKey = "state", task = { "edit", "new" } }, value = false },
    }
    """

  private func states(_ database: TemporaryDatabase) throws -> [String] {
    try database.texts("SELECT name || ' ' || state || ' ' || coalesce(note, '-') FROM \"order\"")
  }

  @Test func `a button writes what its rule chose, where its rule holds`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let page = try await fixture.get("/table/order/row/1")
    #expect(page.main.contains(#"<button name="action" value="ship" class="">Ship it</button>"#))
    #expect(page.main.contains(#"value="lose" class="">Lose</button>"#))
    #expect(try await !fixture.get("/table/order/row/2").main.contains("Ship it"))
    let done = try await fixture.post("/table/order/act", [("row", "1"), ("action", "ship")])
    #expect(done.location == "/table/order/row/1")
    #expect(try states(database) == ["Amber shipped sent", "Birch shipped -", "Cedar open -"])
    let again = try await fixture.post("/table/order/act", [("row", "1"), ("action", "ship")])
    #expect(again.status == 422)
    #expect(again.main.contains("This cannot be done with the row as it is now."))
  }

  @Test func `a question is asked first, and what is wrong is told for each row`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let rows = [("row", "1"), ("row", "3"), ("action", "lose")]
    let question = try await fixture.post("/table/order/act?list=1&q=e", rows)
    #expect(question.status == 200)
    #expect(question.main.contains("Is it really gone?"))
    let form = try #require(PageForm(question, with: "/table/order/act?list=1&amp;q=e"))
    #expect(form.fields.map(\.1) == ["1", "3", "lose", "1"])
    let refused = try await fixture.post("/table/order/act?list=1&q=e", form.fields)
    #expect(refused.status == 422)
    #expect(refused.main.contains("<dt>Cedar</dt><dd>Nobody loses Cedar.</dd>"))
    #expect(!refused.main.contains("<dt>Amber</dt>"))
    #expect(try states(database) == ["Amber open -", "Birch shipped -", "Cedar open -"])
    let one = [("row", "1"), ("row", "2"), ("action", "lose"), ("confirmed", "1")]
    let done = try await fixture.post("/table/order/act?list=1&q=e", one)
    #expect(done.location == "/table/order?q=e")
    #expect(try states(database) == ["Amber lost -", "Birch lost -", "Cedar open -"])
  }

  @Test func `a list offers what any of its rows offers`() async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let list = try await fixture.get("/table/order?sort=name")
    #expect(list.main.matches(of: /<button name="action" value="ship"/).count == 1)
    #expect(list.main.contains(#"formaction="/table/order/act?sort=name&amp;list=1""#))
  }

  @Test(arguments: [
    ("isObjectEditable", "false"), ("isEntityReadOnly", "true"), ("visibleRows", "{ id = 9 }"),
    ("isObjectEditable", "function(c) error('x') end"), ("isPropertyEditable", "false"),
    ("visibleRows", "{ state = 'open' }"), ("isPropertyVisible", "false"),
  ])
  func `an action changes nothing that its user may not change`(
    key: String, value: String
  ) async throws {
    let database = try TemporaryDatabase(Self.orders)
    let right = "{ key = \"\(key)\", priority = \"high\", value = \(value) },"
    let fixture = try await SiteFixture(
      database.path,
      rules: Self.rules.replacingOccurrences(of: "return {\n", with: "return {\n\(right)\n"))
    let before = try states(database)
    let answer = try await fixture.post("/table/order/act", [("row", "1"), ("action", "ship")])
    #expect(answer.status >= 400 && answer.status < 500, "\(answer.status)")
    #expect(try states(database) == before)
  }

  @Test(arguments: [
    (#""ship""#, "an action is a table such as { name = &quot;ship&quot;, set = { … } }"),
    ("{ name = 'x' }", "an action needs `name`, and the columns that it changes in `set`"),
    (
      "{ name = 'x', set = { nothing = 1 } }", "`order` has no column `nothing`"
    ),
    (
      "{ name = 'x', set = { state = {} } }", "no column takes"
    ),
    (
      "{ name = 'x', sett = { state = 'open' } }",
      "an action takes `name`, `title`, `set`, `class` and `confirm`, not `sett`"
    ),
  ])
  func `an answer that is no action is a notice`(value: String, message: String) async throws {
    let database = try TemporaryDatabase(Self.orders)
    let fixture = try await SiteFixture(
      database.path, rules: "return { { key = \"actions\", value = \(value) } }")
    let page = try await fixture.get("/table/order/row/1")
    #expect(page.status == 200)
    #expect(page.main.contains(message), "\(page.main)")
    let answer = try await fixture.post("/table/order/act", [("row", "1"), ("action", "x")])
    #expect(answer.status == 422)
  }
}
