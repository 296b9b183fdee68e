import Foundation
import Testing

/// The command lines of the README, run in the folder of the example.
@Suite struct CommandLineTests {
  private static let lines = MarkdownBlock.all(in: "README.md", of: "sh")
    .flatMap { $0.text.split(separator: "\n") }
    .filter { $0.hasPrefix("luarules ") }
    .map(String.init)

  @Test func `there are lines to run`() {
    #expect(Self.lines.count == 5)
  }

  @Test(arguments: lines)
  func `a command line answers`(line: String) throws {
    let parts = line.split(separator: "#", maxSplits: 1)
    let comment = parts.last?.trimmingCharacters(in: .whitespaces)
    let (output, status) = try Shell.run(
      String(parts[0]), in: Repository.root.appending(path: "examples/todo"))
    let answer = output.trimmingCharacters(in: .newlines)
    #expect(status == 0)
    switch comment {
    case "and the place": #expect(answer.contains("rules/todo.lua:10: won"))
    case "14 tests, all passed": #expect(answer.hasSuffix("\n14 tests, all passed"))
    default: #expect(answer == comment)
    }
  }
}
