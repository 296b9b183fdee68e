import Foundation
import Testing

extension MarkdownBlock {
  /// Runs the lines in a shell whose path has the command, and expects that all succeed.
  ///
  /// - Returns: What they print.
  func run(in folder: URL) throws -> String {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-e", "-c", text]
    shell.currentDirectoryURL = folder
    shell.environment = ["PATH": "\(CommandLineTests.products.path):/bin:/usr/bin"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(self)")
    return String(decoding: data, as: UTF8.self)
  }
}
