import LuaRules
import Testing

private struct Todo: RuleObject, Sendable, Equatable {
  var title: String
  static let ruleMembers: RuleMembers<Todo> = [.init("title", \.title)]
}
private struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
private struct LabelKey: DynamicEnvironmentKey { static let defaultValue = "none" }
private struct FirstKey: DynamicEnvironmentKey { static let defaultValue = "1" }
private struct SecondKey: DynamicEnvironmentKey { static let defaultValue = "2" }

/// A view of the host, which is not `Sendable`.
private final class Screen { let name = "screen" }
private struct ScreenKey: DynamicEnvironmentKey {
  static var defaultValue: Screen? { nil }
}

extension DynamicEnvironmentPathes {
  fileprivate var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
}
extension DynamicEnvironmentPaths {
  fileprivate var label: String {
    get { self[dynamic: LabelKey.self] }
    set { self[dynamic: LabelKey.self] = newValue }
  }
  fileprivate var retries: Int {
    get { self[dynamic: AccessorTests.retries] }
    set { self[dynamic: AccessorTests.retries] = newValue }
  }
  fileprivate var screen: Screen? { self[dynamic: ScreenKey.self] }
  fileprivate var both: String { self[dynamic: FirstKey.self] + self[dynamic: SecondKey.self] }
}

struct AccessorTests {
  fileprivate static let retries = RuleKey("retries", default: 3)

  private static let rules = """
    { key = "label", value = function(c) return c.todo and c.todo.title or "rule" end },
    { key = "answer", value = function(c) return c.retries end },
    """

  private func context() throws -> RuleContext {
    RuleContext(try model(Self.rules, schema: RuleSchema(\.todo, \.label, \.retries)))
  }

  @Test func `what is set wins, and unset gives it back to the rules`() throws {
    var context = try context()
    #expect(context.label == "rule")
    context.label = "set"
    #expect(context.label == "set")
    #expect(context.isSet("label"))
    context.unset(\.label)
    #expect(context.label == "rule")
    context["label"] = "by name"
    #expect(context.label == "by name")
    context.unset("label")
    #expect(context.label == "rule")
    #expect(context.setNames == [])
  }

  @Test func `a copy goes its own way`() throws {
    let first = try context().with(\.retries, 5)
    let second = first.with(\.label, "x").with(\.retries, 7)
    #expect(first.setNames == ["retries"])
    #expect(second.setNames == ["label", "retries"])
    #expect((first.retries, second.retries) == (5, 7))
    #expect(first.label == "rule")
    #expect(try first.value(at: "answer", as: Int.self) == 5)
  }

  @Test func `a copy may ask another model`() throws {
    let other = try RuleModel(sources: [
      RuleSource(text: "return { { key = 'label', value = 'other' } }")
    ]
    )
    #expect(try context().with(\.model, other).label == "other")
    #expect(
      try withRuleContext(context()) { withRuleValue(\.model, other) { RuleContext.current.label } }
        == "other")
  }

  @Test func `an explicit nil is a value`() throws {
    var context = try context()
    context.todo = Todo(title: "beer")
    #expect(context.label == "beer")
    context.todo = nil
    #expect(context.isSet("todo"))
    #expect(context.todo == nil)
    #expect(context.label == "rule")
    #expect(try context.answer(for: \.todo).source == .set)
    context.unset(\.todo)
    #expect(try context.answer(for: \.todo).source == .default)
  }

  @Test func `a path behind an accessor is no accessor`() throws {
    var context = try context()
    let log = ErrorLog()
    context.onError = { log.add($0) }
    context.todo = Todo(title: "beer")
    context["first"] = "a"
    context["second"] = "b"
    context.unset(\.todo?.title)
    context.unset(\.both)
    context = context.aliasing(\.todo?.title, to: \.todo?.title)
    #expect(context.setNames == ["first", "second", "todo"])
    #expect(context.both == "ab")
    // All have the same message, which is reported once.
    #expect(log.all.map(\.code) == [.notAnAccessor])
    #expect(
      log.all.first?.description
        == "error: the path is not the accessor of a key [not-an-accessor]\n"
        + "  hint: an accessor is written `self[dynamic: SomeKey.self]`")
    #expect(throws: RuleError.self) { try context.answer(for: \.todo?.title) }
    #expect(throws: RuleError.self) { try context.answer(for: \.both) }
  }

  @Test func `a value is asked by accessor, path, key and name`() throws {
    let context = try context().with(\.todo, Todo(title: "beer"))
    #expect(try context.value(for: \.label) == "beer")
    #expect(try context.value(for: LabelKey.self) == "beer")
    #expect(try context.value(for: RuleKey("label", default: "")) == "beer")
    #expect(try context.value(for: \.todo?.title) == "beer")
    #expect(try context.value(for: \.label.count) == 4)
    #expect(try context.value(for: \.both) == "12")
    #expect(try context.value(at: "label", as: String.self) == "beer")
    #expect(try context.value(at: "todo.title", as: String.self) == "beer")
    #expect(try context.value(for: Self.retries) == 3)
    #expect(context[dynamic: Self.retries] == 3)
    #expect(context["retries"] as? Int == 3)
  }

  @Test func `an answer says where it came from`() throws {
    var context = RuleContext(
      ruleModel: try model("{ key = \"label\", name = \"n\", value = \"x\" },")
        .fallback(model("{ key = \"retries\", value = 9 },")))
    let label = try context.answer(for: \.label)
    #expect((label.value, label.source, label.rule) == ("x", .rule, "n"))
    #expect(label.location == SourceLocation(file: "rules.lua", line: 2))
    let retries = try context.answer(for: \.retries)
    #expect((retries.value, retries.source, retries.rule) == (9, .fallback, nil))
    #expect(try context.answer(for: \.todo).source == .default)
    context.label = "y"
    let set = try context.answer(at: "label", as: String.self)
    #expect((set.value, set.source) == ("y", .set))
    #expect(set.location == nil)
  }

  @Test func `a value that is not Sendable comes from a host function`() throws {
    let rules = try model(
      """
      { key = "screen", when = { shown = true }, value = host.screen },
      { key = "label", value = function(c) return c.screen and "some" or "no" end },
      """, host: ["screen": .function { (_: RuleContext) in Screen() }])
    var context = RuleContext(rules)
    context["shown"] = true
    #expect(context.screen?.name == "screen")
    #expect(context.label == "some")
    #expect(try context.value(for: ScreenKey.self)?.name == "screen")
    context["shown"] = false
    #expect(context.screen == nil)
    #expect(context.label == "no")
  }
}
