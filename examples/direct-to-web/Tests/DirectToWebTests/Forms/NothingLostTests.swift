import Foundation
import GRDB
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// What was typed stays, whatever becomes of the database, the row and the rules meanwhile.
@Suite struct NothingLostTests {
  private let folder: TemporaryFolder
  private let database: TemporaryDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try TemporaryDatabase(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, plot TEXT, state TEXT);
      INSERT INTO film VALUES (1, 'Amber', 'old plot', 'open');
      """)
  }

  private static let address = "/table/film/row/1/edit"

  private func form(_ fixture: SiteFixture) async throws -> PageForm {
    var form = try #require(
      PageForm(try await fixture.get(Self.address), with: "class=\"edit\""))
    form.set("f2", to: "typed plot")
    return form
  }

  @Test(arguments: ["IMMEDIATE", "EXCLUSIVE"])
  func `a locked database gives the form back`(kind: String) async throws {
    var options = DatabaseFile.Options()
    options.busyTimeout = .milliseconds(20)
    let fixture = try await SiteFixture(database.path, live: nil, options: options)
    let form = try await form(fixture)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN \(kind)") }
    let answer = try await fixture.post(Self.address, form.fields)
    #expect(answer.status == 503)
    #expect(answer.main.contains("Another program has locked the database"))
    #expect(answer.main.contains("typed plot"))
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try other.close()
    let again = try #require(PageForm(answer, with: "method=\"post\""))
    #expect(again.fields.contains { $0 == ("f2", "typed plot") })
    #expect(try await fixture.post(Self.address, again.fields).status == 303)
    #expect(try database.texts("SELECT plot FROM film") == ["typed plot"])
  }

  @Test func `a second save of the same values is no conflict, and another one says by whom`()
    async throws
  {
    let hasher = try PasswordHasher.cheap
    let users = UserFile(path: folder.path("users.json"))
    try users.add(User(name: "ann", password: try await hasher.hash("password of ann")))
    var options = Site.Options()
    options.signIn = SignIn(users: users, hasher: hasher)
    options.history = try await History(path: folder.path("history"))
    let fixture = try await SiteFixture(database.path, live: nil, site: options)
    let signedIn = try await fixture.post(
      "/login", [("login", "ann"), ("password", "password of ann")])
    func ask(_ form: PageForm?) async throws -> SiteFixture.Answer {
      var headers = HTTPFields()
      headers[.cookie] = String(signedIn.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
      headers[named: "Sec-Fetch-Site"] = "same-origin"
      return try await fixture.ask(
        form == nil ? .get : .post, Self.address,
        form.map { String(Addresses.query($0.fields).dropFirst()) } ?? "", headers)
    }
    var form = try #require(PageForm(try await ask(nil), with: "class=\"edit\""))
    form.set("f2", to: "first")
    #expect(try await ask(form).status == 303)
    #expect(try await ask(form).status == 303)
    form.set("f2", to: "second")
    let conflict = try await ask(form)
    #expect(conflict.status == 409)
    #expect(conflict.main.contains("You saved other values in these fields"))
    #expect(conflict.main.contains("by you, ") && !conflict.main.contains("somebody else"))
  }

  @Test func `a rule that hides a field for a moment does not lose its text`() async throws {
    let fixture = try await SiteFixture(database.path)
    let form = try await form(fixture)
    let hiding = #"{ key = "displayPropertyKeys", when = { task = "edit" }, value = { "title" } }"#
    let live = try LiveRuleModel(
      sources: [RuleSource(text: "return { \(hiding) }", name: "test.lua")], schema: .pages)
    var options = Site.Options()
    options.seal = fixture.site.options.seal
    let hidden = try await SiteFixture(database.path, live: live, site: options)
    let page = try await hidden.post(Self.address + "?typed=1", form.fields)
    #expect(page.status == 200)
    #expect(page.main.contains("What you typed into Plot is kept"))
    let kept = try #require(PageForm(page, with: "class=\"edit\""))
    #expect(kept.names.contains("f1") && !kept.names.contains("f2"))
    // The rule is gone again.
    let back = try await fixture.post(Self.address + "?typed=1", kept.fields)
    let shown = try #require(PageForm(back, with: "class=\"edit\""))
    #expect(shown.names.contains("f2") && shown.value("f2") == "typed plot")
    #expect(try await fixture.post(Self.address, shown.fields).status == 303)
    #expect(try database.texts("SELECT plot FROM film") == ["typed plot"])
  }

  private static let locking = """
    return { { key = "isObjectEditable", when = { object = { state = "done" } }, value = false } }
    """

  @Test func `a row that is locked meanwhile says so in the open form, with what was typed`()
    async throws
  {
    let fixture = try await SiteFixture(database.path, rules: Self.locking)
    let form = try await form(fixture)
    try database.run("UPDATE film SET state = 'done'")
    for path in [Self.address + "?typed=1", Self.address] {
      let page = try await fixture.post(path, form.fields)
      #expect(page.status == (path == Self.address ? 403 : 200))
      #expect(page.main.contains("This row cannot be changed any more."))
      #expect(page.main.contains("typed plot") && page.main.contains("data-locked"))
      #expect(!page.main.contains("<button class=\"primary\">"))
    }
    try database.run("DELETE FROM film")
    let gone = try await fixture.post(Self.address + "?typed=1", form.fields)
    #expect(gone.status == 410 && gone.main.contains("typed plot"))
    #expect(try database.texts("SELECT plot FROM film") == [])
  }

  @Test func `a form of an earlier start gives the text back`() async throws {
    let form = try await form(try await SiteFixture(database.path))
    let later = try await SiteFixture(database.path)
    let answer = try await later.post(Self.address, form.fields)
    #expect(answer.status == 400 && answer.main.contains("typed plot"))
  }
}
