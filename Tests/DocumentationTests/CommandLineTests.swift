import Foundation
import Testing

/// The command lines of the README, run in the folder of the example.
@Suite struct CommandLineTests {
  private static let lines = MarkdownBlock.all(in: "README.md", of: "sh")
    .flatMap { $0.text.split(separator: "\n") }
    .filter { $0.hasPrefix("luarules ") }
    .map(String.init)

  /// Where the command was built: beside the tests.
  static var products: URL {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return (bundle ?? Bundle.main).bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }

  @Test func `there are lines to run`() {
    #expect(Self.lines.count == 5)
  }

  @Test(arguments: lines)
  func `a command line answers`(line: String) throws {
    let parts = line.split(separator: "#", maxSplits: 1)
    let comment = parts.last?.trimmingCharacters(in: .whitespaces)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", String(parts[0])]
    shell.currentDirectoryURL = Repository.root.appending(path: "examples/todo")
    shell.environment = ["PATH": "\(Self.products.path):/bin:/usr/bin"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    let answer = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    #expect(shell.terminationStatus == 0)
    switch comment {
    case "and the place": #expect(answer.contains("todo.lua:10\""))
    case "every key": #expect(answer.hasPrefix("{\"actions\":["))
    default: #expect(answer == comment)
    }
  }
}
