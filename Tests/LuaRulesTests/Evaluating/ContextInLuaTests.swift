import LuaRules
import Synchronization
import Testing

/// Counts calls.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

private struct Todo: RuleObject, Sendable {
  var title = "beer"
  static let ruleMembers: RuleMembers<Todo> = [.init("title", \.title), .init("size") { _ in 3 }]
}
private struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
extension DynamicEnvironmentPaths {
  fileprivate var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
}

struct ContextInLuaTests {
  @Test func `within one evaluation each key is computed at most once`() throws {
    let counter = Counter()
    let host = HostFunctions().adding("count") { counter.next() }
    let rules = try model(
      """
      { key = "n", value = function(c) return host.count() end },
      { key = "none", value = function(c) host.count() return nil end },
      { key = "a", when = function(c) return c.n == 1 and c.n == 1 end,
        value = function(c) return c.n + c.b + c.n end },
      { key = "b", when = { n = 1 }, value = function(c) return c.n end },
      { key = "twice", value = function(c) return c.none == nil and c.none == nil end },
      """, host: host)
    let context = RuleContext(rules)
    #expect(try context.value(at: "a", as: Int.self) == 3)
    #expect(counter.value == 1)
    #expect(try context.value(at: "n", as: Int.self) == 2)
    #expect(try context.value(at: "twice", as: Bool.self))
    #expect(counter.value == 3)
  }

  static let errors: [Question] = [
    Question(
      "an unknown name, far from all others",
      "return {\n  { key = 'answer', value = function(c)\n    return c.xyz end } }",
      gives: "rules.lua:3: error: unknown key `xyz` [unknown-key]\n"
        + "  hint: it is neither set, nor assigned by a rule, nor declared"),
    Question(
      "a misspelt name of a set value",
      "return {\n  { key = 'answer', value = function(c) return c.titel end } }",
      with: #"{"title": 1}"#,
      gives: "rules.lua:2: error: unknown key `titel` [unknown-key]\n"
        + "  hint: did you mean `title`?"),
    Question(
      "a misspelt name of a rule's key",
      "return {\n  { key = 'answer', when = { anser = 1 }, value = 1 } }",
      gives: "rules.lua:2: error: unknown key `anser` [unknown-key]\n"
        + "  hint: did you mean `answer`?"),
    Question(
      "a name from outside", "return { { key = 'answer', value = 1 } }", key: "ansewr",
      gives: "error: unknown key `ansewr` [unknown-key]\n  hint: did you mean `answer`?"),
    Question(
      "a circle of three",
      """
      return {
        { key = 'answer', value = function(c) return c.b end },
        { key = 'b', value = function(c) return c.d end },
        { key = 'd', when = function(c) return c.answer end, value = 1 },
      }
      """,
      gives: "rules.lua:4: error: `answer` depends on itself: answer → b → d → answer [cycle]\n"
        + "  note: `b` asked for `d`\n  note: `answer` asked for `b`"),
    Question(
      "a circle that the asked key is no part of",
      """
      return {
        { key = 'answer', value = function(c) return c.b end },
        { key = 'b', value = function(c) return c.b end },
      }
      """,
      gives: "rules.lua:3: error: `b` depends on itself: b → b [cycle]\n"
        + "  note: `answer` asked for `b`"),
    Question(
      "writing to the context",
      "return {\n  { key = 'answer', value = function(c) c.a = 1 return 1 end } }",
      gives: "rules.lua:2: error: a rule function writes to the key `a` of the context [frozen]\n"
        + "  hint: a rule gives the value of its own key; it sets no others"
    ),
    Question(
      "writing to a value of the context",
      "return {\n  { key = 'answer', value = function(c) c.a.b = 1 return 1 end } }",
      with: #"{"a": {"b": 2}}"#,
      gives: "rules.lua:2: error: a rule function writes to the member `b` of a value of the host "
        + "[frozen]\n"
        + "  hint: what the program sets cannot be changed; make a table inside the function"
    ),
    Question(
      "writing to a list of the context",
      "return {\n  { key = 'answer', value = function(c) c.a[3] = 1 return 1 end } }",
      with: #"{"a": [2]}"#,
      gives: "rules.lua:2: error: a rule function writes to the member `3` of a value of the host "
        + "[frozen]\n"
        + "  hint: what the program sets cannot be changed; make a table inside the function"
    ),
    Question(
      "inserting into a list of the context",
      "return {\n  { key = 'answer', value = function(c) table.insert(c.a, 1) return 1 end } }",
      with: #"{"a": [2]}"#,
      gives: "rules.lua:2: error: a rule function writes to the member `2` of a value of the host "
        + "[frozen]\n"
        + "  hint: what the program sets cannot be changed; make a table inside the function"
    ),
    Question(
      "adding strings",
      "return {\n  { key = 'answer', value = function(c) return 'a' + 'b' end } }",
      gives: "rules.lua:2: error: attempt to perform arithmetic on a string value [runtime]\n"
        + "  hint: strings are joined with `..`"
    ),
    Question(
      "adding nothing to a string",
      "return {\n  { key = 'answer', value = function(c) return 'a' * c.a.b end } }",
      with: #"{"a": {}}"#,
      gives:
        "rules.lua:2: error: attempt to perform arithmetic on a nil value [runtime]"
    ),
    Question(
      "the opposite of a string",
      "return {\n  { key = 'answer', value = function(c) return -'a' end } }",
      gives: "rules.lua:2: error: attempt to perform arithmetic on a string value [runtime]"),
    Question(
      "an element that is not there",
      "return {\n  { key = 'answer', value = function(c) return c.a[3] + 1 end } }",
      with: #"{"a": [2]}"#,
      gives: "rules.lua:2: error: attempt to perform arithmetic on a nil value (an element) "
        + "[runtime]"),
    Question(
      "a number as name",
      "return {\n  { key = 'answer', value = function(c) return c[1] end } }",
      gives: "rules.lua:2: error: 1 is not the name of a key [unknown-key]"),
  ]

  @Test(arguments: errors)
  func `what is wrong with a read is told`(question: Question) {
    #expect(question.outcome == question.expected)
  }

  @Test(arguments: [
    ("c.todo.title", "\"beer\""), ("c.todo.size", "3"),
    (
      "c.todo.titel",
      "rules.lua:2: error: unknown member `titel` [unknown-member]\n  hint: did you mean `title`?"
    ),
    (
      "c.todo.x",
      "rules.lua:2: error: unknown member `x` [unknown-member]\n"
        + "  hint: there are `size`, `title`"
    ),
    ("c.open.x == nil", "true"), ("c.open.a", "1"), ("c.list[3] == nil", "true"),
    ("#c.list", "2"), ("c.list[1]", "10"), ("c.declared", "7"), ("c.assigned == nil", "true"),
  ])
  func `a member that a type does not have is an error, a missing entry is nil`(
    expression: String, expected: String
  ) throws {
    let schema = RuleSchema(keys: DeclaredKey.self)
    let rules = try model(
      """
      { key = "answer", value = function(c) return \(expression) end },
      { key = "assigned", when = false, value = 1 },
      """, schema: schema)
    var context = RuleContext(rules)
    context.todo = Todo()
    context["open"] = ["a": 1]
    context["list"] = [10, 20]
    #expect(outcome(in: context) == expected)
  }

  private struct DeclaredKey: DynamicEnvironmentKey { static let defaultValue = 7 }

  @Test func `pairs walks the context and its values in one order`() throws {
    var context = RuleContext(
      try model(
        """
        { key = "answer", value = function(c)
          local t = {}
          for k, v in pairs(c.open) do t[#t + 1] = k .. "=" .. v end
          for i, v in ipairs(c.list) do t[#t + 1] = i .. "=" .. v end
          for k, v in pairs({ z = 1, a = 2, [2] = "y", [1] = "x" }) do t[#t + 1] = k .. "=" .. v end
          return table.concat(t, " ")
        end },
        """))
    context["open"] = ["b": 1, "a": 2, "B": 3, "ä": 4]
    context["list"] = [10, 20]
    #expect(outcome(in: context) == "\"B=3 a=2 b=1 ä=4 1=10 2=20 1=x 2=y a=2 z=1\"")
  }

  @Test func `an evaluation after an error is a new one`() throws {
    let counter = Counter()
    let host = HostFunctions().adding("flaky") { () throws -> Int in
      let number = counter.next()
      if number.isMultiple(of: 2) { return number }
      throw Failure()
    }
    let context = RuleContext(
      try model(
        """
        { key = "a", value = function(c) return c.b end },
        { key = "b", value = function(c) return host.flaky() end },
        """, host: host))
    for round in 1...3 {
      #expect(
        outcome("a", in: context)
          == "rules.lua:3: error: `host.flaky` failed: Failure() [host-function]\n"
          + "  note: `a` asked for `b`")
      #expect(outcome("a", in: context) == "\(2 * round)")
    }
  }

  private struct Failure: Error {}
}
