import Testing

/// `luarules test` in the folders of a project, which name each other.
struct TestProjectTests {
  private static func run(_ paths: [String], _ texts: [String: String]) throws -> CommandRun {
    let files = try TemporaryFolder()
    for (name, text) in texts { _ = try files.file(name, text) }
    return try CommandRun(["test"] + paths, in: files.url)
  }

  @Test(arguments: [[], ["."], ["all"], ["all/top/deep/a.test.lua"], ["all/base", "all/top/deep"]])
  func `modules lie in lib of the rule folders of the project`(paths: [String]) throws {
    let rules = #"local m = require "m" return { { key = "color", value = m.color } }"#
    let test = #"local m = require "m" return { { "it", expect = { color = m.color } } }"#
    let run = try Self.run(
      paths,
      [
        "luarules.json": #"{ "rules": ["all/top"], "fallback": ["all/base"] }"#,
        "all/top/lib/m.lua": #"return { color = "red" }"#, "all/top/deep/a.lua": rules,
        "all/top/deep/a.test.lua": test,
        "all/base/lib/m.lua": #"return { color = "tan" }"#, "all/base/b.lua": rules,
        "all/base/b.test.lua": test,
      ])
    #expect(run.output.hasSuffix("all passed\n"), "\(run.output)")
    #expect(run.status == 0)
  }

  @Test func `tests of a fallback ask it, and those behind it`() throws {
    let run = try Self.run(
      [],
      [
        "luarules.json": #"{ "rules": ["top"], "fallback": ["middle", "low"] }"#,
        "top/a.lua": #"return { { key = "color", when = false, value = "top" } }"#,
        "top/a.test.lua": #"return { { "all", expect = { color = "middle", size = 1 } } }"#,
        "middle/a.lua": #"return { { key = "color", value = "middle" } }"#,
        "middle/a.test.lua": #"return { { "itself", expect = { color = "middle", size = 1 } } }"#,
        "low/a.lua": #"return { { key = "size", value = 1 } }"#,
        "low/a.test.lua": """
        return { { "none before it", expect = { size = 1 }, errors = { color = "unknown-key" } } }
        """,
        "low/own.test.lua": """
        return { rules = { "../top" }, fallback = { "." }, { "named", expect = { color = null } } }
        """,
      ])
    #expect(run.output.hasSuffix("4 tests, all passed\n"), "\(run.output)")
  }
}
