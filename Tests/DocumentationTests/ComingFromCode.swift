import LuaRules
import Testing

// The Swift of coming-from.md; see ReadmeCode.swift.

struct RowColorEnvironmentKey: DynamicEnvironmentKey { static let defaultValue = Color.black }

extension DynamicEnvironmentPathes {
  var rowColor: Color {
    get { self[dynamic: RowColorEnvironmentKey.self] }
    set { self[dynamic: RowColorEnvironmentKey.self] = newValue }
  }
}

/// What the guide for people from elsewhere shows, run.
@Suite struct ComingFromTests {
  private static let page = Guide.file("coming-from")
  private static let blocks = MarkdownBlock.all(in: page, of: "lua")

  private static func context(_ block: Int, _ json: String) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(
        sources: [RuleSource(blocks[block].text, modules: ModulesTests.modules)],
        host: ["TaskFinishedView": { (_: RuleContext) in "finished" }]))
    try context.setValues(json: json)
    return context
  }

  @Test func `rules from SwiftUI Rules answer`() throws {
    let context = try Self.context(
      0,
      #"{"todo": {"priority": "high", "title": "Tea"}, "platform": "pad", "task": {"status": "done"}}"#
    )
    #expect(try context.value(for: \.rowColor) == .red)
    #expect(try context.json(at: "details") == "\"high\"")
    #expect(try context.json(at: "title") == "\"Tea\"")
    #expect(try context.json(at: "view") == "\"finished\"")
  }

  @Test func `a quarter of the users gets the flag, and testers do`() throws {
    func isOn(_ user: String, searchIsDown: Bool = false) throws -> Bool {
      let context = try Self.context(1, #"{"user": \#(user), "searchIsDown": \#(searchIsDown)}"#)
      return try context.value(at: "newSearch")
    }
    let users = (0..<1000).map { #"{"id": "user \#($0)", "plan": "free", "country": "DE"}"# }
    let share = try users.count { try isOn($0) }
    #expect((200...300).contains(share))
    #expect(try isOn(#"{"id": "a", "plan": "staff", "country": "DE"}"#))
    #expect(try !isOn(#"{"id": "a", "plan": "staff", "country": "DE"}"#, searchIsDown: true))
  }
}
