#if Signing
  import Crypto
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  struct SignedBundleTests {
    /// A bundle of rules in memory, signed as a release.
    private static func bundle(
      _ rules: SignedRules, _ title: String = "one", set: String = "shop", revision: Int64 = 42,
      key: SigningKey? = nil
    ) throws -> RuleBundle {
      try rules.write(#"return { title = "\#(title)" }"#, to: "lib/names.lua")
      return try RuleBundle(contentsOf: rules.folder, set: set, revision: revision)
        .signed(by: key ?? rules.key)
    }

    private func model(_ bundle: RuleBundle, _ trust: RuleTrust) throws(RuleError) -> RuleModel {
      try RuleModel(sources: [
        RuleSource(bundle: bundle.bytes, name: "shop.rules").signed(by: trust)
      ])
    }

    private func refusal(_ bytes: [UInt8], _ trust: RuleTrust) throws -> String {
      let before = trust.revision
      let error = try #require(throws: RuleError.self) {
        try RuleModel(sources: [RuleSource(bundle: bytes, name: "shop.rules").signed(by: trust)])
      }
      #expect(trust.revision == before)
      return error.description
    }

    @Test func `a signed bundle is loaded, and its revision accepted`() throws {
      let rules = try SignedRules()
      let bundle = try Self.bundle(rules)
      #expect(bundle.keyID == "2026-a")
      let trust = try rules.trust()
      #expect(try model(bundle, trust).title() == "one")
      #expect(trust.revision == 42)
      // Whoever has no keys reads it as well.
      #expect(
        try RuleModel(sources: [RuleSource(bundle: bundle.bytes, name: "b")]).title() == "one")
      #expect(try RuleBundle(bundle.bytes) == bundle)
    }

    @Test func `a bundle that is not what was signed is refused`() throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      let plain = try RuleBundle(contentsOf: rules.folder, set: "shop", revision: 42)
      #expect(
        try refusal(plain.bytes, trust)
          == "shop.rules: error: the bundle is not signed; rules that are not signed are refused "
          + "[untrusted]\n  hint: `luarules bundle --key-file` signs it")
      let other = try SigningKey(id: "2026-b")
      #expect(
        try refusal(Self.bundle(rules, key: other).bytes, trust)
          == "shop.rules: error: the key `2026-b` is not accepted; accepted: `2026-a` [untrusted]")
      // The right name, and another key.
      #expect(
        try refusal(Self.bundle(rules, key: SigningKey(id: "2026-a")).bytes, trust)
          .hasPrefix("shop.rules: error: the signature is not one of `2026-a` over the manifest"))
      #expect(
        try refusal(Self.bundle(rules, set: "news").bytes, trust)
          == "shop.rules: error: the rules are signed as `news`; expected `shop` [untrusted]")
      // The signature of one bundle over the content of another one.
      let forged = plain.withSignature(try #require(Self.bundle(rules, "two").signature))
      #expect(try refusal(forged.bytes, trust).contains("the signature is not one of"))
      let odd = plain.withSignature("2026-a AAAA")
      #expect(try refusal(odd.bytes, trust).contains("the file is not a signature"))
    }

    @Test func `a byte that was changed anywhere is noticed`() throws {
      let rules = try SignedRules(["a.lua": "return {}"])
      let bytes = try RuleBundle(contentsOf: rules.folder, set: "shop", revision: 42)
        .signed(by: rules.key).bytes
      let trust = try rules.trust()
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 0x01
        #expect(throws: RuleError.self, "byte \(index)") {
          try RuleModel(sources: [
            RuleSource(bundle: changed, name: "shop.rules").signed(by: trust)
          ])
        }
      }
      #expect(trust.revision == nil)
    }

    @Test func `an older bundle is refused, and one with the same number`() throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      _ = try model(Self.bundle(rules, revision: 42), trust)
      #expect(
        try refusal(Self.bundle(rules, revision: 41).bytes, trust)
          == "shop.rules: error: revision 41 is older than revision 42, which was accepted before "
          + "[untrusted]\n  hint: to go back, sign the old files as revision 43")
      #expect(
        try refusal(Self.bundle(rules, "two", revision: 42).bytes, trust)
          .contains("revision 42 was accepted before with another manifest"))
      _ = try model(Self.bundle(rules, "two", revision: 43), trust)
      #expect(trust.revision == 43)
    }

    @Test func `the same content may be signed again with another key`() throws {
      let rules = try SignedRules()
      let other = try SigningKey(id: "2026-b")
      let trust = try rules.trust([other])
      _ = try model(Self.bundle(rules), trust)
      #expect(try model(Self.bundle(rules, key: other), trust).title() == "one")
    }

    @Test func `a bundle needs a set and a revision to be signed`() throws {
      let rules = try SignedRules()
      let bundle = try RuleBundle(contentsOf: rules.folder, set: "shop")
      let error = try #require(throws: RuleError.self) { try bundle.signed(by: rules.key) }
      #expect(error.message == "a bundle without a set and a revision cannot be signed")
    }

    @Test func `a folder's signature is not one of a bundle`() throws {
      let rules = try SignedRules()
      let line = try rules.text("rules.manifest.sig").dropLast()
      let plain = try RuleBundle(contentsOf: rules.folder, set: "shop", revision: 42)
      let text = try refusal(plain.withSignature(String(line)).bytes, rules.trust())
      #expect(text.contains("the signature is not one of"))
    }

    @Test func `a live model goes on after a bundle that is refused`() async throws {
      let rules = try SignedRules()
      let url = rules.url.appending(path: "shop.rules")
      let archive = rules.url.appending(path: "archive")
      let trust = try rules.trust()
      try Self.bundle(rules).write(to: url)
      var options = LiveRuleOptions()
      options.isWatching = false
      options.logger.logLevel = .critical
      let source = RuleSource(contentsOf: url).signed(by: trust)
      let live = try LiveRuleModel(sources: [source], archive: archive, live: options)
      #expect(try live.title() == "one")
      for bundle in [
        try RuleBundle(contentsOf: rules.folder, set: "shop", revision: 43),
        try Self.bundle(rules, "two", revision: 41),
      ] {
        try bundle.write(to: url)
        await #expect(throws: RuleError.self) { try await live.reload() }
        #expect(live.rejection?.code == .untrusted)
        #expect(try live.title() == "one")
      }
      // The archived one is checked again.
      let again = try LiveRuleModel(sources: [source], archive: archive, live: options)
      #expect(try again.title() == "one" && again.generation == 0)
      let stranger = try RuleTrust(
        set: "shop", keys: [try SigningKey(id: "2026-a").verifyingKey])
      #expect(throws: RuleError.self) {
        try LiveRuleModel(
          sources: [RuleSource(contentsOf: url).signed(by: stranger)], archive: archive,
          live: options)
      }
      try Self.bundle(rules, "two", revision: 43).write(to: url)
      try await live.reload()
      #expect(try live.title() == "two" && trust.revision == 43)
    }

    @Test func `an archive cannot bring in a bundle that is not signed`() throws {
      let rules = try SignedRules()
      let url = rules.url.appending(path: "shop.rules")
      let archive = rules.url.appending(path: "archive")
      var options = LiveRuleOptions()
      options.isWatching = false
      options.logger.logLevel = .critical
      try RuleBundle(contentsOf: rules.folder).write(to: url)
      _ = try LiveRuleModel(
        sources: [RuleSource(contentsOf: url)], archive: archive, live: options)
      let source = RuleSource(contentsOf: url).signed(by: try rules.trust())
      let error = try #require(throws: RuleError.self) {
        try LiveRuleModel(sources: [source], archive: archive, live: options)
      }
      #expect(error.code == .untrusted)
    }

    @Test(arguments: 0..<200)
    func `the engine's SHA-256 is that of swift-crypto`(count: Int) {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let digits = SHA256.hash(data: bytes).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
      #expect(SHA256Digest(of: bytes).digits == digits)
    }
  }
#endif
