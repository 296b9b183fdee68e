import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DirectToWeb

/// Files in columns of bytes: shown if they are images, kept if they are not, and sent by forms.
@Suite struct FileTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0, 2]
  private let database: TemporaryDatabase

  init() throws {
    database = try TemporaryDatabase(
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, cover BLOB, manual BLOB);
      INSERT INTO book VALUES (1, 'Emma', x'89504E470D0A1A0A0102', x'3C68746D6C3E');
      """)
  }

  private func save(
    _ fixture: SiteFixture, _ file: [UInt8]?, _ fields: [(String, String)] = []
  ) async throws -> SiteFixture.Answer {
    let page = try await fixture.get("/table/book/row/1/edit")
    #expect(page.main.contains("enctype=\"multipart/form-data\""))
    let form = try #require(PageForm(page, with: "class=\"edit\""))
    var body: [UInt8] = []
    for (name, value) in form.fields.filter({ $0.0 != "f2" && $0.0 != "f3" }) + fields {
      body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
    }
    body +=
      "--b\r\nContent-Disposition: form-data; name=\"f2\"; filename=\"\(file == nil ? "" : "a.png")\"\r\nContent-Type: image/png\r\n\r\n"
      .utf8
    body += (file ?? []) + Array("\r\n--b--\r\n".utf8)
    let bytes = body
    return try await fixture.application.test(.router) { client in
      try await client.execute(
        uri: "/table/book/row/1/edit", method: .post,
        headers: [.contentType: "multipart/form-data; boundary=b"], body: .init(bytes: bytes)
      ) { response in
        SiteFixture.Answer(
          status: response.status.code, body: String(buffer: response.body),
          headers: response.headers)
      }
    }
  }

  private func covers() throws -> [String] { try database.texts("SELECT quote(cover) FROM book") }

  @Test func `an image is shown, other bytes are a file to keep`() async throws {
    let fixture = try await SiteFixture(database.path)
    let page = try await fixture.get("/table/book/row/1")
    #expect(page.main.contains("<img src=\"/table/book/row/1/image/cover\""))
    #expect(page.main.contains("href=\"/table/book/row/1/bytes/manual\""))
    #expect(!page.main.contains("/image/manual"))
    let image = try await fixture.get("/table/book/row/1/image/cover")
    #expect(image.status == 200 && image.headers[.contentType] == "image/png")
    #expect(image.headers[.xContentTypeOptions] == "nosniff")
    // HTML in a column must never be a page of this site.
    #expect(try await fixture.get("/table/book/row/1/image/manual").status == 404)
    let kept = try await fixture.get("/table/book/row/1/bytes/cover")
    #expect(kept.headers[.contentType] == "application/octet-stream")
    #expect(kept.headers[.contentDisposition]?.contains("cover.png") == true)
  }

  @Test func `an image that may not be seen is not there`() async throws {
    let fixture = try await SiteFixture(
      database.path,
      rules:
        #"return { { key = "isPropertyVisible", when = { propertyKey = "cover" }, value = false } }"#
    )
    #expect(try await fixture.get("/table/book/row/1/image/cover").status == 404)
    #expect(try await fixture.get("/table/book/row/1/bytes/cover").status == 404)
  }

  @Test func `a form takes a file, keeps it, and removes it`() async throws {
    let fixture = try await SiteFixture(database.path)
    let before = try covers()
    #expect(try await save(fixture, nil).status == 303)
    #expect(try covers() == before, "no file changes nothing")
    #expect(try await save(fixture, Self.png + Array("\r\n--c\r\n".utf8)).status == 303)
    #expect(try covers() == ["X'89504E470D0A1A0A0100020D0A2D2D630D0A'"])
    #expect(try await save(fixture, nil, [("f2.remove", "1")]).status == 303)
    #expect(try covers() == ["NULL"])
  }

  @Test func `rules say how large a file may be, and of which type`() async throws {
    let rules = """
      return {
        { key = "fileTypes", when = { propertyKey = "cover" }, value = { "image/*" } },
        { key = "maximumFileSize", when = { propertyKey = "cover" }, value = 20 },
      }
      """
    let fixture = try await SiteFixture(database.path, rules: rules)
    let before = try covers()
    #expect(try await fixture.get("/table/book/row/1/edit").main.contains("accept=\"image/*\""))
    let text = try await save(fixture, Array("<svg onload=x>".utf8))
    #expect(
      text.status == 422 && text.main.contains("Only image/*, please: the file is text/plain."))
    let large = try await save(fixture, Self.png + Array(repeating: 1, count: 20))
    #expect(large.status == 422 && large.main.contains("At most 20 bytes, please"))
    #expect(try covers() == before)
    #expect(try await save(fixture, Self.png).status == 303)
  }

  @Test(arguments: [
    ("--b\r\n", "no end"), ("--b\r\nX: y\r\n\r\na\r\n--b--", "no name"), ("", "empty"),
    ("--b\r\nContent-Disposition: form-data; name=\"f1\"\r\n\r\n\u{FF}", "no delimiter"),
  ])
  func `a malformed body is refused`(body: String, reason: String) async throws {
    let fixture = try await SiteFixture(database.path)
    let answer = try await fixture.ask(
      .post, "/table/book/row/1/edit", body, [.contentType: "multipart/form-data; boundary=b"])
    #expect(answer.status == 400, "\(reason)")
  }
}
