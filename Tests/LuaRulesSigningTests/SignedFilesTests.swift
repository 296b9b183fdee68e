#if Signing
  import Foundation
  import LuaRules
  import LuaRulesSigning
  import Testing

  /// What is in a folder is what was signed, or nothing of it is used.
  struct SignedFilesTests {
    @Test func `signed rules answer, with their modules`() throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      #expect(trust.revision == nil)
      let context = RuleContext(try rules.model(trust))
      #expect(try context.value(at: "title", as: String.self) == "one")
      #expect(trust.revision == 42)
    }

    @Test func `what is signed is every file that rules may use`() throws {
      let rules = try SignedRules()
      let files = try rules.key.sign(rulesIn: rules.folder, as: "shop", revision: 43)
      #expect(files == ["a.lua", "b.lua", "lib/names.lua", "more/_words.lua", "more/c.lua"])
      let text = try rules.text("rules.manifest.json")
      #expect(text.hasPrefix("{\n  \"format\": 1,\n  \"set\": \"shop\",\n  \"revision\": 43,\n"))
    }

    @Test func `the same files give the same manifest`() throws {
      let rules = try SignedRules()
      let before = try rules.bytes("rules.manifest.json")
      try rules.sign(revision: 42)
      #expect(try rules.bytes("rules.manifest.json") == before)
    }

    @Test func `unsigned rules are refused`() throws {
      let rules = try SignedRules()
      try rules.remove("rules.manifest.sig")
      #expect(
        try rules.refusal() == """
          rules: error: the folder has no `rules.manifest.sig`; rules that are not signed are \
          refused [untrusted]
            hint: `luarules sign` writes it
          """)
      try rules.remove("rules.manifest.json")
      #expect(try rules.refusal().contains("the folder has no `rules.manifest.json`"))
    }

    @Test(arguments: ["a.lua", "lib/names.lua", "more/_words.lua", "more/c.lua"])
    func `one altered byte is refused, before anything is parsed`(name: String) throws {
      let rules = try SignedRules()
      var bytes = try rules.bytes(name)
      // No Lua any more, which would be another error.
      bytes[0] = UInt8(ascii: "}")
      try rules.write(bytes, to: name)
      let refusal = try rules.refusal()
      let start = "rules/\(name): error: the file is not what was signed: expected SHA-256 "
      #expect(refusal.hasPrefix(start))
      #expect(refusal.hasSuffix("… [untrusted]"))
      #expect(refusal.utf8.count < start.utf8.count + 60)
    }

    @Test func `files that changed names are refused`() throws {
      let rules = try SignedRules()
      let (a, b) = (try rules.bytes("a.lua"), try rules.bytes("b.lua"))
      try rules.write(b, to: "a.lua")
      try rules.write(a, to: "b.lua")
      let lines = try rules.refusal().split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].hasPrefix("rules/a.lua: error: the file is not what was signed"))
      #expect(lines[1].hasPrefix("rules/b.lua: error: the file is not what was signed"))
    }

    @Test(arguments: ["a.lua", "lib/names.lua", "more/c.lua"])
    func `a missing file is refused`(name: String) throws {
      let rules = try SignedRules()
      try rules.remove(name)
      #expect(
        try rules.refusal()
          == "rules/\(name): error: the file was signed, and is missing [untrusted]")
    }

    @Test(arguments: [
      "d.lua", "lib/d.lua", "more/names.lua", "new/d.lua", "_d.lua", "_new/d.lua", "lib/new/d.lua",
      "A.lua", "a.lua.lua",
    ])
    func `an added file is refused`(name: String) throws {
      let rules = try SignedRules()
      try rules.write("return {}", to: name)
      #expect(
        try rules.refusal() == "rules/\(name): error: the file is not in the manifest [untrusted]")
    }

    @Test func `a name writes no rows into a log`() throws {
      let rules = try SignedRules()
      try rules.write("return {}", to: "x.lua\nall is well \u{1B}[2J.lua")
      #expect(
        try rules.refusal() == """
          rules/x.lua\\nall is well \\u{1B}[2J.lua: error: the file is not in the manifest \
          [untrusted]
          """)
    }

    @Test(arguments: ["d.txt", "d.test.lua", ".d.lua", ".hidden/d.lua", "sub/.d.lua", "d.lua~"])
    func `what rules never use may be there`(name: String) throws {
      let rules = try SignedRules()
      try rules.write("x", to: name)
      #expect(try rules.model(rules.trust()).title() == "one")
    }

    @Test func `a module is found among the signed ones only`() throws {
      let rules = try SignedRules([
        "a.lua": #"return {{ key = "title", value = require("x.test").title }}"#,
        "x/test.test.lua": "return {}",
      ])
      try rules.write(#"return { title = "evil" }"#, to: "x.test.lua")
      #expect(throws: RuleError.self) { try rules.model(rules.trust()) }
    }

    // MARK: Links and other files

    @Test func `a link counts for what it leads to`() throws {
      let rules = try SignedRules()
      try Data(try rules.bytes("a.lua")).write(to: rules.url.appending(path: "outside.lua"))
      try rules.remove("a.lua")
      try rules.link("a.lua", to: "../outside.lua")
      #expect(try rules.model(rules.trust()).title() == "one")
      try Data("return {}".utf8).write(to: rules.url.appending(path: "outside.lua"))
      #expect(
        try rules.refusal().hasPrefix("rules/a.lua: error: the file is not what was signed"))
    }

    @Test func `a link to a folder brings in no file`() throws {
      let rules = try SignedRules()
      let outside = rules.url.appending(path: "outside")
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      try Data("return {}".utf8).write(to: outside.appending(path: "d.lua"))
      try rules.link("lib/outside", to: "../../outside")
      #expect(try rules.refusal().hasPrefix("rules/lib/outside/d.lua: error: the file is not in"))
    }

    @Test func `a circle of links ends`() throws {
      let rules = try SignedRules()
      try rules.link("lib/round", to: "..")
      #expect(
        try rules.refusal()
          == "rules/lib/round: error: the folder is a link to a folder that it is in [untrusted]")
    }

    @Test func `a file that no program ends is not waited for`() throws {
      let rules = try SignedRules()
      try rules.remove("a.lua")
      let status = unsafe mkfifo(rules.path("a.lua"), 0o644)
      try #require(status == 0)
      #expect(try rules.refusal() == "rules/a.lua: error: not a regular file [unreadable]")
      try rules.remove("rules.manifest.json")
      try rules.link("rules.manifest.json", to: "/dev/zero")
      #expect(try rules.refusal().contains("rules.manifest.json: error: not a regular file"))
    }

    @Test func `a folder of another spelling has the same modules`() throws {
      let rules = try SignedRules()
      for path in [rules.folder.path + "/", rules.folder.path + "//", rules.url.path + "/./rules"] {
        let source = RuleSource(path: path).signed(by: try rules.trust())
        #expect(try RuleModel(sources: [source]).title() == "one")
      }
    }

    @Test func `what is no folder carries no signature`() throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      for source in [RuleSource(text: "return {}"), RuleSource(path: rules.path("a.lua"))] {
        let error = try #require(throws: RuleError.self) {
          try RuleModel(sources: [source.signed(by: trust)])
        }
        #expect(error.code == .untrusted)
      }
    }

    // MARK: Times of reading

    @Test func `what is parsed are the bytes that were compared`() throws {
      let rules = try SignedRules()
      let files = ChangingFileSystem { _ in Array(#"return { title = "evil" }"#.utf8) }
      #expect(try rules.model(rules.trust(), in: files).title() == "one")
      #expect(files.reads.values.allSatisfy { $0 == 1 })
      #expect(files.reads.count == 7)
    }

    @Test func `a file that changes after the manifest was read is refused`() throws {
      let rules = try SignedRules()
      let trust = try rules.trust()
      let files = ChangingFileSystem(after: "rules.manifest.sig") { path in
        path.hasSuffix("names.lua") ? Array(#"return { title = "evil" }"#.utf8) : nil
      }
      #expect(try rules.refusal(by: trust, in: files).contains("lib/names.lua: error: the file is"))
    }

    @Test func `further states of a model run the same bytes`() async throws {
      let rules = try SignedRules()
      let model = try rules.model(rules.trust())
      try rules.write(#"return { title = "evil" }"#, to: "lib/names.lua")
      try rules.write(#"return {{ key = "title", value = "evil" }}"#, to: "a.lua")
      await withTaskGroup(of: String?.self) { group in
        for _ in 0..<8 { group.addTask { try? model.title() } }
        for await title in group { #expect(title == "one") }
      }
    }

    @Test func `an unsigned source shares no module with a signed one`() throws {
      let names = #"require("names").title"#
      let rules = try SignedRules([
        "a.lua": #"return {{ key = "a", value = \#(names) }}"#,
        "b.lua": #"return {{ key = "b", value = \#(names) }}"#,
        "lib/names.lua": #"return { title = "one" }"#,
      ])
      let files = ChangingFileSystem { path in
        path.hasSuffix("names.lua") ? Array(#"return { title = "evil" }"#.utf8) : nil
      }
      let sources = [RuleSource(path: rules.path("a.lua")), rules.source(try rules.trust())]
      let context = RuleContext(
        try RuleModel(sources: sources, options: RuleOptions(fileSystem: files)))
      #expect(try context.value(at: "a", as: String.self) == "evil")
      #expect(try context.value(at: "b", as: String.self) == "one")
    }
  }
#endif
