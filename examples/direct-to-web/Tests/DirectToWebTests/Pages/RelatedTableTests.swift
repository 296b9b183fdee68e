import Testing

@testable import DirectToWeb

/// Related rows as tables on the page of a row, without any rule.
@Suite struct RelatedTableTests {
  private static let albums = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, artist_id INTEGER REFERENCES artist);
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album_genre (
      album_id INTEGER NOT NULL REFERENCES album, genre_id INTEGER NOT NULL REFERENCES genre,
      PRIMARY KEY (album_id, genre_id));
    INSERT INTO artist VALUES (1, 'Ada'), (2, 'Ben');
    INSERT INTO genre VALUES (1, 'Rock'), (2, 'Jazz');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
    INSERT INTO album SELECT i, 'Album ' || i, 2000 + i, 1 FROM n;
    INSERT INTO album_genre VALUES (1, 1);
    """

  private func fixture(_ rules: String = "") async throws -> (SiteFixture, TemporaryDatabase) {
    let database = try TemporaryDatabase(Self.albums)
    return (
      try await SiteFixture(database.path, rules: rules.isEmpty ? nil : "return { \(rules) }"),
      database
    )
  }

  @Test func `the first rows, their number, a link to all, and a way to add one`() async throws {
    let page = try await fixture().0.get("/table/artist/row/1")
    #expect(page.main.contains("<h2>Album <a class=\"count\""))
    #expect(page.main.contains("7 rows"))
    #expect(page.main.contains("<a class=\"label\" href=\"/table/album/row/5\">Album 5</a>"))
    #expect(!page.main.contains("Album 6") && !page.main.contains(">Artist</th>"))
    #expect(page.links.contains("/table/album?of=artist&key=1&by=album"))
    #expect(page.links.contains("/table/album/new?of=artist&key=1&by=album"))
    let other = try await fixture().0.get("/table/artist/row/2").main
    #expect(other.contains("0 rows") && other.contains("/table/album/new?of=artist&amp;key=2"))
  }

  @Test func `a row that is added leads to the row where it began`() async throws {
    let (site, database) = try await fixture()
    let page = try await site.get("/table/album/new?of=artist&key=2&by=album")
    var form = try #require(PageForm(page, with: #"class="edit""#))
    form.set("f1", to: "New one")
    let answer = try await site.post("/table/album/new", form.fields)
    #expect(answer.status == 303)
    #expect(
      try database.texts("SELECT artist_id || title FROM album WHERE id = 8") == ["2New one"])
  }

  @Test func `so it is with many-to-many relationships`() async throws {
    let (site, database) = try await fixture()
    #expect(try await site.get("/table/genre/row/1").main.contains("Album 1</a>"))
    let page = try await site.get("/table/album/new?of=genre&key=2&by=album")
    var form = try #require(PageForm(page, with: #"class="edit""#))
    form.set("f1", to: "Quiet")
    #expect(try await site.post("/table/album/new", form.fields).status == 303)
    #expect(
      try database.texts("SELECT album_id || ',' || genre_id FROM album_genre WHERE genre_id = 2")
        == ["8,2"])
  }

  @Test func `rules hide them, their rows, and the way to add one`() async throws {
    let none = try await fixture(#"{ key = "relatedRows", value = 0 }"#).0
      .get("/table/artist/row/1").main
    #expect(none.contains("7 rows") && !none.contains("Album 1<"))
    let hidden = try await fixture(
      #"{ key = "isPropertyVisible", when = { propertyKey = "album" }, value = false }"#
    ).0.get("/table/artist/row/1").main
    #expect(!hidden.contains("Album"))
    let some = try await fixture(
      """
      { key = "visibleRows", when = { entity = { name = "album" } }, value = { year = 2003 } },
      { key = "readOnlyEntityNames", value = { "album" } },
      """
    ).0.get("/table/artist/row/1").main
    #expect(some.contains("1 row") && some.contains("Album 3") && !some.contains("Album 1<"))
    #expect(!some.contains("/table/album/new"))
  }
}
