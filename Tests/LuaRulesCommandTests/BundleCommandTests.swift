import Foundation
import Testing

struct BundleCommandTests {
  private static let files = [
    "rules/todo.lua": """
    local names = require "names"
    return {
      { key = "color", when = function(c) return c.todo.priority == "low" end, value = names.gray },
      { key = "color", value = "black" },
    }
    """,
    "rules/lib/names.lua": "return { gray = \"gray\" }",
    "rules/lib/unused.lua": "return {}",
    "rules/todo.test.lua": """
    return { { "low", context = { todo = { priority = "low" } }, expect = { color = "gray" } } }
    """,
    "context.json": "{ \"todo\": { \"priority\": \"low\" } }",
    "contexts.jsonl": "{ \"todo\": { \"priority\": \"low\" } }\n{}\n",
    "app.schema.json": """
    { "properties": { "todo": {}, "color": {}, "size": { "type": "integer", "default": 3 } } }
    """,
  ]

  /// A folder with rules, and what else commands read.
  private static func folder(_ more: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files.merging(more, uniquingKeysWith: { $1 }) {
      _ = try folder.file(name, text)
    }
    return folder
  }

  private static func bundle(_ folder: TemporaryFolder, _ more: String...) throws -> CommandRun {
    try CommandRun(["bundle", "rules", "-o", "shop.rules"] + more, in: folder.url)
  }

  @Test func `a folder becomes one file, and the same one again`() throws {
    let folder = try Self.folder()
    let run = try Self.bundle(folder, "--name", "shop", "--revision", "43")
    #expect(run.status == 0 && run.errors == "")
    let file = folder.url.appending(path: "shop.rules")
    let bytes = try Data(contentsOf: file)
    let digest = try CommandRun(shell: "head -n 2 shop.rules | sha256sum", in: folder.url)
      .output.prefix(64)
    #expect(
      run.output
        == "shop.rules: 4 files, \(bytes.count) bytes, revision 43 of shop, digest \(digest)\n")
    #expect(try Self.bundle(folder, "--name", "shop", "--revision", "43").output == run.output)
    #expect(try Data(contentsOf: file) == bytes)
    let short = try Self.bundle(folder, "--without-tests", "--schema", "app.schema.json")
    #expect(short.output.hasPrefix("shop.rules: 3 files and a schema, "))
  }

  @Test(arguments: [
    ["eval", "RULES", "--context", "context.json"],
    ["eval", "RULES", "--contexts", "contexts.jsonl"],
    ["explain", "RULES", "--context", "context.json", "--key", "color"],
    ["check", "RULES"], ["check", "RULES", "--format", "json"], ["list", "RULES"],
    ["list", "RULES", "--format", "json"], ["graph", "RULES"], ["annotate", "RULES"],
    ["test", "RULES"], ["test", "RULES", "--coverage"], ["test", "RULES", "--mutate"],

    ["diff", "RULES", "rules", "--contexts", "contexts.jsonl"],
    ["diff", "rules", "RULES", "--contexts", "contexts.jsonl"],
    ["eval", "none.lua", "--fallback", "RULES", "--set", "todo={\"priority\":\"low\"}"],
    ["eval", "RULES", "--schema", "app.schema.json", "--context", "context.json"],
  ])
  func `a command reads a bundle as it reads the folder`(_ arguments: [String]) throws {
    let folder = try Self.folder(["none.lua": "return {}"])
    #expect(try Self.bundle(folder).status == 0)
    let outcomes = try ["rules", "shop.rules"].map { name in
      let run = try CommandRun(arguments.map { $0 == "RULES" ? name : $0 }, in: folder.url)
      return "\(run.status)\n\(run.output)\n\(run.errors)"
    }
    #expect(outcomes[0] == outcomes[1])
    #expect(outcomes[0].hasPrefix("0\n") || arguments.contains("contexts.jsonl"))
  }

  @Test func `the same is asked line by line`() throws {
    let folder = try Self.folder()
    #expect(try Self.bundle(folder).status == 0)
    let input = "set todo={\"priority\":\"low\"}\ncolor\n"
    let outcomes = try ["rules", "shop.rules"].map { name in
      try CommandRun(["repl", name], in: folder.url, input: input).output
    }
    #expect(outcomes[0] == outcomes[1] && outcomes[0].contains("gray"))
  }

  @Test func `an error names the file of the folder, and its line`() throws {
    let folder = try Self.folder([
      "rules/todo.lua": "return {\n  { key = 'a', value = 1 },\n"
        + "  { key = 'title', value = function(c) return nil .. 'x' end },\n}",
      "rules/todo.test.lua": "return {}",
    ])
    #expect(try Self.bundle(folder).status == 0)
    let run = try CommandRun(["eval", "shop.rules", "--key", "title"], in: folder.url)
    #expect(run.errors.hasPrefix("rules/todo.lua:3: error: "))
    #expect(run.status == 1)
  }

  @Test func `the schema in the bundle is used, unless another one is given`() throws {
    let folder = try Self.folder([
      "other.json": "{ \"properties\": { \"todo\": {}, \"color\": {} } }"
    ])
    #expect(try Self.bundle(folder, "--schema", "app.schema.json").status == 0)
    let size = ["eval", "shop.rules", "--key", "size"]
    #expect(try CommandRun(size, in: folder.url).output == "3\n")
    let other = try CommandRun(size + ["--schema", "other.json"], in: folder.url)
    #expect(other.errors.contains("unknown-key"))
    // Of the bundle, and not of the project.
    _ = try folder.file("luarules.json", "{ \"rules\": [\"rules\"], \"schema\": \"other.json\" }")
    #expect(try CommandRun(size, in: folder.url).output == "3\n")
    // For other rules, too.
    let rules = ["eval", "rules", "--schema", "shop.rules", "--key", "size"]
    #expect(try CommandRun(rules, in: folder.url).output == "3\n")
    let watch = ["test", "shop.rules"]
    #expect(try CommandRun(watch, in: folder.url).status == 0)
  }

  @Test func `a schema that a bundle does not have is told`() throws {
    let folder = try Self.folder()
    #expect(try Self.bundle(folder).status == 0)
    let run = try CommandRun(["eval", "rules", "--schema", "shop.rules"], in: folder.url)
    #expect(
      run.errors == "shop.rules: error: the bundle has no schema [bad-schema]\n"
        + "  hint: `luarules bundle --schema` puts it in\n")
    #expect(run.status == 65)
  }

  @Test func `bundles with different schemas need one that is named`() throws {
    let folder = try Self.folder([
      "other.json": "{ \"properties\": { \"todo\": {}, \"color\": {} } }"
    ])
    #expect(try Self.bundle(folder, "--schema", "app.schema.json").status == 0)
    let second = ["bundle", "rules", "-o", "other.rules", "--schema", "other.json"]
    #expect(try CommandRun(second, in: folder.url).status == 0)
    let both = try CommandRun(["eval", "shop.rules", "other.rules"], in: folder.url)
    #expect(
      both.errors == "other.rules: error: the bundles have different schemas [bad-schema]\n"
        + "  hint: name one with --schema\n")
  }

  @Test func `a project names what is bundled`() throws {
    let project = "{ \"rules\": [\"rules\"], \"schema\": \"app.schema.json\" }"
    let folder = try Self.folder(["luarules.json": project])
    let run = try CommandRun(["bundle", "-o", "shop.rules"], in: folder.url)
    #expect(run.output.hasPrefix("shop.rules: 4 files and a schema, "))
  }

  @Test(arguments: [
    (["rules", "-o", "rules/all.lua"], "rules/all.lua: error: in the rule folder, the bundle", 74),
    (["rules", "-o", "context.json"], "context.json: error: something is there already", 74),
    (["rules", "-o", "rules"], "rules: error: something is there already", 74),
    (["rules", "-o", "none/x.rules"], "none/x.rules: error: the file cannot be written", 74),
    (["none", "-o", "x.rules"], "none: error: no such folder [unreadable]", 66),
    (["rules/todo.lua", "-o", "x.rules"], "rules/todo.lua: error: not a folder [unreadable]", 66),
    (["broken", "-o", "x.rules"], "broken/a.lua:1: error: ", 1),
    (["empty", "-o", "x.rules"], "empty: error: the folder has no rule files [no-rules]", 1),
    (["rules", "-o", "x.rules", "--schema", "none.json"], "none.json: error: ", 66),
    (["rules", "-o", "x.rules", "--schema", "contexts.jsonl"], "contexts.jsonl: error: ", 65),
    (["rules"], "Error: Missing expected argument '--output", 64),
    (["rules", "rules", "-o", "x.rules"], "Error: bundle takes one rule folder, not 2", 64),
    (["rules", "-o", "x.rules", "--name", "a b"], "Error: --name takes up to 64 letters", 64),
    (["rules", "-o", "x.rules", "--revision", "0"], "Error: --revision takes a number from 1", 64),
  ])
  func `what cannot be bundled is told, and nothing is written`(
    arguments: [String], errors: String, status: Int32
  ) throws {
    let folder = try Self.folder([
      "broken/a.lua": "return {", "empty/a.test.lua": "return {}",
    ])
    let run = try CommandRun(["bundle"] + arguments, in: folder.url)
    #expect(run.errors.hasPrefix(errors), "\(run.errors)")
    #expect(run.status == status)
    #expect(run.output == "")
    let written = folder.url.appending(path: "x.rules")
    #expect(!FileManager.default.fileExists(atPath: written.path))
    #expect(
      try String(contentsOf: folder.url.appending(path: "context.json"), encoding: .utf8)
        == Self.files["context.json"])
  }

  @Test func `a damaged bundle is told by every command`() throws {
    let folder = try Self.folder()
    #expect(try Self.bundle(folder).status == 0)
    let file = folder.url.appending(path: "shop.rules")
    try Data(try Data(contentsOf: file).dropLast(3)).write(to: file)
    for command in ["eval", "explain", "check", "list", "graph", "test", "annotate"] {
      let run = try CommandRun([command, "shop.rules"], in: folder.url)
      #expect(
        run.errors == "shop.rules: error: the bundle is cut off: 3 bytes are missing [bad-bundle]\n"
      )
      #expect(run.status == 1 && run.output == "")
    }
  }

  @Test func `a bundle is watched`() async throws {
    let red = try Self.folder(["rules/todo.lua": "return {{ key = 'color', value = 'red' }}"])
    let blue = try Self.folder(["rules/todo.lua": "return {{ key = 'color', value = 'blue' }}"])
    let texts = try [red, blue].map { folder in
      #expect(try Self.bundle(folder).status == 0)
      return try String(
        contentsOf: folder.url.appending(path: "shop.rules"), encoding: .utf8)
    }
    let run = try WatchRun(["shop.rules", "--key", "color"], files: ["shop.rules": texts[0]])
    try await run.wait { $0.news == ["generation 1: color = \"red\""] }
    try run.replace("shop.rules", by: texts[1])
    try await run.wait { $0.news.last == "generation 2: color = \"blue\"" }
    #expect(await run.end() == 0)
  }

  #if Signing
    @Test func `a bundle is signed with a key`() throws {
      let folder = try Self.folder()
      #expect(try CommandRun(["new-key", "private.key"], in: folder.url).status == 0)
      let signing = ["--key-file", "private.key", "--key-id", "2026-a"]
      let all = ["--name", "shop", "--revision", "43"] + signing
      let run = try CommandRun(["bundle", "rules", "-o", "shop.rules"] + all, in: folder.url)
      #expect(run.errors == "")
      #expect(run.output.contains(", revision 43 of shop, signed with 2026-a, digest "))
      let context = ["--context", "context.json"]
      #expect(
        try CommandRun(["eval", "shop.rules"] + context, in: folder.url).output
          == "{\"color\":\"gray\"}\n")
      let half = try CommandRun(["bundle", "rules", "-o", "x.rules"] + signing, in: folder.url)
      #expect(half.errors.hasPrefix("Error: a signature needs --key-file, --key-id, --name and"))
      #expect(half.status == 64)
      let wrong = [
        "--name", "shop", "--revision", "43", "--key-file", "context.json", "--key-id", "a",
      ]
      let refused = try CommandRun(["bundle", "rules", "-o", "x.rules"] + wrong, in: folder.url)
      #expect(refused.errors.contains("is not 32 bytes in base64 [untrusted]"))
      #expect(refused.status == 65)
    }
  #endif
}
