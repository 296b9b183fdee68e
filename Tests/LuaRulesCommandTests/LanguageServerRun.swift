import Foundation
import Synchronization
import Testing

/// A running `luarules lsp`, spoken to over pipes.
final class LanguageServerRun {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending = Data()
  private var number = 0
  /// The notifications that came while an answer was awaited.
  private var notifications: [[String: Any]] = []

  init(_ arguments: [String] = [], in folder: URL, initializes: Bool = true) throws {
    process.executableURL = CommandRun.executable
    process.arguments = ["lsp"] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    if initializes {
      _ = try request("initialize", ["capabilities": [String: Any]()])
      try notify("initialized", [:])
    }
  }

  deinit {
    // The server ends with its input; SIGTERM may be ignored where tests run.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  // MARK: Sending

  func send(_ text: String) throws {
    let body = Data(text.utf8)
    try raw("Content-Length: \(body.count)\r\n\r\n\(text)")
  }

  func raw(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  private func send(_ message: [String: Any]) throws {
    let data = try JSONSerialization.data(withJSONObject: message)
    try send(String(decoding: data, as: UTF8.self))
  }

  func notify(_ method: String, _ parameters: [String: Any]) throws {
    try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request and waits for its answer.
  func request(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
    number += 1
    try send(["jsonrpc": "2.0", "id": number, "method": method, "params": parameters])
    while true {
      let message = try receive()
      if message["method"] == nil { return message }
      notifications.append(message)
    }
  }

  /// Says goodbye, and returns the exit status.
  func end(shutsDown: Bool = true) throws -> Int32 {
    if shutsDown { _ = try request("shutdown", [:]) }
    try send(["jsonrpc": "2.0", "method": "exit"])
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Closes the input, and returns the exit status.
  func close() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// How often the server has asked the system for bytes, where the system tells.
  var readCalls: Int? {
    let text = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/io", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("syscr: ") }
    return line.flatMap { Int($0.dropFirst(7)) }
  }

  /// Waits for the end of the server without a word to it, and returns the exit status.
  func awaitEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  // MARK: Receiving

  func receive() throws -> [String: Any] {
    let separator = Data("\r\n\r\n".utf8)
    while true {
      if let end = pending.range(of: separator) {
        let header = String(decoding: pending[pending.startIndex..<end.lowerBound], as: UTF8.self)
        let length = try #require(Int(header.split(separator: " ").last ?? ""))
        let body = pending[end.upperBound...]
        if body.count >= length {
          let message = Data(body.prefix(length))
          pending = Data(body.dropFirst(length))
          return try #require(JSONSerialization.jsonObject(with: message) as? [String: Any])
        }
      }
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server has ended")
      pending.append(data)
    }
  }

  /// Waits for a message; others that came before are kept.
  func receive(where isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
    if let known = notifications.firstIndex(where: isWanted) {
      return notifications.remove(at: known)
    }
    while true {
      let message = try receive()
      if isWanted(message) { return message }
      notifications.append(message)
    }
  }

  /// Waits for the findings in a file, as `LINE CODE`, that are as wanted.
  func diagnostics(of file: URL, until isWanted: ([String]) -> Bool = { _ in true }) throws
    -> [String]
  {
    while true {
      let message = try notifications.isEmpty ? receive() : notifications.removeFirst()
      guard message["method"] as? String == "textDocument/publishDiagnostics",
        let parameters = message["params"] as? [String: Any],
        parameters["uri"] as? String == file.absoluteString,
        let list = parameters["diagnostics"] as? [[String: Any]]
      else { continue }
      let found = list.map { diagnostic in
        let range = diagnostic["range"] as? [String: [String: Int]]
        return "\((range?["start"]?["line"] ?? -1) + 1) \(diagnostic["code"] as? String ?? "")"
      }
      if isWanted(found) { return found }
    }
  }

  // MARK: Documents

  func open(_ file: URL, _ text: String) throws {
    try notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": file.absoluteString, "languageId": "lua", "version": 1, "text": text,
        ]
      ])
  }

  func change(_ file: URL, to text: String) throws {
    try notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": file.absoluteString, "version": 2],
        "contentChanges": [["text": text]],
      ])
  }

  /// Asks about the place behind the first part of a text.
  func ask(_ method: String, in file: URL, _ text: String, behind part: String) throws -> Any? {
    let end = try #require(text.range(of: part)?.upperBound)
    let lines = text[..<end].split(separator: "\n", omittingEmptySubsequences: false)
    let position = ["line": lines.count - 1, "character": lines.last?.utf16.count ?? 0]
    let answer = try request(
      "textDocument/\(method)",
      ["textDocument": ["uri": file.absoluteString], "position": position])
    return answer["result"]
  }
}
