import Foundation
import LuaRules
import LuaRulesTools
import Testing

// The Swift of README.md and of the guide Getting started, so that it stays true: `SwiftBlockTests`
// finds each paragraph of it here, whatever the line breaks.

struct Todo { var title: String; var priority: String }
enum Color: String { case gray, red, black }
struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }  // `todo` in rules
struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
extension DynamicEnvironmentPaths {
  var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  var fancyColor: Color { self[dynamic: FancyColorKey.self] }
}

func ask(_ context: RuleContext) throws(RuleError) -> [Color] {
  [
    context.fancyColor,  // never throws
    try context.value(for: \.fancyColor),  // throws the error of a rule
    try context.answer(for: \.fancyColor).value,  // also has the place of the rule
    try context.value(at: "fancyColor"),  // by name
  ]
}

extension Todo: RuleObject {
  static let ruleMembers: RuleMembers<Todo> = [
    .init("title", \.title),
    .init("priority", \.priority),
    .init("isUrgent") { $0.priority == "high" },
  ]
}

func colors(_ model: RuleModel, _ todo: Todo) -> [Color] {
  let app = RuleEnvironment(model).with(\.todo, todo)
  let row = withRuleContext(app.context) { Row().color }
  return [app[\.fancyColor], row]
}

struct Row {
  @DynamicEnvironment(\.fancyColor) var color: Color
}

func withDefaults(_ theirs: RuleModel, _ ours: RuleModel) -> RuleModel {
  theirs.fallback(ours)  // asks `ours` where `theirs` has no answer
}

extension RuleSchema {
  static let app = RuleSchema(\.todo, \.fancyColor)
}

func careful(_ text: String) throws(RuleError) -> RuleModel {
  let budget = Budget(instructions: 10_000, time: .milliseconds(5))
  return try RuleModel(text: text, options: RuleOptions(budget: budget))
}

func watch(_ folder: URL) async throws {
  let rules = try LiveRuleModel(contentsOf: folder, schema: .app)
  let context = RuleContext(rules)
  for await color in context.values(of: \.fancyColor) {
    print(rules.generation, color)  // again after each edit that changes the answer
  }
}

func gated(_ folder: URL) throws(RuleError) -> LiveRuleModel {
  var live = LiveRuleOptions()
  live.gate = .all([.checks(), .tests()])
  return try LiveRuleModel(contentsOf: folder, schema: .app, live: live)
}

/// The last lines of the first program.
func firstProgram() throws {
  var context = RuleContext(try RuleModel(contentsOf: URL(fileURLWithPath: "rules")))
  context.todo = Todo(title: "Buy beer", priority: "low")
  print(context.fancyColor)
}
