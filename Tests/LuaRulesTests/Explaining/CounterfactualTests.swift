import LuaBridge
import Testing

@testable import LuaRules

/// The smallest change of a context that makes a key have a value.
@Suite struct CounterfactualTests {
  /// Rules, a context, and what is changed to get a value; or why nothing is.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let rules: String
    let context: String
    let wanted: LuaValue
    let expected: String
    var testDescription: String { name }

    init(_ name: String, _ rules: String, with context: String, to wanted: LuaValue, _ says: String)
    {
      self.name = name
      self.rules = rules
      self.context = context
      self.wanted = wanted
      expected = says
    }
  }

  static let cases: [Case] = [
    Case(
      "a condition", "{ key = 'k', when = function(c) return c.a == 1 end, value = 1 }",
      with: #"{"a": 0}"#, to: .integer(1), "a = 1, which is 0"),
    Case(
      "a condition of a value that is not set",
      "{ key = 'k', when = function(c) return c.todo.done == 1 end, value = 1 }",
      with: "{}", to: .integer(1), "todo.done = 1, which is not set"),
    Case(
      "both of two", "{ key = 'k', when = { a = 1, b = 2 }, value = 1 }",
      with: #"{"a": 0, "b": 0}"#, to: .integer(1), "a = 1, which is 0; b = 2, which is 0"),
    Case(
      "the cheaper of two",
      """
      { key = 'k', when = { a = 1, b = 2 }, value = 1 },
      { key = 'k', when = function(c) return c.d end, value = 1 }
      """, with: #"{"a": 0, "b": 0, "d": false}"#, to: .integer(1), "d = true, which is false"),
    Case(
      "a rule before it",
      """
      { key = 'k', when = function(c) return c.p == 'low' end, value = 'gray' },
      { key = 'k', when = { p = 'high' }, value = 'red' }
      """, with: #"{"p": "low"}"#, to: .string("red"), #"p = "high", which is "low""#),
    Case(
      "no rule", "{ key = 'k', when = function(c) return c.p == 'low' end, value = 'gray' }",
      with: #"{"p": "low"}"#, to: .nil, #"p = "not low", which is "low""#),
    Case(
      "bounds", "{ key = 'k', when = function(c) return c.n > 3 and c.n <= 9 end, value = 1 }",
      with: #"{"n": 20}"#, to: .integer(1), "n = 9, which is 20"),
    Case(
      "another key",
      """
      { key = 'k', when = function(c) return c.inner == 'x' end, value = 1 },
      { key = 'inner', when = { a = 1 }, value = 'x' }
      """, with: #"{"a": 0}"#, to: .integer(1), "a = 1, which is 0"),
    Case(
      "a value that is read", "{ key = 'k', value = function(c) return c.todo.title end }",
      with: #"{"todo": {"title": "a", "x": 1}}"#, to: .string("b"),
      #"todo.title = "b", which is "a""#),
    Case(
      "it has it already", "{ key = 'k', value = 1 }", with: "{}", to: .integer(1), ""),
    Case(
      "a value that no rule gives", "{ key = 'k', when = { a = 1 }, value = 1 }",
      with: #"{"a": 1}"#, to: .integer(7),
      """
      no known change of the set values makes `k` 7
      no rule for `k` gives that
      """),
    Case(
      "a rule that only Lua can decide",
      "{ key = 'k', when = function(c) return c.a:find('x') end, value = 1 }",
      with: #"{"a": "y"}"#, to: .integer(1),
      """
      no known change of the set values makes `k` 1
      only Lua can decide the rule at rules.lua:1: it calls a method
      """),
    Case(
      "a key that is set", "{ key = 'k', value = 1 }", with: #"{"k": 2}"#, to: .integer(1),
      """
      no known change of the set values makes `k` 1
      `k` is set on the context
      """),
  ]

  @Test(arguments: cases)
  func `the change is told, or why there is none`(_ sample: Case) throws {
    var context = RuleContext(try RuleModel(text: "return { \(sample.rules) }"))
    try context.setValues(json: sample.context)
    var outcome: String
    do {
      outcome = try context.flip("k", to: sample.wanted).changes
        .map { "\($0.path) = \($0.value), which is \($0.previous ?? "not set")" }
        .joined(separator: "; ")
    } catch {
      outcome = ([error.message] + error.notes).joined(separator: "\n")
    }
    #expect(outcome == sample.expected)
  }

  @Test(arguments: [
    ("more_than(10.5)", "11"), ("less_than(0.5)", "0"), ("between(4.0, 4.5)", "4"),
  ])
  func `an integer meets a bound that is a float`(condition: String, expected: String) throws {
    var context = RuleContext(
      try RuleModel(
        text: "return { { key = 'k', when = { n = \(condition) }, value = 1 } }",
        schema: try RuleSchema(json: #"{ "properties": { "n": { "type": "integer" }, "k": {} } }"#))
    )
    try context.setValues(json: #"{"n": 7}"#)
    let changes = try context.flip("k", to: .integer(1)).changes
    #expect(changes.map { "\($0.path) = \($0.value)" } == ["n = \(expected)"])
  }

  /// Rules with two long lists, the second of which decides what is wanted.
  private static func lists(_ count: Int) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(
        text: """
          local a, b = {}, {}
          for i = 1, \(count) do a[i], b[i] = i, -i end
          return {
            { key = "k", when = { a = a }, value = 1 },
            { key = "k", when = { b = b, d = 1 }, value = 2 },
          }
          """, options: RuleOptions(budget: Budget(time: nil))))
    for name in ["a", "b", "d"] { context[name] = 0 }
    return context
  }

  @Test(.timeLimit(.minutes(15)))
  func `a change is found among long lists`() throws {
    let context = try Self.lists(20_000)
    let flip = try context.flip("k", to: .integer(2))
    #expect(flip.changes.map(\.path) == ["b", "d"])
  }

  @Test(.timeLimit(.minutes(15)))
  func `a search that takes too much is stopped, and says so`() throws {
    let context = try Self.lists(20_000)
    func obstacle(to wanted: Int64, work: Int) -> Counterfactual.Obstacle? {
      #expect(throws: Counterfactual.Obstacle.self) {
        try context.flip("k", to: .integer(wanted), steps: 100, work: work)
      }
    }
    let short = try #require(obstacle(to: 2, work: 50_000))
    #expect(short.isStopped)
    #expect(short.message.hasSuffix("tried, and the search was stopped"))
    #expect(
      short.json("k", .integer(2)) == #"{"changes":null,"key":"k","stopped":true,"value":2}"#)
    #expect(obstacle(to: 3, work: 10_000_000)?.isStopped == false)
  }

  @Test func `values are shown in the form of their types`() throws {
    let schema = try RuleSchema(
      json: """
        { "properties": {
          "now": { "type": "string", "format": "date-time" },
          "order": { "type": "object", "properties": {
            "sent": { "type": "string", "format": "date-time" },
            "delay": { "type": "string", "format": "duration" } } } } }
        """)
    let model = try RuleModel(
      text: """
        return {
          { key = "k", when = { now = 1774431000, order = { sent = 1774431000, delay = 90 } }, value = 1 },
        }
        """, schema: schema)
    var context = RuleContext(model)
    try context.setValues(
      json: #"{ "now": "2026-05-01T00:00:00Z", "order": { "sent": "2026-05-02T00:00:00Z" } }"#)
    let flip = try context.flip("k", to: .integer(1))
    #expect(
      flip.text("k", .integer(1)) == """
        k would be 1 with
          now = "2026-03-25T09:30:00Z", which is "2026-05-01T00:00:00Z"
          order.delay = "PT90S", which is not set
          order.sent = "2026-03-25T09:30:00Z", which is "2026-05-02T00:00:00Z"
        """)
  }

  @Test func `no smaller change does it`() throws {
    for seed in UInt64(1)...60 {
      var random = SplitMix(state: seed)
      func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      let names = ["a", "b", "d"]
      func test() -> String {
        let name = names[pick(0...2)]
        return switch pick(0...3) {
        case 0: "c.\(name) ~= \(pick(0...2))"
        case 1: "c.\(name) < \(pick(1...2))"
        default: "c.\(name) == \(pick(0...2))"
        }
      }
      var rules = ""
      for _ in 0..<pick(2...6) {
        let predicate =
          switch pick(0...3) {
          case 0: "{ \(names[pick(0...2)]) = \(pick(0...2)) }"
          case 1: "function(c) return \(test()) or \(test()) end"
          default: "function(c) return \(test()) and \(test()) end"
          }
        rules += "{ key = 'k', when = \(predicate), value = \(pick(0...3)) },\n"
      }
      let model = try RuleModel(text: "return {\n\(rules)}")
      let values = names.map { _ in pick(0...2) }
      for wanted in 0...3 {
        let least = try Self.leastChanges(of: values, names, model, to: wanted)
        var context = RuleContext(model)
        for (name, value) in zip(names, values) { context[name] = value }
        let found = try? context.flip("k", to: .integer(Int64(wanted)))
        #expect(found?.changes.count == least, "seed \(seed), \(values), \(wanted)\n\(rules)")
      }
    }
  }

  /// The fewest changes among all contexts of small numbers; `nil` when none does it.
  private static func leastChanges(
    of values: [Int], _ names: [String], _ model: RuleModel, to wanted: Int
  ) throws -> Int? {
    var least: Int?
    let domain = -1...4
    for a in domain {
      for b in domain {
        for d in domain {
          let changed = [a, b, d]
          var context = RuleContext(model)
          for (name, value) in zip(names, changed) { context[name] = value }
          guard try context.json(at: "k") == "\(wanted)" else { continue }
          let count = zip(values, changed).count { $0 != $1 }
          least = min(least ?? count, count)
        }
      }
    }
    return least
  }
}
