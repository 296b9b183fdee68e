import Foundation
import LuaRules
import Testing

struct FolderTests {
  /// The values of the rules for `answer`, in the order in which they are asked.
  private func order(_ sources: [RuleSource], in files: MemoryFileSystem) throws -> [String] {
    let counter = NameLog()
    let host = HostFunctions().adding("note") { (name: String) in counter.add(name) }
    let rules = try RuleModel(
      sources: sources, host: host, options: RuleOptions(fileSystem: files))
    _ = try? RuleContext(rules).value(at: "answer", as: String.self)
    return counter.all
  }

  /// A file whose rule notes its name and declines.
  private static func noting(_ name: String) -> String {
    "return { { key = 'answer', value = function(c) host.note('\(name)') return nil end } }"
  }

  private func folder(_ paths: [String]) -> MemoryFileSystem {
    MemoryFileSystem(
      Dictionary(uniqueKeysWithValues: paths.map { ("rules/" + $0, Self.noting($0)) }))
  }

  static let cases: [(paths: [String], read: [String])] = [
    (["a.lua", "b.lua"], ["a.lua", "b.lua"]),
    (["b.lua", "B.lua", "a.lua", "Z.lua"], ["B.lua", "Z.lua", "a.lua", "b.lua"]),
    (["10.lua", "9.lua", "1.lua"], ["1.lua", "10.lua", "9.lua"]),
    (["ä.lua", "z.lua"], ["z.lua", "ä.lua"]),
    // Whole paths are compared: `-` and `.` come before `/`.
    (["a/x.lua", "a.lua", "a-b.lua"], ["a-b.lua", "a.lua", "a/x.lua"]),
    (["a/b/c.lua", "a/b.lua", "a/a.lua"], ["a/a.lua", "a/b.lua", "a/b/c.lua"]),
    ([".hidden.lua", "_draft.lua", "a.lua"], ["a.lua"]),
    ([".git/a.lua", "_old/b.lua", "x/.y/c.lua", "x/_y/d.lua", "x/e.lua"], ["x/e.lua"]),
    (["a.test.lua", "a.lua", "x/b.test.lua", "test.lua"], ["a.lua", "test.lua"]),
    (["lib/a.lua", "x/lib/b.lua", "lib.lua", "mylib/c.lua"], ["lib.lua", "mylib/c.lua"]),
    (["a.txt", "b.LUA", "c.lua.bak", "lua", "d.lua"], ["d.lua"]),
    (["x.lua/a.lua"], ["x.lua/a.lua"]),
  ]

  @Test(arguments: cases)
  func `a folder stands for its rule files in byte order`(
    paths: [String], read: [String]
  ) throws {
    #expect(try order([RuleSource(path: "rules")], in: folder(paths)) == read)
    #expect(try order([RuleSource(path: "rules")], in: folder(paths.reversed())) == read)
  }

  @Test(arguments: [
    ("---@meta\n", false), ("---@meta luarules\n", false), ("--- @meta\n", true),
    ("\n---@meta\n", true), ("-- a rule file\n---@meta\n", true), ("\u{FEFF}---@meta\n", false),
  ])
  func `a file of annotations is no rule file`(head: String, isRead: Bool) throws {
    let files = folder(["b.lua"])
    files["rules/a.lua"] = head + Self.noting("a.lua")
    #expect(
      try order([RuleSource(path: "rules")], in: files)
        == (isRead ? ["a.lua", "b.lua"] : ["b.lua"])
    )
  }

  @Test func `sources keep their order`() throws {
    let files = folder(["b/x.lua", "a/y.lua", "a/x.lua"])
    let text = RuleSource(text: Self.noting("text"))
    let sources = [RuleSource(path: "rules/b"), text, RuleSource(path: "rules/a")]
    #expect(try order(sources, in: files) == ["b/x.lua", "text", "a/x.lua", "a/y.lua"])
    #expect(try order(sources.reversed(), in: files) == ["a/x.lua", "a/y.lua", "text", "b/x.lua"])
    // A file that is named is read whatever it is called.
    let named = folder(["_draft.lua", "a.test.lua"])
    #expect(
      try order(
        [RuleSource(path: "rules/a.test.lua"), RuleSource(path: "rules/_draft.lua")], in: named)
        == ["a.test.lua", "_draft.lua"])
  }

  @Test(arguments: [
    ("gone", "gone: error: no such file or folder [unreadable]"),
    ("rules/pipe.lua", "rules/pipe.lua: error: neither a file nor a folder [unreadable]"),
    (
      "./rules",
      "./rules/bad.lua:2: error: unknown field `ky` [unknown-field]\n"
        + "  hint: did you mean `key`?"
    ),
    (
      "rules/",
      "rules/bad.lua:2: error: unknown field `ky` [unknown-field]\n"
        + "  hint: did you mean `key`?"
    ),
    (
      "rules",
      "rules/bad.lua:2: error: unknown field `ky` [unknown-field]\n"
        + "  hint: did you mean `key`?"
    ),
  ])
  func `a file is named as the user gave it`(path: String, expected: String) {
    let bad = "return {\n  { ky = 'a', value = 1 },\n}"
    let files = MemoryFileSystem(["rules/bad.lua": bad, "./rules/bad.lua": bad])
    if path.hasSuffix("pipe.lua") { files.makePipe(path) }
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        sources: [RuleSource(path: path)],
        options: RuleOptions(fileSystem: SlashTolerant(files)))
    }
    #expect(error.map { "\($0)" } == expected)
  }

  @Test func `the machine's own folders are read the same way`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "lrs-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    for path in ["a/x.lua", "a-b.lua", "_a.lua", "lib/l.lua", "a/x.test.lua"] {
      let url = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "return { { key = '\(path)', value = 1 } }".write(
        to: url, atomically: true, encoding: .utf8)
    }
    #expect(
      try RuleModel(contentsOf: root).assignedKeys == ["a-b.lua", "a/x.lua"])
  }
}

/// Names in the order in which they came.
private final class NameLog: Sendable {
  private let errors = ErrorLog()
  var all: [String] { errors.all.map(\.message) }
  func add(_ name: String) { errors.add(RuleError(.runtime, name)) }
}

/// Takes `rules/` for `rules`, as the machine's files do.
private struct SlashTolerant: RuleFileSystem {
  let base: MemoryFileSystem
  init(_ base: MemoryFileSystem) { self.base = base }
  private func plain(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }
  func kind(of path: String) -> RuleFileKind { base.kind(of: plain(path)) }
  func names(inFolder path: String) throws -> [String] { try base.names(inFolder: plain(path)) }
  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    try base.contents(ofFile: path, limit: limit)
  }
  func resolved(_ path: String) -> String { plain(path) }
}
