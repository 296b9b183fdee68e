import LuaRules
import Testing

/// Explanations, compared with what a person finds out by hand.
@Suite struct ExplanationTests {
  /// Rules in one file, a context, a key, and the explanation that a person would give.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let rules: String
    let context: String
    let key: String
    let expected: String

    var testDescription: String { name }

    init(_ name: String, _ rules: String, with context: String = "{}", key: String, says: String) {
      self.name = name
      self.rules = rules
      self.context = context
      self.key = key
      expected = says
    }
  }

  static let todo = """
    return {
      { key = "fancyColor", rules = {
        { when = function(c) return c.todo.priority == "low" end, value = "gray" },
        { when = { todo = { priority = "high" } }, value = "red" },
      } },
      { key = "title", when = function(c) return c.todo.title == "IMPORTANT" end, value = "Wait." },
      { key = "title", value = function(c) return c.todo.title end },
      { key = "navigationBarTitle", value = function(c) return c.title end },
    }
    """

  static let cases: [Case] = [
    Case(
      "the rules of the README", todo,
      with: #"{"todo": {"priority": "high", "title": "Tea"}}"#, key: "fancyColor",
      says: """
        fancyColor is "red", by the rule at todo.lua:4
          todo.lua:3: not matched (priority 100, complexity 1; declared before the next)
            `c.todo.priority == "low"`: was "high"
            3 | { when = function(c) return c.todo.priority == "low" end, value = "gray" },
              |                             ^^^^^^^^^^^^^^^^^^^^^^^^
          todo.lua:4: won (priority 100, complexity 1)
          todo is {"priority":"high","title":"Tea"}, set on the context
        """),
    Case(
      "a rule over another key", todo, with: #"{"todo": {"priority": "high", "title": "Tea"}}"#,
      key: "navigationBarTitle",
      says: """
        navigationBarTitle is "Tea", by the rule at todo.lua:8
          todo.lua:8: won (priority 100, complexity 0)
          title is "Tea", by the rule at todo.lua:7
            todo.lua:6: not matched (priority 100, complexity 1; before the next by complexity)
              `c.todo.title == "IMPORTANT"`: was "Tea"
              6 | { key = "title", when = function(c) return c.todo.title == "IMPORTANT" end, value = "Wait." },
                |                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^
            todo.lua:7: won (priority 100, complexity 0)
            todo is {"priority":"high","title":"Tea"}, set on the context
        """),
    Case(
      "a candidate behind the winner", todo, with: #"{"todo": {"priority": "low"}}"#,
      key: "fancyColor",
      says: """
        fancyColor is "gray", by the rule at todo.lua:3
          todo.lua:3: won (priority 100, complexity 1; declared before the next)
          todo.lua:4: not reached (priority 100, complexity 1)
          todo is {"priority":"low"}, set on the context
        """),
    Case(
      "the default", todo, with: #"{"todo": {"priority": "normal"}}"#, key: "fancyColor",
      says: """
        fancyColor is null, the default: no rule gave it
          todo.lua:3: not matched (priority 100, complexity 1; declared before the next)
            `c.todo.priority == "low"`: was "normal"
            3 | { when = function(c) return c.todo.priority == "low" end, value = "gray" },
              |                             ^^^^^^^^^^^^^^^^^^^^^^^^
          todo.lua:4: not matched (priority 100, complexity 1)
            `todo.priority = "high"`: was "normal"
            4 | { when = { todo = { priority = "high" } }, value = "red" },
              |                     ^^^^^^^^
          todo is {"priority":"normal"}, set on the context
        """),
    Case(
      "a set key asks no rule", todo, with: #"{"title": null}"#, key: "title",
      says: "title is null, set on the context"),
    Case(
      "a rule reads a set key", todo, with: #"{"title": "Set"}"#, key: "navigationBarTitle",
      says: """
        navigationBarTitle is "Set", by the rule at todo.lua:8
          todo.lua:8: won (priority 100, complexity 0)
          title is "Set", set on the context
        """),
    Case(
      "priority, complexity and declaration decide the order",
      """
      return {
        { key = "k", name = "last", priority = "low", value = 1 },
        { key = "k", name = "plain", value = 2 },
        { key = "k", name = "other", value = 3 },
        { key = "k", name = "one", when = { a = 1 }, value = 4 },
        { key = "k", name = "top", priority = 101, when = { a = 1 }, value = 5 },
      }
      """, with: #"{"a": 2}"#, key: "k",
      says: """
        k is 2, by the rule `plain` at todo.lua:3
          todo.lua:6 `top`: not matched (priority 101, complexity 1; before the next by priority)
            `a = 1`: was 2
            6 | { key = "k", name = "top", priority = 101, when = { a = 1 }, value = 5 },
              |                                                     ^
          todo.lua:5 `one`: not matched (priority 100, complexity 1; before the next by complexity)
            `a = 1`: was 2
            5 | { key = "k", name = "one", when = { a = 1 }, value = 4 },
              |                                     ^
          todo.lua:3 `plain`: won (priority 100, complexity 0; declared before the next)
          todo.lua:4 `other`: not reached (priority 100, complexity 0; before the next by priority)
          todo.lua:2 `last`: not reached (priority 50, complexity 0)
          a is 2, set on the context
        """),
    Case(
      "declining",
      """
      return {
        { key = "k", value = function(c) return c.a end },
        { key = "k", value = function(c) return c.b end },
        { key = "a", value = function(c) return nil end },
      }
      """, with: #"{"b": 7}"#, key: "k",
      says: """
        k is 7, by the rule at todo.lua:3
          todo.lua:2: declined (priority 100, complexity 0; declared before the next)
            it read c.a: nil
          todo.lua:3: won (priority 100, complexity 0)
          a is null, the default: no rule gave it
            todo.lua:4: declined (priority 100, complexity 0)
          b is 7, set on the context
        """),
    Case(
      "nested groups: the outer condition comes first",
      """
      return { when = function(c) return c.platform == "watch" end, rules = {
        { key = "k", when = { size = { "s", "m" } }, value = 1 },
      } }
      """, with: #"{"platform": "watch", "size": "l"}"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:2: not matched (priority 100, complexity 2)
            `size = { "s", "m" }`: was "l"
            2 | { key = "k", when = { size = { "s", "m" } }, value = 1 },
              |                       ^^^^
          platform is "watch", set on the context
          size is "l", set on the context
        """),
    Case(
      "nested groups: the outer condition fails",
      """
      return { when = function(c) return c.platform == "watch" end, rules = {
        { key = "k", when = { size = { "s", "m" } }, value = 1 },
      } }
      """, with: #"{"platform": "mac", "size": "s"}"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:2: not matched (priority 100, complexity 2)
            `c.platform == "watch"`: was "mac"
            1 | return { when = function(c) return c.platform == "watch" end, rules = {
              |                                    ^^^^^^^^^^^^^^^^^^^^^
          platform is "mac", set on the context
        """),
    Case(
      "a pattern through nothing",
      #"return { { key = "k", when = { todo = { done = true } }, value = 1 } }"#,
      with: #"{"todo": null}"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:1: not matched (priority 100, complexity 1)
            `todo.done = true`: was nil
            1 | return { { key = "k", when = { todo = { done = true } }, value = 1 } }
              |                                         ^^^^
          todo is null, set on the context
        """),
    Case(
      "a rule that a function made shows no line of another rule",
      """
      local function rule(key, size) return { key = key, when = { size = size }, value = 1 } end
      return {
        rule("k", "s"),
        { key = "other", when = { size = "m" }, value = 2 },
      }
      """, with: #"{"size": "l"}"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:3: not matched (priority 100, complexity 1)
            `size = "s"`: was "l"
            3 | rule("k", "s"),
              | ^^^^^^^^^^^^^^^
          size is "l", set on the context
        """),
    Case(
      "a pattern in a table of several lines",
      """
      return {
        { key = "k", -- { not a table
          name = "{",
          when = {
            size = "s",
          }, value = 1 },
        { key = "other", when = { size = "m" }, value = 2 },
      }
      """, with: #"{"size": "l"}"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:2 `{`: not matched (priority 100, complexity 1)
            `size = "s"`: was "l"
            5 | size = "s",
              | ^^^^
          size is "l", set on the context
        """),
    Case(
      "a path key",
      """
      return {
        { key = "person.status", when = { person = { age = 7 } }, value = "child" },
        { key = "k", value = function(c) return c.person.status end },
      }
      """, with: #"{"person": {"age": 7, "status": "none"}}"#, key: "k",
      says: """
        k is "child", by the rule at todo.lua:3
          todo.lua:3: won (priority 100, complexity 0)
          person is {"age":7,"status":"none"}, set on the context
          person.status is "child", by the rule at todo.lua:2
            todo.lua:2: won (priority 100, complexity 1)
            person: shown above
        """),
    Case(
      "a member of a set value", "return {}", with: #"{"p": {"q": {"r": 3}}}"#, key: "p.q.r",
      says: """
        p.q.r is 3, set on the context
          p is {"q":{"r":3}}, set on the context
        """),
    Case(
      "a circle",
      """
      return {
        { key = "a", value = function(c) return c.b end },
        { key = "b", value = function(c) return c.a end },
      }
      """, key: "a",
      says: """
        a is an error
          todo.lua:3: error: `a` depends on itself: a → b → a [cycle]
            note: `a` asked for `b`
          todo.lua:2: failed (priority 100, complexity 0)
            3 | { key = "b", value = function(c) return c.a end },
              |                                           ^
          b is an error
            `a` depends on itself: a → b → a [cycle]
            todo.lua:3: failed (priority 100, complexity 0)
              3 | { key = "b", value = function(c) return c.a end },
                |                                           ^
            a: shown above
        """),
    Case(
      "an error in a condition ends the search",
      """
      return {
        { key = "k", when = function(c) return c.n < "x" end, value = 1 },
        { key = "k", value = 2 },
      }
      """, with: #"{"n": 1}"#, key: "k",
      says: """
        k is an error
          todo.lua:2: error: attempt to compare number with string [runtime]
          todo.lua:2: failed (priority 100, complexity 1; before the next by complexity)
            2 | { key = "k", when = function(c) return c.n < "x" end, value = 1 },
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          todo.lua:3: not reached (priority 100, complexity 0)
          n is 1, set on the context
        """),
    Case(
      "a key that nobody knows", "return {}", key: "nobody",
      says: """
        nobody is an error
          error: unknown key `nobody` [unknown-key]
            hint: it is neither set, nor assigned by a rule, nor declared
        """),
    Case(
      "a function that only Lua can decide",
      """
      return { { key = "k", when = function(c)
        for _, tag in ipairs(c.tags) do if tag == c.wanted then return true end end
      end, value = 1 } }
      """, with: #"{"tags": ["a", "b"], "wanted": "z"}"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:1: not matched (priority 100, complexity 1)
            the predicate at todo.lua:1 gave false
              it read c.tags[1]: "a"
              it read c.wanted: "z"
              it read c.tags[2]: "b"
              it read c.tags[3]: nil
            1 | return { { key = "k", when = function(c)
              |                       ^^^^
          tags is ["a","b"], set on the context
          wanted is "z", set on the context
        """),
    Case(
      "no predicate holds that never does",
      #"return { { key = "k", when = false, value = 1 } }"#, key: "k",
      says: """
        k is null, the default: no rule gave it
          todo.lua:1: not matched (priority 100, complexity 0)
            `false` did not hold
            1 | return { { key = "k", when = false, value = 1 } }
              |                       ^^^^
        """),
  ]

  @Test(arguments: cases)
  func `an explanation says what a person finds out`(_ sample: Case) throws {
    for plan in [EvaluationMode.native, .lua] {
      var context = RuleContext(
        try RuleModel(text: sample.rules, name: "todo.lua", options: RuleOptions(plan: plan)))
      try context.setValues(json: sample.context)
      #expect(context.explain(at: sample.key).description == sample.expected)
    }
  }

  // MARK: Conditions

  /// A function's result, a context, and what did not hold.
  struct Condition: Sendable, CustomTestStringConvertible {
    let code: String
    let context: String
    let expected: [String]
    var testDescription: String { "\(code) with \(context)" }

    init(_ code: String, _ context: String, _ expected: String...) {
      self.code = code
      self.context = context
      self.expected = expected
    }
  }

  static let conditions: [Condition] = [
    Condition("c.a == 1 and c.b == 2", #"{"a": 1, "b": 3}"#, "c.b == 2: c.b 3"),
    Condition("c.a == 1 and c.b == 2", #"{"a": 0, "b": 2}"#, "c.a == 1: c.a 0"),
    Condition(
      "c.a == 1 or c.b == 2", #"{"a": 0, "b": 0}"#, "c.a == 1: c.a 0", "c.b == 2: c.b 0"),
    Condition(
      "c.a == 1 and c.b == 2 or c.d", #"{"a": 1, "b": 0, "d": false}"#, "c.b == 2: c.b 0",
      "c.d: c.d false"),
    Condition("c.a and c.b == 2", #"{"a": "x", "b": 3}"#, "c.b == 2: c.b 3"),
    Condition("c.a and c.b == 2", #"{"a": null, "b": 2}"#, "c.a: c.a nil", "c.a: c.a nil"),
    Condition("not c.a", #"{"a": true}"#, "not c.a: c.a true"),
    Condition("not (c.a == 1 or c.b == 1)", #"{"a": 0, "b": 1}"#, "c.b ~= 1: c.b 1"),
    Condition("c.a ~= nil and c.a.b > 3", #"{"a": null}"#, "c.a ~= nil: c.a nil"),
    Condition("c.a ~= nil and c.a.b > 3", #"{"a": {"b": 3}}"#, "c.a.b > 3: c.a.b 3"),
    Condition("c.a <= 3", #"{"a": 4}"#, "c.a <= 3: c.a 4"),
    Condition("not (c.a <= 3)", #"{"a": 3}"#, "not (c.a <= 3): c.a 3"),
    Condition("c.a == c.b", #"{"a": 1, "b": 2}"#, "c.a == c.b: c.a 1 c.b 2"),
    Condition("#c.a > 1", #"{"a": ["x"]}"#, "#c.a > 1: #c.a 1"),
    Condition("c.a + 1 == 3", #"{"a": 1}"#, "c.a + 1 == 3: c.a + 1 2"),
    Condition("c.a.b.d", #"{"a": {"b": {"d": null}}}"#, "c.a.b.d: c.a.b.d nil"),
    Condition("c.a", #"{"a": null}"#, "c.a: c.a nil"),
    Condition("limits[c.a]", #"{"a": "small"}"#, "…[c.a]: …[c.a] nil"),
    Condition("isBig(c.a)", #"{"a": 5}"#, "c.a > 10: c.a 5"),
    Condition("c.a:find(\"x\")", #"{"a": "y"}"#, "?: c.a \"y\""),
    Condition("c.a == 1 and c.b:find(\"x\")", #"{"a": 2, "b": "y"}"#, "c.a == 1: c.a 2"),
    Condition(
      "c.a == 1 and c.b:find(\"x\")", #"{"a": 1, "b": "y"}"#, "?: c.a 1 c.b \"y\""),
  ]

  @Test(arguments: conditions)
  func `the condition that failed is named with what it saw`(_ condition: Condition) throws {
    let rules = """
      local limits = { big = 10 }
      local function isBig(n) return n > limits.big end
      return { { key = "first", when = function(c) return \(condition.code) end, value = 1 } }
      """
    for plan in [EvaluationMode.native, .lua] {
      var context = RuleContext(try RuleModel(text: rules, options: RuleOptions(plan: plan)))
      try context.setValues(json: condition.context)
      let candidate = try #require(context.explain(at: "first").keys.first?.candidates.first)
      let conditions = candidate.conditions.map { condition in
        let seen = condition.seen.map { "\($0.path) \($0.text)" }.joined(separator: " ")
        return "\(condition.text ?? "?"): \(seen)"
      }
      #expect(conditions == condition.expected)
      #expect(candidate.outcome == .notMatched)
    }
  }

  @Test func `what Lua has read before is seen again`() throws {
    var context = RuleContext(
      try RuleModel(
        text: """
          local function is(text, part) return text:find(part) end
          return {
            { key = "k", when = function(c) return is(c.a, "x") end, value = 1 },
            { key = "k", when = function(c) return is(c.a, "y") and is(c.b, "y") end, value = 2 },
            { key = "k", when = function(c) return is(c.t.a, "y") end, value = 2 },
            { key = "k", when = function(c) return is(c.t.a, "z") end, value = 3 },
          }
          """))
    try context.setValues(json: #"{"a": "p", "b": "y", "t": {"a": "q"}}"#)
    let reads = context.explain(at: "k").keys.first?.candidates.map { $0.reads.map(\.path) }
    #expect(reads == [["c.a"], ["c.a"], ["c.t.a"], ["c.t.a"]])
  }
}
