import Foundation
import HTTPTypes
import Testing

@testable import DirectToWeb

/// What pages tell after a save, and the ways on from there.
@Suite struct NoteTests {
  private let database: TemporaryDatabase
  private let fixture: SiteFixture

  init() async throws {
    database = try TemporaryDatabase(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (
        id INTEGER PRIMARY KEY, title TEXT, code TEXT UNIQUE, password TEXT, pages INTEGER DEFAULT 9,
        shelf_id INTEGER REFERENCES shelf);
      INSERT INTO shelf VALUES (1, 'Hall');
      INSERT INTO book VALUES (1, 'Emma', 'e1', 'secret', 300, 1), (2, 'Peer', 'p1', NULL, NULL, NULL);
      """)
    fixture = try await SiteFixture(
      database.path,
      rules:
        #"return { { key = "labelKeys", when = { entity = { name = "book" } }, value = { "title" } } }"#
    )
  }

  private func cookie(_ answer: SiteFixture.Answer) -> HTTPFields {
    var fields = HTTPFields()
    fields[named: "Cookie"] = String(answer.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
    return fields
  }

  private func form(_ path: String) async throws -> PageForm {
    try #require(PageForm(try await fixture.get(path), with: "class=\"edit\""))
  }

  @Test func `the page after a save tells of it, once`() async throws {
    var form = try await form("/table/book/row/1/edit")
    form.set("f1", to: "Emma <b>")
    let saved = try await fixture.post("/table/book/row/1/edit", form.fields)
    #expect(saved.location == "/table/book/row/1")
    let cookie = cookie(saved)
    let address = try #require(saved.location)
    var fetched = cookie
    fetched[named: "Sec-Fetch-Mode"] = "cors"
    #expect(!(try await fixture.ask(.get, address, "", fetched)).body.contains("Saved “"))
    let page = try await fixture.ask(.get, address, "", cookie)
    #expect(page.main.contains("Saved “Emma &lt;b&gt;”."))
    #expect(page.headers[.setCookie]?.contains("Max-Age=0") == true)
    #expect(!(try await fixture.ask(.get, address, "", cookie)).body.contains("Saved “"))
  }

  @Test func `nobody else makes a page tell something`() async throws {
    for forged in ["session-note=Saved", "session-note=\(RandomBytes.token())"] {
      var headers = HTTPFields()
      headers[named: "Cookie"] = forged
      let page = try await fixture.ask(.get, "/?note=Saved", "", headers)
      #expect(page.status == 200 && !page.main.contains("class=\"notice"))
    }
  }

  @Test func `a save without a change says so`() async throws {
    let form = try await form("/table/book/row/1/edit")
    let saved = try await fixture.post("/table/book/row/1/edit", form.fields)
    let page = try await fixture.ask(.get, try #require(saved.location), "", cookie(saved))
    #expect(page.main.contains("Nothing was changed."))
  }

  @Test func `save and add another leads to an empty form with a link to the row`() async throws {
    var form = try await form("/table/book/new")
    form.set("f1", to: "Orlando")
    let saved = try await fixture.post("/table/book/new", form.fields + [("then", "another")])
    #expect(saved.location == "/table/book/new")
    let page = try await fixture.ask(.get, "/table/book/new", "", cookie(saved))
    #expect(page.main.contains("Created “Orlando”.") && page.main.contains("/table/book/row/3"))
    #expect(try #require(PageForm(page, with: "class=\"edit\"")).value("f1") == "")
  }

  @Test func `a duplicate begins with what may be the same in two rows`() async throws {
    #expect(try await fixture.get("/table/book/row/1").main.contains("/table/book/new?copy=1"))
    var form = try await form("/table/book/new?copy=1")
    #expect(form.value("f1") == "Emma" && form.value("f2") == "" && form.value("f4") == "300")
    form.set("f2", to: "e2")
    #expect(try await fixture.post("/table/book/new", form.fields).status == 303)
    #expect(
      try database.texts(
        "SELECT title || code || pages || shelf_id || ifnull(password, '-') FROM book WHERE id = 3")
        == ["Emmae23001-"])
    #expect(try await fixture.get("/table/book/new?copy=99").status == 404)
  }

  @Test func `a duplicate shows nothing that may not be seen`() async throws {
    let narrow = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "isPropertyVisible", when = { propertyKey = "pages" }, value = false },
          { key = "visibleRows", when = { entity = { name = "book" } }, value = { id = 1 } },
        }
        """)
    let page = try await narrow.get("/table/book/new?copy=1")
    #expect(page.main.contains("Emma") && !page.main.contains("300"))
    #expect(try await narrow.get("/table/book/new?copy=2").status == 404)
  }

  @Test func `a delete that the database would refuse is not offered`() async throws {
    let row = try await fixture.get("/table/shelf/row/1")
    #expect(!row.main.contains("/table/shelf/row/1/delete"))
    #expect(row.main.contains("Rows of “Book” refer to this one, so it cannot be deleted."))
    let page = try await fixture.get("/table/shelf/row/1/delete")
    #expect(page.status == 200 && !page.main.contains("class=\"danger\""))
    try database.run("UPDATE book SET shelf_id = NULL")
    #expect(try await fixture.get("/table/shelf/row/1").main.contains("/row/1/delete"))
    try database.run(
      """
      UPDATE book SET shelf_id = 1;
      CREATE TRIGGER empty BEFORE DELETE ON shelf BEGIN UPDATE book SET shelf_id = NULL; END
      """)
    let other = try await SiteFixture(database.path)
    #expect(try await other.get("/table/shelf/row/1").main.contains("/row/1/delete"))
  }

  @Test func `why it is not offered tells of no table that may not be seen`() async throws {
    let narrow = try await SiteFixture(
      database.path,
      rules:
        #"return { { key = "visibleRows", when = { entity = { name = "book" } }, value = null } }"#)
    let row = try await narrow.get("/table/shelf/row/1")
    #expect(row.main.contains("Other rows refer to this one") && !row.main.contains("“Book”"))
  }
}
