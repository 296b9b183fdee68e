import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct AssistTests {
  private final class Folder: Sendable {
    let url: URL

    init(_ rules: String) throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data(rules.utf8).write(to: url.appendingPathComponent("a.lua"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var assistant: String? {
      try? String(contentsOf: url.appendingPathComponent("assistant.lua"), encoding: .utf8)
    }
  }

  private func fixture(_ folder: Folder, _ sql: String) async throws -> (
    SiteFixture, TemporaryDatabase
  ) {
    let database = try TemporaryDatabase(sql)
    let live = try LiveRuleModel(contentsOf: folder.url, schema: .pages)
    var options = Site.Options()
    options.rulesFolder = folder.url
    return (try await SiteFixture(database.path, live: live, site: options), database)
  }

  private static let open = #"return { { key = "debug", value = true } }"#
  private static let sql = """
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, minutes INTEGER);
    INSERT INTO film VALUES (1, 'Amber', 90);
    """

  private func heads(_ fixture: SiteFixture) async throws -> [String] {
    try await fixture.get("/table/film").main
      .matches(of: /<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]*)/).map { String($0.1) }
  }

  @Test func `what is arranged is a rule, and the page follows it`() async throws {
    let folder = try Folder(Self.open)
    let (fixture, database) = try await fixture(folder, Self.sql)
    defer { _ = database }
    #expect(try await heads(fixture) == ["Title", "Minutes"])
    let address = "/assist?table=film&task=list"
    #expect(try await fixture.get(address).status == 200)
    let saved = try await fixture.post(
      address,
      [
        ("shown0", "1"), ("position0", "2"), ("label0", "A \"title\" \\ \u{301}"), ("shown1", "1"),
        ("position1", "1"), ("label1", "Minutes"), ("component1", "DisplayString"),
      ])
    #expect(saved.status == 303)
    #expect(saved.location == address)
    #expect(try await heads(fixture) == ["Minutes", "A &quot;title&quot; \\ \u{301}"])
    // Once more: the rules are replaced, and those of others stay.
    _ = try await fixture.post(address, [("shown0", "1"), ("position0", "1")])
    #expect(try await heads(fixture) == ["Minutes"])
    let text = try #require(folder.assistant)
    #expect(text.matches(of: /key = "displayPropertyKeys"/).count == 1)
    #expect(text.contains("component"))
    _ = try await fixture.post(address, [("reset", "1")])
    #expect(try await heads(fixture) == ["Title", "Minutes"])
  }

  @Test func `who may not arrange writes nothing`() async throws {
    let folder = try Folder("return {}")
    let (fixture, database) = try await fixture(folder, Self.sql)
    defer { _ = database }
    let answer = try await fixture.post("/assist?table=film&task=list", [("shown0", "1")])
    #expect(answer.status == 404)
    #expect(folder.assistant == nil)
  }

  @Test func `a file that somebody broke stays as it is, and the answer says so`() async throws {
    let folder = try Folder(Self.open)
    let (fixture, database) = try await fixture(folder, Self.sql)
    defer { _ = database }
    try Data("return { -- }".utf8).write(to: folder.url.appendingPathComponent("assistant.lua"))
    let answer = try await fixture.post("/assist?table=film&task=list", [("shown0", "1")])
    #expect(answer.status == 422)
    #expect(answer.main.contains("does not end with a line"))
    #expect(folder.assistant == "return { -- }")
  }

  @Test func `lines that somebody wrote stay`() throws {
    let before = "local x = 1\nreturn {\n  { key = \"look\", value = \"x\" },\n}\n"
    let rule = AssistantRule(
      key: "component", entity: "we\"ird\n]", tasks: ["edit", "new"], property: "a b",
      answer: .text("EditString"))
    let text = try AssistantFile.text(before, [rule], [])
    #expect(text.hasPrefix("local x = 1\nreturn {\n  { key = \"look\""))
    _ = try RuleModel(text: text, name: "assistant.lua", schema: .pages)
    #expect(try AssistantFile.text(text, [rule], []) == text)
    #expect(try AssistantFile.text(text, [], [rule]) == before)
  }
}
