import LuaRules
import Synchronization
import Testing

enum Color: String, Sendable { case gray, red, black }

struct Todo: Sendable {
  var title: String
  var priority: String
}

struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "untitled" }
struct BadgeKey: DynamicEnvironmentKey { static let defaultValue: Int? = nil }

extension DynamicEnvironmentPaths {
  var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  var fancyColor: Color {
    get { self[dynamic: FancyColorKey.self] }
    set { self[dynamic: FancyColorKey.self] = newValue }
  }
  var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  var badge: Int? {
    get { self[dynamic: BadgeKey.self] }
    set { self[dynamic: BadgeKey.self] = newValue }
  }
}

extension RuleContext {
  /// A context with rules for `fancyColor` and `title`, and without a todo.
  static func tested() throws -> RuleContext {
    RuleContext(
      try RuleModel(
        text: """
          return {
            { key = "fancyColor", name = "calm", when = { todo = { priority = "low" } }, value = "gray" },
            { key = "fancyColor", when = { todo = { priority = "high" } }, value = "red" },
            { key = "title", when = function(c) return c.todo.priority == "high" end,
              value = function(c) return c.todo.title end },
          }
          """, name: "rules/todo.lua", schema: RuleSchema(\.todo, \.fancyColor, \.title, \.badge)))
  }
}

/// Runs a body, and returns the issues that it records; there must be some.
func issues(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> [Issue] {
  let issues = Mutex<[Issue]>([])
  withKnownIssue(sourceLocation: sourceLocation) {
    do { try body() } catch { Issue.record(error) }
  } matching: { issue in
    issues.withLock { $0.append(issue) }
    return true
  }
  return issues.withLock { $0 }
}

extension Issue {
  /// The comments of an issue, as lines.
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
