#if Service
  import Foundation
  import Hummingbird
  import LuaRules
  import LuaRulesService
  import Testing

  // The Swift of serving.md; see ReadmeCode.swift.

  func serveShop(_ live: LiveRuleModel) async throws {
    let service = RuleService(live)
    let router = Router()
    router.get("/") { _, _ in "This is the shop." }
    service.addRoutes(to: router)
    try await Application(router: router, services: [service]).runService()
  }

  /// What the guide to serving shows, run.
  struct ServingGuideTests {
    private static let blocks = MarkdownBlock.all(in: Guide.file("serving"))

    @Test func `every line prints what the page says`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
      let rules = folder.appending(path: "rules")
      try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let lua = try #require(Self.blocks.first { $0.language == "lua" })
      try lua.text.write(
        to: rules.appending(path: "shop.lua"), atomically: true, encoding: .utf8)

      let schema = try #require(Self.blocks.first { $0.language == "json" })
      try schema.text.write(
        to: folder.appending(path: "app.schema.json"), atomically: true, encoding: .utf8)

      let lines = Self.blocks.indices.filter { Self.blocks[$0].language == "sh" }
      let start = try #require(lines.first)
      // Port 8080 may be taken.
      let command = "exec \(Self.blocks[start].text) --port 0 2>&1".replacing("\n", with: "")
      let output = Pipe()
      let server = Shell.process(command, in: folder, printingTo: output)
      try server.run()
      defer {
        server.terminate()
        server.waitUntilExit()
      }
      let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let address = try #require(said.firstMatch(of: /127\.0\.0\.1:\d+/)).output
      #expect(said.replacing(address, with: "127.0.0.1:8080") == Self.blocks[start + 1].text)
      for index in lines.dropFirst() {
        let text = Self.blocks[index].text.replacing("127.0.0.1:8080", with: address)
        let (printed, status) = try Shell.run("set -e\n" + text, in: folder)
        #expect(status == 0, "\(Self.blocks[index])")
        let line = printed.hasSuffix("\n") ? printed : printed + "\n"
        #expect(line == Self.blocks[index + 1].text, "\(Self.blocks[index])")
      }
      #expect(lines.count == 6)
    }
  }
#endif
