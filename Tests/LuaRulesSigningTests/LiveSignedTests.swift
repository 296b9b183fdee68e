#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  /// A live model swaps to what is signed, and to nothing else.
  struct LiveSignedTests {
    private func publish(_ title: String, revision: Int64, in rules: SignedRules) throws {
      try rules.write("return { title = \"\(title)\" }", to: "lib/names.lua")
      try rules.sign(revision: revision)
    }

    @Test func `an unsigned change is rejected, a signed one is taken`() async throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      let live = try rules.live(trust)
      #expect(try live.title() == "one" && live.generation == 1 && trust.revision == 42)
      // Only a module.
      try rules.write(#"return { title = "evil" }"#, to: "lib/names.lua")
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(live.rejection?.code == .untrusted)
      #expect(try live.title() == "one" && live.generation == 1)
      try publish("two", revision: 43, in: rules)
      try await live.reload()
      #expect(live.rejection == nil && trust.revision == 43)
      #expect(try live.title() == "two" && live.generation == 2)
      // A module that nobody requires.
      try rules.write("return {}", to: "lib/more.lua")
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(try live.title() == "two" && live.generation == 2)
    }

    @Test func `the same is told once, and loaded once`() async throws {
      let rules = try SignedRules()
      let live = try rules.live(rules.trust())
      try await live.reload()
      #expect(live.generation == 1)
      // The same files under another revision are another generation: it counts from now on.
      try rules.sign(revision: 43)
      try await live.reload()
      try await live.reload()
      #expect(live.generation == 2)
    }

    @Test func `changes are noticed in every file of the set`() async throws {
      let rules = try SignedRules()
      let live = try rules.live(rules.trust(), isWatching: true)
      defer { live.stop() }
      try publish("two", revision: 43, in: rules)
      #expect(try await live.title(becomes: "two"))
      try rules.remove("rules.manifest.sig")
      try publish("three", revision: 44, in: rules)
      #expect(try await live.title(becomes: "three"))
    }

    @Test func `an older release is rejected, and can be gone back to`() async throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      let live = try rules.live(trust)
      let names = ["rules.manifest.json", "rules.manifest.sig", "lib/names.lua"]
      let old = try names.map { ($0, try rules.bytes($0)) }
      try publish("two", revision: 43, in: rules)
      try await live.reload()
      for (name, bytes) in old { try rules.write(bytes, to: name) }
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(try live.title() == "two")
      // The host's own decision is no replay.
      try live.rollback()
      #expect(try live.title() == "one" && trust.revision == 43)
      let first = live.pinned().model
      try publish("three", revision: 44, in: rules)
      try await live.reload()
      #expect(try live.title() == "three")
      try live.replace(with: first)
      #expect(try live.title() == "one")
    }

    @Test func `what a gate refuses is not accepted`() async throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      let live = try rules.live(trust, gate: ReloadGate { _, _ in .refuse(reason: "not today") })
      try publish("two", revision: 43, in: rules)
      try await live.reload()
      #expect(try live.title() == "one" && trust.revision == 42)
    }

    @Test func `what cannot be remembered is rejected, and tried again`() async throws {
      let rules = try SignedRules()
      let folder = rules.url.appending(path: "state")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let trust = try rules.trust(remembering: folder.appending(path: "revision"))
      let live = try rules.live(trust, isWatching: true)
      defer { live.stop() }
      try FileManager.default.removeItem(at: folder)
      try publish("two", revision: 43, in: rules)
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(live.rejection?.code == .unwritable)
      #expect(try live.title() == "one" && trust.revision == 42)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(try await live.title(becomes: "two"))
      #expect(trust.revision == 43)
    }

    @Test func `what cannot be remembered at the start is tried again, too`() async throws {
      let rules = try SignedRules()
      let folder = rules.url.appending(path: "state")
      let trust = try rules.trust(remembering: folder.appending(path: "revision"))
      var liveOptions = LiveRuleOptions()
      liveOptions.logger.logLevel = .critical
      let builtIn = try RuleModel(text: #"return {{ key = "title", value = "none" }}"#)
      let live = try LiveRuleModel(
        sources: [rules.source(trust)], initialModel: builtIn, live: liveOptions)
      defer { live.stop() }
      #expect(try live.title() == "none")
      #expect(live.rejection?.code == .unwritable)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(try await live.title(becomes: "one"))
    }

    // MARK: Stored generations

    /// The newest stored generation.
    private func kept(in store: URL) throws -> URL {
      let names = try FileManager.default.contentsOfDirectory(atPath: store.path).sorted()
      return store.appending(path: try #require(names.last))
    }

    /// Changes what is stored.
    private func change(_ file: URL, _ body: (inout [String: Any]) throws -> Void) throws {
      var object = try #require(
        JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      try body(&object)
      try JSONSerialization.data(withJSONObject: object).write(to: file)
    }

    @Test func `a stored generation is checked again`() throws {
      let rules = try SignedRules()
      let store = rules.url.appending(path: "store")
      _ = try rules.live(rules.trust(), archive: store)
      try rules.remove("rules.manifest.sig")
      let trust = try rules.trust()
      let live = try rules.live(trust, archive: store)
      #expect(try live.title() == "one")
      #expect(live.rejection?.code == .untrusted && trust.revision == 42)
      guard case .kept = live.origin else {
        Issue.record("\(live.origin)")
        return
      }
      // Its key was withdrawn.
      let other = try RuleTrust(set: "shop", keys: [SigningKey(id: "b").verifyingKey])
      #expect(throws: RuleError.self) { try rules.live(other, archive: store) }
      // It is older than what was accepted.
      let later = try SignedRules(revision: 43, SignedRules.texts, key: rules.key)
      _ = try later.model(trust)
      #expect(throws: RuleError.self) { try rules.live(trust, archive: store) }
    }

    @Test func `a stored generation that was altered does not answer`() throws {
      let rules = try SignedRules()
      let store = rules.url.appending(path: "store")
      _ = try rules.live(rules.trust(), archive: store)
      try rules.remove("rules.manifest.sig")
      let file = try kept(in: store)
      let good = try Data(contentsOf: file)
      let evil = Data(#"return {{ key = "title", value = "evil" }}"#.utf8).base64EncodedString()
      func set(_ object: [String: Any]) throws -> [String: Any] {
        try #require((object["files"] as? [[String: Any]])?.first)
      }
      let plain: [String: Any] = [
        "name": "rules/a.lua", "bytes": evil, "requires": [:] as [String: Any],
      ]
      let changes: [(inout [String: Any]) throws -> Void] = [
        { object in  // one of the signed files
          var first = try set(object)
          var files = try #require(first["verified"] as? [String: String])
          files["a.lua"] = evil
          first["verified"] = files
          object["files"] = [first]
        },
        { object in  // unsigned files in place of the signed ones
          object["files"] = [plain]
        },
        { object in  // and beside them
          object["files"] = [plain, try set(object)]
        },
        { object in  // under another name
          var first = try set(object)
          first["name"] = "rules"
          object["files"] = [first]
        },
        { object in object["files"] = [] as [Any] },
      ]
      #expect(try rules.live(rules.trust(), archive: store).title() == "one")
      for body in changes {
        try good.write(to: file)
        try change(file, body)
        #expect(throws: RuleError.self) { try rules.live(rules.trust(), archive: store) }
      }
      // Functions in place of the host's are rules, too: nobody asked for them.
      try good.write(to: file)
      try change(file) { $0["hostStubs"] = plain }
      #expect(try rules.live(rules.trust(), archive: store).title() == "one")
    }
  }
#endif
