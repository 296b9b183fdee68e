import Testing

@testable import DirectToWeb

/// Rows with `NULL` in their declared key, which SQLite allows in most tables.
@Suite struct NullKeyTests {
  private static let sql = """
    CREATE TABLE part (code TEXT PRIMARY KEY, name TEXT);
    INSERT INTO part VALUES ('a', 'Axle'), (NULL, 'Bolt'), (NULL, 'Cog');
    """

  @Test func `a row without a key is opened, changed and deleted`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    #expect(try await site.keys("/table/part").sorted() == ["i2", "i3", "ta"])
    #expect(try await site.get("/table/part/row/i2").main.contains("Bolt"))
    #expect(try await site.get("/table/part/row/i9").status == 404)

    var form = try #require(PageForm(try await site.get("/table/part/row/i2/edit"), with: "edit"))
    let name = try #require(form.fields.first { $0.1 == "Bolt" }?.0)
    form.set(name, to: "Bolts")
    #expect(try await site.post("/table/part/row/i2/edit", form.fields).status == 303)
    #expect(try database.texts("SELECT name FROM part ORDER BY rowid") == ["Axle", "Bolts", "Cog"])

    let deletion = try #require(
      PageForm(try await site.get("/table/part/row/i3/delete"), with: "delete"))
    #expect(try await site.post("/table/part/delete", deletion.fields).status == 303)
    #expect(try database.texts("SELECT name FROM part ORDER BY rowid") == ["Axle", "Bolts"])
  }

  @Test func `a row gets its key, and loses it`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let part = try model.entity(named: "part")
    let code = try #require(part.attribute("code"))
    let site = try await SiteFixture(database.path)
    let access = site.site.request(task: "edit", user: nil, userName: nil).access
    func update(_ key: RowKey, to value: Value, from old: Value) async throws -> RowKey? {
      let shown = ShownRow(key, values: [code.identifier: old])
      var edit = RowEdit()
      edit.values = [code.identifier: value]
      guard
        case .written(let changes) = try await access.update(shown, of: part, with: edit, in: file)
      else { return nil }
      return changes.first?.newKey
    }
    #expect(try await update(RowKey(rowID: 2), to: "b", from: .null) == RowKey(["b"]))
    let a = try #require(RowKey(["a"]))
    #expect(try await update(a, to: .null, from: "a") == RowKey(rowID: 1))
  }

  @Test func `a row is made without a key`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    let form = try #require(PageForm(try await site.get("/table/part/new"), with: "new"))
    #expect(try await site.post("/table/part/new", form.fields).status == 303)
    #expect(try database.texts("SELECT count(*) FROM part") == ["4"])
  }
}
