import Foundation
import LuaRules
import LuaRulesTesting
import Testing

// The Swift of testing-rules.md; see ReadmeCode.swift.

private let rules = Repository.root.appending(path: "examples/todo/rules")
private let functions: HostFunctions = [
  "TaskFinishedView": .function { (_: RuleContext) in "finished" },
  "TaskNewView": .function { (_: RuleContext) in "new" },
  "TaskWorkView": .function { (_: RuleContext) in "work" },
]

extension RuleSchema {
  fileprivate static let tested = RuleSchema(\.color)
}

@Suite struct TestingRulesCode {
  @Test(arguments: LuaRuleTest.all(in: rules, schema: .tested, host: functions))
  func `the rules pass their tests`(test: LuaRuleTest) throws {
    try test.run()
  }

  @Test func `a host prepares contexts`() throws {
    let tests = LuaRuleTest.all(in: rules, host: functions) { context in
      context["sum"] = 100
    }
    #expect(tests.count > 1)
    for test in tests { try test.run() }
  }

  @Test func `a context of a test's own requires answers`() throws {
    let model = try guideContext().model
    let context = RuleContext(model).requiringAnswers(except: \.todo)
    #expect(context.todo == nil)
    withKnownIssue { #expect(context.title == "untitled") }
  }

  @Test func `failures are as the page shows them`() throws {
    let texts = MarkdownBlock.all(in: Guide.file("testing-rules"), of: "text").map(\.text)
    var context = RuleContext(try RuleModel(text: guideRules(), name: "rules/todo.lua"))
    context["todo"] = ["priority": "low", "title": "Tea"]
    withKnownIssue {
      #expect(context.result(for: \.fancyColor) == .rule("urgent"))
    } matching: { issue in
      texts.contains { "\(issue)".contains($0.dropLast()) }
    }
    context["todo"] = ["priority": "low"]
    let careful = context.requiringAnswers()
    withKnownIssue {
      #expect(careful.title == "untitled")
    } matching: { issue in
      texts.contains { issue.comments.map { "\($0.rawValue)\n" } == [$0] }
    }
  }
}

private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "untitled" }
extension DynamicEnvironmentPaths {
  fileprivate var title: String { self[dynamic: TitleKey.self] }
}

/// The rules of the page.
private func guideRules() throws -> String {
  let blocks = MarkdownBlock.all(in: Guide.file("testing-rules"), of: "lua")
  return try #require(blocks.first { $0.firstLine == "-- rules/todo.lua" }?.text)
}

/// A context with these rules, for the todos of the README, which have no `done`.
private func guideContext() throws -> RuleContext {
  let text = try guideRules().replacing(", done = false", with: "")
  return RuleContext(try RuleModel(text: text, name: "rules/todo.lua", schema: .app))
}

@Suite(.ruleContext(try guideContext()), .answersRequired(except: \.todo))
struct TodoTests {
  @Test(.ruleValue(\.todo, Todo(title: "Tea", priority: "low")))
  func `a todo that can wait is gray`() {
    #expect(RuleContext.current.result(for: \.fancyColor) == .rule("calm", value: .gray))
  }
}
