import Foundation
import Testing

/// What commands print for keys that fail, and that declare a value for errors.
struct ErrorValueCommandTests {
  private static let schema = """
    { "properties": {
      "user": { "type": "string" },
      "denials": { "type": "array", "items": { "type": "string" }, "default": [],
        "x-hit-policy": "collect", "x-on-error": ["the rules failed"] },
      "decision": { "enum": ["allow", "deny"], "default": "allow", "x-on-error": "deny" },
      "limit": { "type": "integer", "default": 1 },
      "token": { "type": "string", "writeOnly": true, "x-on-error": "hunter2" } } }
    """
  private static let rules = """
    return {
      { key = "denials", value = function(c) return "no " .. c.user end },
      { key = "decision", value = function(c) return #c.user > 1 and "allow" or "deny" end },
      { key = "limit", value = function(c) return #c.user end },
      { key = "other", value = 1 },
    }
    """

  private func run(_ arguments: String..., input: String = "") throws -> CommandRun {
    let files = try TemporaryFolder()
    _ = try files.file("r.lua", Self.rules)
    _ = try files.file("s.json", Self.schema)
    return try CommandRun(
      [arguments[0], "r.lua", "--schema", "s.json"] + arguments.dropFirst(), in: files.url,
      input: input)
  }

  @Test(arguments: [
    ("--key denials", "[\"the rules failed\"]\n"), ("--key decision", "\"deny\"\n"),
    ("--key decision --raw", "deny\n"), ("--key limit", ""),
    ("--key decision --show-source", "{\"source\":\"error\",\"value\":\"deny\"}\n"),
    (
      "--key denials --key limit --key other",
      "{\"denials\":[\"the rules failed\"],\"other\":1}\n"
    ),
    ("", "{\"decision\":\"deny\",\"denials\":[\"the rules failed\"],\"other\":1}\n"),
  ])
  func `eval prints the value for errors, and ends with the error`(
    _ options: String, _ output: String
  ) throws {
    let files = try TemporaryFolder()
    _ = try files.file("r.lua", Self.rules)
    _ = try files.file("s.json", Self.schema)
    let run = try CommandRun(
      ["eval", "r.lua", "--schema", "s.json"] + options.split(separator: " ").map(String.init),
      in: files.url)
    #expect(run.output == output)
    #expect(run.errors.contains("a nil value (field 'user')"), "\(run.errors)")
    #expect(run.status == 1)
  }

  @Test func `the error says where the rule fails`() throws {
    let run = try run("eval", "--key", "denials")
    #expect(
      run.errors.hasPrefix(
        "r.lua:2: error: attempt to concatenate a nil value (field 'user')"), "\(run.errors)")
  }

  @Test func `explain says that the value comes after an error`() throws {
    let text = try run("explain", "--key", "decision")
    #expect(text.output.hasPrefix("decision is \"deny\", after an error\n"), "\(text.output)")
    #expect(text.output.contains("r.lua:3: error: attempt to get length"), "\(text.output)")
    #expect(text.status == 1)
    let json = try run("explain", "--key", "decision", "--format", "json")
    #expect(json.output.contains(#""source":"error","value":"deny"}"#), "\(json.output)")
    let limit = try run("explain", "--key", "limit")
    #expect(limit.output.hasPrefix("limit is an error\n"), "\(limit.output)")
  }

  @Test(arguments: ["text", "json"])
  func `explain shows no secret that is the value for errors`(format: String) throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "r.lua", #"return { { key = "token", value = function(c) return "t" .. c.user end } }"#)
    _ = try files.file("s.json", Self.schema)
    let run = try CommandRun(
      ["explain", "r.lua", "--schema", "s.json", "--key", "token", "--format", format],
      in: files.url)
    #expect(run.output.contains("•••") && run.output.contains("error"), "\(run.output)")
    #expect(!run.output.contains("hunter2"), "\(run.output)")
  }

  @Test func `repl prints it as well`() throws {
    let run = try run("repl", input: "decision\nset user = \"eve\"\ndecision\n")
    #expect(run.output.contains("\"deny\"\n"), "\(run.output)")
    #expect(run.output.contains("\"allow\"\n"), "\(run.output)")
  }

  @Test func `watch prints it beside the error`() async throws {
    let run = try WatchRun(
      ["r.lua", "--schema", "s.json", "--key", "decision"],
      files: ["r.lua": Self.rules, "s.json": Self.schema])
    try await run.wait { $0.news.count == 1 }
    #expect(run.news == ["generation 1: decision = \"deny\", after an error"])
    #expect(await run.end() == 0)
    #expect(
      run.errors.contains(#/^\d\d:\d\d:\d\d generation 1: r.lua:3: error: attempt to get length/#),
      "\(run.errors)")
  }
}

/// What commands say where a function of the program is needed, and no `--host` stands in for it.
struct MissingHostTests {
  @Test func `a call that only the program can answer names the option`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "r.lua",
      """
      return {
        { key = "a", value = function(c) return host.badge(c.x) end },
        { key = "b", value = host.badge },
        { key = "c", value = function(c) return host.badge(c) end },
      }
      """)
    _ = try files.file(
      "s.json", #"{ "properties": { "x": { "type": "integer" } }, "x-host": ["badge"] }"#)
    let run = try CommandRun(
      ["eval", "r.lua", "--schema", "s.json", "--set", "x=1"], in: files.url)
    #expect(
      run.errors == """
        r.lua:2: error: `host.badge` is a function of the program, and there is no stub for it here \
        [host-function]
          hint: write a stub in a Lua file, and name the file with `--host`

        """)
    #expect(run.output == "{\"b\":\"<badge>\",\"c\":\"<badge>\"}\n")
    #expect(run.status == 1)
  }
}
