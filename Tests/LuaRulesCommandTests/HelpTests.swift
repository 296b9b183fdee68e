import Testing

struct HelpTests {
  @Test(arguments: [
    ["--help"], ["eval", "--help"], ["help", "eval"], ["watch", "--help"], ["--version"],
    ["test", "--help"], ["diff", "--help"],
    ["list", "--help"], ["graph", "--help"], ["import", "--help"], ["annotate", "--help"],
    ["init", "--help"], ["check", "--help"], ["fmt", "--help"], ["lsp", "--help"],
    ["explain", "--help"],
    ["repl", "--help"], ["bundle", "--help"],
  ])
  func `help is an answer`(_ arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(!run.output.isEmpty)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test(arguments: ["eval", "explain", "check", "list", "fmt"])
  func `help fits on a screen`(command: String) throws {
    let lines = try CommandRun(["help", command]).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  #if Service
    @Test(arguments: [
      "<rules>", "--schema", "--port", "--bind", "--token-file", "--gate", "--decision-log",
      "--no-explain", "--hide-sources", "--max-body", "--max-requests", "--max-connections",
      "--max-streams", "--stream-url", "--timeout",
    ])
    func `help for serving knows the option`(_ option: String) throws {
      #expect(try CommandRun(["serve", "--help"]).output.contains(option))
    }
  #endif

  @Test(arguments: [
    "<rules>", "--fallback", "--schema", "--context", "--contexts", "--set", "--host", "--key",
    "--raw", "--show-source", "--budget",
  ])
  func `help knows the option`(_ option: String) throws {
    #expect(try CommandRun(["eval", "--help"]).output.contains("  \(option)"))
  }

  @Test(arguments: [
    "<rules>", "--fallback", "--schema", "--context", "--set", "--host", "--key", "--format",
    "--budget",
  ])
  func `help for watching knows the option`(_ option: String) throws {
    #expect(try CommandRun(["watch", "--help"]).output.contains("  \(option)"))
  }

  @Test(arguments: [
    "instructions (1000000)", "time in seconds (0.1)", "memory in MiB (64)",
    "depth of keys (100)", "valueNodes (100000)", "valueBytes (16777216)", "valueDepth (100)",
    "file in bytes (4194304)", "files in bytes (67108864)",
  ])
  func `help names a limit with its default`(limit: String) throws {
    let words = try CommandRun(["eval", "--help"]).output.split(whereSeparator: \.isWhitespace)
    #expect(words.joined(separator: " ").contains(limit))
  }

  @Test(arguments: [
    ("time", "--budget requires a limit and a number, such as time=0.5, not 'time'"),
    (
      "tim=1",
      "--budget has no limit 'tim'; the limits are time, instructions, memory, depth, "
        + "valueNodes, valueBytes, valueDepth, file, files"
    ),
    ("time=soon", "--budget time requires seconds, more than 0 and at most 86400, not 'soon'"),
    ("depth=0", "--budget depth requires an integer of at least 1, not '0'"),
    ("valueDepth=101", "--budget valueDepth requires an integer from 1 to 100, not '101'"),
  ])
  func `a wrong limit gets an error that says what is right`(limit: String, error: String) throws {
    let run = try CommandRun(["eval", "r.lua", "--budget", limit])
    #expect(run.errors.contains(error))
    #expect(run.status == 64)
  }

  @Test(arguments: [
    (["wach"], "Unknown command 'wach'. Did you mean 'watch'?"),
    (["evl", "rules.lua"], "Unknown command 'evl'. Did you mean 'eval'?"),
    (["help", "Eval"], "Unknown command 'Eval'. Did you mean 'eval'?"),
    (["rules.lua"], "Unknown command 'rules.lua'"),
    (["anotate"], "Unknown command 'anotate'. Did you mean 'annotate'?"),
    (["improt"], "Unknown command 'improt'. Did you mean 'import'?"),
  ])
  func `a command that is misspelt gets a hint`(_ arguments: [String], hint: String) throws {
    let run = try CommandRun(arguments)
    #expect(run.errors.hasPrefix("Error: \(hint)\n"))
    #expect(run.status == 64)
  }

  @Test(arguments: [
    ["eval"], ["nonsense"], ["watch"], ["watch", "r.lua", "--format", "xml"],
    ["eval", "rules.lua", "--nonsense"], ["eval", "r.lua", "--set", "x"],
    ["eval", "r.lua", "--set", "=1"], ["eval", "r.lua", "--key", "a..b"],
    ["eval", "r.lua", "--budget", "time=0"], ["eval", "r.lua", "--budget", "memory=-1"],
    ["eval", "r.lua", "--context", "a", "--contexts", "b"], ["list"], ["graph"], ["annotate"],
    ["list", "r.lua", "--format", "xml"], ["graph", "r.lua", "--format", "pdf"], ["import"],
    ["import", "a", "b"], ["init", "a", "b"], ["explain"], ["explain", "r.lua", "--flip", "1"],
    ["explain", "r.lua", "--format", "xml"], ["repl", "--set", "x"], ["repl", "--set", "=1"],
    ["bundle"], ["bundle", "rules"],
  ])
  func `wrong usage ends with 64`(_ arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: "))
    #expect(run.errors.contains("Usage: luarules"))
    #expect(run.status == 64)
  }
}
