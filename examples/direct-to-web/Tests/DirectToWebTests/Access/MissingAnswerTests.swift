import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// Rights that a rule of the user leaves without an answer.
@Suite struct MissingAnswerTests {
  private static let sql = """
    CREATE TABLE "caf\u{E9}" (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE "cafe\u{301}" (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, price INT);
    INSERT INTO film VALUES (1, 'Amber', 7);
    """

  /// A site with users, of which only those with a role get answers.
  private static let rules = """
    { key = "isPropertyVisible", when = { propertyKey = "price" },
      value = function(c) if c.user and c.user.role then return true end end },
    { key = "visibleRows", when = { entity = { name = "caf\u{E9}" } },
      value = function(c) if c.task == "never" then return "all" end end },
    """

  @Test func `a rule without an answer closes what it is about, and nothing else`()
    async throws
  {
    let fixture = try await AccessFixture(Self.sql, rules: Self.rules)
    let rules = RuleFacts(fixture.rules)
    func access(_ role: String?) throws -> Access {
      var context = RuleContext(fixture.rules)
      context.database = DatabaseFacts(fixture.model, name: "test")
      context.user = try RuleRecord(RecordLayout(members: [("role", String?.self)]), values: [role])
      return Access(context, to: fixture.facts, ruleFacts: rules)
    }
    let price = try fixture.path("price", "film")
    for _ in 0..<2 {
      for (role, canSee) in [("seller", true), (nil, false), ("\u{E9}", true), ("e\u{301}", true)] {
        let access = try access(role)
        #expect(access.canSee(price) == canSee)
        #expect(access.notices.count == (canSee ? 0 : 1))
      }
      let access = try access("seller")
      #expect(try access.rowFilter(of: fixture.entity("caf\u{E9}")) == .nothing)
      #expect(try access.rowFilter(of: fixture.entity("cafe\u{301}")) == .everything)
      #expect(access.notices.count == 1)
    }
  }

  @Test func `a saved rule opens what another one closed`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let folder = try TemporaryFolder()
    func write(_ rules: String) throws {
      try Data("return { \(rules) }".utf8).write(
        to: URL(fileURLWithPath: folder.path("a.lua")), options: .atomic)
    }
    try write(Self.rules)
    let live = try LiveRuleModel(contentsOf: URL(fileURLWithPath: folder.path), schema: .pages)
    let fixture = try await SiteFixture(database.path, live: live)
    for _ in 0..<2 { #expect(try await !fixture.get("/table/film").main.contains("Price")) }
    try write(
      """
      { key = "isPropertyVisible", when = { propertyKey = "title" },
        value = function(c) if c.task == "never" then return true end end },
      """)
    try await live.reload()
    for _ in 0..<2 {
      let main = try await fixture.get("/table/film").main
      #expect(main.contains("Price") && !main.contains("Amber"))
    }
  }
}
