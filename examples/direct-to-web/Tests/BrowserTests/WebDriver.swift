import AsyncHTTPClient
import Foundation
import NIOCore

/// A process of chromedriver, spoken to by the protocol of W3C WebDriver.
struct WebDriver: Sendable {
  /// The path of chromedriver, where `scripts/test` has found it with a Chromium.
  static let path = ProcessInfo.processInfo.environment["DIRECT_TO_WEB_CHROMEDRIVER"]

  /// What chromedriver says when it cannot do something.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// The protocol's word, such as `no such element`; empty where it says none.
    var code = ""

    /// Whether an element was meant that a newer page has replaced.
    var isPassing: Bool {
      code == "stale element reference" || description.contains("does not belong to the document")
    }
  }

  private struct Reply<Value: Decodable>: Decodable { let value: Value }
  private struct Problem: Decodable { let error, message: String }

  /// Begins with `http://`; paths come behind it.
  let address: String
  private let process: Process

  /// Starts chromedriver on a port that is free.
  init(path: String) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--port=0"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while true {
      let data = output.fileHandleForReading.availableData
      text += String(decoding: data, as: UTF8.self)
      if let port = text.firstMatch(of: /on port (\d+)\.\s/) {
        address = "http://127.0.0.1:\(port.1)"
        return
      }
      if data.isEmpty { throw Failure(description: "chromedriver did not start: \(text)") }
    }
  }

  /// Ends chromedriver; sessions have to be deleted before, their browsers stay otherwise.
  func end() {
    // Servers of this process ignore SIGTERM to end gracefully, and their children inherit that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a command and returns its value.
  ///
  /// - Throws: ``Failure`` with what chromedriver says; errors of the network.
  func send<Value: Decodable>(
    _ method: Method, _ path: String, _ body: [String: any Sendable] = [:],
    as type: Value.Type = Value.self
  ) async throws -> Value {
    var request = HTTPClientRequest(url: address + path)
    request.method = .RAW(value: method.rawValue)
    if method == .post {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: body)))
    }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    let data = Data(buffer: try await response.body.collect(upTo: 32 << 20))
    guard response.status == .ok else {
      let problem = try? JSONDecoder().decode(Reply<Problem>.self, from: data).value
      throw Failure(
        description: problem.map { "\($0.error): \($0.message)" } ?? "\(response.status) \(path)",
        code: problem?.error ?? "")
    }
    return try JSONDecoder().decode(Reply<Value>.self, from: data).value
  }

  enum Method: String { case get = "GET", post = "POST", delete = "DELETE" }
}

/// A value that nobody looks at.
struct Ignored: Decodable, Sendable {
  init(from decoder: any Decoder) throws {}
}
