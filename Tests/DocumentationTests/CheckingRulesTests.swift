import Foundation
import LuaRules
import LuaRulesTools
import Testing

struct TryCountKey: DynamicEnvironmentKey {
  static let defaultValue = 0
  static let description = "How often it was tried."
}

/// checking-rules.md: what it says that is found is found, and nothing else.
@Suite struct CheckingRulesTests {
  static let page = Guide.file("checking-rules")
  private static let blocks = MarkdownBlock.all(in: page)
  private static let examples = blocks.filter { $0.language == "lua" }

  /// The code that an example is for, and whether it is checked with the schema.
  private static func claim(of block: MarkdownBlock) throws -> (code: String, hasSchema: Bool) {
    let line = try #require(
      block.firstLine.wholeMatch(of: /-- finds ([a-z\-]+)(, with the schema)?/), "\(block)")
    return (String(line.1), line.2 != nil)
  }

  @Test(arguments: examples)
  func `an example has the finding of its first line`(block: MarkdownBlock) throws {
    let (code, hasSchema) = try Self.claim(of: block)
    let json = try #require(Self.blocks.first { $0.language == "json" })
    let schema = hasSchema ? try RuleSchema(json: json.text) : RuleSchema()
    let host: HostFunctions = ["greeting": .function { (_: RuleContext) in "Hello" }]
    let check = try RuleCheck(RuleSource(block.text), schema: schema, host: host)
    #expect(check.findings.map(\.code.rawValue) == (code == "nothing" ? [] : [code]), "\(block)")
  }

  @Test func `every code has its row and its example`() throws {
    let rows = Repository.text(of: Self.page).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let expected = RuleFinding.Code.all.map { "| `\($0.rawValue)` | \($0.summary) |" }
    #expect(rows.map(String.init) == expected)
    let shown = Set(try Self.examples.map { try Self.claim(of: $0).code })
    // What is found in other files has tests of its own.
    let wanted = Set(RuleFinding.Code.all.map(\.rawValue))
      .subtracting(["unused-host-stub", "unused-module"])
    #expect(shown.subtracting(["nothing"]) == wanted)
  }

  @Test func `every line prints what the page says`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, block) in Self.blocks.enumerated() where block.language == "sh" {
      let output = try block.run(in: folder)
      #expect(output == Self.blocks[(index + 1)...].first?.text, "\(block)")
    }
  }

  @Test func `the Swift of the page checks rules`() throws {
    let check = try RuleCheck(RuleSource("return {{ key = 'fancyColor', value = 'black' }}"))
    for finding in check.findings where finding.severity >= .warning {
      print(finding)
    }
    #expect(check.findings == [])
  }
}
