import Foundation
import LuaRules
import Testing

struct RuleBundleTests {
  @Test func `a bundle has all files that rules may use, and the schema`() throws {
    let bundle = try BundledFolder().bundle(schema: "app.schema.json", set: "shop", revision: 42)
    #expect(
      bundle.files.map(\.path) == [
        "lib/more/words.lua", "lib/names.lua", "more/_draft.lua", "more/late.lua", "todo.lua",
        "todo.test.lua",
      ])
    #expect(bundle.folder == "rules" && bundle.set == "shop" && bundle.revision == 42)
    #expect(bundle.schema?.path == "app.schema.json" && bundle.keyID == nil)
    let short = try BundledFolder().bundle(includesTests: false)
    #expect(!short.files.contains { $0.path == "todo.test.lua" })
    #expect(short.schema == nil && short.set == nil && short.revision == nil)
  }

  @Test func `a bundle is read as it was made`() throws {
    let bundle = try BundledFolder().bundle(schema: "app.schema.json", set: "shop", revision: 42)
    #expect(try RuleBundle(bundle.bytes) == bundle)
    #expect(try RuleBundle(Data(bundle.bytes)) == bundle)
  }

  /// Folders with names and contents of many forms.
  @Test(arguments: 0..<40) func `any folder comes back from its bundle`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let names = ["a", "ä", "b c", "日本", "x-1", "_y", "\"q\"", "lib", "`z`", "'"]
    var files: [String: [UInt8]] = [:]
    for number in 0..<Int.random(in: 1...12, using: &random) {
      let folders = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        names[Int.random(in: 0..<names.count, using: &random)]
      }
      let ending = Bool.random(using: &random) ? ".lua" : ".test.lua"
      let path = (["rules"] + folders + ["\(number)\(ending)"]).joined(separator: "/")
      let size = [0, 1, 63, 64, 200].randomElement(using: &random) ?? 0
      files[path] = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    files["rules/z.lua"] = [0xFF, 0x00, 0x0A]
    var folder = BundledFolder(bytes: files)
    let bundle = try folder.bundle()
    let read = try RuleBundle(bundle.bytes)
    #expect(
      Dictionary(uniqueKeysWithValues: read.files.map { ("rules/\($0.path)", $0.bytes) }) == files)
    folder.isReversed = true
    #expect(try folder.bundle().bytes == bundle.bytes)
  }

  @Test func `the same files give the same bytes, whatever their order and times`() throws {
    let texts = BundledFolder.texts.filter { $0.key.hasPrefix("rules/") }.sorted { $0.key < $1.key }
    func bytes(_ texts: [(key: String, value: String)], _ time: Date) throws -> [UInt8] {
      let folder = try RuleFolder()
      for name in ["rules", "rules/lib", "rules/lib/more", "rules/more"] {
        try folder.makeFolder(name)
      }
      for (path, text) in texts {
        try folder.write(text, to: path)
        try folder.setTime(path, time)
      }
      return try RuleBundle(contentsOf: URL(filePath: folder.path("rules"))).bytes
    }
    let old = Date(timeIntervalSince1970: 1)
    #expect(try bytes(texts, .now) == bytes(texts.reversed(), old))
  }

  @Test func `a digest is that of the first two lines`() throws {
    let bundle = try BundledFolder().bundle()
    let lines = bundle.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let head = lines[0] + [0x0A] + lines[1] + [0x0A]
    #expect(SHA256Digest(of: Array(head)).digits == bundle.digest)
    #expect(String(decoding: lines[0], as: UTF8.self) == "luarules-bundle 1")
    #expect(String(decoding: lines[2], as: UTF8.self) == bundle.digest)
  }

  @Test(arguments: [
    ("rules", "rules"), ("./rules/", "rules"), ("a/rules", "a/rules"), (".", "."),
    ("/srv/a/rules", "rules"), ("a/../rules", "rules"),
  ])
  func `a bundle has the name of its folder`(path: String, name: String) throws {
    var folder = BundledFolder()
    folder.files = [folder.resolved("\(path)/todo.lua"): Array("return {}".utf8)]
    #expect(try folder.bundle(path).folder == name)
  }

  @Test(arguments: [
    (
      ["rules/A.lua": "", "rules/a.lua": ""],
      "`A.lua` and `a.lua` are one name where case or form does not matter"
    ),
    (
      ["rules/a/x.lua": "", "rules/A/y.lua": ""],
      "`A` and `a` are one name where case or form does not matter"
    ),
    (["rules/a\\b.lua": ""], "the path `a\\b.lua` has a backslash"),
    (["rules/a\u{1}.lua": ""], "the path `a\\u{1}.lua` has a control character"),
  ])
  func `a folder that not every machine could hold is not bundled`(
    texts: [String: String], message: String
  ) {
    let text = errorText { () throws(RuleError) in _ = try BundledFolder(texts).bundle() }
    #expect(text == "rules: error: the folder cannot be bundled: \(message) [bad-bundle]")
  }

  @Test(arguments: [
    ("none", "none: error: no such folder [unreadable]"),
    ("app.schema.json", "app.schema.json: error: not a folder [unreadable]"),
  ])
  func `what is no rule folder is not bundled`(path: String, text: String) {
    #expect(errorText { () throws(RuleError) in _ = try BundledFolder().bundle(path) } == text)
  }

  @Test func `a folder without rules is not bundled`() {
    let folder = BundledFolder(["rules/a.test.lua": ""])
    let text = errorText { () throws(RuleError) in _ = try folder.bundle() }
    #expect(text?.hasPrefix("rules: error: the folder has no rule files [no-rules]\n") == true)
  }

  @Test func `a name or a revision that hosts refuse is not written`() throws {
    let set = errorText { () throws(RuleError) in _ = try BundledFolder().bundle(set: "a b") }
    #expect(
      set
        == "rules: error: the folder cannot be bundled: `a b` is not the name of a set [bad-bundle]"
    )
    let revision = errorText { () throws(RuleError) in
      _ = try BundledFolder().bundle(revision: 0)
    }
    #expect(revision?.contains("`revision` has to be from 1 to") == true)
  }
}
