import Testing

/// The Swift of the pages stands in compiled files, paragraph by paragraph.
@Suite struct SwiftBlockTests {
  private static let paragraphs =
    (GuideTests.files + [TestingRulesTests.page, CheckingRulesTests.page])
    .flatMap { MarkdownBlock.all(in: $0, of: "swift") }
    .flatMap { block in
      block.text.split(separator: "\n\n").map { Paragraph(block: block, text: String($0)) }
    }

  struct Paragraph: Sendable, CustomStringConvertible {
    let block: MarkdownBlock
    let text: String
    var description: String { "\(block): \(text.prefix { $0 != "\n" })" }
  }

  private static let compiled = [
    "ReadmeCode.swift", "ReadmeTests.swift", "BridgingTypesCode.swift", "EnvironmentsCode.swift",
    "LiveModelsCode.swift", "SignedRulesCode.swift", "GrantsCode.swift", "TestingRulesCode.swift",
    "CheckingRulesTests.swift", "ExplainingCode.swift",
    "RulesInSwiftCode.swift",
    "../SwiftUIStandIn/TodoViews/TodoViews.swift",
  ].map { normalized(Repository.text(of: "Tests/DocumentationTests/\($0)")) }

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
}
