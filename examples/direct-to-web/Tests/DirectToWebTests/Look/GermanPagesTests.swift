import Foundation
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// Pages for a browser that asks for German.
@Suite struct GermanPagesTests {
  private let folder: TemporaryFolder
  private let database: TemporaryDatabase
  private let fixture: SiteFixture

  init() async throws {
    folder = try TemporaryFolder()
    database = try TemporaryDatabase(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE album (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL,
        artist_id INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE);
      INSERT INTO artist VALUES (1, 'Björk');
      INSERT INTO album VALUES (1, 'Debut', 1);
      """)
    var options = Site.Options()
    options.history = try await History(path: folder.path("history"))
    let rules = """
      return {
        { key = "mayExplain", value = true }, { key = "mayAssist", value = true },
        { key = "displayPropertyKeys", when = { entity = { name = "album" } }, value = { "id" } },
      }
      """
    let live = try LiveRuleModel(
      sources: [RuleSource(text: rules, name: "test.lua")], schema: .pages)
    fixture = try await SiteFixture(database.path, live: live, site: options)
  }

  private func get(
    _ path: String, cookie: String? = nil
  ) async throws -> SiteFixture.Answer {
    var headers: HTTPFields = [.acceptLanguage: "de"]
    headers[.cookie] = cookie
    return try await fixture.ask(.get, path, "", headers)
  }

  private func post(_ path: String, _ form: [(String, String)]) async throws -> SiteFixture.Answer {
    try await fixture.ask(
      .post, path, String(Addresses.query(form).dropFirst()),
      [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "de"])
  }

  /// The page after a form, with what it has to tell.
  private func page(after answer: SiteFixture.Answer) async throws -> SiteFixture.Answer {
    let cookie = answer.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
    return try await get(try #require(answer.location), cookie: cookie)
  }

  @Test func `a form and what comes of it`() async throws {
    let page = try await get("/table/artist/new")
    #expect(page.main.contains("Neu: Artist") && page.main.contains("Anlegen</button>"))
    var form = try #require(PageForm(page, with: "class=\"edit\""))
    form.set("f1", to: "Low")
    let made = try await self.page(after: try await post("/table/artist/new", form.fields))
    #expect(made.main.contains("„Low“ wurde angelegt.") && made.main.contains(">Öffnen</a>"))
    let unchanged = try #require(
      PageForm(try await get("/table/artist/row/1/edit"), with: "class=\"edit\""))
    let same = try await post("/table/artist/row/1/edit", unchanged.fields)
    #expect(try await self.page(after: same).main.contains("Nichts wurde geändert."))
  }

  @Test func `a form that is too old`() async throws {
    let answer = try await post("/table/artist/row/1/edit", [("original", "x"), ("f1", "Low")])
    #expect(answer.status == 400 && answer.main.contains("Dieses Formular ist zu alt"))
    #expect(answer.main.contains("Öffnen Sie das Formular noch einmal"))
  }

  @Test func `what was changed, and brought back`() async throws {
    let form = try #require(
      PageForm(try await get("/table/artist/row/1/delete"), with: "/delete"))
    #expect(try await post("/table/artist/delete", form.fields).status == 303)
    let changes = try await get("/changes")
    #expect(changes.main.contains("<h1>Änderungen</h1>"))
    #expect(changes.main.contains("jemand</h2>") && changes.main.contains("gelöscht: Artist"))
    #expect(changes.main.contains("dabei auch gelöscht"))
    let action = try #require(
      changes.main.firstMatch(of: /action="([^"]*\/changes\/restore[^"]*)"/))
    let restored = try await page(after: try await post(String(action.1), []))
    #expect(restored.main.contains("Wiederhergestellt: "))
    #expect(restored.main.contains("dazugehörig: "))
    #expect(restored.main.contains("wiederhergestellt: Artist"))
  }

  @Test(arguments: [
    ("/why?about=column&task=list&table=artist&property=name", "Warum ist die Spalte so"),
    ("/assist?table=artist&task=list", "Artist anordnen: Liste"),
    ("/table/artist?why=1", "Genug gefragt"), ("/table/artist/row/1", "Debut öffnen"),
  ])
  func `other pages`(_ path: String, _ text: String) async throws {
    let page = try await get(path)
    #expect(page.status == 200 && page.body.contains(text))
  }
}
