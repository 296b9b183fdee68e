#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  // The Swift of signed-rules.md; see ReadmeCode.swift.

  func release(_ folder: URL, revision: Int64, secret: String) throws {
    let key = try SigningKey(id: "2026-a", base64: secret)
    try key.sign(rulesIn: folder, as: "shop", revision: revision)
  }

  func shopRules(in folder: URL, publicKey: String, state: URL) throws -> LiveRuleModel {
    let trust = try RuleTrust(
      set: "shop", keys: [VerifyingKey(id: "2026-a", base64: publicKey)],
      remembering: state.appending(path: "shop.revision"))
    return try LiveRuleModel(sources: [RuleSource(contentsOf: folder).signed(by: trust)])
  }

  func trustBoth(_ old: String, _ new: String) throws -> RuleTrust {
    try RuleTrust(
      set: "shop",
      keys: [
        VerifyingKey(id: "2026-a", base64: old),
        VerifyingKey(id: "2026-b", base64: new),
      ])
  }

  /// What the guide to signed rules shows, run.
  struct SignedRulesGuideTests {
    private static let file = Guide.file("signed-rules")

    /// Runs the command lines of the page in a folder, with the new key among the trusted ones;
    /// returns what they print.
    private static func runLines(in folder: URL) throws -> [String] {
      var printed: [String] = []
      for block in MarkdownBlock.all(in: file, of: "sh") {
        printed.append(try block.run(in: folder).trimmingCharacters(in: .newlines))
        guard printed.count == 1 else { continue }
        try "shop 2026-a \(printed[0])\n".write(
          to: folder.appending(path: "trusted.keys"), atomically: true, encoding: .utf8)
      }
      return printed
    }

    @Test func `a release is made, taken, followed by another, and protected`() async throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
      let rules = url.appending(path: "rules")
      let file = rules.appending(path: "shop.lua")
      try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: url) }
      func write(_ color: String) throws {
        try "return {{ key = 'color', value = '\(color)' }}"
          .write(to: file, atomically: true, encoding: .utf8)
      }
      try write("red")
      let printed = try Self.runLines(in: url)
      #expect(
        printed.dropFirst() == [
          "signed 1 file as revision 42 of shop",
          "verified 1 file of revision 42 of shop, signed with 2026-a",
        ])
      let publicKey = printed[0]
      let live = try shopRules(in: rules, publicKey: publicKey, state: url)
      live.stop()
      #expect(RuleContext(live).color == "red")
      // Another release, under one key of two.
      try write("green")
      let secret = try String(contentsOf: url.appending(path: "private.key"), encoding: .utf8)
      try release(rules, revision: 43, secret: secret.trimmingCharacters(in: .newlines))
      let other = try SigningKey(id: "2026-b").verifyingKey.base64
      let both = RuleSource(contentsOf: rules).signed(by: try trustBoth(publicKey, other))
      #expect(try RuleContext(RuleModel(sources: [both])).color == "green")
      // A change that nobody signed.
      try write("blue")
      let error = try #require(throws: RuleError.self) {
        try shopRules(in: rules, publicKey: publicKey, state: url)
      }
      let shown = try #require(MarkdownBlock.all(in: Self.file, of: "text").first).text
      let hash = /[0-9a-f]{12}…/
      #expect(
        error.description.replacing(url.path + "/", with: "").replacing(hash, with: "") + "\n"
          == shown.replacing(hash, with: ""))
      #expect(error.code == .untrusted)
    }
  }
#endif
