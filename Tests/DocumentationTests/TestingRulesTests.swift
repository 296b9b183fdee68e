import Foundation
import Testing

@testable import LuaRules
@testable import LuaRulesTools

/// testing-rules.md: its files, and what the command prints about them.
@Suite struct TestingRulesTests {
  static let page = Guide.file("testing-rules")
  private static let blocks = MarkdownBlock.all(in: page)
  private static let parts = blocks.filter { $0.firstLine == "-- part of a file of tests" }
  private static let commands = blocks.filter { $0.language == "sh" }

  /// A folder with the files that the page shows.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "luarules-\(UUID().uuidString)")

    init() throws {
      for block in TestingRulesTests.blocks {
        if block.language == "json" {
          try write(block.text, to: "contexts.jsonl")
        } else if let path = block.firstLine.wholeMatch(of: /-- ([\w\/.]+\.lua)/)?.1 {
          try write(block.text, to: String(path))
        }
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to path: String) throws {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  @Test func `there is something to run`() {
    #expect(Self.parts.count == 4)
    #expect(Self.commands.count == 6)
  }

  @Test(arguments: parts)
  func `a part of a file of tests passes`(block: MarkdownBlock) throws {
    let folder = try Folder()
    try folder.write("return {\n\(block.text)}", to: "rules/todo.test.lua")
    let file = folder.url.appending(path: "rules/todo.test.lua")
    let cases = try RuleTests(contentsOf: file).cases
    #expect(!cases.isEmpty)
    #expect(cases.flatMap { $0.run().failures } == [])
  }

  @Test(arguments: commands)
  func `a command prints what the page shows`(block: MarkdownBlock) throws {
    let folder = try Folder()
    let (output, _) = try Shell.run(block.text, in: folder.url)
    let shown = Self.blocks.first { $0.line > block.line && $0.language == "text" }
    #expect(output == shown?.text)
  }

  @Test func `the page names every field of a test`() {
    let text = Repository.text(of: Self.page)
    for field in RuleTestReader.testFields { #expect(text.contains("| `\(field)` |")) }
    for field in RuleTestReader.fileFields { #expect(text.contains("`\(field)`")) }
  }
}
