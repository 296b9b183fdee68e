import Foundation
import Synchronization

@testable import DirectToWeb

/// Python, as a second opinion.
enum Python {
  /// Where `scripts/test` has put the modules that Python does not bring; nil where it was not run.
  static let modules = ProcessInfo.processInfo.environment["DIRECT_TO_WEB_PYTHON"]

  /// One process at a time: with many files open, starting several at once has crashed in Foundation.
  private static let turn = Mutex(())

  /// Runs a program that reads its standard input; returns what it printed, without the last line's end.
  static func run(_ program: String, input: [UInt8] = []) throws -> String {
    let output = String(
      decoding: try self.output(of: ["-c", program], input: Data(input)), as: UTF8.self)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// Runs Python with arguments; returns what it printed.
  static func output(of arguments: [String], input: Data = Data()) throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("direct-to-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile) = (
      folder.appendingPathComponent("input"), folder.appendingPathComponent("output")
    )
    try input.write(to: inputFile)
    try Data().write(to: outputFile)
    let status = try turn.withLock { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3"] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["PYTHONPATH": modules ?? "", "PYTHONUTF8": "1"]
      ) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: inputFile)
      process.standardOutput = try FileHandle(forWritingTo: outputFile)
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    guard status == 0 else {
      throw DirectToWebError(.invalidQuery, "Python ended with \(status)")
    }
    return try Data(contentsOf: outputFile)
  }
}
