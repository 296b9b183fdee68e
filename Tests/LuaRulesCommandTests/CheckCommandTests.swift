import Foundation
import Testing

struct CheckCommandTests {
  private static let clean = "return {{ key = 'k', when = { a = 1 }, value = 1 }}"
  private static let tied =
    "return {{ key = 'k', when = { a = 1 }, value = 1 }, { key = 'k', when = { b = 1 }, value = 2 }}"

  @Test func `a new folder passes`() throws {
    let files = try TemporaryFolder()
    _ = try CommandRun(["init", "rules"], in: files.url)
    let run = try CommandRun(["check", "--strict"], in: files.url.appending(path: "rules"))
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  private static let statuses: [(arguments: [String], status: Int32)] = [
    (["clean.lua"], 0), (["tied.lua"], 0), (["tied.lua", "--strict"], 1), (["broken.lua"], 1),
    (["missing.lua"], 66), (["clean.lua", "--schema", "missing.json"], 66),
    (["clean.lua", "--schema", "clean.lua"], 65), (["clean.lua", "--format", "xml"], 64),
    ([], 64), (["clean.lua", "--fallback", "broken.lua"], 1),
  ]

  @Test(arguments: statuses)
  func `the status tells what was found`(arguments: [String], status: Int32) throws {
    let files = try TemporaryFolder()
    _ = try files.file("clean.lua", Self.clean)
    _ = try files.file("tied.lua", Self.tied)
    _ = try files.file("broken.lua", "return { key = 'k' value }")
    let run = try CommandRun(["check"] + arguments, in: files.url)
    #expect(run.status == status, "\(run.output) \(run.errors)")
    #expect((status > 1) == run.output.isEmpty)
  }

  @Test func `findings go to standard output`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("tied.lua", Self.tied)
    let run = try CommandRun(["check", "tied.lua"], in: files.url)
    #expect(run.output.contains("tied.lua:1: warning: "))
    #expect(run.output.hasSuffix("1 warning\n"))
    #expect(run.errors == "")
  }

  @Test(
    arguments: [
      (["--select", "unused-local"], ["unused-local"]), (["--select", "tie, unused-local"], nil),
      (["--ignore", "tie"], ["unused-local"]), (["--ignore", "tie,unused-local"], []),
      (["--select", "tie,unused-local", "--ignore", "unused-local"], ["tie"]), ([], nil),
    ] as [([String], [String]?)])
  func `only findings that are wanted are told`(options: [String], told: [String]?) throws {
    let files = try TemporaryFolder()
    _ = try files.file("tied.lua", "local x = 1\n" + Self.tied)
    let run = try CommandRun(["check", "tied.lua"] + options, in: files.url)
    let codes = run.output.matches(of: /warning: .* \[([a-z-]+)\]/).map { String($0.1) }
    #expect(codes == told ?? ["unused-local", "tie"], "\(run.output) \(run.errors)")
  }

  @Test func `what stops rules from loading is told in any case`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("broken.lua", "return { key = 'k' value }")
    let run = try CommandRun(["check", "broken.lua", "--select", "tie"], in: files.url)
    #expect(run.status == 1)
  }

  @Test func `a code that does not exist is an error with what was meant`() throws {
    for option in ["--select", "--ignore", "--explain"] {
      let run = try CommandRun(["check", option, "unused-locl", "x.lua"])
      #expect(run.status == 64)
      #expect(run.errors.contains("did you mean `unused-local`?"), "\(run.errors)")
    }
  }

  @Test func `no code at all is an error`() throws {
    for codes in ["", ",", " , "] {
      let run = try CommandRun(["check", "--select", codes, "x.lua"])
      #expect(run.status == 64 && run.errors.contains("expected codes"), "\(run.errors)")
    }
  }

  @Test func `codes are listed and explained`() throws {
    let list = try CommandRun(["check", "--list"])
    #expect(list.status == 0)
    #expect(list.output.contains(/(?m)^tie +[A-Z].*\.$/), "\(list.output)")
    let tie = try CommandRun(["check", "--explain", "tie"])
    #expect(tie.output.hasPrefix("tie: "))
    #expect(tie.output.contains("-- check: ignore tie"))
  }

  @Test func `a module that nothing requires is found`() throws {
    let files = try TemporaryFolder()
    for folder in ["rules/lib/inner"] {
      try FileManager.default.createDirectory(
        at: files.url.appending(path: folder), withIntermediateDirectories: true)
    }
    _ = try files.file("rules/a.lua", "local m = require 'used' return {{ key = 'k', value = m }}")
    _ = try files.file(
      "rules/a.test.lua", "return { { 'x', expect = { k = require 'inner.tested' } } }")
    _ = try files.file("rules/lib/used.lua", "return 1")
    _ = try files.file("rules/lib/unused.lua", "return 1")
    _ = try files.file("rules/lib/inner/tested.lua", "return 1")
    _ = try files.file("rules/lib/_draft.lua", "return 1")
    let run = try CommandRun(["check", "rules"], in: files.url)
    #expect(
      run.output == """
        rules/lib/unused.lua:1: warning: nothing requires the module [unused-module]
          hint: remove it, or begin its name with `_`
        1 warning

        """)
  }

  @Test func `a file of host functions in the folder of modules is used`() throws {
    let files = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: files.url.appending(path: "lib"), withIntermediateDirectories: true)
    _ = try files.file("luarules.json", #"{ "rules": ["."], "host": "lib/host.lua" }"#)
    _ = try files.file("r.lua", "return {{ key = 'k', value = function() return host.f() end }}")
    _ = try files.file("lib/host.lua", "return { f = require 'used' }")
    _ = try files.file("lib/used.lua", "return function() return 1 end")
    _ = try files.file("lib/unused.lua", "return 1")
    let run = try CommandRun(["check"], in: files.url)
    #expect(
      run.output == """
        lib/unused.lua:1: warning: nothing requires the module [unused-module]
          hint: remove it, or begin its name with `_`
        1 warning

        """)
  }

  @Test func `the project file sets levels, wherever the command runs`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "app/luarules.json",
      #"{ "rules": ["."], "findings": { "tie": "off", "old": { "tie": "error" } } }"#)
    _ = try files.file("app/tied.lua", Self.tied)
    let inside = try CommandRun(["check"], in: files.url.appending(path: "app"))
    #expect(inside.output == "nothing found\n")
    #expect(try CommandRun(["check", "app"], in: files.url).output == "nothing found\n")
    _ = try files.file("app/old/tied.lua", Self.tied.replacing("'k'", with: "'j'"))
    let above = try CommandRun(["check", "--format", "json", "app"], in: files.url)
    #expect(above.output.hasPrefix(#"{"errors":1,"#))
    #expect(above.output.contains(#""file":"app/old/tied.lua""#))
    #expect(above.status == 1)
  }

  @Test(arguments: [(".", "app"), ("./", "app"), ("app", "."), ("app/", ".")])
  func `a folder with a project file stands for the project`(path: String, place: String) throws {
    let files = try TemporaryFolder()
    _ = try files.file("app/luarules.json", #"{ "rules": ["rules"] }"#)
    _ = try files.file("app/rules/a.lua", #"return { { key = "k", value = require "lists" } }"#)
    _ = try files.file("app/rules/lib/lists.lua", "return 1")
    _ = try files.file("app/draft.lua", "return {")
    let folder = files.url.appending(path: place)
    #expect(try CommandRun(["check", path], in: folder).output == "nothing found\n")
    let eval = try CommandRun(["eval", path, "--key", "k"], in: folder)
    #expect(eval.output == "1\n", "\(eval.errors)")
  }

  @Test(arguments: ["todo", "live"])
  func `an example is clean`(name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/\(name)")
    let host = name == "todo" ? ["--host", "host.lua"] : []
    let run = try CommandRun(["check", "rules"] + host, in: folder)
    #expect(run.output == "nothing found\n")
  }
}
