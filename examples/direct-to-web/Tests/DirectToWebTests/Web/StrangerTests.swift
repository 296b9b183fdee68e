import Foundation
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// What people see who have not signed in, and users who may not ask for explanations.
@Suite struct StrangerTests {
  private let folder: TemporaryFolder
  private let database: TemporaryDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try TemporaryDatabase(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO film VALUES (1, 'Amber');
      """)
  }

  private func fixture(
    _ rules: String, proxy: TrustedProxy? = nil
  ) async throws -> SiteFixture {
    let hasher = try PasswordHasher.cheap
    let users = UserFile(path: folder.path("users.json"))
    for (name, role) in [("ann", "clerk"), ("bob", "maker")] {
      try users.add(
        User(
          name: name, password: try await hasher.hash("password of \(name)"),
          members: ["role": .text(role)]))
    }
    var options = Site.Options()
    options.signIn = SignIn(users: users, hasher: hasher)
    options.proxy = proxy
    let live = try LiveRuleModel(
      sources: [RuleSource(text: rules, name: "secret-rules.lua")], schema: .pages)
    return try await SiteFixture(database.path, live: live, site: options)
  }

  private func headers(_ pairs: [(String, String)]) -> HTTPFields {
    var fields = HTTPFields([
      HTTPField(name: .contentType, value: "application/x-www-form-urlencoded")
    ])
    for (name, value) in pairs { fields[named: name] = value }
    return fields
  }

  private func cookie(_ fixture: SiteFixture, _ name: String, _ password: String) async throws
    -> String
  {
    let answer = try await fixture.post("/login", [("login", name), ("password", password)])
    return String(answer.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
  }

  private static let broken = """
    return {
      { key = "debug", value = true },
      { key = "mayExplain", value = function(c) return c.user ~= nil and c.user.role == "maker" end },
      { key = "title", value = function(c) error("broken") end },
      { key = "page", when = { task = "login" }, value = "NoSuchTemplate" },
    }
    """

  @Test func `who has not signed in learns nothing about rules`() async throws {
    let fixture = try await fixture(Self.broken)
    let pages = [
      try await fixture.get("/login"), try await fixture.get("/login?why=1"),
      try await fixture.post("/login", [("login", "ann"), ("password", "wrong")]),
      try await fixture.get("/open?token=x"),
    ]
    for page in pages {
      #expect(!page.body.contains("secret-rules.lua") && !page.body.contains("NoSuchTemplate"))
      #expect(!page.body.contains("broken") && !page.body.contains("How this page was made"))
      #expect(!page.body.contains("class=\"notice"))
    }
  }

  @Test func `a user reads what is wrong with rules only by mayExplain`() async throws {
    let fixture = try await fixture(Self.broken)
    for (name, maySee) in [("ann", false), ("bob", true)] {
      let cookie = try await cookie(fixture, name, "password of \(name)")
      let page = try await fixture.ask(.get, "/table/film", "", headers([("Cookie", cookie)]))
      #expect(page.status == 200)
      #expect(page.body.contains("secret-rules.lua") == maySee)
      #expect(page.body.contains("How this page was made") == maySee)
      #expect(page.body.contains("class=\"notice"), "that something fails is no secret")
    }
  }

  @Test func `a broken list of users does not tell its path`() async throws {
    let fixture = try await fixture("return {}")
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.path("users.json")))
    let answer = try await fixture.post("/login", [("login", "ann"), ("password", "x")])
    #expect(answer.status == 503)
    #expect(!answer.body.contains("users.json"))
  }

  @Test func `wrong sign-ins of one client behind a proxy lock nobody else out`() async throws {
    // Without a network the connection has no address.
    let fixture = try await fixture("return {}", proxy: TrustedProxy(addresses: [""]))
    func status(_ address: String, _ password: String) async throws -> Int {
      try await fixture.ask(
        .post, "/login", "login=ann&password=\(password)",
        headers([("X-Forwarded-For", "10.9.9.9, \(address)")])
      ).status
    }
    var statuses: [Int] = []
    for _ in 0..<20 { statuses.append(try await status("203.0.113.1", "wrong")) }
    #expect(statuses.contains(429))
    #expect(try await status("203.0.113.2", "password+of+ann") == 303)
  }

  @Test func `a trusted proxy names the user, with the members of the entry`() async throws {
    let rules = """
      return { { key = "visibleEntityNames", value = function(c)
        return c.user.role == "clerk" and { "film" } or {} end } }
      """
    let proxy = TrustedProxy(addresses: [""], userHeader: "X-Remote-User")
    let fixture = try await fixture(rules, proxy: proxy)
    func page(_ user: String) async throws -> SiteFixture.Answer {
      try await fixture.ask(.get, "/", "", headers([("X-Remote-User", user)]))
    }
    let ann = try await page("ann")
    #expect(ann.status == 200 && ann.main.contains("/table/film"))
    #expect(ann.body.contains(">ann<") && !ann.body.contains("Sign out"))
    let other = try await page("carl")
    #expect(other.status == 200 && !other.main.contains("/table/film"))
    #expect(try await fixture.get("/").status == 303)
    // A browser sends the header of its proxy along with forms of other sites, too.
    let foreign = try await fixture.ask(
      .post, "/table/film/new", "", headers([("X-Remote-User", "ann")]))
    #expect(foreign.status == 403)
  }

  @Test func `others cannot name a user`() async throws {
    let proxy = TrustedProxy(addresses: ["10.0.0.1"], userHeader: "X-Remote-User")
    let fixture = try await fixture("return {}", proxy: proxy)
    let answer = try await fixture.ask(.get, "/", "", headers([("X-Remote-User", "ann")]))
    #expect(answer.status == 303)
  }

  @Test func `a user changes the own password, which ends all other sessions`() async throws {
    let fixture = try await fixture("return {}")
    let other = try await cookie(fixture, "ann", "password of ann")
    let own = try await cookie(fixture, "ann", "password of ann")
    let signs = headers([("Cookie", own), ("Sec-Fetch-Site", "same-origin")])
    func change(_ current: String, _ new: String, _ again: String) async throws
      -> SiteFixture.Answer
    {
      let form = [("current", current), ("new", new), ("again", again)]
      return try await fixture.ask(
        .post, "/password", String(Addresses.query(form).dropFirst()), signs)
    }
    #expect(try await fixture.ask(.get, "/password", "", signs).status == 200)
    #expect(try await change("password of bob", "better than it", "better than it").status == 422)
    #expect(try await change("password of ann", "short", "short").status == 422)
    #expect(try await change("password of ann", "better than it", "better than IT").status == 422)
    #expect(try await fixture.ask(.get, "/", "", signs).status == 200)
    let done = try await change("password of ann", "better than it", "better than it")
    #expect(done.status == 303)
    let cookies = done.headers[values: .setCookie].map { $0.prefix { $0 != ";" } }
    #expect(cookies.count == 2)
    for old in [own, other] {
      #expect(try await fixture.ask(.get, "/", "", headers([("Cookie", old)])).status == 303)
    }
    let next = headers([("Cookie", cookies.joined(separator: "; "))])
    let page = try await fixture.ask(.get, "/", "", next)
    #expect(page.status == 200 && page.main.contains("Your password is changed."))
    #expect(!(try await fixture.ask(.get, "/", "", next)).main.contains("is changed."))
    #expect(try await cookie(fixture, "ann", "better than it").hasPrefix("session="))
  }

  @Test func `who has no password here cannot change one`() async throws {
    let open = try await SiteFixture(database.path)
    #expect(try await open.get("/password").status == 404)
    #expect(try await open.post("/password", [("new", "xxxxxxxx")]).status == 404)
  }
}
