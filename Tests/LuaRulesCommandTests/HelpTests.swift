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

  #if Service
    @Test(arguments: [
      "<rules>", "--schema", "--port", "--bind", "--token-file", "--gate", "--decision-log",
      "--no-explain", "--max-body", "--max-requests", "--max-connections", "--timeout",
    ])
    func `help for serving knows the option`(_ option: String) throws {
      #expect(try CommandRun(["serve", "--help"]).output.contains(option))
    }
  #endif

  @Test(arguments: [
    "<rules>", "--fallback", "--schema", "--context", "--contexts", "--set", "--host", "--key",
    "--raw", "--answer", "--max-instructions", "--max-time", "--max-memory",
  ])
  func `help knows the option`(_ option: String) throws {
    #expect(try CommandRun(["eval", "--help"]).output.contains("  \(option)"))
  }

  @Test(arguments: [
    "<rules>", "--fallback", "--schema", "--context", "--set", "--host", "--key", "--format",
    "--max-instructions", "--max-time", "--max-memory",
  ])
  func `help for watching knows the option`(_ option: String) throws {
    #expect(try CommandRun(["watch", "--help"]).output.contains("  \(option)"))
  }

  @Test(arguments: [
    ("--max-instructions <n>", "1000000"), ("--max-time <seconds>", "0.1"),
    ("--max-memory <mib>", "64"), ("--max-depth <n>", "100"), ("--max-value-nodes <n>", "100000"),
    ("--max-value-bytes <bytes>", "16777216"), ("--max-value-depth <n>", "100"),
    ("--max-file <bytes>", "4194304"), ("--max-files <bytes>", "67108864"),
  ])
  func `help tells what holds without the option`(option: String, value: String) throws {
    let words = try CommandRun(["eval", "--help"]).output.split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    let rest = try #require(text.split(separator: option).last)
    #expect(rest.drop { $0 != ";" }.hasPrefix("; \(value) by default"))
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
    ["eval", "r.lua", "--max-time", "0"], ["eval", "r.lua", "--max-time", "soon"],
    ["eval", "r.lua", "--max-memory", "-1"], ["eval", "r.lua", "--max-instructions", "0"],
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
