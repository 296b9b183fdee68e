import LuaRules
import Testing

/// What the guide for people from elsewhere shows, run.
@Suite struct ComingFromTests {
  private static let page = Guide.file("coming-from")

  @Test func `a quarter of the users gets the flag, and testers do`() throws {
    let block = try #require(MarkdownBlock.all(in: Self.page, of: "lua").first)
    let model = try RuleModel(
      sources: [RuleSource(text: block.text, modules: ModulesTests.modules)])
    func isOn(_ user: String, searchIsDown: Bool = false) throws -> Bool {
      var context = RuleContext(model)
      try context.setValues(json: #"{"user": \#(user), "searchIsDown": \#(searchIsDown)}"#)
      return try context.value(at: "newSearch")
    }
    let users = (0..<1000).map { #"{"id": "user \#($0)", "plan": "free", "country": "DE"}"# }
    let share = try users.count { try isOn($0) }
    #expect((200...300).contains(share))
    #expect(try isOn(#"{"id": "a", "plan": "staff", "country": "DE"}"#))
    #expect(try !isOn(#"{"id": "a", "plan": "staff", "country": "DE"}"#, searchIsDown: true))
  }
}
