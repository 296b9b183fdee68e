import Foundation
import LuaRules
import LuaRulesTools
import Testing

struct TryCountKey: DynamicEnvironmentKey {
  static let defaultValue = 0
  static let description = "How often it was tried."
}

/// checking-rules.md and checks.md: each example has the finding that it claims, and no other.
@Suite struct CheckingRulesTests {
  private static let reference = Guide.file("checks")
  static let pages = [Guide.file("checking-rules"), reference]
  private static let examples = pages.flatMap { MarkdownBlock.all(in: $0, of: "lua") }

  /// The headings of the reference that are codes, with their line and the sentence below.
  private static let sections: [(code: String, line: Int, meaning: String)] = {
    let lines = Repository.text(of: reference)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.dropLast(2).compactMap { index in
      guard let heading = lines[index].wholeMatch(of: /### `(.*)`/) else { return nil }
      return (String(heading.1), index + 1, String(lines[index + 2]))
    }
  }()

  /// The code that an example is for, and whether it is checked with the schema.
  private static func claim(of block: MarkdownBlock) throws -> (code: String, hasSchema: Bool) {
    let line = try #require(
      block.firstLine.wholeMatch(of: /-- finds ([a-z\-]+)(, with the schema)?/), "\(block)")
    return (String(line.1), line.2 != nil)
  }

  @Test(arguments: examples)
  func `an example has the finding of its first line`(block: MarkdownBlock) throws {
    let (code, hasSchema) = try Self.claim(of: block)
    let json = try #require(MarkdownBlock.all(in: Self.reference, of: "json").first)
    let schema = hasSchema ? try RuleSchema(json: json.text) : RuleSchema()
    let host: HostFunctions = ["greeting": .function { (_: RuleContext) in "Hello" }]
    let check = try RuleCheck(RuleSource(text: block.text), schema: schema, host: host)
    #expect(check.findings.map(\.code.rawValue) == (code == "nothing" ? [] : [code]), "\(block)")
  }

  @Test func `every code has its row, its section and its example`() throws {
    let rows = Repository.text(of: Self.reference).split(separator: "\n")
      .filter { $0.hasPrefix("| [`") }
    let expected = RuleFinding.Code.all.map {
      "| [`\($0.rawValue)`](#\($0.rawValue)) | \($0.summary) |"
    }
    #expect(rows.map(String.init) == expected)
    #expect(Self.sections.map(\.code) == RuleFinding.Code.all.map(\.rawValue))
    #expect(Self.sections.map(\.meaning) == RuleFinding.Code.all.map(\.summary))
    for block in MarkdownBlock.all(in: Self.reference, of: "lua") {
      let code = try Self.claim(of: block).code
      let section = Self.sections.last { $0.line < block.line }
      #expect(section?.code == code, "\(block)")
    }
    let shown = Set(try Self.examples.map { try Self.claim(of: $0).code })
    // What is found in other files has tests of its own.
    let wanted = Set(RuleFinding.Code.all.map(\.rawValue))
      .subtracting(["unused-host-stub", "unused-module"])
    #expect(shown.subtracting(["nothing"]) == wanted)
  }

  @Test(arguments: pages)
  func `every line prints what the page says`(page: String) throws {
    let blocks = MarkdownBlock.all(in: page)
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, block) in blocks.enumerated() where block.language == "sh" {
      let output = try block.run(in: folder)
      #expect(output == blocks[(index + 1)...].first?.text, "\(block)")
    }
  }

  @Test func `the Swift of the page checks rules`() throws {
    let check = try RuleCheck(RuleSource(text: "return {{ key = 'fancyColor', value = 'black' }}"))
    for finding in check.findings where finding.severity >= .warning {
      print(finding)
    }
    #expect(check.findings == [])
  }
}
