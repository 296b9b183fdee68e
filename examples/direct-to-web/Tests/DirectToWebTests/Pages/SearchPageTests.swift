import Testing

@testable import DirectToWeb

@Suite struct SearchPageTests {
  private static let sql = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, secret TEXT);
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist);
    CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIEW broken_soon AS SELECT name AS n FROM note;
    INSERT INTO artist VALUES (1, 'Björk', 'canary'), (2, 'Queen', NULL);
    INSERT INTO album VALUES (1, 'Debut', 1), (2, 'Jazz', 2), (3, 'bjork live', 2);
    INSERT INTO note VALUES (1, 'Nothing about it'), (2, 'canary');
    """

  @Test func `a search over all tables finds rows, with links to them and to their lists`()
    async throws
  {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    let page = try await site.get("/search?q=BJORK")
    #expect(page.status == 200)
    #expect(page.links.contains("/table/artist/row/1"))
    #expect(page.links.contains("/table/album/row/1") && page.links.contains("/table/album/row/3"))
    #expect(!page.links.contains("/table/album/row/2"))
    #expect(page.links.contains("/table/album?q=BJORK"))
    #expect(try await site.get("/search?q=zzz").main.contains("Nothing was found."))
    #expect(try await site.get("/search").main.contains("type=\"search\""))
    #expect(page.body.contains("action=\"/search\""))
  }

  @Test func `a search over all tables finds nothing that may not be seen`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "isPropertyVisible", when = { propertyKey = "secret" }, value = false },
          { key = "visibleRows", when = { entity = { name = "note" } }, value = { id = 1 } },
          { key = "visibleEntityNames", value = { "artist", "note" } },
        }
        """)
    let page = try await site.get("/search?q=canary").main
    #expect(page.contains("Nothing was found."))
    let bjork = try await site.get("/search?q=bjork")
    #expect(bjork.main.contains("/table/artist/row/1") && !bjork.main.contains("/table/album"))
  }

  @Test func `a rule leaves a table out of the search alone`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "visibleEntityNames", when = { task = "search" }, value = { "artist" } },
        }
        """)
    #expect(try await !site.get("/search?q=canary").main.contains("row/2"))
    #expect(try await site.get("/").main.contains("/table/note"))
  }
}
