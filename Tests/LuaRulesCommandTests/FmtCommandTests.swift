import Foundation
import Testing

/// `luarules fmt`.
struct FmtCommandTests {
  private static let before = "return {\n{key='k',value=1}\n}"
  private static let after = "return {\n  { key = 'k', value = 1 },\n}\n"

  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  @Test func `files of a folder get the layout, hidden ones and links do not`() throws {
    let files = try TemporaryFolder()
    let names = ["rules/a.lua", "rules/lib/b.lua", "rules/a.test.lua"]
    let laidOut = try names.map { try files.file($0, Self.before) }
    let hidden = try files.file("rules/.x/a.lua", Self.before)
    let other = try files.file("rules/a.txt", Self.before)
    try FileManager.default.createSymbolicLink(
      atPath: files.url.path + "/rules/round", withDestinationPath: ".")
    let run = try CommandRun(["fmt", "rules"], in: files.url)
    #expect(run.errors == "formatted 3 of 3 files\n")
    #expect(run.status == 0)
    for file in laidOut { #expect(try Self.text(of: file) == Self.after) }
    for file in [hidden, other] { #expect(try Self.text(of: file) == Self.before) }
    let again = try CommandRun(["fmt", "rules", "--check"], in: files.url)
    #expect(again.output == "")
    #expect(again.status == 0)
  }

  @Test func `what is neither a file nor a folder is told, and the rest is done`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("rules/a.lua", Self.before)
    for name in ["pipe", "rules/b.lua"] {
      try #require(unsafe mkfifo(files.url.path + "/" + name, 0o600) == 0)
    }
    let alone = try CommandRun(["fmt", "pipe", "--check"], in: files.url)
    #expect(alone.errors.hasPrefix("pipe: error: neither a file nor a folder"))
    #expect(alone.status == 66)
    let run = try CommandRun(["fmt", "rules", "--check"], in: files.url)
    #expect(run.errors.hasPrefix("rules/b.lua: error: neither a file nor a folder"))
    #expect(run.output == "rules/a.lua\n")
  }

  @Test func `--check names files, --diff shows lines, and neither writes`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("a.lua", Self.before)
    _ = try files.file("b.lua", Self.after)
    let check = try CommandRun(["fmt", ".", "--check"], in: files.url)
    #expect(check.output == "a.lua\n")
    #expect(check.status == 1)
    let diff = try CommandRun(["fmt", "a.lua", "--diff"], in: files.url)
    #expect(
      diff.output == """
        --- a.lua
        +++ a.lua
        @@ -1,3 +1,3 @@
         return {
        -{key='k',value=1}
        -}
        \\ No newline at end of file
        +  { key = 'k', value = 1 },
        +}

        """)
    #expect(diff.status == 0)
    #expect(try Self.text(of: file) == Self.before)
  }

  @Test func `standard input goes to standard output`() throws {
    let run = try CommandRun(["fmt", "-"], input: Self.before)
    #expect(run.output == Self.after)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `without a path, the project is laid out`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("luarules.json", "{}")
    let file = try files.file("inner/a.lua", Self.before)
    let run = try CommandRun(["fmt"], in: files.url.appending(path: "inner"))
    #expect(run.status == 0)
    #expect(try Self.text(of: file) == Self.after)
  }

  @Test func `what is no Lua is told and stays, and the others are laid out`() throws {
    let files = try TemporaryFolder()
    let broken = try files.file("a.lua", "return {\n1 2 }")
    let file = try files.file("b.lua", Self.before)
    let run = try CommandRun(["fmt", "."], in: files.url)
    #expect(run.errors.hasPrefix("a.lua:2: error: '}' expected "))
    #expect(run.errors.hasSuffix("[syntax]\nformatted 1 of 2 files\n"))
    #expect(run.status == 1)
    #expect(try Self.text(of: broken) == "return {\n1 2 }")
    #expect(try Self.text(of: file) == Self.after)
  }

  @Test func `the greatest status counts`() throws {
    let files = try TemporaryFolder()
    let file = files.url.appending(path: "a.lua")
    try Data([0x72, 0xFF]).write(to: file)
    _ = try files.file("b.lua", Self.before)
    let run = try CommandRun(["fmt", ".", "--check"], in: files.url)
    #expect(run.output == "b.lua\n")
    #expect(run.status == 65)
  }

  @Test func `a read-only file stays, and is told`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("a.lua", Self.before)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let run = try CommandRun(["fmt", "."], in: files.url)
    #expect(run.errors.hasPrefix("a.lua: error: the file is read-only, and is left as it is"))
    #expect(run.status == 74)
    #expect(try Self.text(of: file) == Self.before)
  }

  private static let misuses: [(arguments: [String], status: Int32)] = [
    (["fmt"], 64), (["fmt", "-", "--check"], 64), (["fmt", "missing"], 66),
  ]

  @Test(arguments: misuses)
  func `wrong usage has its status`(arguments: [String], status: Int32) throws {
    let run = try CommandRun(arguments)
    #expect(run.status == status)
    #expect(run.output == "")
  }
}
