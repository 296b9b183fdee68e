import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// What people do with rows, for a browser that asks for German.
@Suite struct GermanTests {
  private let database: TemporaryDatabase

  init() throws {
    database = try TemporaryDatabase(
      """
      CREATE TABLE film (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER, day DATE,
        is_lent BOOLEAN NOT NULL DEFAULT 0 CHECK (is_lent IN (0, 1)));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1234)
      INSERT INTO film (id, title) SELECT i, 'Film ' || i FROM n;
      CREATE TABLE copy (id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film);
      INSERT INTO copy VALUES (1, 7);
      """)
  }

  private func ask(
    _ path: String, _ method: HTTPRequest.Method = .get, _ form: [(String, String)] = [],
    accept: String = "text/html", rules: String? = nil
  ) async throws -> SiteFixture.Answer {
    try await SiteFixture(database.path, rules: rules).ask(
      method, path, String(Addresses.query(form).dropFirst()),
      [
        .contentType: "application/x-www-form-urlencoded", .acceptLanguage: "de-DE,de;q=0.9",
        .accept: accept,
      ])
  }

  @Test func `numbers of rows have their words and the separator of the language`() async throws {
    let list = try await ask("/table/film").main
    #expect(list.contains("1.234 Zeilen"))
    #expect(list.contains("1–50 von 1.234") || list.contains("1–25 von 1.234"))
    #expect(list.contains("Film 1 auswählen"))
    #expect(try await ask("/table/copy").main.contains("1 Zeile<"))
    #expect(try await ask("/").main.contains("1.234"))
    let texts = PageTexts(context: try await SiteFixture(database.path).site.germanContext)
    #expect(RowCount.moreThan(100_000).text(texts) == "mehr als 100.000 Zeilen")
    #expect(RowCount.moreThan(1_000_000).shortText(texts) == "> 1.000.000")
    #expect(RowCount.unknown.text(texts) == "viele Zeilen")
    #expect(RowCount.unknown.shortText(texts) == "viele")
  }

  @Test(arguments: [
    ("f.pages=abc", "Pages: „abc“ ist keine Zahl."),
    ("f.pages=..", "Pages: „..“ hat keine Grenze."),
    ("f.is_lent=2", "Is Lent: „2“ steht nicht zur Auswahl."),
    ("f.day=soon", "Day: „soon“ ist kein Tag, Monat oder Jahr wie 2024-12-31"),
  ])
  func `a filter that is not understood says why`(_ query: String, _ sentence: String)
    async throws
  {
    #expect(try await ask("/table/film?" + query).main.contains(sentence))
  }

  @Test func `a question before rows are deleted, and what stands in the way`() async throws {
    let free = try await ask("/table/film/row/8/delete").main
    #expect(free.contains("„Film 8“ löschen?"))
    #expect(free.contains("Das lässt sich nicht rückgängig machen."))
    #expect(free.contains(">Löschen</button>"))
    let stopped = try await ask("/table/film/row/7/delete").main
    #expect(stopped.contains("Die Zeile kann nicht gelöscht werden"))
    #expect(stopped.contains("Diese Zeilen hindern die Datenbank am Löschen"))
    let row = try await ask("/table/film/row/7").main
    #expect(row.contains("Zeilen von „Copy“ verweisen auf diese"))
  }

  @Test(arguments: [
    ("", "Zeile 1: Der Text ist leer."), ("Title", "Unter der ersten Zeile stehen keine weiteren."),
    ("Title\n\"a", "Zeile 2: Das Anführungszeichen einer Zelle wird nicht geschlossen."),
    ("Title\n\"a\"b", "Zeile 2: Hinter dem schließenden Anführungszeichen"),
    ("x,y\n1,2", "Zeile 1: Die erste Zeile nennt keine der Spalten"),
    ("Title\na", "Bereit zum Importieren: 1 Zeile."), ("Title\na", "1 Zeile importieren"),
    ("Title,x\na", "Anzahl der Zellen: 1; in der ersten Zeile: 2."),
    ("Title,x\na,b", "Nicht importiert: x."),
  ])
  func `an import says what would come of it`(_ text: String, _ sentence: String) async throws {
    #expect(try await ask("/table/film/import", .post, [("text", text)]).main.contains(sentence))
  }

  @Test func `an import takes the words for yes and no`() async throws {
    let rules = #"return { { key = "texts.yes", value = "Jawohl" } }"#
    let text = "Title,Is Lent\na,jawohl\nb,no\nc,yes"
    let answer = try await ask("/table/film/import", .post, [("text", text)], rules: rules)
    #expect(answer.main.contains("Bereit zum Importieren: 3 Zeilen."))
  }

  @Test func `errors are in the language of who asked, without a page, too`() async throws {
    #expect(try await ask("/nothing").main.contains("Diese Seite gibt es nicht"))
    let page = try await ask("/nothing", .post)
    #expect(page.body.contains(#"<html lang="de">"#))
    #expect(page.main.contains("Die Adresse ist falsch, oder die Seite gibt es nicht mehr."))
    let line = try await ask("/nothing", .post, accept: "application/json").body
    #expect(line.hasPrefix("Diese Seite gibt es nicht. Die Adresse"))
  }
}

extension Site {
  fileprivate var germanContext: RuleContext {
    request(task: "list", user: nil, userName: nil, languages: ["de"]).context
  }
}
