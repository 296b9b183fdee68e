import LuaRules
import LuaRulesTesting
import Testing

@Suite struct ExpectedAnswerTests {
  /// A context whose todo has a priority.
  private static func context(_ priority: String?) throws -> RuleContext {
    var context = try RuleContext.tested()
    context.todo = priority.map { Todo(title: "Tea", priority: $0) }
    return context
  }

  @Test(arguments: [
    ("low", ExpectedAnswer.rule("calm", value: Color.gray)),
    ("low", .rule("calm")),
    ("low", .rule("todo.lua:2", value: .gray)),
    ("high", .rule("rules/todo.lua:3", value: .red)),
    ("normal", .default(.black)),
  ])
  func `a result is equal to its value, and its rule by name or place`(
    priority: String, expected: ExpectedAnswer<Color>
  ) throws {
    let context = try Self.context(priority)
    #expect(context.result(for: \.fancyColor) == expected)
    #expect(context.result(at: "fancyColor") == expected)
    #expect(!(context.result(for: \.fancyColor) != expected))
    #expect(try context.answer(for: \.fancyColor) == expected)
    #expect(try !(context.answer(for: \.fancyColor) != expected))
  }

  @Test(arguments: [
    ExpectedAnswer.rule("calm", value: Color.red), .rule("urgent"), .rule("odo.lua:2"),
    .rule("todo.lua:22"), .rule("todo.lua:3", value: .gray), .default(.gray), .set(.gray),
    .error(.wrongType),
  ])
  func `another value, rule or origin is not equal`(expected: ExpectedAnswer<Color>) throws {
    let context = try Self.context("low")
    #expect(context.result(for: \.fancyColor) != expected)
    #expect(try context.answer(for: \.fancyColor) != expected)
  }

  @Test func `a value that is set is equal`() throws {
    var context = try Self.context("low")
    context.title = "Milk"
    context.badge = nil
    #expect(context.result(for: \.title) == .set("Milk"))
    #expect(context.result(for: \.badge) == .set(nil))
    #expect(context.result(for: \.badge) != .set(1))
  }

  @Test func `a rule of a fallback is equal`() throws {
    let model = try RuleModel(text: "return {}").fallback(try RuleContext.tested().model)
    let context = RuleContext(model).with(\.todo, Todo(title: "Tea", priority: "low"))
    #expect(context.result(for: \.fancyColor) == .rule("calm", value: .gray))
  }

  @Test func `an error is equal to its code`() throws {
    let context = RuleContext(try RuleModel(text: "return {{ key = 'title', value = 3 }}"))
    let result = context.result(for: \.title)
    #expect(result == .error(.wrongType))
    #expect(result != .error(.cycle))
    #expect(result != .rule("rules:1"))
    #expect(result.answer == nil)
    #expect(result.error?.code == .wrongType)
    #expect(context.result(for: \.title.count) == .error(.notAnAccessor))
  }

  @Test func `a default that is compared is no issue where answers are required`() throws {
    let context = try Self.context("normal").requiringAnswers()
    #expect(context.result(for: \.fancyColor) == .default(.black))
    #expect(context.result(at: "badge", as: Int?.self) == .default(nil))
  }

  // MARK: Failures

  @Test func `a failure tells the value, its place, and why`() throws {
    let context = try Self.context("low")
    let issues = issues {
      #expect(context.result(for: \.fancyColor) == .rule("todo.lua:3", value: .red))
    }
    #expect(
      issues.first?.description.contains(
        """
        context.result(for: \\.fancyColor) → fancyColor is "gray", by the rule `calm` at rules/todo.lua:2
          rules/todo.lua:2 `calm`: won (priority 100, complexity 1; declared before the next)
          rules/todo.lua:3: not reached (priority 100, complexity 1)
        """) == true)
    #expect(issues.first?.description.contains("→ .red, by the rule `todo.lua:3`)") == true)
  }

  @Test func `a failure tells the error in place of an answer`() throws {
    let context = RuleContext(
      try RuleModel(text: "return {{ key = 'title', value = 3 }}", name: "todo.lua"))
    let issues = issues { #expect(context.result(for: \.title) == .rule("todo.lua:1")) }
    let text = try #require(issues.first?.description)
    #expect(text.contains("context.result(for: \\.title) → title is an error"))
    #expect(text.contains("todo.lua:1: error: rule for `title` gives 3"))
  }

  @Test func `a failure of an answer tells its value and place`() throws {
    let answer = try Self.context("low").answer(for: \.fancyColor)
    let issues = issues { #expect(answer == .set(.gray)) }
    #expect(
      issues.first?.description.contains(
        """
        (answer → gray, by the rule "calm" at rules/todo.lua:2) == \
        (.set(.gray) → .gray, set on the context)
        """) == true)
  }

  @Test func `expectations have texts`() {
    #expect(ExpectedAnswer<Int>.rule("calm").testDescription == "any value, by the rule `calm`")
    #expect(ExpectedAnswer.rule("a", value: "b").testDescription == "\"b\", by the rule `a`")
    #expect(ExpectedAnswer.set(Color.red).testDescription == ".red, set on the context")
    #expect(ExpectedAnswer.default(3).testDescription == "3, the default")
    #expect(ExpectedAnswer<Int>.error(.cycle).testDescription == "an error [cycle]")
  }
}
