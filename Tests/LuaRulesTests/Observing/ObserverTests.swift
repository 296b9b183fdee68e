import LuaRules
import Synchronization
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
  let model = try RuleModel("return {\n\(rules)\n}", schema: schema, host: host)
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
      { key = "title", value = function(c) return c.titel end },
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
        "both": { (context: RuleContext) in
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
      host: ["window": { (_: RuleContext) in Window() }])
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

struct SamplingTests {
  private static let rules = #"{ key = "a", value = 1 }, { key = "b", value = 2 },"#

  /// Counts what it is told, by key.
  private final class Counter: RuleObserver {
    let counts = Mutex<[String: Int]>([:])
    var total: Int { counts.withLock { $0.values.reduce(0, +) } }

    func observe(_ answer: ObservedAnswer) {
      counts.withLock { $0[answer.key, default: 0] += answer.weight }
    }
  }

  @Test func `one answer in N is told, and stands for N`() throws {
    let counter = Counter()
    let all = Counter()
    let context = RuleContext(
      try model(Self.rules)
        .observed(by: counter, sampling: .oneIn(10)).observed(by: all))
    for _ in 0..<500 {
      _ = context["a"]
      _ = context["b"]
    }
    #expect(counter.total == 1000)
    #expect(all.total == 1000)
    // A rhythm of two keys does not always meet the same one.
    let counts = counter.counts.withLock { $0 }
    #expect(counts.count == 2)
    #expect(counts.values.allSatisfy { $0.isMultiple(of: 10) })
  }

  @Test func `each observer has a sampling of its own`() throws {
    let counters = [2, 3, 7].map { ($0, Counter()) }
    var sampled = try model(Self.rules)
    for (count, counter) in counters {
      sampled = sampled.observed(by: counter, sampling: .oneIn(count))
    }
    let context = RuleContext(sampled)
    for _ in 0..<420 { _ = context["a"] }
    #expect(counters.map(\.1.total) == [420, 420, 420])
  }

  @Test func `more samplings than a thread remembers still come to one in N`() throws {
    let counter = Counter()
    let contexts = try (0..<64).map { _ in
      RuleContext(
        try model(Self.rules)
          .observed(by: counter, sampling: .oneIn(4)))
    }
    for _ in 0..<500 { contexts.forEach { _ = $0["a"] } }
    // 32,000 questions, of which about 8,000 are picked, each standing for four.
    #expect(abs(counter.total - 32_000) < 2_000)
  }

  @Test func `threads are sampled each for itself`() async throws {
    let counter = Counter()
    let model = try model(Self.rules).observed(by: counter, sampling: .oneIn(5))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let context = RuleContext(model)
          for _ in 0..<2_000 { _ = context["a"] }
        }
      }
    }
    // Each thread may be within a block at its beginning and at its end.
    #expect(abs(counter.total - 4_000) <= 4 * 5)
  }

  @Test func `a count that is no count is every answer`() throws {
    let counter = Counter()
    let context = RuleContext(
      try model(Self.rules).observed(by: counter, sampling: .oneIn(-3)))
    for _ in 0..<10 { _ = context["a"] }
    #expect(counter.total == 10)
  }
}
