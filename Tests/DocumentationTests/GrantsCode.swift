import Foundation
import LuaRules
import Testing

// The Swift of grants.md and threat-model.md; see ReadmeCode.swift.

private struct ThemeKey: DynamicEnvironmentKey { static let defaultValue = "light" }
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "" }

extension DynamicEnvironmentPaths {
  fileprivate var theme: String { self[dynamic: ThemeKey.self] }
  fileprivate var title: String { self[dynamic: TitleKey.self] }
}

func loadRules(_ own: URL, customer: URL) throws -> RuleModel {
  let grant = Grant(
    assign: [\.theme, \.title], read: [\.todo] + .names("user.name"), functions: ["shout"],
    priority: ...100)
  return try RuleModel(
    sources: [RuleSource(contentsOf: own), RuleSource(contentsOf: customer, grant: grant)],
    schema: RuleSchema(\.theme, \.title, \.todo),
    host: ["shout": .function { (text: String) in text.uppercased() }])
}

func acceptedRules(_ customer: URL) throws -> RuleModel {
  try RuleModel(sources: [
    RuleSource(contentsOf: customer, grant: Grant(read: [\.todo]), accept: .luaFree)
  ])
}

func tenant(_ text: String, schema: RuleSchema) throws(RuleError) -> RuleModel {
  var budget = Budget(
    instructions: 50_000,  // a rule of ordinary size uses 10 to 200
    time: .milliseconds(5),  // what a request can spare
    memory: 8 << 20,  // a state with a thousand rules holds about 3 MiB
    depth: 30)  // keys that need one another
  budget.valueNodes = 1_000
  budget.valueBytes = 64 << 10
  return try RuleModel(text: text, schema: schema, options: RuleOptions(budget: budget))
}

/// What the guide to grants shows, run.
@Suite struct GrantsTests {
  private static let guide = Guide.file("grants")

  /// Loads a customer's rules beside the host's, and asks.
  private func outcome(_ key: String, _ customer: String, own: String = "return {}") -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "grants-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (hosts, customers) = (
        folder.appending(path: "own.lua"), folder.appending(path: "customer.lua")
      )
      try own.write(to: hosts, atomically: true, encoding: .utf8)
      try customer.write(to: customers, atomically: true, encoding: .utf8)
      var context = RuleContext(try loadRules(hosts, customer: customers))
      try context.setValues(json: #"{"user": {"name": "Ann", "password": "p"}, "isAdmin": true}"#)
      return try context.json(at: key)
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  }

  @Test func `what the page shows as refused is refused like that`() throws {
    let block = try #require(
      MarkdownBlock.all(in: Self.guide, of: "lua").first {
        $0.firstLine == "-- refused under the grant"
      })
    let text = MarkdownBlock.all(in: Self.guide, of: "text").first?.text
    #expect(outcome("theme", block.text) + "\n" == text)
  }

  @Test func `what the page shows as refused without Lua is refused like that`() throws {
    let block = try #require(
      MarkdownBlock.all(in: Self.guide, of: "lua").first {
        $0.firstLine == "-- refused by acceptedRules"
      })
    let folder = FileManager.default.temporaryDirectory.appending(path: "grants-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "customer.lua")
    try block.text.write(to: file, atomically: true, encoding: .utf8)
    let error = try #require(throws: RuleError.self) { try acceptedRules(file) }
    let text = MarkdownBlock.all(in: Self.guide, of: "text").first { $0.line > block.line }?.text
    #expect("\(error)\n".replacing(folder.path + "/", with: "") == text)
    let lines = block.text.split(separator: "\n").filter { !$0.contains("upper") }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    var context = RuleContext(try acceptedRules(file))
    try context.setValues(json: #"{"todo": {"title": "IMPORTANT"}}"#)
    #expect(try context.json(at: "theme") == "\"dark\"")
  }

  @Test func `what the page says of reading is so`() {
    let reads: [(String, String)] = [
      ("c.user.name", "\"Ann\""), ("host.shout(c.user.name)", "\"ANN\""),
      ("c.user and 'yes'", "\"yes\""),
      ("#c.user", "may not list or count"), ("c.user", "cannot give it on"),
      ("c['is' .. 'Admin']", "may not read `isAdmin`"), ("next(c)", "may not list or count"),
    ]
    for (code, expected) in reads {
      let text = outcome(
        "theme", "return { { key = 'theme', value = function(c) return \(code) end } }")
      #expect(text.contains(expected), "\(code): \(text)")
    }
    #expect(
      outcome(
        "greeting", "return { { key = 'theme', value = function(c) return c.user.name end } }",
        own: """
          return { { key = 'greeting',
            value = function(c) return (c.isAdmin and "master " or "") .. c.theme end } }
          """) == "\"master Ann\"")
  }

  @Test func `the JSON of the page is a grant`() throws {
    let block = try #require(MarkdownBlock.all(in: Self.guide, of: "json").first)
    let grant = try Grant(json: block.text)
    #expect(
      grant
        == Grant(
          assign: .names("theme"), read: .names("todo", "user.name"), functions: [],
          priority: ...100))
  }
}
