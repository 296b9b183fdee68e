import Foundation
import Testing

/// Requests that wait for a check.
struct LanguageServerWaitingTests {
  private static let rules = """
    return {
      { key = "title", value = function(c) return c.todo.title end },
    }
    """

  private static func server(
    _ capabilities: [String: Any] = [:]
  ) throws -> (server: LanguageServerRun, file: URL, files: TemporaryFolder) {
    let files = try TemporaryFolder()
    _ = try CommandRun(["init", "."], in: files.url)
    let file = try files.file("todo.lua", rules)
    let server = try LanguageServerRun(in: files.url, initializes: false)
    _ = try server.request("initialize", ["capabilities": capabilities])
    try server.notify("initialized", [:])
    try server.open(file, rules)
    _ = try server.diagnostics(of: file)
    return (server, file, files)
  }

  private static func rename(_ id: Int, in file: URL) -> String {
    """
    {"jsonrpc":"2.0","id":\(id),"method":"textDocument/rename","params":{"newName":"task",
    "textDocument":{"uri":"\(file.absoluteString)"},"position":{"line":1,"character":50}}}
    """
  }

  private static func answer(
    to id: Int, _ server: LanguageServerRun
  ) throws -> (code: Int?, hasResult: Bool) {
    let message = try server.receive { $0["method"] == nil && $0["id"] as? Int == id }
    return ((message["error"] as? [String: Any])?["code"] as? Int, message["result"] != nil)
  }

  @Test func `many share one check, and a cancelled one ends at once`() throws {
    let (server, file, files) = try Self.server()
    try server.change(file, to: Self.rules + "\n")
    for id in 100..<120 { try server.send(Self.rename(id, in: file)) }
    try server.notify("$/cancelRequest", ["id": 110])
    for id in 100..<120 where id != 110 {
      #expect(try Self.answer(to: id, server) == (nil, true))
    }
    #expect(try Self.answer(to: 110, server).code == -32800)
    #expect(try server.end() == 0)
    withExtendedLifetime(files) {}
  }

  @Test func `a text that changes in the meantime is told, and so is the end`() throws {
    let (server, file, files) = try Self.server()
    try server.change(file, to: Self.rules + "\n")
    try server.send(Self.rename(200, in: file))
    try server.change(file, to: "return {}")
    let first = try Self.answer(to: 200, server)
    #expect(first.code == -32801 || first.hasResult)
    try server.change(file, to: Self.rules + "\n\n")
    try server.send(Self.rename(201, in: file))
    try server.send(#"{"jsonrpc":"2.0","id":202,"method":"shutdown"}"#)
    let last = try Self.answer(to: 201, server)
    #expect(last.code == -32800 || last.hasResult)
    #expect(try server.end(shutsDown: false) == 0)
    withExtendedLifetime(files) {}
  }

  @Test func `findings name the version of their text, and hints are asked for again`() throws {
    let refresh = ["refreshSupport": true]
    let (server, file, files) = try Self.server([
      "workspace": ["inlayHint": refresh, "codeLens": refresh]
    ])
    for name in ["inlayHint", "codeLens"] {
      let asked = try server.receive { $0["method"] as? String == "workspace/\(name)/refresh" }
      try server.send(
        #"{"jsonrpc":"2.0","id":"\#(asked["id"] as? String ?? "")","result":null}"#)
    }
    try server.change(file, to: Self.rules.replacing("c.todo.title", with: "c.todo.titel"))
    let found = try server.receive { message in
      let parameters = message["params"] as? [String: Any]
      return (parameters?["diagnostics"] as? [Any])?.isEmpty == false
    }
    #expect((found["params"] as? [String: Any])?["version"] as? Int == 2)
    #expect(try server.end() == 0)
    withExtendedLifetime(files) {}
  }
}
