import Testing

@testable import LuaRules

/// The annotations for editors say what the loader reads.
@Suite struct AnnotationTests {
  private static let text = Repository.text(of: "lua/luarules.lua")

  private static func fields(of name: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "---@class \(name)" }.prefix { !$0.isEmpty }
      .compactMap { $0.firstMatch(of: /---@field (\w+)\?/).map { String($0.1) } }
      .sorted()
  }

  @Test func `the file is no rule file, and is Lua`() throws {
    #expect(Self.text.hasPrefix("---@meta"))
    let error = try #require(throws: RuleError.self) { try RuleModel(text: Self.text) }
    #expect(error.code == .noRules)
  }

  @Test func `every field of a rule is annotated`() throws {
    let error = try #require(throws: RuleError.self) {
      try RuleModel(text: "return {{ xyzxyz = 1, key = 'k', value = 1 }}")
    }
    let names = try #require(error.hint).matches(of: /`(\w+)`/).map { String($0.1) }
    #expect(names.count == 9)
    let namesOfTables = ["inputs", "outputs", "rows"]
    #expect(Self.fields(of: "Rule") == (names + namesOfTables).sorted())
  }

  @Test func `every name of a priority is annotated`() {
    for (name, _) in Priority.names { #expect(Self.text.contains("\"\(name)\""), "\(name)") }
  }
}
