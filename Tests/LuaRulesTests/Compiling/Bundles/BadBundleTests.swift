import Foundation
import LuaRules
import Testing

/// Bundles that are not what `luarules bundle` writes.
struct BadBundleTests {
  private static let small = BundledFolder([
    "rules/a.lua": "return {}", "rules/lib/b.lua": "return 1",
  ])

  private func refusal(_ bytes: [UInt8], limits: Budget = .loading) -> String? {
    errorText { () throws(RuleError) in
      _ = try RuleBundle(bytes, name: "shop.rules", limits: limits)
    }
  }

  @Test func `a bundle that is cut off anywhere is refused`() throws {
    let bytes = try Self.small.bundle(set: "shop", revision: 7).bytes
    for count in 0..<bytes.count {
      let text = refusal(Array(bytes.prefix(count)))
      #expect(
        text?.hasSuffix("[bad-bundle]") == true || text?.contains("`luarules bundle`") == true)
    }
  }

  @Test(arguments: [0x01, 0x20, 0x80] as [UInt8])
  func `a byte that was changed anywhere is noticed`(bits: UInt8) throws {
    let bundle = try Self.small.bundle(set: "shop", revision: 7)
    let bytes = bundle.bytes
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= bits
      #expect(refusal(changed) != nil, "byte \(index)")
    }
    // A signature is nothing that reading looks at.
    let signed = bundle.withSignature("2026-a AAAA").bytes
    let start = signed.count - bundle.files.reduce(0) { $0 + $1.bytes.count } - 12
    for index in start..<signed.count - 17 {
      var changed = signed
      changed[index] ^= bits
      if refusal(changed) == nil { #expect(try RuleBundle(changed).files == bundle.files) }
    }
  }

  @Test(arguments: [
    ("", "the file is not a bundle"),
    ("return {}", "the file is not a bundle"),
    ("luarules-bundle 2\n", "the bundle has the format `2`; only `1` is read"),
    ("luarules-bundle 1", "the bundle is cut off in line 1"),
    ("luarules-bundle 1\n", "the bundle is cut off in line 2"),
    ("luarules-bundle 1\n{}\n", "the bundle is cut off in line 3"),
    (
      "luarules-bundle " + String(repeating: "1", count: 600),
      "line 1 of the bundle has more than 512 bytes"
    ),
    ("luarules-bundle 1\n{}\nabc\n", "the line is not a digest, and perhaps a signature"),
    (
      "luarules-bundle 1\n{}\n\(String(repeating: "a", count: 64))\n",
      "the bundle is damaged: its first two lines do not have the digest of line 3"
    ),
  ])
  func `a file that is no bundle is refused`(text: String, message: String) {
    #expect(refusal(Array(text.utf8))?.contains("error: \(message) [bad-bundle]") == true)
  }

  @Test(arguments: [
    ("[1]", "it has to be an object"),
    ("{", "line 1, column 2: expected a name in double quotes"),
    (#"{"files":[]}"#, "`folder` has to be a string"),
    (#"{"folder":"rules"}"#, "`files` has to be a list"),
    (#"{"folder":"rules","files":{"a":1}}"#, "`files` has to be a list"),
    (#"{"folder":"rules","files":[1]}"#, "a file has to be an object with"),
    (#"{"folder":"rules","files":[],"x":1}"#, "`x` is no member of it"),
    (#"{"folder":"rules","files":[],"set":1}"#, "`set` has to be a string"),
    (#"{"folder":"rules","files":[],"set":"a/b"}"#, "`a/b` is not the name of a set"),
    (#"{"folder":"rules","files":[],"revision":1.5}"#, "`revision` has to be an integer"),
    (#"{"folder":"rules","files":[],"revision":-1}"#, "`revision` has to be from 1 to"),
    (
      #"{"folder":"rules","files":[{"path":"a.lua","size":-1,"sha256":"\#(zeros)"}]}"#,
      "the size of `a.lua` is negative"
    ),
    (
      #"{"folder":"rules","files":[{"path":"a.lua","size":0,"sha256":"x"}]}"#,
      "the digest of `a.lua` is not 64 small digits"
    ),
    (
      #"{"folder":"rules","files":[{"path":"a.lua","size":0,"sha256":"\#(zeros)","x":1}]}"#,
      "`x` is no member of it"
    ),
  ])
  func `a manifest that is none is refused`(manifest: String, message: String) {
    let text = refusal(ForgedBundle.bytes(manifest))
    #expect(text?.hasPrefix("shop.rules:2: error: the manifest is not one: ") == true)
    #expect(text?.contains(message) == true, "\(text ?? "no error")")
  }

  private static let zeros = String(repeating: "0", count: 64)

  @Test(arguments: [
    Int64.max, 1 << 62, 1 << 40, 5 << 20,
  ])
  func `a size is compared with the limits before anything is made`(size: Int64) {
    let file = #"{"path":"a.lua","size":\#(size),"sha256":"\#(Self.zeros)"}"#
    let text = refusal(ForgedBundle.bytes(#"{"folder":"rules","files":[\#(file)]}"#))
    #expect(
      text == "shop.rules:2: error: `a.lua` has \(size) bytes; at most 4194304 are read [budget]")
  }

  @Test func `files may not be too large together`() {
    let file = { (name: Int) in
      #"{"path":"\#(name).lua","size":4194304,"sha256":"\#(Self.zeros)"}"#
    }
    let files = (10..<27).map(file).joined(separator: ",")
    let text = refusal(ForgedBundle.bytes(#"{"folder":"rules","files":[\#(files)]}"#))
    #expect(text == "shop.rules:2: error: the files have more than 64 MiB together [budget]")
    // Nor if the limits are such that sums could overflow.
    var limits = Budget.loading
    (limits.fileSize, limits.totalSize) = (.max, .max)
    for sizes in [Array(repeating: Int64.max / 2, count: 4), [.max, .max, 3]] {
      let large = sizes.enumerated().map {
        #"{"path":"\#($0).lua","size":\#($1),"sha256":"\#(Self.zeros)"}"#
      }.joined(separator: ",")
      let bytes = ForgedBundle.bytes(#"{"folder":"rules","files":[\#(large)]}"#)
      #expect(refusal(bytes, limits: limits)?.hasSuffix("together [budget]") == true)
    }
  }

  @Test(arguments: [
    ("../a.lua", "has a hidden part"), ("./a.lua", "has a hidden part"),
    ("x/../a.lua", "has a hidden part"), ("x\u{600}/../a.lua", "has a hidden part"),
    (".a.lua", "has a hidden part"),
    ("/a.lua", "has an empty part"), ("x//a.lua", "has an empty part"), ("", "has an empty part"),
    ("x/", "has an empty part"), ("x\\a.lua", "has a backslash"),
    ("..\\a.lua", "has a hidden part"), ("a\u{0}.lua", "has a control character"),
    ("a\n.lua", "has a control character"), ("a\u{7F}.lua", "has a control character"),
    ("luarules.json", "does not end in `.lua`"), ("a", "does not end in `.lua`"),
    (String(repeating: "x/", count: 64) + "a.lua", "has more than 64 parts"),
    (String(repeating: "x", count: 1020) + ".lua", "has 1024 bytes"),
    (String(repeating: "x", count: 1021) + ".lua", "has 1025 bytes; at most 1024 are read"),
  ])
  func `a path that leads elsewhere is refused`(path: String, message: String) {
    let manifest = ForgedBundle.manifest([path])
    let text = refusal(ForgedBundle.bytes(manifest, "return {}"))
    if path.utf8.count == 1024 {
      #expect(text == nil)
    } else {
      #expect(text?.contains(message) == true, "\(text ?? "no error")")
    }
  }

  @Test(arguments: [
    ("..", "leads elsewhere"), ("a/../b", "leads elsewhere"), ("/etc", "has an empty part"),
    ("", "has an empty part"), ("a//b", "has an empty part"), ("a\\b", "has a backslash"),
    ("a\u{1B}", "has a control character"), ("./a", "leads elsewhere"),
  ])
  func `a name of the folder that leads elsewhere is refused`(folder: String, message: String) {
    let manifest = ForgedBundle.manifest(folder: folder, ["a.lua"])
    #expect(refusal(ForgedBundle.bytes(manifest, "return {}"))?.contains(message) == true)
  }

  @Test(arguments: [
    (["a.lua", "a.lua"], "`a.lua` does not follow `a.lua` in byte order"),
    (["b.lua", "a.lua"], "`a.lua` does not follow `b.lua` in byte order"),
    (["a.lua", "a.lua/b.lua"], "`a.lua` is a file and a folder"),
    (["A.lua", "a.lua"], "`A.lua` and `a.lua` are one name"),
    (["A/x.lua", "a/y.lua"], "`A` and `a` are one name"),
    (["e\u{301}.lua", "\u{E9}.lua"], "are one name where case or form does not matter"),
    (["\u{C9}.lua", "\u{E9}.lua"], "are one name where case or form does not matter"),
  ])
  func `files that clash are refused`(paths: [String], message: String) {
    let content = String(repeating: "return {}", count: paths.count)
    let text = refusal(ForgedBundle.bytes(ForgedBundle.manifest(paths), content))
    #expect(text?.contains(message) == true, "\(text ?? "no error")")
  }

  @Test(arguments: ["a/b.json", "..", "", "a\nb"])
  func `a name of the schema that leads elsewhere is refused`(name: String) {
    let schema = ForgedBundle.entry(name, "{}")
    let manifest = #"{"folder":"rules","files":[],"schema":\#(schema)}"#
    #expect(refusal(ForgedBundle.bytes(manifest, "{}"))?.contains("of the schema") == true)
  }

  @Test(arguments: [
    ("return {}!", "the bundle does not end with its last file: 1 byte follows it"),
    ("return {", "the bundle is cut off: 1 byte is missing"),
    ("return []", "the bundle is damaged: `a.lua` does not have its digest"),
  ])
  func `what follows the head has to be the files`(content: String, message: String) {
    let bytes = ForgedBundle.bytes(ForgedBundle.manifest(["a.lua"]), content)
    #expect(refusal(bytes) == "shop.rules: error: \(message) [bad-bundle]")
  }

  @Test func `a manifest of too many files or bytes is refused`() {
    let names = (0...10_000).map { "\(100_000 + $0).lua" }
    let many = refusal(ForgedBundle.bytes(ForgedBundle.manifest(names, content: "")))
    #expect(many?.contains("`files` has more than 10000 elements") == true)
    let long = Array("luarules-bundle 1\n".utf8) + [UInt8](repeating: 0x20, count: 5 << 20)
    #expect(
      refusal(long)
        == "shop.rules: error: line 2 of the bundle has more than 4194304 bytes [bad-bundle]")
  }
}
