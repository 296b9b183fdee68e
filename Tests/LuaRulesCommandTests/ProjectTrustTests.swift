import Foundation
import Testing

/// Whose project file counts.
struct ProjectTrustTests {
  private static let grant = #"{ "assign": ["x"], "read": [] }"#
  /// A stranger's project, which gives the stranger's rules more than the grant.
  private static let project = #"""
    { "fallback": ["more"], "schema": "pipe.json", "accept": "any-lua",
      "budget": { "instructions": 1000000000, "time": 1000 } }
    """#

  private func files() throws -> TemporaryFolder {
    let files = try TemporaryFolder()
    _ = try files.file("grant.json", Self.grant)
    _ = try files.file("mine/mine.lua", #"return { { key = "own", value = "mine" } }"#)
    _ = try files.file("stranger/luarules.json", Self.project)
    _ = try files.file("stranger/x.lua", #"return { { key = "x", value = 1 } }"#)
    _ = try files.file("stranger/more/_y.lua", "return {}")
    _ = try files.file("stranger/more/y.lua", #"return { { key = "own", value = "theirs" } }"#)
    _ = try CommandRun(shell: "mkfifo stranger/pipe.json", in: files.url)
    return files
  }

  private func run(_ arguments: [String], in files: TemporaryFolder, at folder: String = "")
    throws -> CommandRun
  {
    try withExtendedLifetime(files) {
      try CommandRun(["eval"] + arguments, in: files.url.appending(path: folder))
    }
  }

  @Test(arguments: [
    ["stranger", "mine", "--grant", "stranger=grant.json"],
    ["stranger", "--fallback", "mine", "--grant", "stranger=grant.json"],
    ["mine", "--fallback", "stranger", "--grant", "stranger=grant.json"],
    ["stranger/x.lua", "mine", "--grant", "stranger/x.lua=grant.json"],
    ["stranger/x.lua", "mine"],
    ["stranger/x.lua", "--fallback", "mine"],
  ])
  func `a stranger's project file does not count`(arguments: [String]) throws {
    let files = try files()
    // With it the command would wait for the pipe, and `own` would be of the stranger.
    try FileManager.default.removeItem(at: files.url.appending(path: "stranger/more/y.lua"))
    let run = try run(arguments + ["--key", "own"], in: files)
    #expect(run.output == "\"mine\"\n")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty == (arguments[0] == "mine"))
  }

  @Test func `where the command runs in a granted source, its project file does not count`() throws
  {
    let run = try run(
      [".", "--grant", ".=../grant.json", "--key", "x"], in: files(), at: "stranger")
    #expect(
      run.errors.hasPrefix("luarules.json: warning: the project file is not read:"), "\(run.errors)"
    )
    // What is in `more` is of the source, too, and the grant refuses it.
    #expect(run.errors.contains("more/y.lua:1: error: the source may not assign `own`"))
    #expect(run.status == 1)
  }

  @Test func `rules that are named alone bring their project file along`() throws {
    let files = try files()
    _ = try files.file("stranger/luarules.json", #"{ "schema": "s.json" }"#)
    _ = try files.file("stranger/s.json", #"{ "properties": { "z": { "default": 7 } } }"#)
    #expect(try run(["stranger", "--key", "z"], in: files).output == "7\n")
    #expect(try run(["stranger/x.lua", "mine", "--key", "z"], in: files).status == 1)
    for project in ["stranger", "stranger/luarules.json"] {
      let run = try run(["stranger", "mine", "--project", project, "--key", "z"], in: files)
      #expect(run.output == "7\n")
      #expect(run.errors.isEmpty)
    }
  }

  @Test(arguments: ["schema", "grant"])
  func `what a project names is a regular file`(field: String) throws {
    for path in ["pipe.json", "/dev/zero", "/dev/fd/0"] {
      let files = try files()
      _ = try files.file("stranger/luarules.json", "{ \"\(field)\": \"\(path)\" }")
      let run = try CommandRun(
        shell: "sleep 1 | \"$0\" eval stranger --key x", in: files.url)
      #expect(run.errors.contains("not a regular file [unreadable]"), "\(run.errors)")
    }
  }
}
