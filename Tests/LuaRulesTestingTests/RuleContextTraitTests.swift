import LuaRules
import LuaRulesTesting
import Testing

@Suite(.ruleContext(try .tested()), .ruleValue(\.todo, Todo(title: "Tea", priority: "low")))
struct RuleContextTraitTests {
  let context = RuleContext.current

  @Test func `a suite gives its tests a context`() {
    #expect(RuleContext.current.fancyColor == .gray)
    #expect(context.fancyColor == .gray)
  }

  @Test(.ruleValue(\.todo, Todo(title: "Milk", priority: "high")))
  func `a test adds its values to those of the suite`() {
    #expect(RuleContext.current.fancyColor == .red)
  }

  @Test(.ruleValue(\.todo, nil), .ruleValue(\.title, "first"), .ruleValue(\.title, "second"))
  func `traits of a test apply in their order`() {
    #expect(RuleContext.current.title == "second")
    #expect(RuleContext.current.fancyColor == .black)
  }

  @Test(
    .ruleValues { context in
      context["fancyColor"] = "red"
      context.title = context.todo?.title ?? ""
    })
  func `values are set by name`() throws {
    #expect(try RuleContext.current.value(for: \.fancyColor) == .red)
    #expect(RuleContext.current.title == "Tea")
  }

  @Test(.ruleContext(RuleContext(.empty)))
  func `a test replaces the context of its suite`() {
    #expect(!RuleContext.current.isSet("todo"))
  }

  @Test func `tasks of a test inherit the context`() async {
    async let color = Task { RuleContext.current.fancyColor }.value
    #expect(await color == .gray)
  }

  @Test(arguments: 0..<100)
  func `cases in parallel do not see each other's values`(number: Int) async {
    await withRuleValue(\.badge, number) {
      await Task.yield()
      #expect(RuleContext.current.badge == number)
    }
    #expect(RuleContext.current.badge == nil)
  }

  @Suite(.ruleValue(\.title, "inner")) struct Inner {
    @Test func `an inner suite adds to the outer one`() {
      #expect(RuleContext.current.title == "inner")
      #expect(RuleContext.current.fancyColor == .gray)
    }
  }

  @Test func `an error in making the context is thrown, and the test is not run`() async throws {
    let trait: RuleContextTrait = .ruleContext(
      RuleContext(try RuleModel(text: "return {{ key = 1 }}")))
    let test = try #require(Test.current)
    await #expect(throws: RuleError.self) {
      try await trait.provideScope(for: test, testCase: nil) { Issue.record("it is run") }
    }
  }
}

@Suite struct WithoutTraitTests {
  @Test func `a test without the trait has the empty context`() {
    #expect(RuleContext.current.fancyColor == .black)
  }
}
