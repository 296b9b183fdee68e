import Testing

@testable import DirectToWeb

@Suite struct NumberedTimeTests {
  @Test(
    arguments: [
      (1_717_000_000, "2024-05-29 16:26:40"), (1_717_000_000_000, "2024-05-29 16:26:40"),
      (2_460_460.0, "2024-05-29 12:00:00"), (951_782_400.0, "2000-02-29 00:00:00"),
    ] as [(Value, String)])
  func `numbers of a plausible size are days and times`(value: Value, text: String) {
    #expect(NumberedTime.text(of: value) == text)
  }

  @Test(
    arguments: [0, 90, -1, 343_719, 2_460_460, 99_999_999, 1.5, .null, "1717000000"] as [Value])
  func `other numbers are none`(value: Value) {
    #expect(NumberedTime.text(of: value) == nil)
  }

  @Test func `days and times are those of SQLite, and lead back`() async throws {
    let file = try TemporaryDatabase().open()
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let seconds = Int64.random(in: 100_000_000...4_102_444_800, using: &generator)
      let text = try #require(NumberedTime.text(of: .integer(seconds)))
      let expected = try await file.read {
        try $0.rows("SELECT datetime(\(bound: .integer(seconds)), 'unixepoch')")
      }
      #expect(expected == [[.text(text)]])
      let moment = try #require(Moment(text))
      #expect(moment.secondsSince1970 == seconds)
      #expect(NumberedTime.seconds.value(of: moment) == .integer(seconds))
    }
  }

  private static let sql = """
    CREATE TABLE task (
      id INTEGER PRIMARY KEY, name TEXT, created_at INTEGER, start_time INTEGER, done_on REAL,
      meta TEXT CHECK (json_valid(meta)), more JSON);
    INSERT INTO task VALUES (1, 'x', 1717000000, 90, 2460460.0, '{"a":1}', '[1,2]');
    """

  @Test func `lists and pages show numbers that count time as days and times`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    for path in ["/table/task", "/table/task/row/1"] {
      let page = try await site.get(path).main
      #expect(page.contains("datetime=\"2024-05-29T16:26:40\""))
      #expect(page.contains("datetime=\"2024-05-29T12:00:00\""))
      #expect(page.contains(">90<"))
    }
    #expect(try await site.keys("/table/task?f.created_at=2024-05") == ["1"])
    #expect(try await site.keys("/table/task?f.created_at=%3E29.5.2024") == [])
    #expect(try await site.keys("/table/task?f.created_at=..2024") == ["1"])
    #expect(try await site.keys("/table/task?f.created_at=1717000000") == ["1"])
    #expect(try await site.keys("/table/task?f.start_time=90") == ["1"])
    let plain = try await SiteFixture(
      database.path,
      rules: """
        return { { key = "component", when = { propertyKey = "created_at" }, value = "DisplayNumber" } }
        """)
    #expect(try await plain.get("/table/task").main.contains("1717000000"))
  }

  @Test func `a form changes times and JSON in the form in which they are stored`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    let page = try await site.get("/table/task/row/1/edit")
    var form = try #require(PageForm(page, with: "edit"))
    func name(_ value: String) throws -> String {
      try #require(form.fields.first { $0.1 == value }?.0)
    }
    form.set(try name("2024-05-29T16:26:40"), to: "2024-05-29T16:26:41")
    let meta = try name("{\n  \"a\": 1\n}")
    form.set(meta, to: "{\"a\": ")
    let refused = try await site.post("/table/task/row/1/edit", form.fields)
    #expect(refused.status == 422)
    #expect(refused.main.contains("This is not valid JSON."))
    form.set(meta, to: "{ \"a\": 2, \"b\": 1.50 }")
    #expect(try await site.post("/table/task/row/1/edit", form.fields).status == 303)
    #expect(
      try database.texts(
        "SELECT printf('%d %d %s %s %s', created_at, start_time, done_on, meta, more) FROM task")
        == ["1717000001 90 2460460.0 {\"a\":2,\"b\":1.50} [1,2]"])
  }

  @Test func `a page of a row shows JSON in lines`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    #expect(try await site.get("/table/task/row/1").main.contains("{\n  &quot;a&quot;: 1\n}"))
  }
}
