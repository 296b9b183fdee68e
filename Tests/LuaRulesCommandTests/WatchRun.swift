import Foundation
import Testing

/// A running `luarules watch`, or another command that watches, in a folder of its own.
final class WatchRun {
  private let files: TemporaryFolder
  private let process = Process()

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - arguments: What follows the command.
  ///   - command: The command.
  ///   - contents: The files of the folder.
  ///   - input: Standard input.
  ///   - environment: The variables that it has besides those of the tests.
  /// - Throws: any error of the file system.
  init(
    _ arguments: [String], of command: [String] = ["watch"], files contents: [String: String],
    input: String = "", environment: [String: String] = [:]
  ) throws {
    files = try TemporaryFolder()
    for (name, text) in contents { try Self.write(text, to: files.url.appending(path: name)) }
    process.executableURL = CommandRun.executable
    process.arguments = command + arguments
    process.currentDirectoryURL = files.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: try files.file("input", input))
    process.standardOutput = try FileHandle(forWritingTo: try files.file("output"))
    process.standardError = try FileHandle(forWritingTo: try files.file("errors"))
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// The lines of standard output.
  var lines: [String] { text("output").split(separator: "\n").map(String.init) }

  /// The lines of standard output without their times.
  var news: [String] { lines.map { String($0.dropFirst("12:00:00 ".count)) } }

  /// Standard error.
  var errors: String { text("errors") }

  /// Standard error without the times.
  var complaints: String { errors.replacing(#/(?m)^\d\d:\d\d:\d\d /#, with: "") }

  /// Writes a file in place.
  func edit(_ name: String, _ text: String) throws {
    try Self.write(text, to: files.url.appending(path: name))
  }

  /// Writes a file beside, and renames it over.
  func replace(_ name: String, by text: String) throws {
    try Data(text.utf8).write(to: files.url.appending(path: name), options: .atomic)
  }

  /// Waits until something is so.
  func wait(
    until condition: (WatchRun) -> Bool, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !condition(self) {
      try #require(
        ContinuousClock.now < end, "\(text("output")) \(errors)", sourceLocation: location)
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Sends a signal, waits for the end, and returns the exit status; 128 and more for a signal.
  func end(by signal: Int32 = SIGINT) async -> Int32 {
    kill(process.processIdentifier, signal)
    // A thread that waits for the process would be missing to other tests.
    while process.isRunning { try? await Task.sleep(for: .milliseconds(5)) }
    return (process.terminationReason == .uncaughtSignal ? 128 : 0) + process.terminationStatus
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The text of a file in the folder; empty if there is none.
  func text(_ name: String) -> String {
    let data = try? Data(contentsOf: files.url.appending(path: name))
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The path of a file.
  func path(_ name: String) -> String { files.url.appending(path: name).path }
}
