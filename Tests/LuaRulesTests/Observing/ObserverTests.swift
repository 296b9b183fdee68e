import LuaRules
import Testing

private enum Color: String, Sendable { case gray, red, black }
private struct Todo: Sendable { var title = "Buy beer"; var priority = "low" }
private struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
private struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "none" }

extension DynamicEnvironmentPaths {
  fileprivate var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  fileprivate var fancyColor: Color { self[dynamic: FancyColorKey.self] }
  fileprivate var title: String { self[dynamic: TitleKey.self] }
}

private let schema = RuleSchema(\.todo, \.fancyColor, \.title)

private func makeContext(
  _ observer: any RuleObserver, _ rules: String, host: HostFunctions = [:]
) throws -> RuleContext {
  let model = try RuleModel(text: "return {\n\(rules)\n}", schema: schema, host: host)
  var context = RuleContext(model.observed(by: observer))
  context.logger.logLevel = .critical
  context.todo = Todo()
  return context
}

private let todoRules = """
  { key = "fancyColor", name = "low", when = { todo = { priority = "low" } }, value = "gray" },
  { key = "title", value = function(c) return c.todo.title .. " " .. c.fancyColor end },
  """

struct ObserverTests {
  @Test func `every way of asking is observed once`() throws {
    let log = ObserverLog()
    let context = try makeContext(log, todoRules)
    _ = context.fancyColor
    _ = try context.value(for: FancyColorKey.self)
    _ = try context.value(for: RuleKey(FancyColorKey.self))
    _ = try context.value(for: \.fancyColor)
    _ = try context.value(at: "fancyColor", as: Color.self)
    _ = try context.answer(for: \.fancyColor)
    _ = try context.answer(at: "fancyColor", as: Color.self)
    _ = context["fancyColor"]
    _ = try context.json(at: "fancyColor")
    _ = try context.jsonAnswer(at: "fancyColor")
    let line = #"fancyColor = "gray" (rule, low, rules.lua:2)"#
    #expect(log.all == Array(repeating: line, count: 10))
  }

  @Test func `a set value, a default, a member and a path are observed with their source`() throws {
    let log = ObserverLog()
    let context = try makeContext(log, #"{ key = "todo.color", value = "red" },"#)
    _ = try context.value(for: \.todo?.title)
    _ = try context.value(at: "todo.title", as: String.self)
    _ = try context.value(at: "todo.color", as: String.self)
    _ = context.title
    #expect(
      log.all == [
        #"todo = {"priority":"low","title":"Buy beer"} (set)"#,
        #"todo.title = "Buy beer" (set)"#,
        #"todo.color = "red" (rule, rules.lua:2)"#,
        #"title = "none" (default)"#,
      ])
  }

  @Test func `an error is observed, also where the default stands in for it`() throws {
    let log = ObserverLog()
    let context = try makeContext(
      log,
      """
      { key = "fancyColor", value = function(c) return "pink" end },
      { key = "title", value = function(c) return c.nonsense end },
      """)
    _ = context.fancyColor
    _ = context["title"]
    #expect(throws: RuleError.self) { try context.json(at: "nonsense") }
    #expect(log.all == ["fancyColor: wrong-value", "title: unknown-key", "nonsense: unknown-key"])
  }

  @Test func `an answer tells its rules, its time and its context`() throws {
    let log = ObserverLog { answer in
      #expect(answer.duration > .zero)
      #expect(answer.context.isSet("todo"))
      #expect(answer.value as? String == "Buy beer gray")
      #expect(answer.generation == nil)
      #expect(answer.weight == 1)
      return answer.winningRules.map(\.description).joined(separator: "; ")
    }
    let context = try makeContext(log, todoRules)
    #expect(context.title == "Buy beer gray")
    #expect(
      log.all == ["rules.lua:2: rule for `fancyColor` (low); rules.lua:3: rule for `title`"])
  }

  @Test func `what a host function asks is part of the question from outside`() throws {
    let log = ObserverLog()
    let other = RuleContext(try model(#"{ key = "title", value = "inner" },"#).observed(by: log))
    let context = try makeContext(
      log, todoRules + #"{ key = "both", value = host.both },"#,
      host: [
        "both": .function { (context: RuleContext) in
          "\(context.fancyColor) \(try other.value(at: "title", as: String.self))"
        }
      ])
    _ = try context.value(at: "both", as: String.self)
    #expect(log.all == [#"both = "gray inner" (rule, rules.lua:3)"#])
  }

  @Test func `an observer that asks again is not observed`() throws {
    let log = ObserverLog { answer in
      let title = answer.context.title
      return "\(ObserverLog.describe(answer)), \(title)"
    }
    let context = try makeContext(log, todoRules)
    _ = context.fancyColor
    _ = context.fancyColor
    let line = #"fancyColor = "gray" (rule, low, rules.lua:2), Buy beer gray"#
    #expect(log.all == [line, line])
  }

  @Test func `fallbacks bring their observers, each told once`() throws {
    let first = ObserverLog()
    let second = ObserverLog()
    let a = try model(#"{ key = "title", value = "a" },"#).observed(by: first)
    let b = try model(#"{ key = "other", value = "b" },"#).observed(by: second).observed(by: first)
    for model in [a.fallback(b), a.fallback(b.fallback(a)), b.fallback(a)] {
      _ = try RuleContext(model).value(at: "other", as: String.self)
    }
    let sources = ["fallback", "fallback", "rule"]
    let expected = sources.map { #"other = "b" (\#($0), rules.lua:2)"# }
    #expect(first.all == expected)
    #expect(second.all == expected)
  }

  @Test func `an environment and a model without observers are as before`() throws {
    let log = ObserverLog()
    let plain = try model(todoRules, schema: schema)
    let observed = plain.observed(by: log)
    let environment = RuleEnvironment(observed).with(\.todo, Todo())
    #expect(environment[\.fancyColor] == .gray)
    #expect(RuleContext(observed).with(\.todo, nil).isSet("todo"))
    #expect(RuleContext(plain).with(\.todo, Todo()).fancyColor == .gray)
    #expect(log.all == [#"fancyColor = "gray" (rule, low, rules.lua:2)"#])
  }

  @Test func `values without a JSON form are described`() throws {
    final class Window: Sendable, CustomStringConvertible {
      var description: String { "a \"window\"" }
    }
    struct Wrapped: Sendable { var window = Window(); var size = Double.infinity }
    let log = ObserverLog()
    let context = try makeContext(
      log, #"{ key = "window", value = host.window }, { key = "size", value = 1/0 },"#,
      host: ["window": .function { (_: RuleContext) in Window() }])
    _ = try context.value(at: "window", as: Window.self)
    _ = try context.value(at: "size", as: Double.self)
    _ = context.todo
    #expect(
      log.all == [
        #"window = "a \"window\"" (rule, rules.lua:2)"#,
        #"size = "inf" (rule, rules.lua:2)"#,
        #"todo = {"priority":"low","title":"Buy beer"} (set)"#,
      ])
  }
}
