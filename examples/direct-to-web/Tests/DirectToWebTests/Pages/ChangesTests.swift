import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// The page of recent changes, and rows that come back from it.
@Suite struct ChangesTests {
  private let folder: TemporaryFolder
  private let database: TemporaryDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try TemporaryDatabase(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, password TEXT);
      CREATE TABLE album (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, cover BLOB,
        artist_id INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
        sequel_id INTEGER REFERENCES album);
      CREATE TABLE review (
        id INTEGER PRIMARY KEY, text TEXT, album_id INTEGER REFERENCES album ON DELETE SET NULL);
      CREATE TABLE secret (id INTEGER PRIMARY KEY, album_id INTEGER REFERENCES album ON DELETE CASCADE);
      INSERT INTO artist VALUES (1, 'Björk', NULL), (2, 'Low', 'x');
      INSERT INTO album VALUES (1, 'Debut', x'0102', 1, 2), (2, 'Post', NULL, 1, 1), (3, 'Trust', NULL, 2, NULL);
      INSERT INTO review VALUES (1, 'good', 1), (2, 'fine', 3);
      INSERT INTO secret VALUES (77, 2);
      """)
  }

  private func fixture(_ rules: String = "return {}") async throws -> SiteFixture {
    var options = Site.Options()
    options.history = try await History(path: folder.path("history"))
    let live = try LiveRuleModel(
      sources: [RuleSource(text: rules, name: "test.lua")], schema: .pages)
    return try await SiteFixture(database.path, live: live, site: options)
  }

  private func delete(_ fixture: SiteFixture, _ table: String, _ key: Int) async throws
    -> SiteFixture.Answer
  {
    let page = try await fixture.get("/table/\(table)/row/\(key)/delete")
    let form = try #require(PageForm(page, with: "/delete"))
    return try await fixture.post("/table/\(table)/delete", form.fields)
  }

  private func restoreAddress(_ page: SiteFixture.Answer) -> String? {
    page.main.firstMatch(of: /action="([^"]*\/changes\/restore[^"]*)"/).map { String($0.1) }
  }

  private func dump() throws -> [String] {
    try database.texts(
      """
      SELECT 'artist ' || id || name FROM artist UNION ALL
      SELECT 'album ' || id || title || quote(cover) || artist_id || ifnull(sequel_id, '-') FROM album UNION ALL
      SELECT 'review ' || id || ifnull(album_id, '-') FROM review UNION ALL
      SELECT 'secret ' || id || album_id FROM secret
      """)
  }

  @Test func `a deleted row comes back with what went along`() async throws {
    let fixture = try await fixture()
    let before = try dump()
    let deleted = try await delete(fixture, "artist", 1)
    #expect(deleted.status == 303)
    #expect(try dump() != before)
    let page = try await fixture.get("/changes")
    #expect(page.main.contains("Björk") && page.main.contains("deleted along with it"))
    let address = try #require(restoreAddress(page))
    let answer = try await fixture.post(address, [])
    #expect(answer.status == 303)
    #expect(try dump() == before)
    // The restoration is a change, too, and the history of the row goes on before it.
    let after = try await fixture.get("/changes")
    #expect(after.main.contains("restored: Artist"))
    #expect(restoreAddress(after) == nil)
    #expect(try await fixture.get("/table/artist/row/1/history").main.contains("restored"))
    #expect(try await fixture.post(address, []).status == 422)
    #expect(try dump() == before)
  }

  @Test func `what cannot be restored says why`() async throws {
    let fixture = try await fixture()
    #expect(try await delete(fixture, "artist", 2).status == 303)
    let page = try await fixture.get("/changes")
    #expect(restoreAddress(page) == nil)
    #expect(page.main.contains("the history does not have Password of Artist"))
    // The key of another one is taken since.
    #expect(try await delete(fixture, "review", 2).status == 303)
    try database.run("INSERT INTO review VALUES (2, 'new', NULL)")
    let address = try #require(restoreAddress(try await fixture.get("/changes")))
    let answer = try await fixture.post(address, [])
    #expect(answer.status == 422)
    #expect(answer.main.contains("Review 2: A row with its key is there"))
    #expect(try database.texts("SELECT text FROM review WHERE id = 2") == ["new"])
  }

  @Test func `a row whose parent is gone does not come back alone`() async throws {
    let fixture = try await fixture()
    #expect(try await delete(fixture, "secret", 77).status == 303)
    let address = try #require(restoreAddress(try await fixture.get("/changes")))
    try database.run("PRAGMA foreign_keys = OFF; DELETE FROM album WHERE id = 2")
    let answer = try await fixture.post(address, [])
    #expect(answer.status == 422)
    #expect(answer.main.contains("There is no such row."))
    #expect(try database.texts("SELECT id FROM secret") == [])
  }

  private static let narrow = """
    return {
      { key = "visibleRows", when = { entity = { name = "artist" } }, value = { name = { isNot = "Björk" } } },
      { key = "visibleRows", when = { entity = { name = "secret" } }, value = null },
      { key = "isPropertyVisible", when = { propertyKey = "text" }, value = false },
    }
    """

  @Test func `changes of what may not be seen are not told`() async throws {
    let open = try await fixture()
    for (table, key) in [("artist", 1), ("review", 2)] {
      #expect(try await delete(open, table, key).status == 303)
    }
    let address = try #require(
      try await open.get("/changes").main.matches(of: /action="([^"]*changes\/restore[^"]*)"/)
        .map { String($0.1) }.last)
    let narrow = try await fixture(Self.narrow)
    let page = try await narrow.get("/changes")
    #expect(page.main.contains("deleted: Review"))
    #expect(!page.main.contains("Björk") && !page.main.contains("Secret"))
    #expect(!page.main.contains("77") && !page.main.contains("fine"))
    // The albums that went along may be seen, the artist may not: so nobody restores it.
    #expect(!page.main.contains(address))
    #expect(try await narrow.post(address, []).status == 404)
    #expect(try database.texts("SELECT name FROM artist ORDER BY id") == ["Low"])
  }

  @Test func `a row filter is asked of a deleted row as it was`() async throws {
    let fixture = try await fixture(
      #"return { { key = "visibleRows", when = { entity = { name = "album" } }, value = { ["artist.name"] = "Low" } } }"#
    )
    #expect(try await delete(fixture, "album", 3).status == 303)
    let page = try await fixture.get("/changes")
    #expect(page.main.contains("Trust"))
    let address = try #require(restoreAddress(page))
    #expect(try await fixture.post(address, []).status == 303)
    #expect(try database.texts("SELECT title FROM album WHERE id = 3") == ["Trust"])
  }

  @Test func `who may not add rows restores none`() async throws {
    let open = try await fixture()
    #expect(try await delete(open, "review", 1).status == 303)
    let address = try #require(restoreAddress(try await open.get("/changes")))
    let closed = try await fixture(
      #"return { { key = "isEntityReadOnly", when = { task = "new" }, value = true } }"#)
    #expect(restoreAddress(try await closed.get("/changes")) == nil)
    #expect(try await closed.post(address, []).status == 403)
    #expect(try database.texts("SELECT id FROM review WHERE id = 1") == [])
  }

  @Test func `without a history there is no such page`() async throws {
    let fixture = try await SiteFixture(database.path)
    #expect(try await fixture.get("/changes").status == 404)
    #expect(try await fixture.post("/changes/restore?operation=1", []).status == 404)
  }
}
