import Foundation
import Testing

@testable import DirectToWeb

@Suite struct ListPageTests {
  static let films = """
    CREATE TABLE language (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT CHECK (rating IN ('G', 'PG')),
      minutes INTEGER, released DATE, is_new BOOLEAN, language_id INTEGER REFERENCES language);
    CREATE TABLE actor (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film_actor (
      film_id INTEGER NOT NULL REFERENCES film, actor_id INTEGER NOT NULL REFERENCES actor,
      PRIMARY KEY (film_id, actor_id));
    INSERT INTO language VALUES (1, 'Malti'), (2, 'Gàidhlig');
    INSERT INTO film VALUES
      (1, 'Amber', 'G', 90, '2024-01-05', 1, 1), (2, 'Birch', 'PG', 120, '2024-02-01', 0, 2),
      (3, 'Cedar', NULL, NULL, '2024-02-29', NULL, 1), (4, 'Dune <b>', 'G', 45, NULL, 1, NULL);
    INSERT INTO actor VALUES (1, 'Ada'), (2, 'Ben');
    INSERT INTO film_actor VALUES (1, 1), (2, 1), (2, 2);
    """

  /// The titles of a list, in order.
  static func titles(_ answer: SiteFixture.Answer) -> [String] {
    answer.main.matches(of: /aria-label="Edit ([^"]*)"/).map { String($0.1) }
  }

  private func titles(_ query: String, rules: String? = nil) async throws -> [String] {
    let database = try TemporaryDatabase(Self.films)
    let answer = try await SiteFixture(database.path, rules: rules).get("/table/film" + query)
    #expect(answer.status == 200)
    return Self.titles(answer)
  }

  @Test(arguments: [
    ("", ["Amber", "Birch", "Cedar", "Dune &lt;b&gt;"]), ("?q=bir", ["Birch"]),
    ("?q=%3Cb%3E", ["Dune &lt;b&gt;"]),
    ("?sort=-title", ["Dune &lt;b&gt;", "Cedar", "Birch", "Amber"]),
    ("?sort=minutes", ["Dune &lt;b&gt;", "Amber", "Birch", "Cedar"]),
    ("?sort=language", ["Birch", "Amber", "Cedar", "Dune &lt;b&gt;"]),
    ("?f.rating=G", ["Amber", "Dune &lt;b&gt;"]), ("?f.rating=%00none", ["Cedar"]),
    ("?f.rating=X", []),
    ("?f.is_new=1", ["Amber", "Dune &lt;b&gt;"]), ("?f.minutes=90", ["Amber"]),
    ("?f.minutes=%3E90", ["Birch"]),
    ("?f.minutes=%3C%3D90", ["Amber", "Dune &lt;b&gt;"]),
    ("?f.minutes=50..120", ["Amber", "Birch"]),
    ("?f.minutes=..50", ["Dune &lt;b&gt;"]), ("?f.minutes=x", []),
    ("?f.released=2024-02", ["Birch", "Cedar"]),
    ("?f.released=2024-01..2024-02-01", ["Amber", "Birch"]), ("?f.title=mbe", ["Amber"]),
    ("?f.released=%3E2024-01-05", ["Birch", "Cedar"]), ("?f.released=%3E%3D2024-02-29", ["Cedar"]),
    ("?f.released=%3C+2024-02", ["Amber"]), ("?f.released=%3C%3D2024-02-01", ["Amber", "Birch"]),
    ("?f.released=2024", ["Amber", "Birch", "Cedar"]),
    ("?f.released=%3E%3D2024", ["Amber", "Birch", "Cedar"]),
    ("?f.released=5.1.2024", ["Amber"]), ("?f.released=02.2024", ["Birch", "Cedar"]),
    ("?f.released=..31.01.2024", ["Amber"]), ("?f.minutes=%3D90", ["Amber"]),
    ("?f.minutes=44,9..45,1", ["Dune &lt;b&gt;"]), ("?f.title=AMBER", ["Amber"]),
    ("?f.nothing=1", []), ("?sort=nothing", ["Amber", "Birch", "Cedar", "Dune &lt;b&gt;"]),
    ("?after=zzz&before=%00&at=last", ["Amber", "Birch", "Cedar", "Dune &lt;b&gt;"]),
    ("?of=actor&key=1&by=film", ["Amber", "Birch"]), ("?of=actor&key=9&by=film", []),
  ])
  func `an address says which rows in what order`(query: String, titles: [String]) async throws {
    #expect(try await self.titles(query) == titles)
  }

  @Test(arguments: [
    ("?f.minutes=abc", "Minutes: “abc” is not a number."),
    ("?f.minutes=1,000", "Minutes: “1,000” is not a number."),
    ("?f.minutes=..", "Minutes: “..” has no limit."),
    (
      "?f.released=soon",
      "Released: “soon” is not a day, a month or a year, such as 2024-12-31, 2024-12 or 2024."
    ),
    (
      "?f.released=%3E2024-13",
      "Released: “2024-13” is not a day, a month or a year, such as 2024-12-31, 2024-12 or 2024."
    ),
    ("?f.rating=X", "Rating: “X” is none of the choices."),
  ])
  func `a list says which filter was not understood`(query: String, problem: String) async throws {
    let database = try TemporaryDatabase(Self.films)
    let page = try await SiteFixture(database.path).get("/table/film" + query).main
    #expect(page.contains(problem))
    #expect(page.contains("0 rows") && page.contains("No row fits."))
    #expect(
      !(try await SiteFixture(database.path).get("/table/film?f.minutes=90").main.contains(
        "role=\"alert\"")))
  }

  @Test func `nothing is said about a filter by a column that may not be seen`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let site = try await SiteFixture(
      database.path,
      rules:
        "return { { key = \"isPropertyVisible\", when = { propertyKey = \"minutes\" }, value = false } }"
    )
    #expect(!(try await site.get("/table/film?f.minutes=abc").main.contains("not a number")))
  }

  @Test func `pages follow each other by their links, while rows are inserted`() async throws {
    let database = try TemporaryDatabase(Self.films)
    for number in 0..<57 {
      try database.run("INSERT INTO film (title) VALUES (?)", ["film \(number % 7)"])
    }
    let fixture = try await SiteFixture(
      database.path, rules: #"return { { key = "pageSize", value = 10 } }"#)
    var found: [String] = []
    var link: String? = "/table/film?sort=title"
    var count = 0
    while let address = link {
      let answer = try await fixture.get(address)
      found += answer.main.matches(of: /row\/(\d+)\/edit/).map { String($0.1) }
      link = answer.main.firstMatch(of: /href="([^"]*)" rel="next">/).map {
        String($0.1).replacingOccurrences(of: "&amp;", with: "&")
      }
      // In front of every row that was seen.
      try database.run("INSERT INTO film (title) VALUES ('A')")
      count += 1
      try #require(count < 20)
    }
    #expect(found.count == 61)
    #expect(Set(found).count == 61)
  }

  @Test func `rules choose columns, labels, texts and links`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "displayPropertyKeys", when = { entity = { name = "film" }, task = "list" },
            value = { "title", "minutes", "language.name", "made_up" } },
          { key = "displayNameForProperty", when = { propertyKey = "language.name" }, value = "Tongue" },
          { key = "formatter", when = { propertyKey = "minutes" }, value = "%d min" },
          { key = "displayString", when = { propertyKey = "made_up" },
            value = function(c) return c.object.title:upper() .. "!" end },
          { key = "class", when = { propertyKey = "title", object = { rating = "G" } }, value = "good" },
          { key = "displayNameForEntity", when = { entity = { name = "film" } }, value = "Pictures" },
          { key = "nextTask", when = { task = "list" }, value = "edit" },
        }
        """)
    let answer = try await fixture.get("/table/film")
    let heads = answer.main.matches(of: /<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]*)/).map {
      String($0.1)
    }
    #expect(heads == ["Title", "Minutes", "Tongue", "made_up"])
    #expect(answer.main.contains("<h1>Pictures</h1>"))
    #expect(answer.main.contains(">90 min<"))
    #expect(answer.main.contains(">Gàidhlig<"))
    #expect(answer.main.contains("AMBER!"))
    #expect(answer.main.contains("DUNE &lt;B&gt;!"))
    #expect(answer.main.matches(of: /<td class="good ?"/).count == 2)
    #expect(answer.main.contains("<a class=\"label\" href=\"/table/film/row/1/edit\">Amber</a>"))
    #expect(!answer.main.contains("class=\"notice"))
  }

  @Test func `what a rule refuses is a notice, and the list is shown`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "component", when = { propertyKey = "title" }, value = "Nowhere" },
          { key = "formatter", when = { propertyKey = "minutes" }, value = "%d %d" },
          { key = "displayString", when = { propertyKey = "rating" },
            value = function(c) return c.object.nothing.at_all end },
          { key = "page", when = { entity = { name = "actor" } }, value = "Lost" },
        }
        """)
    let answer = try await fixture.get("/table/film")
    #expect(Self.titles(answer).count == 4)
    for text in ["no template `Nowhere`", "`%d %d` is no pattern", "test.lua:5"] {
      #expect(answer.main.contains(text))
    }
    let other = try await fixture.get("/table/actor")
    #expect(other.status == 200)
    #expect(other.main.contains("no template `Lost`"))
  }

  @Test func `tables, rows and columns that may not be seen are not there`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "visibleRows", when = { entity = { name = "film" } }, value = { rating = "G" } },
          { key = "visibleRows", when = { entity = { name = "language" } },
            value = function() error("broken") end },
          { key = "isPropertyVisible", when = { attribute = { name = "minutes" } }, value = false },
        }
        """)
    let list = try await fixture.get("/table/film")
    #expect(Self.titles(list) == ["Amber", "Dune &lt;b&gt;"])
    #expect(list.main.contains("2 rows"))
    #expect(!list.main.contains("Minutes") && !list.main.contains("Malti"))
    #expect(list.main.contains("broken"))
    #expect(try await Self.titles(fixture.get("/table/film?sort=minutes")).count == 2)
    #expect(try await Self.titles(fixture.get("/table/film?f.minutes=90")) == [])
    #expect(try await fixture.get("/table/film/row/2").status == 404)
    #expect(try await fixture.get("/table/film/row/9").status == 404)
    let missing = try await fixture.get("/table/film/row/9").main
    #expect(try await fixture.get("/table/film/row/2").main == missing)
    #expect(try await fixture.get("/table/language/row/1").status == 404)
    #expect(try await Self.titles(fixture.get("/table/film?of=language&key=1&by=film")) == [])
  }

  @Test(arguments: [
    "/table/nothing", "/table/film/row/x", "/table/film/row/", "/table/%ff", "/table/~zz", "/x",
    "/table/film/row/1,2", "/table/film/row/tx", "/assets/x", "/why", "/why?about=page", "/assist",
    "/why?about=column&table=film&property=title", "/assist?table=film&task=list",
  ])
  func `other addresses are not there`(path: String) async throws {
    let database = try TemporaryDatabase(Self.films)
    #expect(try await SiteFixture(database.path).get(path).status == 404)
  }

  @Test func `a row shows its properties and what leads to it`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "displayPropertyKeys", when = { entity = { name = "film" }, task = "inspect" },
            value = { "title", "(Facts)", "minutes", "rating", "actor", "language" } },
          { key = "title", when = { task = "inspect", entity = { name = "film" } },
            value = function(c) return "Film " .. c.displayNameForObject end, priority = 200 },
        }
        """)
    let answer = try await fixture.get("/table/film/row/2")
    #expect(answer.main.contains("<h1>Film Birch</h1>"))
    #expect(answer.main.contains("<h2>Facts</h2>"))
    #expect(answer.main.contains("2 rows"))
    #expect(answer.links.contains("/table/actor?of=film&key=2&by=actor"))
    #expect(answer.links.contains("/table/language/row/2"))
    let empty = try await fixture.get("/table/film/row/3")
    #expect(!empty.main.contains("Minutes"))
  }

  @Test func `the first page is that of the task that a rule names`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let plain = try await SiteFixture(database.path).get("/")
    #expect(plain.status == 200)
    #expect(plain.main.contains("href=\"/table/film\""))
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "firstTask", value = "list" },
          { key = "visibleEntityNames", value = { "language", "film" } },
        }
        """)
    #expect(try await fixture.get("/").location == "/table/language")
  }

  @Test func `the program serves its files, and nothing else`() async throws {
    let database = try TemporaryDatabase(Self.films)
    let fixture = try await SiteFixture(database.path)
    let home = try await fixture.get("/")
    for link in home.body.matches(of: /(?:href|src)="(\/assets\/[^"]*)"/).map({ String($0.1) }) {
      let answer = try await fixture.get(link)
      #expect(answer.status == 200)
      #expect(!answer.body.isEmpty)
      #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
    }
  }
}
