import Testing

@testable import LuaRules

private enum Level: String, Sendable { case low, high }
private struct Refusal: Error, CustomStringConvertible { var description: String { "closed" } }

private struct Task: Sendable, RuleObject {
  var title = "Buy beer"
  var level = Level.low
  var readers = ["ann", "bob"]

  func isVisible(to user: String) -> Bool { readers.contains(user) }
  func isVisible(to user: String, as level: Level?) -> Bool {
    isVisible(to: user) && (level ?? .low) == self.level
  }
  func next() -> Task? { level == .low ? Task(title: "Drink", level: .high) : nil }
  func precedes(_ other: Task) -> Bool { title < other.title }
  func days(of weeks: Int) throws -> Int { if weeks > 0 { weeks * 7 } else { throw Refusal() } }
  func code(_ digit: Int) -> String { "code\(digit)" }
  func theme(_ context: RuleContext) throws -> String { try context.value(at: "theme") }
  func forget() {}

  static let ruleMembers: RuleMembers<Task> = [
    .init("title", \.title), .init("level", \.level),
    .init("isVisible", calling: Task.isVisible(to:)),
    .init("isSeen", description: "Whether …", calling: Task.isVisible(to:as:)),
    .init("next", calling: Task.next), .init("precedes", calling: Task.precedes),
    .init("days", calling: Task.days(of:)),
    .init("code", isSecret: true, calling: Task.code),
    .init("theme", calling: Task.theme), .init("forget", calling: Task.forget),
    .init("isBehind", calling: { _ in { (first: String, second: String) in first > second } }),
    .init("shout", calling: { _ in { (text: String) in text.uppercased() } }),
    .init("weekly", calling: { task in { (count: Int) in "\(count) times \(task.title)" } }),
  ]
}

private class Machine: RuleObject, @unchecked Sendable {
  func speed(times factor: Double) -> Double { factor }
  static let ruleMembers: RuleMembers<Machine> = [.init("speed", calling: Machine.speed(times:))]
}
private final class Engine: Machine, @unchecked Sendable {
  override func speed(times factor: Double) -> Double { factor * 10 }
}

extension DynamicEnvironmentPaths {
  fileprivate var task: Task? {
    get { self[dynamic: RuleKey("task", default: nil)] }
    set { self[dynamic: RuleKey("task", default: nil)] = newValue }
  }
  fileprivate var machine: Machine? {
    get { self[dynamic: RuleKey("machine", default: nil)] }
    set { self[dynamic: RuleKey("machine", default: nil)] = newValue }
  }
}

/// Methods that rules call.
struct MemberFunctionTests {
  private static func context(
    _ rules: String, _ plan: EvaluationMode = .native, grant: Grant? = nil
  ) throws -> RuleContext {
    let text = "return {\n\(rules)\n}"
    let source =
      grant.map { RuleSource(text: text, name: "rules.lua", grant: $0) }
      ?? RuleSource(text: text, name: "rules.lua")
    var context = RuleContext(
      try RuleModel(sources: [source], options: RuleOptions(plan: plan)))
    context.task = Task()
    context.machine = Engine()
    context["theme"] = "dark"
    return context
  }

  /// What a rule gives, planned and not, which is the same.
  private static func answer(_ expression: String, grant: Grant? = nil) throws -> String {
    let rules = "{ key = \"answer\", value = function(c) return \(expression) end },"
    let condition = """
      { key = "answer", when = function(c) return \(expression) end, value = "true" },
      { key = "answer", value = "false" },
      """
    for text in [rules, condition] {
      let outcomes = try [EvaluationMode.native, .lua].map {
        outcome(in: try context(text, $0, grant: grant))
      }
      #expect(outcomes[0] == outcomes[1])
    }
    return outcome(in: try context(rules, grant: grant))
  }

  @Test(arguments: [
    ("c.task.isVisible(\"ann\")", "true"), ("c.task.isVisible(\"cid\")", "false"),
    ("c.task.isVisible(\"cid\") and c.task.title == \"x\"", "false"),
    ("c.task.isSeen(\"ann\", \"low\")", "true"), ("c.task.isSeen(\"ann\")", "true"),
    ("c.task.isSeen(\"ann\", c.task.level)", "true"), ("c.task.isSeen(\"ann\", null)", "true"),
    ("c.task.isVisible(\"ann\", 7)", "true"), ("c.task.next().title", "\"Drink\""),
    ("c.task.next().next() == nil", "true"), ("c.task.precedes(c.task.next())", "true"),
    ("c.task.precedes(c.task)", "false"), ("c.task.days(2)", "14"), ("c.task.days(2.0)", "14"),
    ("c.task.theme(c)", "\"dark\""), ("c.task.forget() == nil", "true"),
    ("c.task.weekly(3)", "\"3 times Buy beer\""), ("c.task.code(1)", "\"code1\""),
    (
      "(function(t) table.sort(t, c.task.isBehind) return t[1] .. t[3] end)({ 'b', 'c', 'a' })",
      "\"ca\""
    ),
    ("(string.gsub('a b', '%a', c.task.shout))", "\"A B\""),
    ("c.machine.speed(2)", "20.0"), ("type(c.task.isVisible)", "\"function\""),
    ("c.task.isVisible == c.task.isVisible", "true"), ("c.task.isVisible == true", "false"),
    ("(function(f) return f(\"ann\") end)(c.task.isVisible)", "true"),
  ])
  func `rules call methods`(expression: String, expected: String) throws {
    #expect(try Self.answer(expression) == expected)
  }

  @Test(arguments: [
    (
      "c.task.isVisible(5)",
      "rules.lua:2: error: argument 1 of `isVisible` is 5; expected a string [wrong-type]"
    ),
    (
      "c.task.isVisible()",
      "rules.lua:2: error: argument 1 of `isVisible` is nil; expected a string [wrong-type]"
    ),
    (
      "c.task.isSeen(\"ann\", \"hgh\")",
      """
      rules.lua:2: error: argument 2 of `isSeen` is "hgh"; expected one of low, high or nil [wrong-value]
        hint: did you mean "high"?
      """
    ),
    ("c.task.days(0)", "rules.lua:2: error: `days` failed: closed [host-function]"),
    (
      "c.task:isVisible(\"ann\")",
      """
      rules.lua:2: error: `isVisible` is called with a colon, and gets its object twice [host-function]
        hint: write `.isVisible(`
      """
    ),
    (
      "c.task:precedes(c.task)",
      """
      rules.lua:2: error: `precedes` is called with a colon, and gets its object twice [host-function]
        hint: write `.precedes(`
      """
    ),
    (
      "c.task.isVisble(\"ann\")",
      """
      rules.lua:2: error: unknown member `isVisble` [unknown-member]
        hint: did you mean `isVisible`?
      """
    ),
    (
      "c.task.isVisible.name",
      "rules.lua:2: error: `name` cannot be read: a function has no members [runtime]"
    ),
    (
      "c.task.isVisible(function() end)",
      "rules.lua:2: error: argument 1 of `isVisible` is a function; expected a string [wrong-type]"
    ),
  ])
  func `what is wrong with a call is told with its place`(
    expression: String, expected: String
  ) throws {
    let told = try Self.answer(expression)
    #expect(told.hasPrefix(expected), "\(told)")
  }

  @Test func `methods are no part of the value`() throws {
    #expect(try Self.answer("c.task") == #"{"level":"low","title":"Buy beer"}"#)
    let names = "(function() local n = 0 for _ in pairs(c.task) do n = n + 1 end return n end)()"
    #expect(try Self.answer(names) == "2")
    let context = try Self.context(
      "{ key = \"answer\", when = { task = { level = \"low\" } }, value = 1 },")
    #expect(
      context.explain(at: "answer").description.contains(#"{"level":"low","title":"Buy beer"}"#))
  }

  @Test func `a method is not given as a value`() throws {
    let context = try Self.context(
      "{ key = \"answer\", value = function(c) return c.task.isVisible end },")
    #expect(
      outcome(in: context) == """
        rules.lua:2: error: the rule gives the method `isVisible` itself [wrong-type]
          hint: call it: `.isVisible(…)`
        """)
  }

  @Test func `a grant names methods as it does members`() throws {
    let grant = Grant(read: .names("task.isVisible", "task.level", "task.precedes"), functions: [])
    #expect(try Self.answer("c.task.isVisible(\"ann\")", grant: grant) == "true")
    let refused = #expect(throws: RuleError.self) {
      try Self.answer("c.task.days(1)", grant: grant)
    }
    #expect(refused?.code == .notGranted)
    // The method would see all of the object.
    #expect(try Self.answer("c.task.precedes(c.task)", grant: grant).contains("[not-granted]"))
  }

  @Test func `what a secret method gives is not printed`() throws {
    let context = try Self.context(
      """
      { key = "answer", when = function(c) return c.task.code(7) == "code7" end,
        value = function(c) return error("it is " .. c.task.code(7)) end },
      """)
    #expect(outcome(in: context).contains("it is •••"))
    #expect(!context.explain(at: "answer").description.contains("code7"))
  }

  @Test func `calls count against the budget`() throws {
    let rules =
      "{ key = \"answer\", value = function(c) while c.task.isVisible(\"ann\") do end return 1 end },"
    var context = RuleContext(try model(rules, budget: Budget(instructions: 10_000)))
    context.task = Task()
    #expect(outcome(in: context).contains("[budget]"), "\(outcome(in: context))")
  }

  @Test func `members know the types of methods`() {
    #expect(Task.ruleMembers["isVisible"]?.valueType == ((String) throws -> Bool).self)
    #expect(
      Task.ruleMembers["isSeen"]?.type
        == .function(
          FunctionType(
            parameters: [.string, .optional(.enumeration(["low", "high"]))], result: .boolean)))
    #expect(Task.ruleMembers["isSeen"]?.description == "Whether …")
    #expect(Task.ruleMembers["next"]?.type.isFunction == true)
  }

  @Test func `a JSON Schema has methods, and a context from JSON has what stands for them`() throws
  {
    let schema = RuleSchema(\.task)
    let json = schema.json()
    #expect(json.contains(#""x-function": {"#))
    let read = try RuleSchema(json: json)
    #expect(read.json() == json)
    #expect(read.type(of: "task") == schema.type(of: "task"))
    func answer(_ expression: String, _ values: String) -> String {
      Question(
        "", "return {{ key = \"answer\", value = function(c) return \(expression) end }}",
        with: values, schema: read, gives: ""
      ).outcome
    }
    let values = #"{"task": {"title": "t", "level": "low"}}"#
    #expect(answer("c.task.title", values) == "\"t\"")
    #expect(answer("c.task", values) == #"{"level":"low","title":"t"}"#)
    #expect(
      answer("c.task.isVisible(\"ann\")", values).hasSuffix(
        "error: `isVisible` can be called in the program only: the context is from JSON [host-function]"
      ))
    #expect(
      answer("1", #"{"task": {"title": "t", "level": "low", "isVisible": true}}"#).contains(
        "expected a function of the program"))
  }
}
