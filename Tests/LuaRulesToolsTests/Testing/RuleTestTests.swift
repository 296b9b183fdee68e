import LuaRules
import LuaRulesTools
import Testing

/// What tests of rules expect, and what they say when it is not so.
struct RuleTestTests {
  private static let rules = """
    return {
      { key = "color", rules = {
        { name = "calm", when = function(c) return c.todo.priority == "low" end, value = "gray" },
        { when = { todo = { priority = "high" } }, value = "red" },
      } },
      { key = "title", value = function(c) return c.todo.title end },
      { key = "badge", when = { todo = { done = true } }, value = null },
      { key = "badge", value = { left = 1, words = { "a", "b" } } },
      { key = "price", value = function(c) return host.discounted(c.sum, host.percent()) end },
      { key = "person.status", value = "new" },
    }
    """

  @Test(arguments: [
    #"{ "a", context = { todo = { priority = "high" } }, expect = { color = "red" } }"#,
    #"{ "a", context = { todo = { done = true } }, expect = { badge = null, color = null } }"#,
    #"{ "a", context = { todo = {} }, expect = { badge = { words = { "a", "b" }, left = 1.0 } } }"#,
    #"{ "a", errors = { colour = "unknown-key" } }"#,
    #"{ "a", errors = { colour = "unknown key `colour`", title = true } }"#,
    #"{ "a", context = { person = { name = "x" } }, expect = { ["person.status"] = "new", ["person.name"] = "x" } }"#,
    #"{ "a", context = { sum = 200 }, host = { discounted = function(a, b) return a - b end, percent = 3 }, expect = { price = 197 } }"#,
    #"{ expect = { ["person.status"] = "new" } }"#,
    #"{ "a", skip = true, expect = { color = "never" } }"#,
  ])
  func `passes`(test: String) throws {
    let failures = try RuleTests.failures("return { \(test) }", rules: Self.rules)
    #expect(failures == [])
  }

  @Test(arguments: [
    (
      #"{ "a", context = { todo = { priority = "low" } }, expect = { color = "red" } }"#,
      """
      rules/a.test.lua:2: `color` is "gray"; expected "red"
        color is "gray", by the rule `calm` at rules/a.lua:3
          rules/a.lua:3 `calm`: won (priority 100, complexity 1; declared before the next)
          rules/a.lua:4: not reached (priority 100, complexity 1)
          todo is {"priority":"low"}, set on the context
      """
    ),
    (
      #"{ "a", context = { todo = {} }, expect = { color = "red" } }"#,
      """
      rules/a.test.lua:2: `color` is null; expected "red"
        color is null, the default: no rule gave it
          rules/a.lua:3 `calm`: not matched (priority 100, complexity 1; declared before the next)
            `c.todo.priority == "low"`: was nil
            3 | { name = "calm", when = function(c) return c.todo.priority == "low" end, value = "gray" },
              |                                            ^^^^^^^^^^^^^^^^^^^^^^^^
          rules/a.lua:4: not matched (priority 100, complexity 1)
            `todo.priority = "high"`: was nil
            4 | { when = { todo = { priority = "high" } }, value = "red" },
              |                     ^^^^^^^^
          todo is [], set on the context
      """
    ),
    (
      #"{ "a", context = { todo = { title = "x" } }, expect = { title = null } }"#,
      """
      rules/a.test.lua:2: `title` is "x"; expected null
        title is "x", by the rule at rules/a.lua:6
          rules/a.lua:6: won (priority 100, complexity 0)
          todo is {"title":"x"}, set on the context
      """
    ),
    (
      #"{ "a", context = { color = "blue" }, expect = { color = "red" } }"#,
      """
      rules/a.test.lua:2: `color` is "blue"; expected "red"
        color is "blue", set on the context
      """
    ),
    (
      #"{ "a", expect = { colr = "red" } }"#,
      """
      rules/a.test.lua:2: `colr` is an error; expected "red"
        colr is an error
          error: unknown key `colr` [unknown-key]
            hint: did you mean `color`?
      """
    ),
    (
      #"{ "a", expect = { title = "x" } }"#,
      """
      rules/a.test.lua:2: `title` is an error; expected "x"
        title is an error
          rules/a.lua:6: error: unknown key `todo` [unknown-key]
            hint: it is neither set, nor assigned by a rule, nor declared
          rules/a.lua:6: failed (priority 100, complexity 0)
            6 | { key = "title", value = function(c) return c.todo.title end },
              |                                               ^^^^
      """
    ),
    (
      #"{ "a", context = { todo = {} }, errors = { color = "cycle" } }"#,
      """
      rules/a.test.lua:2: `color` is null; expected an error with "cycle"
        color is null, the default: no rule gave it
          rules/a.lua:3 `calm`: not matched (priority 100, complexity 1; declared before the next)
            `c.todo.priority == "low"`: was nil
            3 | { name = "calm", when = function(c) return c.todo.priority == "low" end, value = "gray" },
              |                                            ^^^^^^^^^^^^^^^^^^^^^^^^
          rules/a.lua:4: not matched (priority 100, complexity 1)
            `todo.priority = "high"`: was nil
            4 | { when = { todo = { priority = "high" } }, value = "red" },
              |                     ^^^^^^^^
          todo is [], set on the context
      """
    ),
    (
      #"{ "a", errors = { title = "cycle" } }"#,
      """
      rules/a.test.lua:2: `title` is another error; expected an error with "cycle"
        title is an error
          rules/a.lua:6: error: unknown key `todo` [unknown-key]
            hint: it is neither set, nor assigned by a rule, nor declared
          rules/a.lua:6: failed (priority 100, complexity 0)
            6 | { key = "title", value = function(c) return c.todo.title end },
              |                                               ^^^^
      """
    ),
  ])
  func `fails`(test: String, failure: String) throws {
    let failures = try RuleTests.failures("return {\n\(test) }", rules: Self.rules)
    #expect(failures == [failure])
  }

  @Test func `contexts and expectations come from the tables around`() throws {
    let tests = try RuleTests([
      "rules/a.lua": Self.rules,
      "rules/a.test.lua": """
      return {
        context = { todo = { title = "Beer", priority = "low" }, sum = 10 },
        host = { percent = 1, discounted = function(sum, percent) return sum - percent end },
        { "outer", context = { todo = { priority = "high" } }, expect = { price = 9 }, cases = {
          { "one", expect = { title = "Beer", color = "red" } },
          { "two", context = { todo = { title = "Tea" } }, expect = { title = "Tea" } },
          { "three", host = { percent = 2 }, expect = { price = 8 } },
        } },
        { "last", expect = { color = "gray", price = 9 } },
      }
      """,
    ])
    #expect(
      tests.cases.map(\.name) == ["outer › one", "outer › two", "outer › three", "last"])
    #expect(tests.cases.flatMap { $0.run().failures } == [])
  }

  @Test func `rows are tests`() throws {
    let tests = try RuleTests([
      "rules/a.lua": Self.rules,
      "rules/a.test.lua": """
      return {
        { "colors", context = { todo = { title = "Beer" } },
          given = { "todo.priority", "todo.done" }, expect = { "color", "title" }, cases = {
            { "low", false, "gray", "Beer" },
            { "high", null, "red", "Beer" },
            { "normal", true, "red", "Beer" },
        } },
      }
      """,
    ])
    #expect(
      tests.cases.map(\.description) == [
        #"rules/a.test.lua:4: colors › "low", false"#,
        #"rules/a.test.lua:5: colors › "high", null"#,
        #"rules/a.test.lua:6: colors › "normal", true"#,
      ])
    #expect(
      tests.cases.flatMap { $0.run().failures.map(\.description) } == [
        """
        rules/a.test.lua:6: `color` is null; expected "red"
          color is null, the default: no rule gave it
            rules/a.lua:3 `calm`: not matched (priority 100, complexity 1; declared before the next)
              `c.todo.priority == "low"`: was "normal"
              3 | { name = "calm", when = function(c) return c.todo.priority == "low" end, value = "gray" },
                |                                            ^^^^^^^^^^^^^^^^^^^^^^^^
            rules/a.lua:4: not matched (priority 100, complexity 1)
              `todo.priority = "high"`: was "normal"
              4 | { when = { todo = { priority = "high" } }, value = "red" },
                |                     ^^^^^^^^
            todo is {"done":true,"priority":"normal","title":"Beer"}, set on the context
        """
      ])
  }

  // MARK: With what a host declares

  private struct ColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
  private struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
  private enum Color: String, Sendable { case black, gray, red }
  private enum Priority: String, Sendable, Decodable { case low, high }
  private struct Todo: Sendable, Decodable { var priority: Priority }

  private static let hostRules = """
    return {
      { key = "color", when = function(c) return c.todo and c.todo.priority == "high" end, value = "red" },
      { key = "label", value = function(c) return host.label(c) end },
    }
    """

  @Test func `a test meets the host's keys and functions`() throws {
    let host: HostFunctions = ["label": .function { (_: RuleContext) in "from the host" }]
    let failures = try RuleTests.failures(
      """
      return {
        { "default", expect = { color = "black", label = "from the host" } },
        { "value", context = { todo = { priority = "high" } }, expect = { color = "red" } },
        { "wrong", expect = { color = "grey" } },
        { "context", context = { color = "rad" }, expect = { label = "x" } },
        { "stand-in", host = { label = "mine" }, expect = { label = "mine" } },
      }
      """,
      rules: Self.hostRules, schema: RuleSchema(keys: ColorKey.self, TodoKey.self), host: host)
    #expect(
      failures == [
        """
        rules/a.test.lua:4: `color` can never be "grey", which the test expects; it can be one of \
        black, gray, red
          hint: did you mean "gray"?
        """,
        """
        rules/a.test.lua:5: `color` is "rad"; expected one of black, gray, red
          hint: did you mean "red"?
        """,
      ])
  }

  @Test func `a host may prepare contexts with values of its own`() throws {
    let failures = try RuleTests.failures(
      #"return { { "a", expect = { color = "red" } } }"#, rules: Self.hostRules,
      schema: RuleSchema(keys: ColorKey.self, TodoKey.self),
      host: ["label": .function { (_: RuleContext) in "" }]
    ) { context in
      context.setDynamicValue(Todo(priority: .high), for: RuleKey(TodoKey.self))
    }
    #expect(failures == [])
  }

  @Test func `a secret is not told`() throws {
    let schema = try RuleSchema(
      json: #"{ "properties": { "token": { "type": "string", "writeOnly": true } } }"#)
    let failures = try RuleTests.failures(
      #"return { { "a", context = { token = "hunter22" }, expect = { token = "swordfish" } } }"#,
      rules: "return { { key = 'x', value = 1 } }", schema: schema)
    #expect(
      failures == [
        "rules/a.test.lua:1: `token` is •••; expected •••\n  token is \"•••\", set on the context"
      ])
  }

  @Test func `a failure is thrown with its place`() throws {
    let tests = try RuleTests([
      "rules/a.lua": Self.rules, "rules/a.test.lua": "return {\n{ \"a\", expect = { x = 1 } } }",
    ])
    let failure = try #require(throws: RuleTestFailure.self) { try tests.cases[0].check() }
    #expect(failure.location == SourceLocation(file: "rules/a.test.lua", line: 2))
    #expect(failure.key == "x")
  }
}
