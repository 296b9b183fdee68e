import Foundation
import Testing

/// `luarules check --fix`.
struct FixCommandTests {
  private static let comment =
    "return {{ key = 'k', value = 1 }} -- check: ignore null-comparison\r\n"
  private static let misspelt =
    "return {{ key = 'k', value = 1, priority = 'hihg' }} -- check: ignore null-comparison\n"

  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  @Test func `the file is written, and keeps its permissions and links`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("real.lua", Self.comment)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let link = files.url.appending(path: "a.lua")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let run = try CommandRun(["check", "a.lua", "--fix"], in: files.url)
    #expect(run.output == "nothing found\n")
    #expect(run.errors == "corrected 1 finding in 1 file\n")
    #expect(run.status == 0)
    #expect(try Self.text(of: file) == "return {{ key = 'k', value = 1 }}\r\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func `a dry run prints a diff that patch applies, and writes nothing`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("a.lua", Self.misspelt)
    let run = try CommandRun(
      ["check", "a.lua", "--fix", "--unsafe-fixes", "--dry-run"], in: files.url)
    #expect(
      run.output == """
        --- a.lua
        +++ a.lua
        @@ -1 +1 @@
        -return {{ key = 'k', value = 1, priority = 'hihg' }} -- check: ignore null-comparison
        +return {{ key = 'k', value = 1, priority = 'high' }}

        """)
    #expect(run.status == 0)
    #expect(try Self.text(of: file) == Self.misspelt)
  }

  @Test func `what changes answers needs its own flag`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("a.lua", Self.misspelt)
    let hint = try CommandRun(["check", "a.lua"], in: files.url)
    #expect(hint.output.hasSuffix("\n1 can be corrected by --fix --unsafe-fixes\n"))
    let safe = try CommandRun(["check", "a.lua", "--fix"], in: files.url)
    #expect(safe.status == 1)
    #expect(try Self.text(of: file) == Self.misspelt)
    let unsafe = try CommandRun(["check", "a.lua", "--fix", "--unsafe-fixes"], in: files.url)
    #expect(unsafe.status == 0)
    #expect(unsafe.errors == "corrected 2 findings in 1 file\n")
    #expect(try Self.text(of: file) == "return {{ key = 'k', value = 1, priority = 'high' }}\n")
  }

  @Test func `a file with two names is corrected once`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("rules/b.lua", Self.misspelt)
    try FileManager.default.createSymbolicLink(
      atPath: files.url.path + "/rules/a.lua", withDestinationPath: "b.lua")
    let run = try CommandRun(["check", "rules", "--fix", "--unsafe-fixes"], in: files.url)
    #expect(run.errors.hasSuffix(" in 1 file\n"), "\(run.errors)")
    #expect(try Self.text(of: file) == "return {{ key = 'k', value = 1, priority = 'high' }}\n")
    let again = try CommandRun(["check", "rules", "--fix", "--dry-run"], in: files.url)
    #expect(again.output == "")
    #expect(again.errors == "nothing can be corrected\n")
  }

  @Test func `a comment that hides what is found with other files stays`() throws {
    let files = try TemporaryFolder()
    let rule = "return {{ key = 'k', when = { a = %, b = 1 }, value = 1 }} -- check: ignore tie\n"
    let tied = "return {{ key = 'k', when = { c = 1, d = 1 }, value = 2 }} -- check: ignore tie\n"
    let first = try files.file("rules/a.lua", rule.replacing("%", with: "1"))
    _ = try files.file("rules/b.lua", tied)
    _ = try files.file(
      "s.json", #"{ "properties": { "k": {}, "a": {}, "b": {}, "c": {}, "d": {} } }"#)
    _ = try files.file("luarules.json", #"{ "rules": ["rules"], "schema": "s.json" }"#)
    let before = try Self.text(of: first)
    for arguments in [["rules/a.lua"], ["rules/a.lua", "--schema", "s.json"]] {
      let run = try CommandRun(["check", "--fix"] + arguments, in: files.url)
      #expect(run.output.contains("[unused-suppression]"))
      #expect(try Self.text(of: first) == before)
    }
    // The rules of the project are all, and nothing is tied in the first file.
    _ = try files.file("rules/b.lua", "return {}\n")
    for arguments in [["--fallback", "rules/b.lua"], ["--schema", "s.json", "rules"]] {
      let run = try CommandRun(["check", "--fix", "--dry-run"] + arguments, in: files.url)
      #expect(run.output.isEmpty == (arguments.count == 2), "\(arguments)")
    }
    let run = try CommandRun(["check", "--fix"], in: files.url)
    #expect(run.errors == "corrected 1 finding in 1 file\n")
    #expect(try Self.text(of: first) == before.replacing(" -- check: ignore tie", with: ""))
  }

  @Test(arguments: [["--unsafe-fixes"], ["--dry-run"], ["--fix", "--dry-run", "--format", "json"]])
  func `the flags belong to --fix`(arguments: [String]) throws {
    let files = try TemporaryFolder()
    _ = try files.file("a.lua", Self.comment)
    let run = try CommandRun(["check", "a.lua"] + arguments, in: files.url)
    #expect(run.status == 64)
    #expect(run.output == "")
  }
}
