#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  /// What was accepted before is the least that is accepted.
  struct RevisionTests {
    /// Keeps the release of a folder, to play it again.
    private func release(_ rules: SignedRules) throws -> [String: [UInt8]] {
      let names = ["rules.manifest.json", "rules.manifest.sig", "lib/names.lua"]
      return try Dictionary(uniqueKeysWithValues: names.map { ($0, try rules.bytes($0)) })
    }

    private func replay(_ release: [String: [UInt8]], in rules: SignedRules) throws {
      for (name, bytes) in release { try rules.write(bytes, to: name) }
    }

    private func publish(_ title: String, revision: Int64, in rules: SignedRules) throws {
      try rules.write("return { title = \"\(title)\" }", to: "lib/names.lua")
      try rules.sign(revision: revision)
    }

    @Test func `an older revision is refused, and a later one accepted`() throws {
      let rules = try SignedRules(revision: 41)
      let trust = try rules.trust()
      let old = try release(rules)
      #expect(try rules.model(trust).title() == "one")
      try publish("two", revision: 42, in: rules)
      #expect(try rules.model(trust).title() == "two")
      try replay(old, in: rules)
      #expect(
        try rules.refusal(by: trust) == """
          rules/rules.manifest.json: error: revision 41 is older than revision 42, which was \
          accepted before [untrusted]
            hint: to go back, sign the old files as revision 43
          """)
      try rules.sign(revision: 43)
      #expect(try rules.model(trust).title() == "one")
    }

    @Test func `the same revision is accepted again, as it was`() throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      #expect(try rules.model(trust).title() == "one")
      #expect(try rules.model(trust).title() == "one")
      try publish("two", revision: 42, in: rules)
      #expect(
        try rules.refusal(by: trust) == """
          rules/rules.manifest.json: error: revision 42 was accepted before with another manifest \
          [untrusted]
            hint: sign each change under a higher revision
          """)
    }

    @Test func `rules that do not load are not accepted`() throws {
      let rules = try SignedRules(revision: 41)
      let trust = try rules.trust()
      let old = try release(rules)
      _ = try rules.model(trust)
      try publish("\"", revision: 42, in: rules)
      #expect(throws: RuleError.self) { try rules.model(trust) }
      #expect(trust.revision == 41)
      try replay(old, in: rules)
      #expect(try rules.model(trust).title() == "one")
    }

    // MARK: The next start

    @Test func `a file remembers the revision`() throws {
      let rules = try SignedRules(revision: 41)
      let file = rules.url.appending(path: "revision")
      let old = try release(rules)
      try publish("two", revision: 42, in: rules)
      _ = try rules.model(rules.trust(remembering: file))
      try replay(old, in: rules)
      let trust = try rules.trust(remembering: file)
      #expect(try rules.refusal(by: trust).contains("revision 41 is older than revision 42"))
      #expect(trust.revision == 42)
      try publish("three", revision: 43, in: rules)
      #expect(try rules.model(trust).title() == "three")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix("shop 43 ") && text.hasSuffix("\n"))
    }

    @Test func `what another program accepted counts, too`() throws {
      let rules = try SignedRules(revision: 41)
      let file = rules.url.appending(path: "revision")
      let trusts = [try rules.trust(remembering: file), try rules.trust(remembering: file)]
      let old = try release(rules)
      _ = try rules.model(trusts[0])
      try publish("two", revision: 42, in: rules)
      _ = try rules.model(trusts[1])
      try replay(old, in: rules)
      #expect(try rules.refusal(by: trusts[0]).contains("is older than revision 42"))
    }

    @Test(arguments: ["", "42", "blog 42 x\n", "shop 42\n", "shop x y\n", "shop 0 \n", "\u{0}"])
    func `a file that tells nothing refuses everything`(text: String) throws {
      let rules = try SignedRules()
      let file = rules.url.appending(path: "revision")
      try Data(text.utf8).write(to: file)
      let refusal = try rules.refusal(by: rules.trust(remembering: file))
      #expect(refusal.hasPrefix("revision: error: the file does not hold the last revision"))
      #expect(
        refusal.hasSuffix("hint: put the file right, or delete it to accept any revision once"))
    }

    @Test(arguments: [Int64.max, Int64.max - 1])
    func `a file with the last revision of all refuses, and does not trap`(number: Int64) throws {
      let rules = try SignedRules()
      let file = rules.url.appending(path: "revision")
      let hash = String(repeating: "0", count: 64)
      try Data("shop \(number) \(hash)\n".utf8).write(to: file)
      let refusal = try rules.refusal(by: rules.trust(remembering: file), after: number)
      #expect(
        number == .max
          ? refusal.hasPrefix("revision: error: the file does not hold the last revision")
          : refusal.contains("is older than revision \(number), which was accepted before"))
    }

    @Test func `a revision that none can come after is not signed`() throws {
      let rules = try SignedRules()
      try rules.sign(revision: .max - 1)
      #expect(throws: RuleError.self) { try rules.sign(revision: .max) }
      #expect(throws: RuleError.self) { try rules.sign(revision: 0) }
    }

    @Test func `the file of another set refuses everything`() throws {
      let rules = try SignedRules()
      let file = rules.url.appending(path: "revision")
      _ = try rules.model(rules.trust(remembering: file))
      let other = try RuleTrust(set: "blog", keys: [rules.key.verifyingKey], remembering: file)
      try rules.sign(revision: 42, as: "blog")
      #expect(
        try rules.refusal(by: other).contains("holds the last revision of `shop`, not of `blog`"))
    }

    @Test func `what cannot be remembered is not accepted`() throws {
      let rules = try SignedRules()
      let file = rules.url.appending(path: "no-folder/revision")
      let trust = try rules.trust(remembering: file)
      #expect(
        try rules.refusal(by: trust)
          == "no-folder/revision: error: revision 42 cannot be remembered [unwritable]")
      #expect(trust.revision == nil)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      #expect(try rules.model(trust).title() == "one")
    }

    @Test func `many loads at once accept one revision after the other`() async throws {
      let rules = try SignedRules(revision: 1)
      let trust = try rules.trust(remembering: rules.url.appending(path: "revision"))
      let (old, oldFolder) = (try rules.model(trust), rules)
      #expect(try old.title() == "one")
      let next = try SignedRules(revision: 2, SignedRules.texts, key: rules.key)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            _ = try? (number % 2 == 0 ? oldFolder : next).model(trust)
          }
        }
      }
      #expect(trust.revision == 2)
      #expect(throws: RuleError.self) { try rules.model(trust) }
    }
  }
#endif
