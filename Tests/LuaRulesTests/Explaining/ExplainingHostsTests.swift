import LuaRules
import Testing

private enum Priority: String, Sendable { case low, high }

private struct Todo: RuleObject {
  var title: String
  var priority: Priority
  var pin = "4711-0815"
  static let ruleMembers: RuleMembers<Todo> = [
    .init("title", \.title), .init("priority", \.priority), .init("pin", \.pin, isSecret: true),
  ]
}

private struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "none" }
private struct OtherKey: DynamicEnvironmentKey { static let defaultValue = "" }
private struct LevelKey: DynamicEnvironmentKey { static let defaultValue = Priority.low }
private struct TokenKey: DynamicEnvironmentKey {
  static let defaultValue = ""
  static let isSecret = true
}

extension DynamicEnvironmentPaths {
  fileprivate var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  fileprivate var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  fileprivate var other: String { self[dynamic: OtherKey.self] }
  fileprivate var level: Priority { self[dynamic: LevelKey.self] }
  fileprivate var token: String {
    get { self[dynamic: TokenKey.self] }
    set { self[dynamic: TokenKey.self] = newValue }
  }
}

/// What a host explains with its own keys.
@Suite struct ExplainingHostsTests {
  private static func context(
    _ rules: String, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:]
  ) throws -> RuleContext {
    try RuleContext(RuleModel(text: rules, name: "todo.lua", schema: schema, host: host))
  }

  @Test func `an accessor is explained`() throws {
    var context = try Self.context(
      #"return { { key = "title", when = function(c) return c.todo.priority == "low" end, value = "calm" } }"#
    )
    context.todo = Todo(title: "Tea", priority: .high)
    let explanation = context.explain(\.title)
    #expect(explanation.path == "title")
    #expect(explanation.answer.json == #""none""#)
    #expect(explanation.answer.origin == .default)
    #expect(explanation.keys.map(\.name) == ["title", "todo"])
    let condition = try #require(explanation.keys.first?.candidates.first?.conditions.first)
    #expect(condition.text == #"c.todo.priority == "low""#)
    #expect(condition.seen.map(\.text) == [#""high""#])
    #expect(condition.excerpt?.number == 1)
  }

  @Test func `a path behind an accessor is explained`() throws {
    var context = try Self.context("return {}")
    context.todo = Todo(title: "Tea", priority: .high)
    let explanation = context.explain(\.todo?.title)
    #expect(explanation.answer.json == #""Tea""#)
    #expect(explanation.answer.origin == .set)
    #expect(explanation.keys.map(\.name) == ["todo"])
  }

  @Test func `a value that the key cannot hold is an error`() throws {
    let context = try Self.context(#"return { { key = "level", value = "hgh" } }"#)
    let explanation = context.explain(\.level)
    #expect(explanation.answer.origin == .error)
    let error = try #require(throws: RuleError.self) { try context.value(for: \.level) }
    #expect(explanation.answer.error == error)
    #expect(explanation.keys.first?.candidates.first?.outcome == .won)
  }

  @Test func `the default that a schema declares is one`() throws {
    let context = try Self.context(
      #"return { { key = "k", value = function(c) return c.title .. "!" end } }"#,
      schema: RuleSchema(\.title))
    let explanation = context.explain(at: "k")
    #expect(explanation.answer.json == #""none!""#)
    #expect(explanation.keys.last?.name == "title")
    #expect(explanation.keys.last?.answer.origin == .default)
    #expect(explanation.keys.last?.answer.json == #""none""#)
  }

  @Test func `secrets are masked`() throws {
    var context = try Self.context(
      """
      return {
        { key = "k", when = function(c) return c.token == "hunter2-hunter2" end, value = 1 },
        { key = "k", when = function(c) return c.todo.pin == "1234-5678" end, value = 2 },
        { key = "k", when = { token = "other-secret" }, value = 3 },
        { key = "k", when = function(c) return c.token:find("zz") end, value = 4 },
        { key = "k", value = function(c) return "it is " .. c.token .. c.todo.pin end },
      }
      """)
    context.todo = Todo(title: "Tea", priority: .high)
    context.token = "s3cr3t-t0k3n"
    for explanation in [context.explain(at: "k"), context.explain(\.token)] {
      for text in [explanation.description, explanation.json] {
        for secret in ["s3cr3t-t0k3n", "4711-0815", "hunter2-hunter2", "1234-5678", "other-secret"]
        {
          #expect(!text.contains(secret), "\(text)")
        }
        #expect(text.contains("•••"))
      }
    }
  }

  @Test func `a secret that is too short to be searched for is masked where it stands`() throws {
    var context = try Self.context(
      """
      return {
        { key = "k", when = function(c) return c.token == "xy" and c.todo.title end, value = 1 },
        { key = "token", value = "ab" },
      }
      """)
    context.todo = Todo(title: "Tea", priority: .high, pin: "cd")
    let given = context.explain(\.token)
    #expect(given.answer.json == #""•••""#)
    context.token = "ef"
    for explanation in [given, context.explain(\.token), context.explain(at: "k")] {
      for secret in [#""ab""#, #""cd""#, #""ef""#, #""xy""#] {
        #expect(!explanation.description.contains(secret), "\(explanation)")
      }
    }
  }

  @Test func `fallbacks are told with their rules`() throws {
    let first = try RuleModel(
      text: #"return { { key = "k", when = { a = 1 }, value = 1 } }"#, name: "first.lua")
    let second = try RuleModel(
      text: #"return { { key = "k", value = 2 }, { key = "k", value = 3 } }"#, name: "second.lua")
    var context = RuleContext(first.fallback(second))
    context["a"] = 2
    #expect(
      context.explain(at: "k").description == """
        k is 2, by the rule at second.lua:1 of a fallback
          first.lua:1: not matched (priority 100, complexity 1; the next is of a fallback)
            `a = 1`: was 2
            1 | return { { key = "k", when = { a = 1 }, value = 1 } }
              |                                ^
          fallback 1:
          second.lua:1: won (priority 100, complexity 0; declared before the next)
          second.lua:1: not reached (priority 100, complexity 0)
          a is 2, set on the context
        """)
  }

  @Test func `a live model tells its generation`() throws {
    let live = try LiveRuleModel(sources: [
      RuleSource(text: #"return { { key = "k", value = 1 } }"#)
    ])
    #expect(RuleContext(live.model).explain(at: "k").generation == live.generation)
    #expect(try Self.context("return {}").explain(at: "k").generation == nil)
  }

  @Test func `a host function explains its own context, and what went wrong`() throws {
    let context = try Self.context(
      """
      return {
        { key = "k", value = function(c) return c.title == "none" and host.why(c) end },
        { key = "title", when = host.isOdd, value = "odd" },
        { key = "title", value = "none" },
      }
      """,
      host: [
        "why": .function { (c: RuleContext) in
          c.explain(at: "title").keys.first?.candidates.first?.conditions.first?.text ?? ""
        },
        "isOdd": .function { (_: RuleContext) in false },
      ])
    #expect(try context.json(at: "k") == #""host.isOdd(c)""#)
    // Who explains what is being computed comes to an end at the limit of depth.
    let circular = try Self.context(
      "return { { key = 'k', value = host.why } }",
      host: ["why": .function { (c: RuleContext) in c.explain(at: "k").answer.error == nil }])
    #expect(circular.explain(at: "k").answer.error == nil)
    #expect(circular.explain(at: "k").answer.json != nil)
  }

  @Test func `observers are not told`() throws {
    let usage = RuleHitCounts()
    var liveOptions = LiveRuleOptions()
    liveOptions.observers = [ObserverRegistration(usage)]
    let live = try LiveRuleModel(
      sources: [RuleSource(text: #"return { { key = "k", value = 1 } }"#)], live: liveOptions)
    _ = RuleContext(live.model).explain(at: "k")
    #expect(usage.wins(in: live.model).allSatisfy { $0.count == 0 })
    _ = RuleContext(live.model)["k"]
    #expect(usage.wins(in: live.model).contains { $0.count == 1 })
  }

  @Test func `a plan tells what it switches on`() throws {
    let rules = (0..<40).map { "{ key = 'k', when = { a = { b = \($0) } }, value = \($0) }," }
    var context = try Self.context("return {\n\(rules.joined(separator: "\n"))\n}")
    try context.setValues(json: #"{"a": {"b": 39}}"#)
    let explanation = context.explain(at: "k", includingPlans: true)
    let step = try #require(explanation.keys.first?.plans.first?.steps.first)
    #expect(step.kind == .switch)
    #expect(step.path == "c.a.b")
    #expect(step.seen?.text == "39")
    #expect(step.count == 40)
    #expect(step.left == 1)
    #expect(
      explanation.description.contains(
        "plan: switch on c.a.b, which was 39: 1 of 40 candidates are tried"))
    #expect(context.explain(at: "k").keys.first?.plans.isEmpty == true)
    // Long rows are cut, unless all is wanted.
    #expect(explanation.description.contains("… 30 more: not matched"))
    #expect(!explanation.text(isWhole: true).contains("more:"))
  }

  @Test func `colors are all that a terminal gets more`() throws {
    var context = try Self.context(
      "return {\n\t{ key = 'k', when = { a = 1 }, value = '\\u{202E}x' }, { key = 'k', value = 2 } }"
    )
    context["a"] = "\u{1B}[2J\u{202E}"
    let explanation = context.explain(at: "k")
    let plain = explanation.text()
    let colored = explanation.text(isColored: true)
    #expect(colored != plain)
    #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == plain)
    #expect(!plain.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\t" })
  }

  @Test func `a source with a grant is explained as it is asked`() throws {
    let grant = Grant(assign: .names("k"), read: .names("a"))
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: """
            return {
              { key = "k", when = function(c) return c.a == 2 end, value = 1 },
              { key = "k", value = function(c) return c["b" .. ""] end },
            }
            """, name: "todo.lua", grant: grant)
      ])
    var context = RuleContext(model)
    context["a"] = 1
    context["b"] = 2
    let explanation = context.explain(at: "k")
    let error = try #require(throws: RuleError.self) { try context.json(at: "k") }
    #expect(explanation.answer.error == error)
    let candidates = try #require(explanation.keys.first?.candidates)
    #expect(candidates.map(\.outcome) == [.notMatched, .failed])
    #expect(candidates.first?.conditions.first?.text == "c.a == 2")
  }

  @Test func `a source for which no Lua is called is explained`() throws {
    let grant = Grant(assign: .names("k"), read: .names("a", "todo.title"), accept: .luaFree)
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: """
            return {
              { key = "k", when = function(c) return c.a == 2 end, value = 1 },
              { key = "k", value = function(c) return c.todo.title end },
            }
            """, name: "todo.lua", grant: grant)
      ])
    var context = RuleContext(model)
    context["a"] = 1
    context.todo = Todo(title: "Tea", priority: .high)
    #expect(
      context.explain(at: "k").description == """
        k is "Tea", by the rule at todo.lua:3
          todo.lua:2: not matched (priority 100, complexity 1; before the next by complexity)
            `c.a == 2`: was 1
            2 | { key = "k", when = function(c) return c.a == 2 end, value = 1 },
              |                                        ^^^^^^^^
          todo.lua:3: won (priority 100, complexity 0)
          a is 1, set on the context
          todo is {"pin":"•••","priority":"high","title":"Tea"}, set on the context
        """)
  }

  @Test func `an alias is explained as what it stands for`() throws {
    var context = try Self.context(
      #"return { { key = "k", value = function(c) return c.other end } }"#)
    context = context.aliasing(\.other, to: \.title)
    context.title = "Tea"
    #expect(
      context.explain(at: "k").description == """
        k is "Tea", by the rule at todo.lua:1
          todo.lua:1: won (priority 100, complexity 0)
          title is "Tea", set on the context
        """)
    #expect(context.explain(\.other).answer.json == #""Tea""#)
  }

  @Test func `remembered answers are explained all the same`() throws {
    var context = try Self.context(#"return { { key = "title", when = { a = 1 }, value = "x" } }"#)
      .memoized()
    context["a"] = 1
    #expect(context.title == "x")
    #expect(context.explain(\.title).keys.first?.candidates.first?.outcome == .won)
  }

  @Test func `JSON has a stable form`() throws {
    var context = try Self.context(
      """
      return {
        { key = "k", name = "n", doc = "d", when = function(c) return c.a == 1 end, value = 1 },
        { key = "k", value = 2 },
      }
      """)
    context["a"] = 2
    #expect(
      context.explain(at: "k").json == """
        {"key":"k","keys":[{"candidates":[{"before":"complexity","complexity":1,"conditions":\
        [{"excerpt":{"column":65,"length":8,"line":2,"text":"  { key = \\"k\\", name = \\"n\\", \
        doc = \\"d\\", when = function(c) return c.a == 1 end, value = 1 },"},\
        "place":"todo.lua:2","saw":[{"path":"c.a","text":"2","value":2}],"text":"c.a == 1"}],\
        "doc":"d","model":0,"name":"n","outcome":"not-matched","place":"todo.lua:2","priority":100,\
        "reads":[{"path":"c.a","text":"2","value":2}]},{"complexity":0,"model":0,"outcome":"won",\
        "place":"todo.lua:3","priority":100}],"key":"k","place":"todo.lua:3","reads":["a"],\
        "source":"rule","value":2},{"key":"a","source":"set","value":2}],"place":"todo.lua:3",\
        "source":"rule","value":2}
        """)
  }
}
