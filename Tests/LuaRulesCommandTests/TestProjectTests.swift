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

  @Test func `fallbacks of the project are asked after what is tested, each once`() throws {
    let run = try Self.run(
      [],
      [
        "luarules.json": #"{ "rules": ["top"], "fallback": ["mid", "low"] }"#,
        "top/a.lua": #"return { { key = "color", when = false, value = "top" } }"#,
        "top/a.test.lua": #"return { { "all", expect = { color = "mid", size = 1 } } }"#,
        "mid/a.lua": #"return { { key = "color", when = { size = 1 }, value = "mid" } }"#,
        "mid/a.test.lua": """
        return {
          { "the one behind", expect = { color = "mid", size = 1 } },
          { "not itself again", context = { size = 2 }, expect = { color = "low" } },
        }
        """,
        "low/a.lua": """
        return { { key = "color", value = "low" }, { key = "size", value = 1 } }
        """,
        "low/a.test.lua": #"return { { "nothing before", expect = { color = "low" } } }"#,
        "low/alone.test.lua": #"""
        return { rules = { "../top" }, fallback = { "." }, { "left out", expect = { color = "low" } } }
        """#,
      ])
    #expect(run.output.hasSuffix("5 tests, all passed\n"), "\(run.output)")
  }
}
