import Foundation
import LuaRulesTools
import Testing

/// The lines of the guides to the command line, each page run from top to bottom in one folder.
@Suite struct CommandGuideTests {
  private static let file = Guide.file("command-line")
  private static let blocks = MarkdownBlock.all(in: file)

  @Test(
    arguments: [
      "explaining", "how-the-order-works", "decision-tables", "sandbox", "performance",
      "coming-from",
    ]
    .map(Guide.file) + [file])
  func `every line prints what the page says`(file: String) throws {
    let blocks = MarkdownBlock.all(in: file)
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var count = 0
    for (index, block) in blocks.enumerated() where block.language == "sh" {
      let output = try block.run(in: folder)
      let expected = blocks[(index + 1)...].first
      #expect(expected?.language == "text", "\(block)")
      #expect(output == expected?.text, "\(block)")
      count += 1
    }
    #expect(count >= 1)
  }

  @Test func `the project file of the page is one`() throws {
    let json = try #require(Self.blocks.first { $0.language == "json" })
    let project = try ProjectFile(json: json.text, path: "luarules.json")
    #expect(project.fallback == ["../base"])
    #expect(project.limits.time == 0.5)
  }

  @Test func `every command of the page has its help`() throws {
    let text = Repository.text(of: Self.file)
    for command in [
      "init", "check", "lsp", "eval", "explain", "repl", "watch", "test", "diff", "list", "graph",
      "annotate",
      "import", "bundle",
    ] {
      #expect(text.contains("| `\(command)` |") || text.contains("| [`\(command)`]("), "\(command)")
    }
  }
}
