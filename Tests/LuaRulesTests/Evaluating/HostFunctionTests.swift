import LuaRules
import Testing

private enum Level: String, Sendable { case low, high }
private final class Screen: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}
private struct ScreenKey: DynamicEnvironmentKey { static let defaultValue: Screen? = nil }
private struct LevelKey: DynamicEnvironmentKey { static let defaultValue = Level.low }
extension DynamicEnvironmentPaths {
  fileprivate var screen: Screen? {
    get { self[dynamic: ScreenKey.self] }
    set { self[dynamic: ScreenKey.self] = newValue }
  }
  fileprivate var level: Level {
    get { self[dynamic: LevelKey.self] }
    set { self[dynamic: LevelKey.self] = newValue }
  }
}

struct HostFunctionTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "no luck" } }

  /// Functions of every kind of parameter and result.
  private static var host: HostFunctions {
    let host: HostFunctions = [
      "title": .function { (c: RuleContext) in "T" },
      "isSet": .function { (c: RuleContext) in c.isSet("a") },
      "nothing": .function { (_: RuleContext) in Int?.none as Any },
      "void": .function { (_: RuleContext) in () },
      "copy": .function { (c: RuleContext) in
        var copy = c
        copy["a"] = 9
        return try copy.value(at: "double", as: Int.self)
      },
      "changed": .function { (c: RuleContext) in
        var copy = c
        copy["a"] = 9
        return copy
      },
      "same": .function { (c: RuleContext) in c },
      "circle": .function { (c: RuleContext) in try c.value(at: "circle", as: Int.self) },
      "forgiving": .function { (c: RuleContext) in (try? c.value(at: "broken", as: Int.self)) ?? -1
      },
      "deeper": .function { (c: RuleContext) in
        try c.with(\.level, c.level).value(at: "deeper", as: Int.self)
      },
      "nested": .function { (c: RuleContext) in try c.value(at: "double", as: Int.self) + 1 },
    ]
    return
      host
      .adding("sum") { (a: Int, b: Int?) in a + (b ?? 100) }
      .adding("word") { (level: Level) in level.rawValue.uppercased() }
      .adding("join") { (parts: [String]) in parts.joined(separator: "+") }
      .adding("map") { (map: [String: Int]) in map.values.reduce(0, +) }
      .adding("list") { [1, 2, 3] }
      .adding("dictionary") { ["a": [true]] }
      .adding("broken") { () throws -> Int in throw Broken() }
      .adding("nan") { Double.nan }
      .adding("screen") { (name: String) in Screen(name) }
      .adding("name") { (screen: Screen?) in screen?.name ?? "none" }
      .adding("none") { (value: Level?) in value == nil }
      .adding("mixed") { (c: RuleContext, a: Int) in c.setNames.count + a }
      .adding("tuple") { (1, "x") }
  }

  static let calls: [(expression: String, expected: String)] = [
    ("host.title(c)", "\"T\""), ("host.isSet(c)", "true"), ("host.nothing(c) == nil", "true"),
    ("host.void(c) == nil", "true"), ("host.sum(1, 2)", "3"), ("host.sum(1)", "101"),
    ("host.sum(1.0, nil)", "101"), ("host.sum(1, 2, 3)", "3"), ("host.word('high')", "\"HIGH\""),
    ("host.word(c.level)", "\"LOW\""), ("host.join({ 'a', 'b' })", "\"a+b\""),
    ("host.join({})", "\"\""), ("host.map({ a = 1, b = 2 })", "3"), ("#host.list()", "3"),
    ("host.list()", "[1,2,3]"), ("host.dictionary().a[1]", "true"),
    ("host.dictionary()", #"{"a":[true]}"#), ("host.nan() ~= host.nan()", "true"),
    ("host.name(host.screen('x'))", "\"x\""), ("host.name(nil)", "\"none\""),
    ("host.name(null)", "\"none\""), ("host.name(c.nowhere)", "\"none\""),
    ("host.mixed(c, 5)", "8"), ("host.tuple()[2]", "\"x\""),
    ("host.screen('x') == host.screen('x')", "false"), ("c.screen == c.screen", "true"),
    ("host.name(c.screen)", "\"set\""), ("host.copy(c)", "18"), ("c.double", "4"),
    ("host.nested(c)", "5"), ("host.same(c).double", "4"), ("host.forgiving(c)", "-1"),
    (
      "host.changed(c).double",
      "rules.lua:2: error: `double` cannot be read: the host's object shows no members to rules "
        + "[runtime]"
    ),
    (
      "host.sum('x')",
      "rules.lua:2: error: argument 1 of `host.sum` is \"x\"; expected an integer [wrong-type]"
    ),
    (
      "host.sum()",
      "rules.lua:2: error: argument 1 of `host.sum` is nil; expected an integer [wrong-type]"
    ),
    (
      "host.sum(1.5)",
      "rules.lua:2: error: argument 1 of `host.sum` is 1.5; expected an integer [wrong-value]"
    ),
    (
      "host.word('hihg')",
      "rules.lua:2: error: argument 1 of `host.word` is \"hihg\"; expected one of low, high "
        + "[wrong-value]\n  hint: did you mean \"high\"?"
    ),
    (
      "host.join({ 'a', {} })",
      "rules.lua:2: error: argument 1 of `host.join` is a table in `[2]`; expected a string "
        + "[wrong-type]"
    ),
    (
      "host.broken()", "rules.lua:2: error: `host.broken` failed: no luck [host-function]"
    ),
    (
      "host.brokn()",
      "rules.lua:2: error: the host has no function `brokn` [unknown-host-function]\n"
        + "  hint: did you mean `host.broken`?"
    ),
    (
      "c.broken",
      "rules.lua:2: error: `host.broken` failed: no luck [host-function]\n"
        + "  note: `answer` asked for `broken`"
    ),
    (
      "host.circle(c)",
      "rules.lua:4: error: `circle` depends on itself: circle → circle [cycle]\n"
        + "  note: `answer` asked for `circle`"
    ),
  ]

  @Test(arguments: calls)
  func `a host function takes and gives Swift values`(expression: String, expected: String) throws {
    let rules = try model(
      """
      { key = "answer", value = function(c) return \(expression) end },
      { key = "double", value = function(c) return c.a * 2 end },
      { key = "circle", value = function(c) return host.circle(c) end },
      { key = "broken", value = function(c) return host.broken() end },
      { key = "nowhere.x", when = false, value = 1 },
      """, schema: RuleSchema(\.level, \.screen), host: Self.host)
    var context = RuleContext(rules)
    context["a"] = 2
    context["b"] = 2
    context.screen = Screen("set")
    let text = outcome(in: context)
    #expect(text.replacing(/rules.lua:5/, with: "rules.lua:2") == expected)
  }

  @Test(arguments: [
    ("value = host.title", "\"T\""), ("value = host.nothing", "\"next\""),
    ("value = host.void", "\"next\""), ("when = host.isSet, value = 1", "1"),
    ("when = host.nothing, value = 1", "\"next\""), ("when = host.void, value = 1", "\"next\""),
    ("when = host.title, value = 1", "1"),
    (
      "value = host.broken",
      "rules.lua:2: error: `host.broken` failed: no luck [host-function]"
    ),
    (
      "when = host.broken, value = 1",
      "rules.lua:2: error: `host.broken` failed: no luck [host-function]"
    ),
    (
      "rules = { { when = host.isSet, rules = { { when = host.broken, value = 1 } } } }",
      "rules.lua:2: error: `host.broken` failed: no luck [host-function]"
    ),
  ])
  func `a host function can be a value or a predicate`(fields: String, expected: String) throws {
    var context = RuleContext(
      try model(
        "{ key = 'answer', priority = 'high', \(fields) },\n{ key = 'answer', value = 'next' },",
        host: Self.host))
    context["a"] = 1
    #expect(outcome(in: context) == expected)
  }

  @Test func `a host function as predicate counts as one condition`() throws {
    let rules = try model(
      """
      { key = "low", when = { a = 1, b = 1 }, value = "pattern" },
      { key = "low", when = host.isSet, value = "host" },
      { key = "high", value = "always" },
      { key = "high", when = host.isSet, value = "host" },
      """, host: Self.host)
    var context = RuleContext(rules)
    try context.setValues(json: #"{"a": 1, "b": 1}"#)
    #expect(outcome("low", in: context) == "\"pattern\"")
    #expect(outcome("high", in: context) == "\"host\"")
  }

  @Test(arguments: [
    (
      "value = host.title()",
      "rules.lua:2: error: `host.title` is called while the file is loading [bad-rule]\n"
        + "  hint: write `value = host.title` or `value = function(c) return host.title(c) end`"
    ),
    (
      "value = host.titel",
      "rules.lua:2: error: the host has no function `titel` [unknown-host-function]\n"
        + "  hint: did you mean `host.title`?"
    ),
    (
      "value = function(c) host.x = 1 return 1 end", "1 rules"
    ),
  ])
  func `what a file does wrong with the host is told while it loads`(
    field: String, expected: String
  ) {
    #expect(loading("return {\n  { key = 'a', \(field) },\n}", host: Self.host) == expected)
  }

  @Test func `a modified copy of the context is no circle, but has a depth`() throws {
    let rules = try model(
      "{ key = 'deeper', value = host.deeper },", host: Self.host, budget: Budget(depth: 20))
    let text = outcome("deeper", in: RuleContext(rules))
    #expect(text.hasPrefix("rules.lua:2: error: more than 20 keys are computed for one another"))
    #expect(text.contains("[budget]"))
    // The next evaluation is fine.
    var context = RuleContext(rules)
    context["deeper"] = 1
    #expect(outcome("deeper", in: context) == "1")
  }

  @Test func `an error that a host function dealt with is none`() throws {
    let host: HostFunctions = ["quiet": .function { (c: RuleContext) in c.level.rawValue }]
    var context = RuleContext(
      try model(
        """
        { key = "answer", value = function(c) return host.quiet(c) end },
        { key = "level", value = function(c) return c.nowhere end },
        """, host: host))
    let errors = ErrorLog()
    context.onError = { errors.add($0) }
    #expect(try context.value(at: "answer", as: String.self) == "low")
    #expect(try context.value(for: \.answerText) == "low")
    #expect(errors.all.map(\.code) == [.unknownKey])
  }

  @Test func `the functions of the main actor work there only`() async throws {
    let host: HostFunctions = [
      "view": .onMainActor { () -> Int in
        MainActor.assertIsolated()
        return 7
      }
    ]
    let context = RuleContext(
      try model("{ key = 'answer', value = function(c) return host.view() end },", host: host))
    #expect(await MainActor.run { outcome(in: context) } == "7")
    let elsewhere = await Task.detached { outcome(in: context) }.value
    #expect(
      elsewhere == "rules.lua:2: error: `host.view` works on the main actor only [host-function]\n"
        + "  hint: ask for the key from code that is `@MainActor`")
  }
}

private struct AnswerKey: DynamicEnvironmentKey {
  static let name = "answer"
  static let defaultValue = ""
}
extension DynamicEnvironmentPaths {
  fileprivate var answerText: String { self[dynamic: AnswerKey.self] }
}
