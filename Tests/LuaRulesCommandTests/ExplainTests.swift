import Foundation
import Testing

/// `luarules explain` and `luarules repl`, as processes.
struct ExplainTests {
  private static let rules = """
    return {
      { key = "color", when = { todo = { priority = "high" } }, value = "red" },
      { key = "color", when = function(c) return c.todo.priority == "low" end, value = "gray" },
      { key = "title", value = function(c) return c.todo.title .. "!" end },
    }
    """

  private static func folder(_ texts: [String: String] = ["a.lua": rules]) throws
    -> TemporaryFolder
  {
    let files = try TemporaryFolder()
    for (name, text) in texts { _ = try files.file(name, text) }
    return files
  }

  @Test func `an answer is explained`() throws {
    let files = try Self.folder()
    let run = try CommandRun(
      ["explain", "a.lua", "--set", #"todo={"priority":"low"}"#, "--key", "color"], in: files.url)
    #expect(
      run.output == """
        color is "gray", by the rule at a.lua:3
          a.lua:2: not matched (priority 100, complexity 1; declared before the next)
            `todo.priority = "high"`: was "low"
            2 | { key = "color", when = { todo = { priority = "high" } }, value = "red" },
              |                                    ^^^^^^^^
          a.lua:3: won (priority 100, complexity 1)
          todo is {"priority":"low"}, set on the context

        """)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `all of many keys are explained as each of them`() throws {
    let keys = (10..<50).map { "key\($0)" }
    let rules = keys.map { key in
      """
      { key = "\(key)", when = function(c) return c.n == "\(key)" end, value = 1 },
      { key = "\(key)", value = function(c) return string.rep(c.n, 2) end },

      """
    }
    let files = try Self.folder(["a.lua": "return {\n\(rules.joined())}"])
    let all = try CommandRun(["explain", "a.lua", "--set", "n=key12"], in: files.url)
    let each = try keys.map { key in
      try CommandRun(["explain", "a.lua", "--set", "n=key12", "--key", key], in: files.url).output
    }
    #expect(all.output == each.joined(separator: "\n"))
    #expect(all.status == 0)
  }

  @Test func `an error is explained, and ends with 1`() throws {
    let files = try Self.folder()
    let run = try CommandRun(
      ["explain", "a.lua", "--set", "todo={}", "--format", "json"], in: files.url)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"key":"color","#) == true)
    #expect(lines.last?.contains(#""source":"error""#) == true)
    #expect(lines.last?.contains(#""code":"runtime""#) == true)
    #expect(run.errors == "")
    #expect(run.status == 1)
  }

  @Test func `the project file names the rules, and no plan is needed`() throws {
    let files = try Self.folder([
      "a.lua": Self.rules, "luarules.json": #"{ "rules": ["a.lua"] }"#,
    ])
    let arguments = ["explain", "--key", "color", "--set", #"todo={"priority":"high"}"#]
    let planned = try CommandRun(arguments, in: files.url)
    let unplanned = try CommandRun(arguments + ["--no-plan"], in: files.url)
    #expect(planned.output.hasPrefix(#"color is "red", by the rule at a.lua:2"#))
    #expect(planned.output == unplanned.output)
  }

  @Test(arguments: [
    (["--context", "none.json"], Int32(66)),
    (["--set", "todo=1", "--schema", "s.json"], Int32(65)),
    (["--key", "color", "--flip", "blue", "--set", "todo={}"], Int32(1)),
  ])
  func `what stops it has the status that it has elsewhere`(
    arguments: [String], status: Int32
  ) throws {
    let files = try Self.folder([
      "a.lua": Self.rules,
      "s.json": #"{ "type": "object", "properties": { "todo": { "type": "object" } } }"#,
    ])
    let run = try CommandRun(["explain", "a.lua"] + arguments, in: files.url)
    #expect(run.output == "")
    #expect(!run.errors.isEmpty)
    #expect(run.status == status)
  }

  @Test func `what to change is told`() throws {
    let files = try Self.folder()
    let arguments = [
      "explain", "a.lua", "--key", "color", "--set", #"todo={"priority":"low"}"#, "--flip", "red",
    ]
    #expect(
      try CommandRun(arguments, in: files.url).output
        == "color would be \"red\" with\n  todo.priority = \"high\", which is \"low\"\n")
    #expect(
      try CommandRun(arguments + ["--format", "json"], in: files.url).output
        == #"{"changes":[{"path":"todo.priority","value":"high","was":"low"}],"key":"color","value":"red"}"#
        + "\n")
  }

  // MARK: Line by line

  @Test func `lines are answered`() throws {
    let files = try Self.folder()
    let run = try CommandRun(
      ["repl", "a.lua"], in: files.url,
      input: """
        set todo = {"priority": "low", "title": "Tea"}
        color
        ? title
        set
        set color=blue
        color
        unset color
        keys
        explain title
        flip color = red

        quit
        color
        """)
    #expect(
      run.output == """
        "gray"
        "Tea!"
        todo = {"priority":"low","title":"Tea"}
        "blue"
        color
        title
        title is "Tea!", by the rule at a.lua:4
          a.lua:4: won (priority 100, complexity 0)
          todo is {"priority":"low","title":"Tea"}, set on the context
        color would be "red" with
          todo.priority = "high", which is "low"

        """)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `errors do not end it`() throws {
    let files = try Self.folder(["a.lua": Self.rules, "bad.lua": "return {"])
    let run = try CommandRun(
      ["repl"], in: files.url,
      input: """
        color
        load bad.lua
        load none.lua
        load a.lua
        title
        set todo
        unset nothing
        flip color
        explain
        what is this
        set todo={"priority":"high"}
        reload
        color
        """)
    #expect(run.output == "\"red\"\n")
    let errors = run.errors.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(errors.count == 9, "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test func `a reload sees what was edited, and keeps what is set`() throws {
    let files = try Self.folder()
    let run = try CommandRun(
      shell: """
        { echo 'set todo = {"priority":"low"}'; echo color; sleep 1
          sed 's/gray/grey/' a.lua > b.lua; mv b.lua a.lua; echo reload; echo color
        } | "$0" repl a.lua
        """, in: files.url)
    #expect(run.output == "\"gray\"\n\"grey\"\n")
    #expect(run.errors == "")
  }

  @Test(arguments: [("always", true), ("never", false), ("auto", false)])
  func `colors are written when they are asked for`(mode: String, hasColors: Bool) throws {
    let files = try Self.folder(["a.lua": Self.rules])
    let run = try CommandRun(["explain", "a.lua", "--color", mode], in: files.url)
    #expect(run.output.contains("\u{1B}[") == hasColors)
  }
}
