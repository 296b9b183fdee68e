import Foundation
import LuaRules
import Testing

#if Signing
  import LuaRulesSigning
#endif

// The Swift of bundles.md; see ReadmeCode.swift.

func bundled(_ file: URL, or received: Data) throws -> (RuleModel, LiveRuleModel) {
  let once = try RuleModel(sources: [RuleSource(bundle: received, name: "shop.rules")])
  let live = try LiveRuleModel(sources: [RuleSource(contentsOf: file)])
  return (once, live)
}

func release(in file: URL) throws -> String {
  let bundle = try RuleBundle(Data(contentsOf: file), name: file.lastPathComponent)
  return "\(bundle.revision ?? 0) \(bundle.digest) \(bundle.files.map(\.path))"
}

func schema(of bundle: RuleBundle) throws -> RuleSchema {
  guard let file = bundle.schema else { return RuleSchema() }
  return try RuleSchema(json: String(decoding: file.bytes, as: UTF8.self), name: file.path)
}

#if Signing
  func trusted(_ file: URL, _ trust: RuleTrust) throws -> LiveRuleModel {
    try LiveRuleModel(sources: [RuleSource(contentsOf: file).signed(by: trust)])
  }
#endif

/// What the guide to bundles shows, run.
@Suite struct BundlesGuideTests {
  private static let file = Guide.file("bundles")
  private static let blocks = MarkdownBlock.all(in: file)

  @Test func `every line prints what the page says, and the code does it, too`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let rules = url.appending(path: "rules")
    try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
    let text = try #require(Self.blocks.first { $0.language == "lua" }).text
    try Data(text.utf8).write(to: rules.appending(path: "todo.lua"))
    let file = url.appending(path: "shop.rules")
    for (index, block) in Self.blocks.enumerated() where block.language == "sh" {
      if block.text.contains("--key-id") {
        #if Signing
          _ = try block.run(in: url)
          let key = try String(contentsOf: url.appending(path: "public.key"), encoding: .utf8)
          let trust = try RuleTrust(
            set: "shop",
            keys: [VerifyingKey(id: "2026-a", base64: key.trimmingCharacters(in: .newlines))])
          let live = try trusted(file, trust)
          live.stop()
          #expect(trust.revision == 44)
        #endif
        continue
      }
      let expected = Self.blocks[(index + 1)...].first
      #expect(expected?.language == "text", "\(block)")
      #expect(try block.run(in: url) == expected?.text, "\(block)")
    }
    let (once, live) = try bundled(file, or: Data(contentsOf: file))
    live.stop()
    for model in [once, live.model] {
      var context = RuleContext(model)
      try context.setValues(json: #"{ "todo": { "priority": "high" } }"#)
      #expect(try context.json(at: "fancyColor") == "\"black\"")
    }
    let bundle = try RuleBundle(Data(contentsOf: file))
    #expect(try release(in: file).hasSuffix(" \(bundle.digest) [\"todo.lua\"]"))
    #expect(throws: Never.self) { try schema(of: bundle) }
  }
}
