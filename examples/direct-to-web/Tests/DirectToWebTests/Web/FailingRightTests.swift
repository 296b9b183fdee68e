import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// Rules about rights that fail open nothing, whatever is asked of the site.
@Suite struct FailingRightTests {
  private static let sql = """
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, price INTEGER);
    INSERT INTO film VALUES (1, 'CANARY', 7319977);
    """

  /// How a rule can fail.
  private static let failures = [
    "value = function(c) error('broken') end", "value = function(c) return c.object.a.b.c end",
    "value = function(c) return { 1, 2 } end", "value = function(c) return 'certainly' end",
    "value = function(c) return { {} } end",
    "value = function(c) while true do end end", "value = function(c) return nil end",
    "when = function(c) error('broken') end, value = true",
  ]

  private static let rights = [
    "visibleRows", "isPropertyVisible", "isEntityReadOnly", "isObjectEditable", "isObjectDeletable",
    "isPropertyEditable", "mayExplain", "mayAssist",
  ]

  @Test(arguments: rights, failures)
  func `a right that fails opens nothing, and the page says so`(right: String, failure: String)
    async throws
  {
    let database = try TemporaryDatabase(Self.sql)
    let folder = try TemporaryFolder()
    let others = right.hasPrefix("may") ? "" : #"{ key = "debug", value = true },"#
    let live = try LiveRuleModel(
      sources: [
        RuleSource(
          text: "return { \(others) { key = \"\(right)\", \(failure) } }", name: "test.lua")
      ], schema: .pages)
    var options = Site.Options()
    options.rulesFolder = URL(fileURLWithPath: folder.path)
    let fixture = try await SiteFixture(database.path, live: live, site: options)
    let before = try database.bytes
    let list = try await fixture.get("/table/film")
    #expect(list.status == 200)
    var pages = [list]
    for path in [
      "/", "/table/film/row/1", "/table/film/row/1/edit", "/table/film/row/1/delete",
      "/table/film/new", "/table/film?q=CAN", "/table/film?f.title=CAN", "/table/film/export/csv",
      "/table/film/export/json", "/why?about=cell&task=list&table=film&row=1&property=title",
      "/assist?table=film&task=list",
    ] { pages.append(try await fixture.get(path)) }
    for page in pages { #expect(page.status < 500) }
    let all = pages.map(\.body).joined()
    func isMissing(_ path: String) async throws -> Bool {
      try await fixture.get(path).status == 404
    }
    switch right {
    case "visibleRows", "isPropertyVisible":
      #expect(!all.contains("CANARY") && !all.contains("7319977"))
    case "isEntityReadOnly":
      #expect(try await isMissing("/table/film/row/1/edit"))
      #expect(try await isMissing("/table/film/new"))
      #expect(try await isMissing("/table/film/row/1/delete"))
    case "isObjectEditable":
      #expect(try await isMissing("/table/film/row/1/edit"))
      #expect(!list.main.contains("/row/1/edit"))
    case "isObjectDeletable":
      #expect(try await isMissing("/table/film/row/1/delete"))
      #expect(!list.main.contains("value=\"delete\""))
    case "isPropertyEditable":
      let form = try await fixture.get("/table/film/row/1/edit")
      #expect(!form.main.contains(/<input[^>]* name="f\d+"(?![^>]*readonly)/))
    case "mayExplain":
      #expect(try await isMissing("/why?about=cell&task=list&table=film&row=1&property=title"))
    default:
      #expect(try await isMissing("/assist?table=film&task=list"))
      _ = try await fixture.post("/assist?table=film&task=list", [("shown0", "1")])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
    #expect(pages.contains { $0.main.contains("class=\"notice") })
    #expect(try database.bytes == before)
  }
}
