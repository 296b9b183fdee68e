import Foundation
import LuaRules
import Testing

private enum Color: String, Sendable { case gray, red, black, green }
private struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
private struct CountKey: DynamicEnvironmentKey { static let defaultValue = 3 }
private struct TextCountKey: DynamicEnvironmentKey {
  static let defaultValue = "three"
  static let name = "count"
}
private struct SameCountKey: DynamicEnvironmentKey {
  static let defaultValue = 4
  static let name = "count"
}
private struct Point: Codable, Sendable { var x: Int }
private struct PointKey: DynamicEnvironmentKey { static let defaultValue: Point? = nil }
private struct TagsKey: DynamicEnvironmentKey { static let defaultValue: [String] = ["a", "b"] }

extension DynamicEnvironmentPaths {
  fileprivate var fancyColor: Color { self[dynamic: FancyColorKey.self] }
  fileprivate var count: Int { self[dynamic: CountKey.self] }
  fileprivate var tags: [String] { self[dynamic: TagsKey.self] }
  fileprivate var sum: Int { count + tags.count }
}

struct DeclaredKeysTests {
  private static let schema = RuleSchema(
    keys: FancyColorKey.self, CountKey.self, PointKey.self, TagsKey.self)

  static let constants: [(rules: String, expected: String)] = [
    (
      "return {\n  { key = 'x', value = 1 },\n  { key = 'fancyColor',\n    value = 'grey' },\n}",
      "todo.lua:4: error: rule for `fancyColor` gives \"grey\"; expected one of gray, red, black, "
        + "green [wrong-value]\n  hint: did you mean \"gray\"?"
    ),
    (
      "return {\n  { set = { x = 1, count = 'x' } },\n}",
      "todo.lua:2: error: rule for `count` gives \"x\"; expected an integer [wrong-type]"
    ),
    (
      "return {\n  { key = 'count', rules = {\n    { when = { x = 1 }, value = 1.5 },\n  } },\n}",
      "todo.lua:3: error: rule for `count` gives 1.5; expected an integer [wrong-value]"
    ),
    (
      "return {\n  { key = 'count', value = null },\n}",
      "todo.lua:2: error: rule for `count` gives null; expected an integer [wrong-type]"
    ),
    (
      "return {\n  { key = 'point', value = { x = 'one' } },\n}",
      "todo.lua:2: error: rule for `point` gives \"one\" in `x`; expected an integer [wrong-type]"
    ),
    (
      "return {\n  { key = 'tags', value = { 'a', 2 } },\n}",
      "todo.lua:2: error: rule for `tags` gives 2 in `[2]`; expected a string [wrong-type]\n"
        + "  hint: write \"2\", in quotes"
    ),
    ("return {\n  { key = 'point', value = null },\n  { key = 'tags', value = {} },\n}", "2 rules"),
    // What a function gives is known when it is asked.
    ("return {\n  { key = 'count', value = function(c) return 'x' end },\n}", "1 rules"),
    // Other names may be assigned.
    ("return {\n  { key = 'other', value = 'x' },\n  { key = 'a.b', value = {} },\n}", "2 rules"),
  ]

  @Test(arguments: constants)
  func `a constant is checked when it is loaded`(rules: String, expected: String) {
    #expect(loading(rules, name: "todo.lua", schema: Self.schema) == expected)
    // Without a schema, types are checked when a key is asked.
    #expect(loading(rules, name: "todo.lua").hasSuffix(" rules"))
  }

  @Test func `all constants that do not fit are told`() {
    let error = #expect(throws: RuleError.self) {
      try model(
        "{ key = 'count', value = 'x' },\n{ key = 'tags', value = 1 },", schema: Self.schema)
    }
    #expect(([error?.location] + (error?.others.map(\.location) ?? [])).map { $0?.line } == [2, 3])
  }

  @Test func `declared defaults are seen by rules`() throws {
    let rules = try model(
      """
      { key = "answer", value = function(c)
        return { c.count, c.fancyColor, #c.tags, c.point == nil }
      end },
      { key = "pattern", when = { count = 3, fancyColor = "black", point = null }, value = true },
      """, schema: Self.schema)
    #expect(outcome(in: RuleContext(rules)) == "[3,\"black\",2,true]")
    #expect(outcome("pattern", in: RuleContext(rules)) == "true")
    #expect(outcome("count", in: RuleContext(rules)) == "3")
    #expect(
      outcome(
        "answer",
        in: RuleContext(try model("{ key = 'answer', when = { count = 1 } , value = 1 },"))
      )
      .contains("unknown key `count`"))
  }

  @Test func `names outside the schema may be set and assigned`() throws {
    var context = RuleContext(
      try model("{ key = 'other', value = function(c) return c.more end },", schema: Self.schema))
    context["more"] = 5
    #expect(outcome("other", in: context) == "5")
  }

  @Test func `two declarations of a name have one type`() throws {
    #expect(
      loading("return {}", schema: RuleSchema(keys: CountKey.self, TextCountKey.self))
        == "error: the key `count` is declared with two types: Int and String [conflicting-keys]")
    #expect(
      loading("return {}", schema: RuleSchema(keys: CountKey.self, SameCountKey.self)) == "0 rules")
    let merged = RuleSchema(keys: TextCountKey.self).merging(RuleSchema(keys: CountKey.self))
    #expect(loading("return {}", schema: merged).contains("String and Int"))
    // What a program exports may be merged with it again.
    let own = RuleSchema(keys: CountKey.self)
    #expect(
      loading("return {}", schema: own.merging(try RuleSchema(json: own.json()))) == "0 rules")
    let text = RuleSchema(keys: TextCountKey.self).json()
    #expect(
      loading("return {}", schema: own.merging(try RuleSchema(json: text)))
        == "error: the key `count` is declared with two types: Int and a string [conflicting-keys]")
  }

  @Test func `models of a chain that declare two types are told when asked`() throws {
    let first = try model(
      "{ key = 'answer', value = function(c) return c.count end },\n{ key = 'x', value = 1 },",
      schema: RuleSchema(keys: CountKey.self))
    let second = try model("{ key = 'y', value = 1 },", schema: RuleSchema(keys: TextCountKey.self))
    let sentence =
      "the key `count` is declared with two types: Int and String [conflicting-keys]"
    let context = RuleContext(first.fallback(second))
    #expect(outcome("count", in: context) == "error: \(sentence)")
    #expect(outcome(in: context) == "rules.lua:2: error: \(sentence)")
    #expect(throws: RuleError.self) { try context.value(for: CountKey.self) }
    #expect(outcome("x", in: context) == "1")
    let same = try model("{ key = 'z', value = 1 },", schema: RuleSchema(keys: SameCountKey.self))
    #expect(outcome(in: RuleContext(first.fallback(same))) == "3")
  }

  @Test func `a path that is no accessor is told`() {
    for schema in [RuleSchema(\.count, \.count.description), RuleSchema(\.count, \.sum)] {
      #expect(
        loading("return {}", schema: schema)
          == "error: path number 2 of the schema is not the accessor of a key [not-an-accessor]\n"
          + "  hint: an accessor is written `self[dynamic: SomeKey.self]`")
    }
  }
}

// MARK: - The todo rules of the conformance cases, with a schema from Swift

private struct Todo: RuleObject, Codable {
  var title = ""
  var completed = false
  var priority = "normal"
  static let ruleMembers: RuleMembers<Todo> = [
    .init("title", \.title), .init("completed", \.completed), .init("priority", \.priority),
  ]
}
private struct TodoKey: DynamicEnvironmentKey { static let defaultValue = Todo() }
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "Hello World" }
private struct PriorityKey: DynamicEnvironmentKey { static let defaultValue = "normal" }
private struct GreenKey: DynamicEnvironmentKey {
  static let defaultValue = Color.green
  static let name = "fancyColor"
}

struct ExportedSchemaTests {
  private static let schema = RuleSchema(
    keys: TodoKey.self, TitleKey.self, PriorityKey.self, GreenKey.self)

  @Test func `an exported schema answers as the Swift one`() throws {
    let folder = try #require(Bundle.module.url(forResource: "Conformance", withExtension: nil))
      .appending(path: "sample-1")
    let data = try Data(contentsOf: folder.appending(path: "cases.json"))
    let cases = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let exported = try RuleSchema(json: Self.schema.json())
    #expect(try RuleSchema(json: exported.json()).json() == exported.json())
    #expect(!cases.isEmpty)
    for schema in [Self.schema, exported] {
      let rules = try RuleModel(
        contentsOf: folder.appending(path: "rules.lua"), schema: schema)
      for question in cases {
        let json = try JSONSerialization.data(withJSONObject: question["context"] ?? [:])
        var context = RuleContext(rules)
        try context.setValues(json: String(decoding: json, as: UTF8.self))
        let key = try #require(question["key"] as? String)
        let expected = try #require(question["expect"] as? String)
        #expect(outcome(key, in: context) == "\"\(expected)\"", "\(question["name"] ?? "")")
      }
    }
  }

  @Test(arguments: [
    ("c.todo.titel", "unknown member `titel` [unknown-member]\n  hint: did you mean `title`?"),
    ("c.titel", "unknown key `titel` [unknown-key]\n  hint: did you mean `title`?"),
    ("c.todo.completed.x", "attempt to index a boolean value (field 'completed') [runtime]"),
  ])
  func `an exported schema fails as the Swift one`(expression: String, expected: String) throws {
    let exported = try RuleSchema(json: Self.schema.json())
    for schema in [Self.schema, exported] {
      let rules = "return {\n{ key = 'answer', value = function(c) return \(expression) end } }"
      var context = RuleContext(
        try RuleModel(text: rules, schema: schema, options: RuleOptions(unusedKeys: .allow)))
      try context.setValues(
        json: #"{"todo": {"title": "x", "completed": false, "priority": "low"}}"#)
      #expect(outcome(in: context) == "rules.lua:2: error: \(expected)")
    }
  }

  @Test func `a context is checked by both`() throws {
    let exported = try RuleSchema(json: Self.schema.json())
    for schema in [Self.schema, exported] {
      var context = RuleContext(try model("", schema: schema))
      let error = #expect(throws: RuleError.self) {
        try context.setValues(json: #"{"todo": {"title": 5}}"#)
      }
      #expect(
        error?.description == """
          error: `todo.title` is 5; expected a string [bad-context]
            hint: write "5", in quotes
          """)
    }
  }
}
