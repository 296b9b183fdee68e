import Testing

@testable import DirectToWeb

@Suite struct SearchTests {
  @Test(
    arguments: [
      ("GONÇALVES", [1, 2]), ("goncalves", [1, 2]), ("Gonçalves", [1, 2]), ("e\u{301}cole", [3]),
      ("ECOLE", [3]), ("strasse", [4]), ("STRAßE", [4]), ("москва", [5]), ("ÅNGSTRÖM", [6]),
      ("100%", [7]), ("1", [7, 8]), ("か", [9]), ("が", [10]),
    ] as [(String, [Int64])])
  func `search folds case and accents`(text: String, ids: [Int64]) async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, anything);
      INSERT INTO person VALUES (1, 'Luís GONÇALVES', NULL), (2, 'Goncalves', NULL),
        (3, 'École', NULL), (4, 'Lange Straße', NULL), (5, 'МОСКВА', NULL), (6, NULL, 'Ångström'),
        (7, '100%', NULL), (8, NULL, 100), (9, 'か', NULL), (10, 'が', NULL);
      """)
    let site = try await SiteFixture(database.path)
    let found = try await site.keys("/table/person?q=\(text.percentEncoded)")
    #expect(found == ids.map(String.init))
  }

  @Test(
    arguments: ["fts3", "fts4", "fts5"],
    [
      ("quick", ["1"]), ("qui", ["1"]), ("QUICK fox", ["1"]), ("ick", []), ("\"", []),
      ("lazy", ["2"]),
      ("quick OR lazy", []), ("body:lazy", []), ("AND", []),
    ] as [(String, [String])])
  func `a full-text table is searched by its words`(
    module: String, search: (text: String, keys: [String])
  ) async throws {
    let database = try TemporaryDatabase(
      """
      CREATE VIRTUAL TABLE note USING \(module) (title, body);
      INSERT INTO note VALUES ('Quick', 'a brown fox'), ('Slow', 'a lazy dog');
      """)
    let site = try await SiteFixture(database.path)
    #expect(try await site.keys("/table/note?q=\(search.text.percentEncoded)") == search.keys)
  }

  @Test func `a full-text table is not searched in columns that may not be seen`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE VIRTUAL TABLE note USING fts5 (title, body);
      INSERT INTO note VALUES ('Quick', 'secret'), ('secret', 'open');
      """)
    let site = try await SiteFixture(
      database.path,
      rules: """
        return { { key = "isPropertyVisible", when = { propertyKey = "body" }, value = false } }
        """)
    #expect(try await site.keys("/table/note?q=secret") == ["2"])
  }

  @Test func `search looks into the labels of related rows that may be seen`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, hidden INT);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist);
      INSERT INTO artist VALUES (1, 'AC/DC', 0), (2, 'Accept', 1);
      INSERT INTO album VALUES (1, 'Let There Be Rock', 1), (2, 'Balls to the Wall', 2);
      """)
    let open = try await SiteFixture(database.path)
    #expect(try await open.keys("/table/album?q=ac%2Fdc") == ["1"])
    #expect(try await open.keys("/table/album?q=accept") == ["2"])
    let closed = try await SiteFixture(
      database.path,
      rules: """
        return { { key = "visibleRows", when = { entity = { name = "artist" } }, value = { hidden = 0 } } }
        """)
    #expect(try await closed.keys("/table/album?q=ac%2Fdc") == ["1"])
    #expect(try await closed.keys("/table/album?q=accept") == [])
  }
}

extension SiteFixture {
  /// The keys of the rows that a list shows, as its links tell them.
  func keys(_ path: String) async throws -> [String] {
    let page = try await get(path)
    var keys: [String] = []
    for match in page.main.matches(of: /<tr class="[^"]*">[\s\S]*?\/row\/([^"\/]*)"/) {
      keys.append(String(match.1))
    }
    return keys
  }
}
