import LuaBridge
import LuaRules
import Testing

/// Answers that follow from scalars, which nothing is lent for: as those that Lua gives.
struct QuickAnswerTests {
  private struct ListKey: DynamicEnvironmentKey {
    static let defaultValue: [String] = []
    static let name = "list"
  }

  /// What is said when a key is asked several times: the first time makes the plan.
  private static func texts<Value>(
    _ context: RuleContext, _ key: RuleKey<Value>
  ) -> [String] {
    (0..<3).map { _ in
      do {
        return "\(try context.value(for: key))"
      } catch {
        return "\(error)"
      }
    }
  }

  private static func both(_ rules: String, _ schema: String? = nil) throws -> [RuleContext] {
    try [EvaluationMode.native, .lua].map { plan in
      RuleContext(
        try RuleModel(
          text: "return {\n\(rules)\n}",
          schema: try schema.map { try RuleSchema(json: $0) } ?? RuleSchema(),
          options: RuleOptions(plan: plan, unusedKeys: .allow)))
    }
  }

  @Test(arguments: [
    (
      "a chain",
      "{ key = 'k', value = function(c) return c.x end },"
        + "{ key = 'x', value = function(c) return c.todo.title end },"
    ),
    (
      "a chain that declines",
      "{ key = 'k', value = function(c) return c.x end },"
        + "{ key = 'k', value = 'none' }, { key = 'x', value = function(c) return c.todo.note end },"
    ),
    (
      "nothing that is told",
      "{ key = 'k', value = function(c) return c.x == nil and 'nil' end },"
        + "{ key = 'x', value = null },"
    ),
    (
      "a circle",
      "{ key = 'k', value = function(c) return c.x end },"
        + "{ key = 'x', value = function(c) return c.k end },"
    ),
    ("a member that is missing", "{ key = 'k', value = function(c) return c.todo.titel end },"),
    ("a member of a member", "{ key = 'k', value = function(c) return c.todo.inner.name end },"),
    (
      "a table as a test",
      "{ key = 'k', when = function(c) return c.todo.inner end, value = 'yes' },"
    ),
    ("a number", "{ key = 'k', value = function(c) return c.todo.rank end },"),
    ("a key that nobody knows", "{ key = 'k', value = function(c) return c.nobody end },"),
    ("a table", "{ key = 'k', value = function(c) return c.x end }, { key = 'x', value = { 1 } },"),
    (
      "a comparison",
      "{ key = 'k', when = function(c) return c.x < 3 end, value = 'less' },"
        + "{ key = 'x', value = function(c) return c.todo.rank end },"
    ),
  ])
  func `plans say what Lua says`(name: String, rules: String) throws {
    let json = #"{"todo": {"title": "Buy beer", "rank": 2, "inner": {"name": "n"}}}"#
    let closed = #"""
      {"properties": {"todo": {"type": "object", "additionalProperties": false, "properties": {
        "title": {"type": "string"}, "rank": {"type": "number"}, "note": {"type": "string"},
        "inner": {"type": "object", "additionalProperties": false,
          "properties": {"name": {"type": "string"}}}}}}}
      """#
    for schema in [nil, closed] {
      var contexts = try Self.both(rules, schema)
      for index in contexts.indices { try contexts[index].setValues(json: json) }
      let texts = contexts.map { Self.texts($0, RuleKey("k", default: "default")) }
      #expect(Set(texts.flatMap(\.self)).count == 1, "\(name): \(texts)")
      let numbers = contexts.map { Self.texts($0, RuleKey("k", default: 0.5)) }
      #expect(Set(numbers.flatMap(\.self)).count == 1, "\(name): \(numbers)")
    }
  }

  @Test func `a value goes on being found when another one is set`() throws {
    var context = RuleContext(
      try RuleModel(
        text: """
          return {
            { key = "k", when = function(c) return c.todo.title == "a" end, value = "first" },
            { key = "k", value = function(c) return c.x end },
            { key = "x", value = function(c) return c.todo.title end },
          }
          """))
    let key = RuleKey("k", default: "default")
    for (json, expected) in [
      (#"{"title": "a"}"#, "first"), (#"{"rank": 1, "title": "b"}"#, "b"),
      (#"{"title": "c", "z": 1}"#, "c"), (#"{"rank": 1}"#, "default"),
      (#"{"title": "a"}"#, "first"),
    ] {
      try context.setValue(json: json, for: "todo")
      for _ in 0..<3 { #expect(try context.value(for: key) == expected) }
    }
    context["x"] = "set"
    try context.setValue(json: "{}", for: "todo")
    for _ in 0..<3 { #expect(try context.value(for: key) == "set") }
    context["k"] = "mine"
    #expect(try context.value(for: key) == "mine")
    #expect(try context.value(for: RuleKey("k", default: Substring(""))) == "mine")
    context.unset("k")
    #expect(try context.value(for: key) == "set")
  }

  @Test func `each type that is asked for gets its own value`() throws {
    let context = RuleContext(
      try RuleModel(text: #"return { { key = "k", value = "1" }, { key = "n", value = 3 } }"#))
    for _ in 0..<3 {
      #expect(try context.value(for: RuleKey("k", default: "")) == "1")
      #expect(try context.value(for: RuleKey<String?>("k", default: nil)) == "1")
      #expect(try context.value(for: RuleKey("n", default: 0)) == 3)
      #expect(try context.value(for: RuleKey("n", default: 0.5)) == 3.0)
      #expect(try context.value(for: RuleKey<UInt8>("n", default: 0)) == 3)
      #expect(throws: RuleError.self) { try context.value(for: RuleKey("k", default: 0)) }
    }
  }

  @Test func `a text that is too long is refused each time`() throws {
    var budget = Budget()
    budget.valueBytes = 8
    var context = RuleContext(
      try RuleModel(
        text: """
          return {
            { key = "k", value = function(c) return c.x end },
            { key = "x", value = function(c) return c.text end },
          }
          """, options: RuleOptions(budget: budget)))
    let key = RuleKey("k", default: "default")
    for (text, isFine) in [("short", true), ("longer than that", false), ("short", true)] {
      context["text"] = text
      for _ in 0..<3 { #expect((try? context.value(for: key)) == (isFine ? text : nil)) }
    }
  }

  @Test func `a table of keys gives each its own place`() throws {
    var context = RuleContext(.empty)
    for number in stride(from: 40, through: 0, by: -1) { context["q\(number)"] = number }
    context.setDynamicValue(["a", "b"], for: RuleKey(ListKey.self))
    for number in 0...40 {
      #expect(try context.value(for: RuleKey("q\(number)", default: -1)) == number)
    }
    #expect(try context.value(for: ListKey.self) == ["a", "b"])
    #expect(context[dynamic: ListKey.self] == ["a", "b"])
  }

  @Test func `keys that read one another again and again give what they give in Lua`() throws {
    // Each key reads the next one twice: without remembering that is half a million keys.
    var rules = "{ key = 'z', value = 0 }, { key = 'k19', value = function(c) return c.n end },"
    for number in 0..<19 {
      let next = number == 0 ? "k1" : "k\(number + 1)"
      rules += "{ key = 'k\(number == 0 ? "" : "\(number)")', "
      rules += "value = function(c) return c.\(next) + c.z + c.\(next) end },"
    }
    for var context in try Self.both(rules) {
      context["n"] = 1
      #expect(Self.texts(context, RuleKey("k", default: 0)) == Array(repeating: "524288", count: 3))
    }
  }
}
