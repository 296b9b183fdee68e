import Foundation
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// Rows of a CSV file: what would come of them is shown, and then all or none are added.
@Suite struct ImportTests {
  private let database: TemporaryDatabase

  init() throws {
    database = try TemporaryDatabase(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER DEFAULT 9 CHECK (pages > 0),
        is_lent BOOLEAN NOT NULL DEFAULT 0 CHECK (is_lent IN (0, 1)), password TEXT,
        shelf_id INTEGER REFERENCES shelf);
      INSERT INTO shelf VALUES (1, 'Hall');
      INSERT INTO book (id, title) VALUES (7, 'Seven');
      """)
  }

  private func rows() throws -> [String] {
    try database.texts(
      "SELECT id || '|' || title || '|' || ifnull(pages, '-') || '|' || is_lent || '|' || ifnull(shelf_id, '-') FROM book ORDER BY id"
    )
  }

  private func importing(
    _ fixture: SiteFixture, _ text: String, step: String = ""
  ) async throws -> SiteFixture.Answer {
    let parts = [
      "name=\"step\"\r\n\r\n\(step)",
      "name=\"file\"; filename=\"a.csv\"\r\nContent-Type: text/csv\r\n\r\n\(text)",
    ]
    let body =
      parts.map { "--xyz\r\nContent-Disposition: form-data; \($0)\r\n" }.joined() + "--xyz--\r\n"
    return try await fixture.ask(
      .post, "/table/book/import", body, [.contentType: "multipart/form-data; boundary=xyz"])
  }

  private static let good = """
    Title;pages;Is Lent;shelf_id;rating
    Emma;300;yes;1;5
    "Peer; ""Gynt""\nAct 1";;no;;
    """

  @Test func `a file is shown first, and then added as a whole`() async throws {
    let fixture = try await SiteFixture(database.path)
    #expect(try await fixture.get("/table/book").main.contains("/table/book/import"))
    #expect(try await fixture.get("/table/book/import").status == 200)
    let before = try rows()
    let preview = try await importing(fixture, Self.good)
    #expect(preview.status == 200)
    #expect(preview.main.contains("2 rows can be imported."))
    #expect(preview.main.contains("Not imported: rating."))
    #expect(try rows() == before, "a preview changes nothing")
    let form = try #require(PageForm(preview, with: "action=\"/table/book/import\""))
    let done = try await importing(fixture, form.value("text") ?? "", step: "import")
    #expect(done.status == 303)
    #expect(
      try rows() == before + ["8|Emma|300|1|1", "9|Peer; \"Gynt\"\nAct 1|9|0|-"])
  }

  @Test(arguments: [
    ("title,pages\nEmma,many\nPeer,1", "This is not a whole number."),
    ("title,pages\nEmma,0\n", "Pages: "), ("pages\n5\n", "A value is needed."),
    ("id,title\n7,Other\n", "Another row has this value already."),
    ("title,shelf_id\nEmma,99\n", "There is no such row."),
    ("title,pages\nEmma\n", "It has 1 cells, and the first row has 2."),
    ("colour\nred\n", "names none of the columns that you may write: id, title"),
    ("title\n\"Emma\n", "The quote of a cell is not closed."), ("title\n", "There are no rows"),
    ("", "The text is empty."), ("title,password\nEmma,x\n", "Not imported: password."),
  ])
  func `what is wrong is told, and nothing is added`(text: String, message: String) async throws {
    let fixture = try await SiteFixture(database.path)
    let before = try rows()
    let preview = try await importing(fixture, text)
    #expect(preview.main.contains(message))
    #expect(try rows() == before)
    if !text.contains("password") {
      #expect(preview.status == 422)
      #expect(try await importing(fixture, text, step: "import").status == 422)
      #expect(try rows() == before)
    }
  }

  @Test func `the lines with errors are told by their numbers, all rows or none are added`()
    async throws
  {
    let fixture = try await SiteFixture(database.path)
    let text = "title,pages\nA,1\n\"B\nb\",2\nC,x\nD,4\n"
    let preview = try await importing(fixture, text)
    #expect(preview.main.contains("1 of 4 rows"))
    #expect(preview.main.contains("<th scope=\"row\">5</th>"))
    #expect(try await importing(fixture, text, step: "import").status == 422)
    #expect(try rows().count == 1)
  }

  @Test func `rights and validation hold`() async throws {
    let rules = """
      return {
        { key = "isPropertyEditable", when = { propertyKey = "pages" }, value = false },
        { key = "isPropertyVisible", when = { propertyKey = "is_lent" }, value = false },
        { key = "validate", when = { object = { title = "Bad" } }, value = "title: Not this one." },
        { key = "visibleRows", when = { entity = { name = "shelf" } }, value = null },
      }
      """
    let fixture = try await SiteFixture(database.path, rules: rules)
    let narrow = try await importing(fixture, "title,pages,is_lent\nEmma,5,1\n", step: "import")
    #expect(narrow.status == 303)
    #expect(try rows().last == "8|Emma|9|0|-")
    #expect(try await importing(fixture, "title\nBad\n").main.contains("Not this one."))
    #expect(try await importing(fixture, "title,shelf_id\nX,1\n").status == 422)
    for closed in [
      #"{ key = "isEntityReadOnly", value = true }"#, #"{ key = "maximumImportSize", value = 0 }"#,
    ] {
      let fixture = try await SiteFixture(database.path, rules: "return { \(closed) }")
      #expect(try await fixture.get("/table/book/import").status == 404)
      #expect(try await importing(fixture, "title\nX\n", step: "import").status == 404)
      #expect(!(try await fixture.get("/table/book").main.contains("/import")))
    }
    let small = try await SiteFixture(
      database.path, rules: #"return { { key = "maximumImportSize", value = 10 } }"#)
    #expect(try await importing(small, "title\nX\nY\nZ\n", step: "import").status == 413)
    #expect(try rows().count == 2)
  }

  @Test func `an import is in the history`() async throws {
    let folder = try TemporaryFolder()
    var options = Site.Options()
    options.history = try await History(path: folder.path("history"))
    let fixture = try await SiteFixture(database.path, live: nil, site: options)
    #expect(try await importing(fixture, "title\nX\nY\n", step: "import").status == 303)
    let page = try #require(try await options.history?.page())
    #expect(page.entries.map(\.kind) == [.insert, .insert])
    #expect(page.entries.map(\.row) == ["9", "8"])
  }
}
