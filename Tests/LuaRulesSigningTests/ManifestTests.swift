#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  @testable import struct LuaRulesSigning.ManifestSignature

  /// A manifest says what it may say, and its signature is one of an accepted key.
  struct ManifestTests {
    private static let manifest = "rules.manifest.json"
    private static let signature = "rules.manifest.sig"

    /// Signs whatever a manifest says.
    private func sign(_ text: String, in rules: SignedRules, with key: SigningKey? = nil) throws {
      try rules.write(text, to: Self.manifest)
      try rules.write(
        try (key ?? rules.key).signature(of: Array(text.utf8)).content, to: Self.signature)
    }

    // MARK: Signatures

    @Test func `one altered byte of the manifest is refused`() throws {
      let rules = try SignedRules()
      let text = try rules.text(Self.manifest)
      for (old, new) in [("42", "43"), ("{\n", "{ \n"), ("shop", "shoq"), ("1", "2")] {
        try rules.write(text.replacing(old, with: new), to: Self.manifest)
        #expect(
          try rules.refusal() == """
            rules/rules.manifest.sig: error: the signature is not one of `2026-a` over the \
            manifest [untrusted]
              hint: the manifest was altered, or signed with another key
            """)
      }
      // Nothing of a manifest is read whose signature does not hold.
      try rules.write("{", to: Self.manifest)
      #expect(try rules.refusal().contains("the signature is not one of `2026-a`"))
    }

    @Test func `every bit of the signature counts`() throws {
      let rules = try SignedRules()
      let signature = try #require(ManifestSignature(try rules.bytes(Self.signature)))
      for index in 0..<64 {
        var other = signature
        other.bytes[index] ^= 1 << (index % 8)
        try rules.write(other.content, to: Self.signature)
        #expect(try rules.refusal().contains("the signature is not one of `2026-a`"))
      }
    }

    @Test func `the signature of another key is refused`() throws {
      let rules = try SignedRules()
      let stranger = try SigningKey(id: "stranger")
      try rules.sign(revision: 42, with: stranger)
      #expect(
        try rules.refusal() == """
          rules/rules.manifest.sig: error: the key `stranger` is not accepted; accepted: \
          `2026-a` [untrusted]
          """)
      // Under the name of an accepted key.
      try rules.sign(revision: 42, with: try SigningKey(id: "2026-a"))
      #expect(try rules.refusal().contains("the signature is not one of `2026-a`"))
    }

    @Test func `one of two accepted keys is enough`() throws {
      let rules = try SignedRules()
      let next = try SigningKey(id: "2026-b")
      let trust = try rules.trust([next])
      #expect(try rules.model(trust).title() == "one")
      try rules.sign(revision: 43, with: next)
      #expect(try rules.model(trust).title() == "one")
      let error = try #require(throws: RuleError.self) { try rules.model(rules.trust()) }
      #expect(error.message.contains("the key `2026-b` is not accepted"))
    }

    @Test func `the manifest names the key that signed it`() throws {
      let rules = try SignedRules()
      let next = try SigningKey(id: "2026-b")
      try sign(try rules.text(Self.manifest), in: rules, with: next)
      #expect(
        try rules.refusal(by: rules.trust([next]))
          .contains("the manifest names the key `2026-a`, the signature another one"))
    }

    @Test(arguments: [
      "", "\n", "2026-a", "2026-a ", "2026-a AAAA", " AAAA", "2026-a !", "2026-a  ", "\u{0}",
      "a b c",
    ])
    func `a file that is no signature is refused`(text: String) throws {
      let rules = try SignedRules()
      try rules.write(text, to: Self.signature)
      #expect(
        try rules.refusal().contains(
          "the file is not a signature: the id of a key, and 64 bytes in base64"))
    }

    @Test func `a truncated signature is refused, wherever it ends`() throws {
      let rules = try SignedRules()
      let bytes = try rules.bytes(Self.signature)
      for count in stride(from: 0, to: bytes.count - 1, by: 3) {
        try rules.write(Array(bytes.prefix(count)), to: Self.signature)
        #expect(try rules.refusal().hasPrefix("rules/rules.manifest.sig: error: "))
      }
      try rules.write(bytes + bytes, to: Self.signature)
      #expect(try rules.refusal().contains("the file is not a signature"))
      try rules.write([UInt8](repeating: 0x41, count: 257), to: Self.signature)
      #expect(try rules.refusal().contains("at most 256 are read [budget]"))
    }

    @Test func `a giant manifest is not read`() throws {
      let rules = try SignedRules()
      let status = unsafe truncate(rules.path(Self.manifest), 1 << 40)
      try #require(status == 0)
      #expect(
        try rules.refusal() == """
          rules/rules.manifest.json: error: the file has 1099511627776 bytes; at most 1048576 \
          are read [budget]
          """)
    }

    // MARK: Content

    private static let hash = "sha256:" + String(repeating: "0", count: 64)

    private func manifest(files: String) -> String {
      #"{"format":1,"set":"shop","revision":42,"key":"2026-a","files":{\#(files)}}"#
    }

    @Test(arguments: [
      "../x.lua", "/etc/x.lua", "a/../../x.lua", "./a.lua", "a//b.lua", "a.lua/", "", ".",
      "a\u{0}.lua", "\\u0000.lua", "a\\n.lua", ".hidden/a.lua", "lib/.a.lua", "a.txt", "a.test.lua",
      "rules.manifest.json",
    ])
    func `a path that is none is refused, though it is signed`(path: String) throws {
      let rules = try SignedRules()
      try sign(manifest(files: "\"\(path)\":\"\(Self.hash)\""), in: rules)
      let refusal = try rules.refusal()
      #expect(refusal.hasPrefix("rules/rules.manifest.json: error: the manifest is not one: "))
      #expect(refusal.hasSuffix(" [untrusted]"))
      #expect(!refusal.utf8.contains(0))
    }

    @Test func `names count as they are written`() throws {
      let rules = try SignedRules()
      let text = try rules.text(Self.manifest)
      try sign(text.replacing("a.lua", with: "A.lua"), in: rules)
      let refusal = try rules.refusal()
      #expect(refusal.hasPrefix("rules/A.lua: error: the file was signed, and is missing"))
    }

    @Test func `names that are one text in other bytes are not two`() throws {
      let rules = try SignedRules()
      let files = ["\u{E9}.lua", "e\u{301}.lua"].map { "\"\($0)\":\"\(Self.hash)\"" }
      try sign(manifest(files: files.joined(separator: ",")), in: rules)
      #expect(try rules.refusal().contains("appears twice in `files`"))
      try rules.write("return {}", to: "\u{E9}.lua")
      try sign(manifest(files: files[1]), in: rules)
      #expect(try rules.refusal().contains("the file was signed, and is missing"))
    }

    @Test(arguments: [
      (#""set":"shop""#, #""set":"shop","set":"shop""#, "has the name `set` twice"),
      (#""set":"shop""#, #""set":"shop","\u0073et":"blog""#, "has the name `set` twice"),
      (#""a.lua":"#, #""a.lua":1,"a.lua":"#, "has the name `a.lua` twice"),
      (#""a.lua":"#, #""a.lua":1,"\u0061.lua":"#, "has the name `a.lua` twice"),
      (#""set":"shop""#, #""set":"shop","x":1"#, "`x` is no member of a manifest"),
      (#""set":"shop","#, "", "`set` and `key` have to be strings"),
      (#""set":"shop""#, #""set":null"#, "`set` and `key` have to be strings"),
      (#""revision":42"#, #""revision":0"#, "`revision` has to be an integer from 1"),
      (#""revision":42"#, #""revision":-1"#, "`revision` has to be an integer from 1"),
      (#""revision":42"#, #""revision":42.0"#, "`revision` has to be an integer from 1"),
      (#""revision":42"#, #""revision":"42""#, "`revision` has to be an integer from 1"),
      (#""revision":42"#, #""revision":99999999999999999999"#, "is not one"),
      (#""format":1"#, #""format":2"#, "`format` has to be 1"),
      (#""format":1,"#, "", "`format` has to be 1"),
      (#""files":{"#, #""files":[{"#, "is not one"),
      ("sha256:0", "sha512:0", "the hash of `a.lua` is not"),
      ("sha256:0", "sha256:", "the hash of `a.lua` is not"),
      ("sha256:0", "sha256:G", "the hash of `a.lua` is not"),
      ("sha256:0", "sha256:A", "the hash of `a.lua` is not"),
      ("}}", "}} x", "expected the end"),
      ("}}", "},}", "there is a comma before"),
      ("{\"format", "[{\"format", "is not one"),
    ])
    func `a manifest that is none is refused`(old: String, new: String, error: String) throws {
      let rules = try SignedRules()
      let text = manifest(files: "\"a.lua\":\"\(Self.hash)\"")
      #expect(text.contains(old))
      try sign(text.replacing(old, with: new, maxReplacements: 1), in: rules)
      let refusal = try rules.refusal()
      #expect(refusal.contains("the manifest is not one: "))
      #expect(refusal.contains(error))
      #expect(!refusal.contains("000000000000000"))
    }

    @Test func `too many files are refused, and too deep a text`() throws {
      let rules = try SignedRules()
      let files = (0...10_000).map { "\"\($0).lua\":\"\(Self.hash)\"" }.joined(separator: ",")
      try sign(manifest(files: files), in: rules)
      #expect(try rules.refusal().contains("`files` has more than 10000 members"))
      try sign(String(repeating: "[", count: 500_000), in: rules)
      #expect(try rules.refusal().contains("the manifest is not one: "))
    }

    @Test func `rules that were signed as another set are refused`() throws {
      let rules = try SignedRules()
      try rules.sign(revision: 42, as: "blog")
      #expect(
        try rules.refusal() == """
          rules/rules.manifest.json: error: the rules are signed as `blog`; expected `shop` \
          [untrusted]
          """)
    }
  }
#endif
