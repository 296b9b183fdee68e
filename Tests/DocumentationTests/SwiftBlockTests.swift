import Testing

/// The Swift of the pages stands in compiled files, paragraph by paragraph.
@Suite struct SwiftBlockTests {
  private static let paragraphs = (["README.md"] + Guide.landingPages + Guide.files)
    .flatMap { MarkdownBlock.all(in: $0, of: "swift") }
    .filter { !$0.isQuotation && !$0.isManifest }
    .flatMap { block in
      block.text.split(separator: "\n\n").map { Paragraph(block: block, text: String($0)) }
    }

  struct Paragraph: Sendable, CustomStringConvertible {
    let block: MarkdownBlock
    let text: String
    var description: String { "\(block): \(text.prefix { $0 != "\n" })" }
  }

  private static let compiled = ["Tests/DocumentationTests", "Tests/SwiftUIStandIn/TodoViews"]
    .flatMap { Repository.files(in: $0, ending: ".swift") }
    .map { normalized(Repository.text(of: $0)) }

  /// The text without its spaces and line breaks, which the formatter may move.
  private static func normalized(_ text: String) -> String {
    text.filter { !$0.isWhitespace }
  }

  @Test(arguments: paragraphs)
  func `a paragraph is compiled`(paragraph: Paragraph) {
    if paragraph.text.hasPrefix("dependencies: [") { return }
    let text = Self.normalized(paragraph.text)
    #expect(Self.compiled.contains { $0.contains(text) })
  }

  @Test func `the README names the product as the example does`() {
    let product = ".product(name: \"LuaRules\", package: \"swift-lua-rules\")"
    #expect(Repository.text(of: "README.md").contains(product))
    #expect(Repository.text(of: "examples/todo/Package.swift").contains(product))
  }

  @Test func `the first program has the manifest of the example`() throws {
    let block = try #require(
      MarkdownBlock.all(in: Guide.file("getting-started"), of: "swift").first { $0.isManifest })
    let example = Repository.text(of: "examples/todo/Package.swift")
    #expect(block.text == example.replacing("\"../..\"", with: "\"../swift-lua-rules\""))
  }
}
