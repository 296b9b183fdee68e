import LuaRules
import LuaRulesSwiftUI
import SwiftUI

// A program of somebody who uses the product, as the guide writes it.

enum Priority: String, Sendable { case low, normal, high }

struct Todo: Sendable {
  var title: String
  var priority: Priority
}

struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "Untitled" }
struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
struct LineLimitRuleKey: DynamicEnvironmentKey { static let defaultValue: Int? = nil }
struct DetailKey: DynamicEnvironmentKey {
  static var defaultValue: AnyView { AnyView(EmptyView()) }
}

extension DynamicEnvironmentPaths {
  var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  var fancyColor: Color {
    get { self[dynamic: FancyColorKey.self] }
    set { self[dynamic: FancyColorKey.self] = newValue }
  }
}

extension DynamicEnvironmentPaths {
  var lineLimitRule: Int? { self[dynamic: LineLimitRuleKey.self] }
  var detail: AnyView { self[dynamic: DetailKey.self] }
}

extension RuleSchema {
  static let app = RuleSchema(\.todo, \.title, \.fancyColor, \.lineLimitRule, \.detail)
}

struct TodoCell: View {
  @Environment(\.title) private var title
  @Environment(\.fancyColor) private var color

  var body: some View {
    Text(title).foregroundStyle(color)
  }
}

struct DetailView: View {
  let title: String
  var body: some View { Text("Details of \(title)") }
}

struct TodoList: View {
  let todos: [Todo]
  @Environment(\.detail) private var detail
  @Environment(\.ruleContext) private var context
  @State private var isEditing = false

  var body: some View {
    VStack {
      TodoCell().environment(\.todo, todos.first)
      TodoCell().environment(\.todo, todos.last)
      detail.environment(\.todo, todos.first)
    }
    .sheet(isPresented: $isEditing) {
      TodoCell().environment(\.ruleContext, context)
    }
  }
}

let host: HostFunctions = [
  "detail": .onMainActor { (c: RuleContext) in DetailView(title: c.title) }
]

@MainActor func screen(of todos: [Todo], rules live: LiveRuleModel) -> some View {
  TodoList(todos: todos)
    .ruleEnvironment(\.lineLimit, from: \.lineLimitRule)
    .exposing(\.colorScheme, as: "colorScheme")
    .exposing(\.locale, as: "language") { $0.identifier }
    .rules(live)
}
