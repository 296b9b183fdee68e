import Foundation
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// Sessions, sign-in and forms, as other sites and guessers use them.
@Suite struct SessionAttackTests {
  private let folder: TemporaryFolder
  private let database: TemporaryDatabase
  private let time = TestTime()

  init() throws {
    folder = try TemporaryFolder()
    database = try TemporaryDatabase(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO film VALUES (1, 'Amber');
      """)
  }

  private func fixture() async throws -> SiteFixture {
    let hasher = try PasswordHasher.cheap
    let users = UserFile(path: folder.path("users.json"))
    try users.add(User(name: "ann", password: try await hasher.hash("password of ann")))
    var options = Site.Options()
    options.signIn = SignIn(
      users: users, sessions: Sessions(now: { [time] in time.now }), hasher: hasher,
      throttle: Throttle(now: { [time] in time.now }))
    options.rulesFolder = URL(fileURLWithPath: folder.path)
    return try await SiteFixture(database.path, live: nil, site: options)
  }

  private static let right = [("login", "ann"), ("password", "password of ann")]

  private static func cookie(_ answer: SiteFixture.Answer) -> String {
    String(answer.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
  }

  private static func headers(_ pairs: [(String, String)]) -> HTTPFields {
    var fields = HTTPFields([
      HTTPField(name: .contentType, value: "application/x-www-form-urlencoded")
    ])
    for (name, value) in pairs { fields[named: name] = value }
    return fields
  }

  private static let posts = [
    "/table/film/new", "/table/film/new?typed=1", "/table/film/row/1/edit", "/table/film/batch",
    "/table/film/delete", "/table/film/row/1/restore?entry=1", "/table/film/new/select/x",
    "/table/film/row/1/select/x", "/assist?table=film&task=list", "/login", "/logout",
  ]

  @Test(arguments: posts)
  func `a form of another site is refused, whatever it is about`(path: String) async throws {
    let fixture = try await fixture()
    let cookie = Self.cookie(try await fixture.post("/login", Self.right))
    #expect(cookie.hasPrefix("session="))
    let foreign: [[(String, String)]] = [
      [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
      [("Origin", "https://evil.example"), ("Host", "localhost")], [("Origin", "null")],
      [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://localhost"), ("Host", "localhost")], [],
    ]
    for signs in foreign {
      let answer = try await fixture.ask(
        .post, path, "row=1", Self.headers(signs + [("Cookie", cookie)]))
      #expect(answer.status == 403, "\(signs)")
      #expect(answer.headers[.setCookie] == nil)
    }
    let known = try await fixture.ask(.get, "/table/film", "", Self.headers([("Cookie", cookie)]))
    #expect(known.status == 200)
    let own = try await fixture.ask(
      .post, path, "row=1", Self.headers([("Sec-Fetch-Site", "same-origin"), ("Cookie", cookie)]))
    #expect(own.status != 403 && own.status < 500)
  }

  @Test(arguments: posts.dropLast(2))
  func `nobody writes or reads without a session`(path: String) async throws {
    let fixture = try await fixture()
    let before = try database.bytes
    for cookie in ["", "session=", "session=guess", "session=a; session=b"] {
      let answer = try await fixture.ask(
        .post, path, "row=1",
        Self.headers([("Sec-Fetch-Site", "same-origin"), ("Cookie", cookie)]))
      #expect(answer.status == 401)
      #expect(!answer.body.contains("Amber") && !answer.body.contains("film"))
      let page = String(path.prefix { $0 != "?" })
      let read = try await fixture.ask(.get, page, "", Self.headers([("Cookie", cookie)]))
      #expect(read.status == 303 || read.status == 404)
      #expect(!read.body.contains("Amber"))
    }
    #expect(try await fixture.get("/events").status == 401)
    #expect(try database.bytes == before)
  }

  @Test func `a session that an attacker has chosen is never the user's`() async throws {
    let fixture = try await fixture()
    for planted in ["session=planted", "session=\(String(repeating: "A", count: 43))"] {
      let headers = Self.headers([("Cookie", planted), ("Sec-Fetch-Site", "same-origin")])
      let answer = try await fixture.ask(
        .post, "/login", String(Addresses.query(Self.right).dropFirst()), headers)
      let given = Self.cookie(answer)
      #expect(given.hasPrefix("session=") && given != planted)
      #expect(answer.headers[.setCookie]?.contains("HttpOnly") == true)
      #expect(
        try await fixture.ask(.get, "/", "", Self.headers([("Cookie", planted)])).status == 303)
      #expect(try await fixture.ask(.get, "/", "", Self.headers([("Cookie", given)])).status == 200)
      // A second sign-in ends the session before it; signing out ends the last.
      let again = try await fixture.ask(
        .post, "/login", String(Addresses.query(Self.right).dropFirst()),
        Self.headers([("Cookie", given), ("Sec-Fetch-Site", "same-origin")]))
      #expect(try await fixture.ask(.get, "/", "", Self.headers([("Cookie", given)])).status == 303)
      let last = Self.headers([("Cookie", Self.cookie(again)), ("Sec-Fetch-Site", "same-origin")])
      #expect(try await fixture.ask(.post, "/logout", "", last).status == 303)
      #expect(try await fixture.ask(.get, "/", "", last).status == 303)
    }
  }

  @Test func `guesses have to wait, and so does the right password until then`() async throws {
    let fixture = try await fixture()
    var statuses: [Int] = []
    for number in 0..<8 {
      let guess = [("login", "ann"), ("password", "guess number \(number)")]
      statuses.append(try await fixture.post("/login", guess).status)
    }
    #expect(statuses.prefix(4).allSatisfy { $0 == 401 })
    #expect(statuses.suffix(3) == [429, 429, 429])
    #expect(try await fixture.post("/login", Self.right).status == 429)
    time.advance(by: .seconds(61))
    #expect(try await fixture.post("/login", Self.right).status == 303)
  }

  @Test(arguments: [
    "//evil.example", "/\\evil.example", "https://evil.example", "\\\\evil.example",
    "javascript:alert(1)", "/\t/evil.example", "/\r\nSet-Cookie: x=1", "/%0d%0aX: 1//",
    "///evil.example",
    "/x//evil.example", " //evil.example", "",
  ])
  func `signing in leads to this site only`(next: String) async throws {
    let fixture = try await fixture()
    let answer = try await fixture.post("/login", Self.right + [("next", next)])
    #expect(answer.status == 303)
    let location = try #require(answer.location)
    #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.contains("\\"))
    #expect(!location.contains("\r") && !location.contains("\n"))
    #expect(!location.contains("evil.example"))
    #expect(answer.headers[values: .setCookie].count == 1)
    let page = try await fixture.get("/login" + Addresses.query([("next", next)]))
    #expect(!page.main.contains("evil.example"))
  }

  @Test func `pages of users are never kept by caches`() async throws {
    let fixture = try await fixture()
    let cookie = Self.cookie(try await fixture.post("/login", Self.right))
    for path in ["/", "/table/film", "/table/film/row/1", "/table/film/export/csv", "/x", "/login"]
    {
      for pairs in [[("Cookie", cookie)], [], [("Cookie", cookie), ("If-None-Match", "*")]] {
        let answer = try await fixture.ask(.get, path, "", Self.headers(pairs))
        #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
        #expect(answer.headers[named: "ETag"] == nil)
        #expect(answer.status != 304)
      }
    }
  }
}
