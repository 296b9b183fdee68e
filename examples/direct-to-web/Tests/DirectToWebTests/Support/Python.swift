import Foundation

@testable import DirectToWeb

/// Python, as a second opinion.
enum Python {
  /// Runs a program that reads its standard input; returns what it printed, without the last line's end.
  static func run(_ program: String, input: [UInt8] = []) throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("direct-to-web-\(UUID().uuidString)")
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw DirectToWebError(.invalidQuery, "Python ended with \(process.terminationStatus)")
    }
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }
}
