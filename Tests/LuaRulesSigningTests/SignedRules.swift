#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  /// A folder of its own for a test, with rules that are signed.
  final class SignedRules: Sendable {
    /// Beside it lies what is not to be in it.
    let url = FileManager.default.temporaryDirectory.appending(path: "signed-\(UUID())")
    let key: SigningKey

    /// Where the rules are.
    var folder: URL { url.appending(path: "rules") }

    static let texts = [
      "a.lua": #"return {{ key = "title", value = require("names").title }}"#,
      "b.lua": #"return {{ key = "other", value = require("more._words").other }}"#,
      "lib/names.lua": #"return { title = "one" }"#,
      "more/_words.lua": #"return { other = "two" }"#,
      "more/c.lua": "return {}",
      "a.test.lua": "not rules at all",
      "README.md": "# Rules",
    ]

    init(
      revision: Int64 = 42, _ texts: [String: String] = texts, key: SigningKey? = nil
    ) throws {
      self.key = try key ?? SigningKey(id: "2026-a")
      for (path, text) in texts { try write(text, to: path) }
      try sign(revision: revision)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ text: String, to name: String) throws {
      try write(Array(text.utf8), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }

    func bytes(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: folder.appending(path: name)))
    }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func remove(_ name: String) throws {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: path(name), withDestinationPath: target)
    }

    func sign(
      revision: Int64, as set: String = "shop", with key: SigningKey? = nil
    ) throws {
      try (key ?? self.key).sign(rulesIn: folder, as: set, revision: revision)
    }

    /// Trust in the key, and in nothing that was accepted before.
    func trust(_ more: [SigningKey] = [], remembering file: URL? = nil) throws -> RuleTrust {
      try RuleTrust(
        set: "shop", keys: ([key] + more).map { try $0.verifyingKey }, remembering: file)
    }

    func source(_ trust: RuleTrust) -> RuleSource {
      RuleSource(path: folder.path).signed(by: trust)
    }

    func model(
      _ trust: RuleTrust, in fileSystem: any RuleFileSystem = LocalFileSystem()
    ) throws -> RuleModel {
      try RuleModel(sources: [source(trust)], options: RuleOptions(fileSystem: fileSystem))
    }

    /// The error with which the rules are refused; paths begin at the folder.
    func refusal(
      by trust: RuleTrust? = nil, after accepted: Int64 = 42,
      in fileSystem: any RuleFileSystem = LocalFileSystem()
    ) throws -> String {
      let trust = try trust ?? self.trust()
      let error = try #require(throws: RuleError.self) { try model(trust, in: fileSystem) }
      #expect(trust.revision == nil || trust.revision == accepted)
      return error.description.replacing(url.path + "/", with: "")
    }

    func live(
      _ trust: RuleTrust, archive: URL? = nil, isWatching: Bool = false,
      gate: ReloadGate? = nil
    ) throws -> LiveRuleModel {
      var liveOptions = LiveRuleOptions()
      liveOptions.isWatching = isWatching
      liveOptions.gate = gate
      liveOptions.logger.logLevel = .critical
      return try LiveRuleModel(sources: [source(trust)], archive: archive, live: liveOptions)
    }
  }

  extension RuleModel {
    func title() throws -> String {
      try RuleContext(self).value(at: "title", as: String.self)
    }
  }

  extension LiveRuleModel {
    func title() throws -> String { try model.title() }

    /// Waits until the title is the wanted one.
    func title(becomes wanted: String) async throws -> Bool {
      let deadline = ContinuousClock.now + .seconds(120)
      while try title() != wanted {
        guard ContinuousClock.now < deadline else { return false }
        try await Task.sleep(for: .milliseconds(5))
      }
      return true
    }
  }
#endif
