#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  struct KeyTests {
    @Test func `keys are written and read as text`() throws {
      let key = try SigningKey(id: "2026-a")
      let again = try SigningKey(id: "2026-a", base64: key.base64)
      #expect(again.base64 == key.base64)
      #expect(try again.verifyingKey == key.verifyingKey)
      let verifying = try VerifyingKey(id: "2026-a", base64: key.verifyingKey.base64)
      #expect(try verifying == key.verifyingKey)
      #expect(verifying.bytes.count == 32)
    }

    /// SOURCE: RFC 8032, 7.1, test 1.
    @Test func `keys are those of the standard`() throws {
      let seed = Data([
        0x9D, 0x61, 0xB1, 0x9D, 0xEF, 0xFD, 0x5A, 0x60, 0xBA, 0x84, 0x4A, 0xF4, 0x92, 0xEC, 0x2C,
        0xC4, 0x44, 0x49, 0xC5, 0x69, 0x7B, 0x32, 0x69, 0x19, 0x70, 0x3B, 0xAC, 0x03, 0x1C, 0xAE,
        0x7F, 0x60,
      ])
      let key = try SigningKey(id: "test", base64: seed.base64EncodedString())
      #expect(try key.verifyingKey.base64 == "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
    }

    @Test(arguments: ["", "a b", "a/b", "ä", "a\n", String(repeating: "a", count: 65)])
    func `an id is a short plain word`(id: String) throws {
      #expect(throws: RuleError.self) { try SigningKey(id: id) }
      let text = try SigningKey(id: "a").verifyingKey.base64
      #expect(throws: RuleError.self) { try VerifyingKey(id: id, base64: text) }
    }

    @Test(arguments: ["", "AAAA", "not base64", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"])
    func `a text that is no key is refused, and not repeated`(text: String) throws {
      let error = try #require(throws: RuleError.self) { try SigningKey(id: "a", base64: text) }
      #expect(error.message == "the text of the key `a` is not 32 bytes in base64")
      #expect(throws: RuleError.self) { try VerifyingKey(id: "a", base64: text) }
    }

    @Test func `trust needs a key, and one of each id`() throws {
      let key = try SigningKey(id: "a").verifyingKey
      let other = try SigningKey(id: "a").verifyingKey
      #expect(throws: RuleError.self) { try RuleTrust(set: "shop", keys: []) }
      #expect(throws: RuleError.self) { try RuleTrust(set: "shop", keys: [key, other]) }
      #expect(throws: RuleError.self) { try RuleTrust(set: "a shop", keys: [key]) }
      #expect(throws: RuleError.self) { try RuleTrust(set: "", keys: [key]) }
    }

    @Test func `what hosts would refuse is not signed`() throws {
      let rules = try SignedRules()
      let key = rules.key
      let wrong: [(String, Int64)] = [("a shop", 1), ("", 1), ("shop", 0), ("shop", -1)]
      for (set, revision) in wrong {
        #expect(throws: RuleError.self) {
          try key.sign(rulesIn: rules.folder, as: set, revision: revision)
        }
      }
      #expect(throws: RuleError.self) {
        try key.sign(rulesIn: rules.folder.appending(path: "nothing"), as: "shop", revision: 1)
      }
      try rules.write("return {}", to: "line\nbreak.lua")
      #expect(throws: RuleError.self) {
        try key.sign(rulesIn: rules.folder, as: "shop", revision: 43)
      }
      // The last release is as it was.
      try rules.remove("line\nbreak.lua")
      #expect(try rules.model(rules.trust()).title() == "one")
    }
  }
#endif
