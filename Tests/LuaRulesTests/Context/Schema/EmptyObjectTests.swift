import LuaRules
import Testing

private struct Nothing: Sendable {}
private enum EntriesKey: DynamicEnvironmentKey { static let defaultValue: [String: Int] = [:] }
private enum NothingKey: DynamicEnvironmentKey { static let defaultValue = Nothing() }
private enum TagsKey: DynamicEnvironmentKey { static let defaultValue: [String] = [] }

extension DynamicEnvironmentPaths {
  fileprivate var entries: [String: Int] { self[dynamic: EntriesKey.self] }
  fileprivate var nothing: Nothing { self[dynamic: NothingKey.self] }
  fileprivate var tags: [String] { self[dynamic: TagsKey.self] }
}

/// A JSON value as programs decode it: a list is tried before an object.
private enum DecodedJSON: Decodable, Sendable, Equatable {
  case list([DecodedJSON])
  case object([String: DecodedJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let list = try? container.decode([DecodedJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: DecodedJSON].self))
    }
  }
}

/// Empty objects stay objects, and empty lists lists, on every way through a context.
struct EmptyObjectTests {
  private static let context =
    #"{"items":[],"list":[{},[]],"nested":{"a":{},"b":[]},"settings":{}}"#

  @Test(arguments: [
    // Nothing touches the key.
    ("", "settings", "{}"), ("", "items", "[]"), ("", "list", "[{},[]]"),
    ("", "nested", #"{"a":{},"b":[]}"#), ("", "nested.a", "{}"), ("", "nested.b", "[]"),
    // A rule passes it on.
    ("function(c) return c.settings end", "k", "{}"), ("function(c) return c.items end", "k", "[]"),
    ("function(c) return { c.settings, c.items } end", "k", "[{},[]]"),
    ("function(c) return { x = c.nested.a, y = c.nested.b } end", "k", #"{"x":{},"y":[]}"#),
    ("function(c) local n = c.nested; return n end", "k", #"{"a":{},"b":[]}"#),
    // Lua made it.
    ("{}", "k", "[]"), ("{ a = {} }", "k", #"{"a":[]}"#), ("function(c) return {} end", "k", "[]"),
  ])
  func `an untyped value`(value: String, key: String, expected: String) throws {
    let rule = value.isEmpty ? "" : "{ key = 'k', value = \(value) }"
    var context = RuleContext(try RuleModel(text: "return { \(rule) }"))
    try context.setValues(json: Self.context)
    #expect(try context.json(at: key) == expected)
    var single = RuleContext(try RuleModel(text: "return {}"))
    try single.setValue(json: expected, for: "x")
    #expect(try single.json(at: "x") == expected)
  }

  @Test func `an empty table of Lua is an object where the type says so`() throws {
    let schema = try RuleSchema(
      json: """
        {"properties": {"o": {"type": "object"}, "l": {"type": "array"}, "d": {"type": "object",
          "additionalProperties": {"type": "object"}}}}
        """)
    let model = try RuleModel(
      text: """
        return { { key = "o", value = {} }, { key = "l", value = function(c) return {} end },
          { key = "d", value = function(c) return { a = {} } end } }
        """, schema: schema)
    let context = RuleContext(model)
    #expect(try ["o", "l", "d"].map { try context.json(at: $0) } == ["{}", "[]", #"{"a":{}}"#])
  }

  @Test func `values of Swift`() throws {
    let schema = RuleSchema(\.entries, \.nothing, \.tags)
    let model = try RuleModel(
      text:
        "return {{ key = 'k', value = function(c) return { c.entries, c.nothing, c.tags } end }}",
      schema: schema)
    let context = RuleContext(model)
    #expect(try context.json(at: "entries") == "{}")
    #expect(try context.json(at: "nothing") == "{}")
    #expect(try context.json(at: "tags") == "[]")
    #expect(try context.json(at: "k") == "[{},{},[]]")
  }

  @Test func `an empty object is decoded as an object, and is no list`() throws {
    var context = RuleContext(try RuleModel(text: "return {}"))
    try context.setValues(json: Self.context)
    #expect(
      try context.value(at: "nested", as: DecodedJSON.self)
        == .object(["a": .object([:]), "b": .list([])]))
    #expect(try context.value(at: "settings", as: [String: Int].self) == [:])
    #expect(try context.value(at: "items", as: [Int].self) == [])
    #expect(throws: RuleError.self) { try context.value(at: "settings", as: [Int].self) }
  }
}
