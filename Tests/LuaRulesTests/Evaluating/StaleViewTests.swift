import LuaRules
import Synchronization
import Testing

private struct Todo: RuleObject, Sendable {
  let title: String
  static let ruleMembers: RuleMembers<Todo> = [.init("title", \.title)]
}
private final class Token: Sendable {}

/// What a rule keeps of the host is good for its evaluation only.
struct StaleViewTests {
  /// Every way to keep something for the next evaluation is closed.
  static let keepers: [(name: String, rules: String, expected: String)] = [
    (
      "a local of the file",
      "local kept\nreturn { { key = 'answer', value = function(c) kept = c.todo return 1 end } }",
      "rules.lua:2: error: a rule function writes to `kept`, a local of its file [frozen]"
    ),
    (
      "a table of the file",
      "local kept = {}\n"
        + "return { { key = 'answer', value = function(c) kept.t = c.todo return 1 end } }",
      "rules.lua:2: error: a rule function writes to the field `t` of a table that was made while "
        + "loading [frozen]"
    ),
    (
      "a global",
      "return {\n  { key = 'answer', value = function(c) kept = c.todo return 1 end } }",
      "rules.lua:2: error: a rule function writes to the global `kept` [frozen]"
    ),
    (
      "a library",
      "return {\n  { key = 'answer', value = function(c) string.kept = c.todo return 1 end } }",
      "rules.lua:2: error: a rule function writes to "
    ),
    (
      "a table of the file, by a library function",
      "local kept = {}\n"
        + "return { { key = 'answer', value = function(c) table.insert(kept, c.todo) return 1 end } }",
      "rules.lua:2: error: a rule function writes to "
    ),
  ]

  @Test(arguments: keepers)
  func `nothing of an evaluation is kept for the next`(
    name: String, rules: String, expected: String
  ) throws {
    var context = RuleContext(try RuleModel(text: rules))
    context["todo"] = Todo(title: "x")
    #expect(outcome(in: context).hasPrefix(expected))
    #expect(outcome(in: context).hasPrefix(expected))
  }

  @Test func `a closure of an evaluation does not outlive it`() throws {
    var context = RuleContext(
      try model(
        """
        { key = "answer", value = function(c) return function() return c.todo.title end end },
        { key = "fine", value = function(c) return c.todo.title end },
        """))
    context["todo"] = Todo(title: "x")
    #expect(
      outcome(in: context).contains("a function has no JSON form"))
    #expect(outcome("fine", in: context) == "\"x\"")
  }

  @Test func `each evaluation sees its own values`() throws {
    let rules = try model("{ key = 'answer', value = function(c) return c.todo.title end },")
    for title in ["a", "b", "c"] {
      var context = RuleContext(rules)
      context["todo"] = Todo(title: title)
      #expect(outcome(in: context) == "\"\(title)\"")
    }
  }

  @Test func `an object is released when the evaluation ends`() throws {
    let made = WeakToken()
    let watched = try model(
      "{ key = 'answer', value = function(c) local t = host.token() return t ~= nil end },",
      host: HostFunctions().adding("token") { made.make() })
    #expect(outcome(in: RuleContext(watched)) == "true")
    #expect(made.isReleased)
  }
}

/// Makes an object and watches it go.
private final class WeakToken: Sendable {
  private struct Weak { weak var token: Token? }
  private let last = Mutex(Weak())

  func make() -> Token {
    let token = Token()
    last.withLock { $0.token = token }
    return token
  }

  var isReleased: Bool { last.withLock { $0.token == nil } }
}
