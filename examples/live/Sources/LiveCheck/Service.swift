import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The running service, and requests to it over sockets.
final class Service: Sendable {
  private let process: Process
  private let address: URL
  private let session: URLSession

  /// Starts the service on a free port and waits until it listens.
  init(_ program: String, rules: URL) throws {
    let output = Pipe()
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [rules.lastPathComponent, "0"]
    process.currentDirectoryURL = rules.deletingLastPathComponent()
    process.standardOutput = output
    // Errors of broken rules are expected here; the check looks at answers.
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure("the service did not start") }
      line += String(decoding: data, as: UTF8.self)
    }
    guard let address = URL(string: line.trimmingCharacters(in: .newlines)) else {
      throw Failure("the service told no address, but \(line)")
    }
    self.address = address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 30
    session = URLSession(configuration: configuration)
  }

  /// Asks for a path, such as `/flags?user=ada`.
  ///
  /// - Parameters:
  ///   - path: The path with its query.
  ///   - user: Who asks, by header.
  ///   - status: What is expected.
  /// - Returns: The body.
  /// - Throws: ``Failure`` for another status, or an error of the network.
  func get(_ path: String, as user: String? = nil, expecting status: Int = 200) async throws
    -> Data
  {
    guard let url = URL(string: path, relativeTo: address) else {
      throw Failure("no address: \(path)")
    }
    var request = URLRequest(url: url)
    if let user { request.setValue(user, forHTTPHeaderField: "X-User") }
    let (data, response) = try await session.data(for: request)
    let code = (response as? HTTPURLResponse)?.statusCode
    guard code == status else {
      throw Failure("\(path): status \(code ?? 0): \(String(decoding: data, as: UTF8.self))")
    }
    return data
  }

  /// Asks for a path and returns the text.
  func text(_ path: String, as user: String? = nil) async throws -> String {
    String(decoding: try await get(path, as: user), as: UTF8.self)
  }

  /// Asks the service to end, waits for it, and returns its exit status.
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What is not as it should be.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws when something is not so.
func check(_ isSo: Bool, _ text: @autoclosure () -> String) throws {
  guard isSo else { throw Failure(text()) }
}
