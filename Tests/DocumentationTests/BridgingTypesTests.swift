import LuaRules
import Testing

/// What the guide to types shows, run.
@Suite struct BridgingTypesTests {
  private static let file = Guide.file("bridging-types")

  private static func rules(with text: String) throws -> String {
    let block = try #require(
      MarkdownBlock.all(in: file, of: "lua").first { $0.text.contains(text) })
    return block.firstLine == "-- part of a rule file" ? "return {\n\(block.text)}" : block.text
  }

  @Test func `an object shows its members and comes back itself`() throws {
    var context = RuleContext(try RuleModel(text: Self.rules(with: "isOverdrawn")))
    let account = Account(owner: "Ada", balance: -1)
    context["account"] = account
    #expect(try context.value(at: "color", as: String.self) == "red")
    #expect(try context.value(at: "shown", as: Account.self) === account)
    context["account"] = Account(owner: "Ada", balance: 100)
    #expect(try context.value(at: "color", as: String.self) == "green")
  }

  @Test func `a method is told what it is given`() throws {
    let rule = "return {{ key = \"k\", value = function(c) return c.account.canPay(\"much\") end }}"
    var context = RuleContext(try RuleModel(text: rule, name: "shop.lua"))
    context["account"] = Account(owner: "Ada", balance: 1)
    let error = try #require(throws: RuleError.self) {
      try context.value(at: "k", as: Bool.self)
    }
    let text = try #require(MarkdownBlock.all(in: Self.file, of: "text").first)
    #expect(error.description + "\n" == text.text)
  }

  @Test func `a case with values is a member`() throws {
    var context = RuleContext(try RuleModel(text: Self.rules(with: "payment")))
    context["payment"] = Payment.cash
    #expect(try context.value(at: "label", as: String.self) == "Cash")
    context["payment"] = Payment.card(number: "1234")
    #expect(try context.value(at: "label", as: String.self) == "Card 1234")
  }

  @Test func `a type says how it is converted`() throws {
    let discount = RuleKey("discount", default: Percentage(hundredths: 0))
    let context = RuleContext(
      try RuleModel(text: "return {{ key = 'discount', value = 101 }}", name: "todo.lua"))
    let error = try #require(throws: RuleError.self) { try context.value(for: discount) }
    let text = try #require(MarkdownBlock.all(in: Self.file, of: "text").last)
    #expect(error.description + "\n" == text.text)
  }

  @Test func `host functions convert what they take and give`() throws {
    var context = RuleContext(try RuleModel(text: Self.rules(with: "host.card"), host: .shop))
    context["digits"] = "1234"
    #expect(try context.value(at: "label", as: String.self) == "•••• 1234")
    #expect(try context.value(at: "discount", as: Percentage.self).hundredths == 25)
  }

  @MainActor @Test func `a function of the main actor is called there`() throws {
    let context = RuleContext(
      try RuleModel(
        text: "return {{ key = 'w', value = host.screenWidth }}", host: screenFunctions()))
    #expect(try context.value(at: "w", as: Int.self) == 320)
  }

  @Test func `a view is given and not set`() throws {
    struct Empty: Screenful {}
    let host: HostFunctions = ["empty": .function { (_: RuleContext) in Empty() }]
    let model = try RuleModel(
      text: "return {{ key = 'screenful', value = host.empty }}", host: host)
    #expect(RuleContext(model).screenful is Empty)
  }
}
