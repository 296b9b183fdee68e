import Foundation
import Testing

/// `luarules lsp`, spoken to as an editor does.
struct LanguageServerTests {
  private static let rules = """
    return {
      { key = "fancyColor", rules = {
        { when = { todo = { priority = "high" } }, value = "red" },
        { when = function(c) return c.todo.priority == "low" end, value = "gray" },
      } },
      { key = "title", value = function(c) return c.todo.title end },
      { key = "navigationBarTitle", value = function(c) return c.title end },
    }
    """

  private static func folder() throws -> (files: TemporaryFolder, rules: URL) {
    let files = try TemporaryFolder()
    _ = try CommandRun(["init", "."], in: files.url)
    return (files, try files.file("todo.lua", rules))
  }

  @Test func `findings come while one types, without saving`() throws {
    let (files, file) = try Self.folder()
    let server = try LanguageServerRun(in: files.url)
    // Where a check takes its time, what the file shows by itself comes before all of it.
    try server.open(file, Self.rules)
    _ = try server.diagnostics(of: file) { $0 == ["4 uncovered-value"] }
    try server.change(file, to: Self.rules.replacing("\"low\"", with: "\"lwo\""))
    _ = try server.diagnostics(of: file) { $0 == ["4 impossible-comparison"] }
    try server.change(file, to: Self.rules.replacing("c.title end", with: "c. end"))
    _ = try server.diagnostics(of: file) { $0 == ["7 syntax"] }
    try server.change(
      file, to: Self.rules.replacing("\"low\"", with: "{").replacing("== {", with: "~= \"high\""))
    _ = try server.diagnostics(of: file) { $0 == [] }
    // Closing without saving brings back what is on the disk.
    try server.notify("textDocument/didClose", ["textDocument": ["uri": file.absoluteString]])
    _ = try server.diagnostics(of: file) { $0 == ["4 uncovered-value"] }
    #expect(try server.end() == 0)
  }

  @Test func `a folder that contains itself is told in the open file`() throws {
    let (files, file) = try Self.folder()
    try FileManager.default.createSymbolicLink(
      at: files.url.appending(path: "up"), withDestinationURL: files.url)
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, Self.rules)
    let found = try server.diagnostics(of: file)
    #expect(found.count == 1 && found[0].hasPrefix("1 "), "\(found)")
    #expect(try server.end() == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `who opens a large project is told what single rules show before the rest`() throws {
    let (files, file) = try Self.folder()
    let helpers = (1...400).map {
      "{ key = \"h\($0)\", value = function(c) return c.h\($0 + 1) end },"
    }
    _ = try files.file("many.lua", "return { \(helpers.joined(separator: "\n")) }")
    let text = Self.rules.replacing("c.title end", with: "titel end")
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, text)
    #expect(try server.diagnostics(of: file) == ["7 undefined-global"])
    // What is asked in the meantime is answered.
    let hover = try server.request(
      "textDocument/hover",
      ["textDocument": ["uri": file.absoluteString], "position": ["line": 5, "character": 13]])
    #expect("\(hover)".contains("title"))
    // The check of all rules also finds the value that no rule is for.
    _ = try server.diagnostics(of: file) { $0 == ["4 uncovered-value", "7 undefined-global"] }
    #expect(try server.end() == 0)
  }

  @Test func `findings have the levels of the project file`() throws {
    let (files, file) = try Self.folder()
    _ = try files.file(
      "luarules.json",
      #"{ "rules": ["."], "schema": "app.schema.json", "findings": { "uncovered-value": "off" } }"#)
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, Self.rules)
    #expect(try server.diagnostics(of: file) == [])
    // Where a check takes its time, one may be told of more than once.
    try server.change(file, to: Self.rules.replacing("\"low\"", with: "\"lwo\""))
    _ = try server.diagnostics(of: file) { $0 == ["4 impossible-comparison"] }
    #expect(try server.end() == 0)
  }

  @Test func `a place in the text is told about`() throws {
    let (files, file) = try Self.folder()
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, Self.rules)
    _ = try server.diagnostics(of: file)

    func hover(_ part: String) throws -> String {
      let result = try server.ask("hover", in: file, Self.rules, behind: part) as? [String: Any]
      return (result?["contents"] as? [String: String])?["value"] ?? ""
    }
    #expect(try hover("c.todo.prio") == "**todo.priority**: one of low, normal, high")
    #expect(try hover("{ todo = { prio") == "**todo.priority**: one of low, normal, high")
    let key = try hover("key = \"fancy")
    #expect(key.hasPrefix("**fancyColor**: one of gray, red, black\n\nThe color of the row."))
    #expect(key.contains("todo.lua:3`: priority 100, complexity 1"))
    #expect(try hover("    { wh").contains("This rule has priority 100 and complexity 1."))
    #expect(try hover("return") == "")

    func definitions(_ part: String) throws -> [Int] {
      let places =
        try server.ask("definition", in: file, Self.rules, behind: part) as? [[String: Any]] ?? []
      return places.map { (($0["range"] as? [String: [String: Int]])?["start"]?["line"] ?? -1) + 1 }
    }
    #expect(try definitions("return c.titl") == [6])
    #expect(try definitions("key = \"fancy") == [3, 4])
    // No rule gives a value to `todo`: the schema declares it.
    let schema = try String(
      contentsOf: files.url.appending(path: "app.schema.json"), encoding: .utf8)
    let lines = schema.split(separator: "\n", omittingEmptySubsequences: false)
    let declared = lines.firstIndex { $0.contains("\"todo\":") }.map { $0 + 1 }
    #expect(try definitions("return c.tod") == [#require(declared)])
  }

  @Test func `what may be written is suggested`() throws {
    let (files, file) = try Self.folder()
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, Self.rules)
    _ = try server.diagnostics(of: file)

    func labels(_ change: (String, String), behind part: String) throws -> [String] {
      let text = Self.rules.replacing(change.0, with: change.1)
      try server.change(file, to: text)
      let items = try server.ask("completion", in: file, text, behind: part) as? [[String: Any]]
      return (items ?? []).compactMap { $0["label"] as? String }
    }
    // The text is broken while one writes; what was known before still helps.
    #expect(
      try labels(("c.title end", "c. end"), behind: "return c.")
        == ["fancyColor", "navigationBarTitle", "title", "todo"])
    #expect(
      try labels(("c.todo.priority ==", "c.todo."), behind: "c.todo.") == ["priority", "title"])
    #expect(try labels(("\"low\"", "\""), behind: "== \"") == ["low", "normal", "high"])
    #expect(try labels(("\"high\"", "\"\""), behind: "priority = \"") == ["low", "normal", "high"])
    #expect(try labels(("\"red\"", "\"\""), behind: "value = \"") == ["gray", "red", "black"])
    #expect(try labels(("key = \"title\"", "pri"), behind: "  { pri").contains("priority"))
    #expect(
      try labels(("key = \"title\"", "key = \"\""), behind: "{ key = \"")
        == ["fancyColor", "navigationBarTitle", "title", "todo"])
  }

  @Test func `a file without a project is checked alone`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("alone.lua", "return {}")
    _ = try files.file("other.lua", "not Lua")
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, "return {{ key = 'k', value = function(c) return gray end }}")
    _ = try server.diagnostics(of: file) { $0 == ["1 undefined-global"] }
  }

  @Test func `what is no request gets an error, and the next one an answer`() throws {
    let files = try TemporaryFolder()
    let server = try LanguageServerRun(in: files.url, initializes: false)
    func code(_ message: [String: Any]) -> Int? {
      (message["error"] as? [String: Any])?["code"] as? Int
    }
    #expect(code(try server.request("textDocument/hover", [:])) == -32002)
    try server.send("{ not JSON")
    #expect(code(try server.receive()) == -32700)
    try server.raw("Content-Type: nothing\r\n\r\n")
    #expect(code(try server.receive()) == -32700)
    try server.send("[1, 2]")
    #expect(code(try server.receive()) == -32600)
    _ = try server.request("initialize", [:])
    #expect(code(try server.request("initialize", [:])) == -32600)
    #expect(code(try server.request("textDocument/nothing", [:])) == -32601)
    #expect(code(try server.request("textDocument/hover", [:])) == -32602)
    try server.notify(
      "textDocument/didOpen", ["textDocument": ["uri": "file:///x", "text": ""] as [String: Any]])
    let position: [String: Any] = ["line": -1, "character": 1e300]
    #expect(
      code(
        try server.request(
          "textDocument/hover", ["textDocument": ["uri": "file:///x"], "position": position]))
        == -32602)
    try server.notify("$/unknown", [:])
    try server.notify("textDocument/didOpen", ["textDocument": ["uri": 7]])
    try server.notify("textDocument/didChange", ["textDocument": ["uri": "untitled:1"]])
    #expect(code(try server.request("shutdown", [:])) == nil)
    #expect(code(try server.request("textDocument/hover", [:])) == -32600)
    #expect(try server.end(shutsDown: false) == 0)
  }

  @Test(arguments: ["9007199254740993", "-9223372036854775808", "0.5", "\"a/b\"", "null"])
  func `a request gets its id back, exactly`(id: String) throws {
    let files = try TemporaryFolder()
    let server = try LanguageServerRun(in: files.url)
    try server.send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"none\"}")
    let answer = try server.receive()
    let given = try JSONSerialization.data(
      withJSONObject: #require(answer["id"]),
      options: [.fragmentsAllowed, .withoutEscapingSlashes])
    #expect(String(decoding: given, as: UTF8.self) == id)
  }

  @Test func `a request that was cancelled is told so`() throws {
    let files = try TemporaryFolder()
    let server = try LanguageServerRun(in: files.url)
    try server.notify("$/cancelRequest", ["id": 2])
    let answer = try server.request("textDocument/hover", [:])
    #expect((answer["error"] as? [String: Any])?["code"] as? Int == -32800)
  }

  @Test func `rules that take their time keep nobody waiting`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("slow.lua", "return {}")
    let server = try LanguageServerRun(in: files.url)
    for _ in 0..<5 { try server.open(file, "while true do end") }
    #expect(try server.request("textDocument/nothing", [:])["error"] != nil)
    _ = try server.diagnostics(of: file) { $0 == ["1 budget"] }
    #expect(try server.end() == 0)
  }

  @Test func `a range that is null means the whole text`() throws {
    let (files, file) = try Self.folder()
    let server = try LanguageServerRun(in: files.url)
    try server.open(file, Self.rules)
    _ = try server.diagnostics(of: file) { $0 == ["4 uncovered-value"] }
    let change: [String: Any] = ["range": NSNull(), "text": "return {"]
    try server.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": file.absoluteString, "version": 2], "contentChanges": [change],
      ])
    _ = try server.diagnostics(of: file) { $0 == ["1 syntax"] }
    #expect(try server.end() == 0)
  }

  @Test func `an editor is asked to watch files, and what changed on the disk is checked`() throws {
    let (files, file) = try Self.folder()
    let server = try LanguageServerRun(in: files.url, initializes: false)
    _ = try server.request(
      "initialize",
      [
        "rootUri": files.url.absoluteString,
        "capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]],
      ])
    try server.notify("initialized", [:])
    let asked = try server.receive { $0["method"] as? String == "client/registerCapability" }
    #expect(asked["id"] as? String == "watch-files")
    try server.send(#"{"jsonrpc":"2.0","id":"watch-files","result":null}"#)
    _ = try server.diagnostics(of: file) { $0 == ["4 uncovered-value"] }
    _ = try files.file("todo.lua", Self.rules.replacing("\"low\"", with: "\"lwo\""))
    try server.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": file.absoluteString, "type": 2] as [String: Any]]])
    _ = try server.diagnostics(of: file) { $0 == ["4 impossible-comparison"] }
    #expect(try server.end() == 0)
  }

  @Test func `an editor that goes away ends the server`() throws {
    let files = try TemporaryFolder()
    #expect(try LanguageServerRun(in: files.url).close() == 1)
  }
}
