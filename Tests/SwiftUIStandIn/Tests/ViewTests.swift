import Foundation
import LuaRules
import SwiftUI
import Synchronization
import Testing

@testable import LuaRulesSwiftUI
@testable import TodoViews

private let rules = """
  return {
    { key = "title", value = function(c) return c.todo.title end, when = function(c) return c.todo end },
    { key = "fancyColor", when = { todo = { priority = "high" } }, value = "red" },
    { key = "fancyColor", when = { colorScheme = "dark" }, value = "white", priority = "low" },
    { key = "detail", value = function(c) return host.detail(c) end },
  }
  """

private let todos = [
  Todo(title: "Buy beer", priority: .low), Todo(title: "Sleep", priority: .high),
]

private final class Count: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

@MainActor struct ViewTests {
  private func live(_ text: String = rules) throws -> LiveRuleModel {
    try LiveRuleModel(sources: [RuleSource(text: text, name: "todo.lua")], schema: .app, host: host)
  }

  @Test func `views show what rules say`() throws {
    let drawing = Drawing(screen(of: todos, rules: try live()))
    #expect(
      drawing.lines == [
        "Buy beer in system(\"black\")", "Sleep in system(\"red\")", "Details of Untitled",
      ])
  }

  @Test func `a value of the environment is exposed, and another one driven`() throws {
    let live = try live(
      """
      return {
        { key = "title", value = function(c) return c.colorScheme .. " " .. c.language end },
        { key = "lineLimitRule", when = { colorScheme = "dark" }, value = 2 },
      }
      """)
    let view = screen(of: [], rules: live)
    #expect(Drawing(view).lines.first == "light en in system(\"black\")")
    var environment = EnvironmentValues()
    environment.colorScheme = .dark
    environment.locale = Locale(identifier: "de")
    #expect(
      Drawing(view, in: environment).lines.first == "dark de in system(\"black\") on 2 lines")
  }

  @Test func `an optional that is exposed is nothing, or its value`() throws {
    let live = try live(
      "return { { key = 'title', value = function(c) return tostring(c.size) end } }")
    let view = TodoCell().exposing(\.horizontalSizeClass, as: "size").rules(live)
    #expect(Drawing(view).lines == ["nil in system(\"black\")"])
    var environment = EnvironmentValues()
    environment.horizontalSizeClass = .compact
    #expect(Drawing(view, in: environment).lines == ["compact in system(\"black\")"])
  }

  @Test func `a new generation tells the views, and they show it`() throws {
    let live = try live()
    let view = screen(of: todos, rules: live)
    let changes = Count()
    _ = Drawing(view) { changes.add() }
    #expect(changes.value == 0)
    try live.replace(with: RuleModel(text: #"return { { key = "title", value = "new" } }"#))
    #expect(changes.value > 0)
    #expect(Drawing(view).lines.prefix(2).allSatisfy { $0.hasPrefix("new in ") })
  }

  @Test func `rules take the place of those further out, and values stay`() throws {
    let inner = try RuleModel(
      text: #"return { { key = "title", value = function(c) return c.todo.title .. "!" end } }"#)
    let view = VStack { TodoCell().rules(inner) }.environment(\.todo, todos[0]).rules(try live())
    #expect(Drawing(view).lines == ["Buy beer! in system(\"black\")"])
  }

  @Test func `a value that is set wins over every rule`() throws {
    let view = TodoCell().environment(\.title, "set").environment(\.todo, todos[1])
      .rules(try live())
    #expect(Drawing(view).lines == ["set in system(\"red\")"])
  }

  @Test func `an environment is a context for views, and tells them of its changes`() throws {
    let top = RuleEnvironment(try RuleModel(text: rules, schema: .app, host: host))
    let environment = Sub().child(of: top)
    let view = TodoCell().rules(environment)
    let changes = Count()
    #expect(Drawing(view) { changes.add() }.lines == ["Untitled in system(\"black\")"])
    top.with(\.todo, todos[1])
    #expect(changes.value == 1)
    #expect(Drawing(view).lines == ["Sleep in system(\"red\")"])
  }

  @Test func `a box is made of a view, and of nothing else`() {
    #expect(AnyView(boxing: Text("a")) != nil)
    #expect(AnyView(boxing: 7) == nil)
  }
}

private final class Sub: RuleEnvironment, @unchecked Sendable {
  func child(of parent: RuleEnvironment) -> RuleEnvironment { parent }
}
