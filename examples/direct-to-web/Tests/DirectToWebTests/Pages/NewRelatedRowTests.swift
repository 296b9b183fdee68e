import Testing

@testable import DirectToWeb

/// A row that is made from the form of another row.
@Suite struct NewRelatedRowTests {
  private static let books = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE book (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER, shelf_id INTEGER REFERENCES shelf);
    CREATE TABLE book_tag (
      book_id INTEGER NOT NULL REFERENCES book, tag_id INTEGER NOT NULL REFERENCES tag,
      PRIMARY KEY (book_id, tag_id));
    INSERT INTO shelf VALUES (1, 'Hall');
    INSERT INTO tag VALUES (1, 'fast');
    INSERT INTO book VALUES (1, 'Amber', 90, 1);
    """

  private func form(_ answer: SiteFixture.Answer) throws -> PageForm {
    try #require(PageForm(answer, with: #"class="edit""#))
  }

  @Test(arguments: [
    ("/table/book/new", "f4", "shelf", "2"), ("/table/book/row/1", "f4", "shelf", "2"),
    ("/table/book/new", "f5[]", "tag", "2"), ("/table/book/row/1", "f5[]", "tag", "2"),
  ])
  func `it comes back to the form, chosen there, and nothing typed is lost`(
    start: String, field: String, relationship: String, made: String
  ) async throws {
    let database = try TemporaryDatabase(Self.books)
    let site = try await SiteFixture(database.path)
    let editPath = start.hasSuffix("new") ? start : start + "/edit"
    let page = try await site.get(editPath)
    #expect(page.main.contains("formaction=\"\(start)/add/\(relationship)\""))
    var first = try form(page)
    first.set("f1", to: "Typed & <kept>")
    var second = try form(try await site.post("\(start)/add/\(relationship)", first.fields))
    second.set("f1", to: "")
    let wrong = try await site.post("\(start)/added/\(relationship)", second.fields)
    #expect(wrong.status == 422)
    var again = try form(wrong)
    again.set("f1", to: "Brand new")
    let back = try await site.post("\(start)/added/\(relationship)", again.fields)
    #expect(back.status == 200)
    let third = try form(back)
    #expect(third.value("f1") == "Typed & <kept>")
    #expect(third.fields.contains { $0.0 == field && $0.1 == made })
    #expect(try await site.post(editPath, third.fields).status == 303)
    #expect(try database.texts("SELECT name FROM \(relationship) WHERE id = 2") == ["Brand new"])
    let linked =
      relationship == "tag"
      ? "SELECT title FROM book JOIN book_tag ON book.id = book_id WHERE tag_id = 2"
      : "SELECT title FROM book WHERE shelf_id = 2"
    #expect(try database.texts(linked) == ["Typed & <kept>"])
  }

  @Test func `cancel leads back to the form as it was typed`() async throws {
    let database = try TemporaryDatabase(Self.books)
    let site = try await SiteFixture(database.path)
    var first = try form(try await site.get("/table/book/row/1/edit"))
    first.set("f1", to: "Typed")
    let second = try form(try await site.post("/table/book/row/1/add/shelf", first.fields))
    let back = try form(try await site.post("/table/book/row/1/added/shelf?back=1", second.fields))
    #expect(back.value("f1") == "Typed" && back.value("f4") == "1")
    #expect(try database.texts("SELECT name FROM shelf") == ["Hall"])
  }

  @Test func `who may add no row gets no button, and no form`() async throws {
    let database = try TemporaryDatabase(Self.books)
    let site = try await SiteFixture(
      database.path, rules: #"return { { key = "readOnlyEntityNames", value = { "shelf" } } }"#)
    let page = try await site.get("/table/book/new")
    #expect(!page.main.contains("/add/shelf") && page.main.contains("/add/tag"))
    let fields = try form(page).fields
    #expect(try await site.post("/table/book/new/add/shelf", fields).status == 404)
    #expect(try await site.post("/table/book/row/%ff/add/tag", fields).status == 404)
    #expect(try await site.post("/table/book/row/9/add/nothing", fields).status == 404)
  }
}
