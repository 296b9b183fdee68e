import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// The rows that were changed last, on the first page.
@Suite struct RecentChangesTests {
  private func site(_ database: TemporaryDatabase, _ rules: String = "") async throws -> SiteFixture
  {
    var options = Site.Options()
    options.history = try await History(path: database.path + ".history")
    let live = try LiveRuleModel(
      sources: [RuleSource(text: "return { \(rules) }", name: "test.lua")], schema: .pages)
    return try await SiteFixture(database.path, live: live, site: options)
  }

  private func change(_ site: SiteFixture, _ row: String, _ field: String, to value: String)
    async throws
  {
    let path = "/table/film/row/\(row)/edit"
    var form = try #require(PageForm(try await site.get(path), with: #"class="edit""#))
    form.set(field, to: value)
    #expect(try await site.post(path, form.fields).status == 303)
  }

  private func recent(_ site: SiteFixture) async throws -> [String] {
    let page = try await site.get("/")
    let list = page.main.components(separatedBy: "Recent changes").dropFirst().first ?? ""
    return list.matches(of: /<a href="[^"]*">([^<]*)<\/a> <span class="count">(\w*)/).map {
      "\($0.1) \($0.2)"
    }
  }

  @Test func `each row that may be seen is told once, the newest first`() async throws {
    let database = try TemporaryDatabase(ListPageTests.films)
    let open = try await site(database)
    #expect(try await recent(open) == [])
    try await change(open, "1", "f3", to: "91")
    try await change(open, "2", "f3", to: "121")
    try await change(open, "1", "f3", to: "92")
    var form = try #require(PageForm(try await open.get("/table/film/new"), with: #"class="edit""#))
    form.set("f1", to: "Elm")
    #expect(try await open.post("/table/film/new", form.fields).status == 303)
    #expect(try await recent(open) == ["Elm created", "Amber changed", "Birch changed"])
    try database.run("DELETE FROM film WHERE title = 'Elm'")
    #expect(try await recent(open) == ["Amber changed", "Birch changed"])

    let hiddenRow = try await site(
      database,
      #"{ key = "visibleRows", when = { entity = { name = "film" } }, value = { title = "Birch" } }"#
    )
    #expect(try await recent(hiddenRow) == ["Birch changed"])
    let hiddenColumn = try await site(
      database, #"{ key = "isPropertyVisible", when = { propertyKey = "minutes" }, value = false }"#
    )
    #expect(try await recent(hiddenColumn) == [])
    let hiddenTable = try await site(
      database, #"{ key = "visibleEntityNames", value = { "actor" } }"#)
    #expect(try await recent(hiddenTable) == [])
  }

  @Test func `a row that got the key of a deleted one was not changed`() async throws {
    let database = try TemporaryDatabase(ListPageTests.films)
    let site = try await site(database)
    try await change(site, "3", "f3", to: "91")
    #expect(try await recent(site) == ["Cedar changed"])
    let question = try #require(
      PageForm(try await site.get("/table/film/row/3/delete"), with: "/delete"))
    #expect(try await site.post("/table/film/delete", question.fields).status == 303)
    try database.run("INSERT INTO film (id, title) VALUES (3, 'Another')")
    #expect(try await recent(site) == [])
  }
}
