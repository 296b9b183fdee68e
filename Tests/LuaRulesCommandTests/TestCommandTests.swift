import Foundation
import Testing

/// `luarules test`: from its arguments to what it prints.
struct TestCommandTests {
  private static let rules = """
    return {
      { key = "color", when = { todo = { priority = "high" } }, value = "red" },
      { key = "color", value = function(c) return host.usual() end },
    }
    """
  private static let tests = """
    return {
      host = { usual = "black" },
      { "high is red", context = { todo = { priority = "high" } }, expect = { color = "red" } },
      { "low is black", context = { todo = { priority = "low" } }, expect = { color = "black" } },
    }
    """
  private static let failing = """
    return { { "wrong", context = { todo = { priority = "high" } }, expect = { color = "gray" } } }
    """

  private static func folder(_ texts: [String: String]) throws -> TemporaryFolder {
    let files = try TemporaryFolder()
    for (name, text) in texts { _ = try files.file(name, text) }
    return files
  }

  private static func run(
    _ arguments: [String], _ texts: [String: String] = ["a.lua": rules, "a.test.lua": tests]
  ) throws -> CommandRun {
    let files = try folder(texts)
    return try CommandRun(["test"] + arguments, in: files.url)
  }

  @Test(arguments: [["."], ["a.lua"], ["a.test.lua"], ["./a.test.lua", "a.test.lua"]])
  func `tests that pass end with 0`(paths: [String]) throws {
    let run = try Self.run(paths)
    #expect(
      run.output.hasSuffix("  ✔ high is red\n  ✔ low is black\n\n2 tests, all passed\n")
        || paths.count == 2)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `a test that fails ends with 1 and says why`() throws {
    let run = try Self.run(["."], ["a.lua": Self.rules, "a.test.lua": Self.failing])
    #expect(
      run.output == """
        a.test.lua
          ✘ wrong
              a.test.lua:1: `color` is "red"; expected "gray"
                color is "red", by the rule at a.lua:2
                  a.lua:2: won (priority 100, complexity 1; before the next by complexity)
                  a.lua:3: not reached (priority 100, complexity 0)
                  todo is {"priority":"high"}, set on the context

        1 test, 1 failed

        """)
    #expect(run.status == 1)
  }

  @Test func `a file that does not load is told, and the others are run`() throws {
    let run = try Self.run(
      ["."], ["a.lua": Self.rules, "a.test.lua": Self.tests, "b.test.lua": "return {"])
    #expect(run.output.contains("✔ low is black"))
    #expect(run.output.contains("    b.test.lua:1: error: "))
    #expect(run.output.hasSuffix("2 tests, 1 file does not load\n"))
    #expect(run.status == 1)
  }

  @Test(
    arguments: [
      (["nowhere"], 66, "nowhere: error: no such file or folder [unreadable]\n"),
      (["a.lua", "--filter", "xyz"], 1, "error: no test has xyz in its name [no-rules]\n"),
      (["a.lua", "--schema", "a.lua"], 65, "a.lua: error: "),
    ] as [([String], Int32, String)])
  func `what is missing or wrong has a status`(
    arguments: [String], status: Int32, message: String
  ) throws {
    let run = try Self.run(arguments)
    #expect(run.errors.hasPrefix(message))
    #expect(run.output == "")
    #expect(run.status == status)
  }

  @Test func `the project file names what is tested with`() throws {
    let texts = [
      "luarules.json": #"{ "rules": ["."], "host": "host.lua", "schema": "app.json" }"#,
      "host.lua": #"return { usual = function() return "navy" end }"#,
      "app.json": #"{ "properties": { "color": { "enum": ["red", "navy"] } } }"#,
      "a.lua": Self.rules,
      "a.test.lua":
        #"return { { "usual", context = { todo = {} }, expect = { color = "navi" } } }"#,
    ]
    let run = try Self.run([], texts)
    #expect(run.output.contains("`color` can never be \"navi\""))
    #expect(run.output.contains("hint: did you mean \"navy\"?"))
    #expect(run.status == 1)
  }

  @Test func `a folder that init wrote passes`() throws {
    let files = try TemporaryFolder()
    _ = try CommandRun(["init", "rules"], in: files.url)
    let run = try CommandRun(["test", "rules", "--coverage"], in: files.url)
    #expect(run.output.contains("3 tests, all passed"))
    #expect(run.output.contains("rules/todo.lua: "))
    #expect(run.status == 0)
  }

  @Test func `--host stands in where a test does not`() throws {
    let files = try Self.folder([
      "a.lua": Self.rules, "host.lua": #"return { usual = function() return "navy" end }"#,
      "a.test.lua": """
      return { context = { todo = {} },
        { "given", expect = { color = "navy" } },
        { "own", host = { usual = "tan" }, expect = { color = "tan" } } }
      """,
    ])
    #expect(try CommandRun(["test", ".", "--host", "host.lua"], in: files.url).status == 0)
  }

  // MARK: Reports

  @Test func `coverage goes after the report, or to a file`() throws {
    let run = try Self.run(["a.lua", "--coverage", "--filter", "low"])
    #expect(
      run.output.hasSuffix(
        """
        a.lua: 1 of 2 rules won, 0 of 1 conditions seen both ways
          a.lua:2: rule for `color`: its condition never held

        """))
    let files = try Self.folder(["a.lua": Self.rules, "a.test.lua": Self.tests])
    let other = try CommandRun(
      ["test", ".", "--coverage-format", "lcov", "--coverage-file", "rules.info"], in: files.url)
    #expect(other.output.hasSuffix("2 tests, all passed\n"))
    let lcov = try String(contentsOf: files.url.appending(path: "rules.info"), encoding: .utf8)
    #expect(lcov.hasPrefix("TN:\nSF:a.lua\nBRDA:2,0,0,1\n"))
    #expect(lcov.hasSuffix("end_of_record\n"))
  }

  @Test func `changes that nothing notices are listed`() throws {
    let run = try Self.run(["a.lua", "--mutate", "--filter", "high"])
    #expect(
      run.output.hasSuffix(
        """
        4 of 5 changes to the rules are noticed
          a.lua:3: rule for `color`: 1 change, but no test that passes reaches it

        """))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `JSON has all in one object`() throws {
    let run = try Self.run(["a.lua", "--format", "json", "--coverage", "--mutate"])
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect((object?["counts"] as? [String: Int])?["passed"] == 2)
    #expect((object?["coverage"] as? [Any])?.count == 2)
    #expect((object?["mutation"] as? [String: Any])?["noticed"] as? Int == 5)
    #expect((object?["files"] as? [Any])?.count == 1)
  }

  @Test func `build servers get XML`() throws {
    let run = try Self.run(["a.lua", "--format", "junit"])
    #expect(run.output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
    #expect(run.output.contains(#"name="high is red" file="a.test.lua" line="3""#))
  }

  @Test(arguments: [
    ["a", "--format", "junit", "--mutate"], ["a", "--format", "github", "--mutate"],
    ["a", "--format", "github", "--coverage"], ["a", "--format", "junit", "--coverage"],
    ["a", "--format", "json", "--coverage-format", "lcov"], ["a", "--mutate-time", "0"],
    ["a", "--coverage-threshold", "101"], ["a", "--coverage-threshold", "half"],
    ["a", "--format", "xml"], [],
  ])
  func `wrong usage ends with 64`(arguments: [String]) throws {
    let run = try CommandRun(["test"] + arguments)
    #expect(run.errors.hasPrefix("Error: "))
    #expect(run.status == 64)
  }

  // MARK: Watching

  @Test func `an edit runs the tests again`() async throws {
    let texts = ["a.lua": Self.rules, "a.test.lua": Self.failing]
    let watch = try WatchRun(["."], of: ["test", "--watch"], files: texts)
    try await watch.wait { $0.lines.contains("1 test, 1 failed") }
    try watch.edit("a.test.lua", Self.tests)
    try await watch.wait { $0.lines.contains("2 tests, all passed") }
    try watch.edit("a.lua", "return {")
    try await watch.wait { $0.lines.contains("0 tests, 1 file does not load") }
    #expect(await watch.end() == 0)
  }

  @Test func `what else is written in the folder runs nothing`() async throws {
    let texts = ["a.lua": Self.rules, "a.test.lua": Self.tests, "note.txt": ""]
    let watch = try WatchRun(["."], of: ["test", "--watch"], files: texts)
    try await watch.wait { $0.lines.contains("2 tests, all passed") }
    // What it prints goes to a file of the folder, too.
    for round in 1...3 { try watch.edit("note.txt", "\(round)") }
    try watch.edit("a.test.lua", Self.failing)
    try await watch.wait { $0.lines.contains("1 test, 1 failed") }
    #expect(await watch.end() == 0)
    #expect(watch.lines.count { $0 == "2 tests, all passed" } == 1)
  }
}

/// `luarules diff`.
struct DiffCommandTests {
  private static let texts = [
    "old.lua":
      #"return { { key = "color", when = { p = 1 }, value = "gray" }, { key = "color", value = "black" } }"#,
    "new.lua":
      #"return { { key = "color", when = { p = 1 }, value = "red" }, { key = "color", value = "black" } }"#,
    "c.jsonl": """
    {"p":1}

    {"p":2}
    {"time":"2026-03-01T09:30:00Z","key":"color","value":"x","nanoseconds":5,"context":{"p":1}}
    """,
    "bad.jsonl": "{\"p\":1}\nnonsense\n",
    "app.json": #"{ "properties": { "p": { "type": "integer" }, "color": { "type": "string" } } }"#,
  ]

  private static func run(_ arguments: String..., input: String = "") throws -> CommandRun {
    let files = try TemporaryFolder()
    for (name, text) in texts { _ = try files.file(name, text) }
    return try CommandRun(["diff"] + arguments, in: files.url, input: input)
  }

  @Test func `differences are printed, and end with 1`() throws {
    let run = try Self.run("old.lua", "new.lua", "--contexts", "c.jsonl")
    #expect(
      run.output == """
        color: "gray" → "red", 2 times, first at c.jsonl:1
          old: the rule at old.lua:1
          new: the rule at new.lua:1
        2 of 3 decisions differ, in 3 contexts

        """)
    #expect(run.errors == "")
    #expect(run.status == 1)
  }

  @Test func `the same rules do not differ`() throws {
    let run = try Self.run("new.lua", "new.lua", "--contexts", "-", input: "{\"p\":1}\n{\"p\":2}")
    #expect(run.output == "0 of 2 decisions differ, in 2 contexts\n")
    #expect(run.status == 0)
  }

  @Test func `JSON has a line for each difference`() throws {
    let run = try Self.run(
      "old.lua", "new.lua", "--contexts", "c.jsonl", "--format", "json", "--key", "color")
    #expect(
      run.output == """
        {"context":"c.jsonl:1","key":"color","new":{"place":"new.lua:1","value":"red"},"old":{"place":"old.lua:1","value":"gray"}}
        {"context":"c.jsonl:4","key":"color","new":{"place":"new.lua:1","value":"red"},"old":{"place":"old.lua:1","value":"gray"}}
        {"contexts":3,"decisions":3,"differences":2,"masked":0}

        """)
  }

  @Test func `a proof tells a context of each key that differs`() throws {
    let run = try Self.run("old.lua", "new.lua", "--prove", "--schema", "app.json")
    #expect(
      run.output == """
        color: "gray" → "red" in {"p":1}
          old: the rule at old.lua:1
          new: the rule at new.lua:1
        0 of 1 keys certainly answer the same in all contexts of the schema; 1 differs, 0 not known

        """)
    #expect(run.status == 1)
    let same = try Self.run(
      "old.lua", "old.lua", "--prove", "--schema", "app.json", "--format", "json")
    #expect(
      same.output == """
        {"key":"color","result":"same"}
        {"differences":0,"keys":1,"unknown":0}

        """)
    #expect(same.status == 0)
    #expect(try Self.run("old.lua", "new.lua", "--prove").errors.contains("needs a schema"))
  }

  @Test func `a line that is no context ends with 65, and the others are compared`() throws {
    let run = try Self.run("old.lua", "new.lua", "--contexts", "bad.jsonl")
    #expect(run.output.contains("1 of 1 decisions differs, in 1 context\n"))
    #expect(run.errors.hasPrefix("bad.jsonl:2: error: the line is not JSON: column 1"))
    #expect(run.status == 65)
  }

  @Test(arguments: [
    ["old.lua"], ["old.lua", "new.lua"], ["a", "b", "c", "--contexts", "x"],
    ["a", "b", "--contexts", "x", "--prove"],
  ])
  func `wrong usage ends with 64`(arguments: [String]) throws {
    let run = try CommandRun(["diff"] + arguments)
    #expect(run.errors.hasPrefix("Error: "))
    #expect(run.status == 64)
  }

  @Test func `a missing file ends with 66`() throws {
    #expect(try Self.run("old.lua", "nowhere.lua", "--contexts", "c.jsonl").status == 66)
    #expect(try Self.run("old.lua", "new.lua", "--contexts", "nowhere").status == 66)
  }
}
