import Testing

/// architecture.md and contributing.md: the files and functions that they name exist.
@Suite struct SourceGuideTests {
  // MARK: Files

  static let paths = Set(SourceGuide.all.flatMap(\.paths)).sorted()

  @Test func `there are files to look for`() {
    #expect(Self.paths.count > 100)
  }

  @Test(arguments: paths)
  func `a file that is named exists`(path: String) {
    #expect(SourceGuide.exists(path))
  }

  // MARK: Functions

  static let mentions = SourceGuide.all.flatMap(\.mentions)

  @Test func `there are functions to look for`() {
    #expect(Self.mentions.count > 50)
  }

  @Test(arguments: mentions)
  func `a function that is named is in the file before it`(mention: SourceGuide.Mention) throws {
    let text = SourceGuide.text(of: mention.file)
    let parts = mention.function.split(separator: "(")
    let name = try #require(parts.first)
    let isKeyword = name == "init" || name == "subscript"
    let start = mention.file.hasSuffix(".c") || isKeyword ? String(name) : "func \(name)"
    let isThere = ["(", "<"].contains { text.contains(start + $0) }
    #expect(isThere)
    for label in (parts.dropFirst().first ?? "").split(separator: ":") where label != ")" {
      let isLabel = label == "_" || [":", " "].contains { text.contains(label + $0) }
      #expect(isLabel, "\(label)")
    }
  }
}
