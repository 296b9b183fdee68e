import Testing

@testable import DirectToWeb

/// One field of several rows changed at once.
@Suite struct ChangePageTests {
  private static let tasks = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE task (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, state TEXT CHECK (state IN ('open', 'done')),
      effort INTEGER CHECK (effort BETWEEN 1 AND 9), person_id INTEGER REFERENCES person);
    INSERT INTO person VALUES (1, 'Ada'), (2, 'Ben');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
    INSERT INTO task SELECT i, 'Task ' || i, CASE i % 2 WHEN 0 THEN 'open' ELSE 'done' END, 1, 1 FROM n;
    """

  private func fixture(_ rules: String = "") async throws -> (SiteFixture, TemporaryDatabase) {
    let database = try TemporaryDatabase(Self.tasks)
    return (
      try await SiteFixture(database.path, rules: rules.isEmpty ? nil : "return { \(rules) }"),
      database
    )
  }

  /// Goes through both pages, and sends the second one.
  private func change(
    _ site: SiteFixture, _ rows: [(String, String)], field: String, to value: String,
    query: String = ""
  ) async throws -> SiteFixture.Answer {
    let path = "/table/task/change" + query
    let first = try await site.post(path, rows)
    var form = try #require(PageForm(first, with: "class=\"change"))
    form.set("field", to: field)
    let second = try await site.post(path, form.fields)
    var other = try #require(PageForm(second, with: "class=\"change"))
    other.set(try #require(other.names.first { $0.hasPrefix("to:") }), to: value)
    return try await site.post(path, other.fields + [("save", "1")])
  }

  @Test func `the chosen rows get the value, and others do not`() async throws {
    let (site, database) = try await fixture()
    let answer = try await change(
      site, [("row", "1"), ("row", "3")], field: "Effort", to: "5", query: "?sort=title")
    #expect(answer.location == "/table/task?sort=title")
    #expect(try database.texts("SELECT id || '' FROM task WHERE effort = 5") == ["1", "3"])
  }

  @Test func `all rows that match are more than those of the page`() async throws {
    let (site, database) = try await fixture()
    let list = try await site.get("/table/task?f.state=open&size=25")
    #expect(list.main.contains("All that match: 60 rows"))
    let answer = try await change(
      site, [("all", "1")], field: "Person", to: "Ben", query: "?f.state=open&size=25")
    #expect(answer.status == 303)
    #expect(
      try database.texts("SELECT state || count(*) FROM task WHERE person_id = 2 GROUP BY state")
        == ["open60"])
  }

  @Test func `nothing is changed when one row cannot be, and the page says which`() async throws {
    let (site, database) = try await fixture(
      """
      { key = "validate", when = { entity = { name = "task" }, object = { id = 3 } },
        value = "effort: Task 3 is easy." },
      """)
    let answer = try await change(
      site, [("row", "1"), ("row", "3")], field: "Effort", to: "5")
    #expect(answer.status == 422)
    #expect(answer.main.contains("Task 3") && answer.main.contains("is easy"))
    let wrong = try await change(site, [("row", "1")], field: "Effort", to: "55")
    #expect(wrong.status == 422)
    #expect(try database.texts("SELECT id || '' FROM task WHERE effort > 1") == [])
  }

  @Test func `rows and columns that may not be changed stay as they are`() async throws {
    let (site, database) = try await fixture(
      """
      { key = "isObjectEditable", when = { object = { state = "done" } }, value = false },
      { key = "isPropertyEditable", when = { propertyKey = "effort" }, value = false },
      """)
    let first = try await site.post("/table/task/change", [("row", "2"), ("row", "3")])
    let form = try #require(PageForm(first, with: "class=\"change"))
    #expect(form.options["field"]?.map(\.text) == ["Title", "State", "Person"])
    let second = try await site.post(
      "/table/task/change", [("row", "2"), ("row", "3"), ("field", "f1")])
    #expect(second.main.contains("1 row may not be changed"))
    #expect(
      try await change(site, [("row", "2"), ("row", "3")], field: "Title", to: "x").status == 303)
    #expect(try database.texts("SELECT id || '' FROM task WHERE title = 'x'") == ["2"])
    // A page of rules cannot be talked into another field.
    let forged = try await site.post(
      "/table/task/change", [("row", "2"), ("field", "f3"), ("to:f3", "9"), ("save", "1")])
    #expect(forged.status != 200)
    #expect(try database.texts("SELECT id || '' FROM task WHERE effort > 1") == [])
  }

  @Test func `no row, and too many rows, are told`() async throws {
    let (site, database) = try await fixture()
    for path in ["change", "batch", "act"] {
      #expect(try await site.post("/table/task/\(path)", []).status == 400)
    }
    try database.run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
        + "INSERT INTO task (title) SELECT 'More' FROM n")
    for path in ["change", "batch", "act"] {
      let answer = try await site.post("/table/task/\(path)", [("all", "1")])
      #expect(answer.status == 400)
      #expect(answer.main.contains("too many"))
    }
    #expect(
      try await site.post("/table/task/batch?f.state=open", [("all", "1")]).main.contains("60 rows")
    )
  }
}
