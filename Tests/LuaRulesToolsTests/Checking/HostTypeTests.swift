import LuaRules
import LuaRulesTools
import Testing

/// Tests of host functions whose types a schema tells.
@Suite struct HostTypeTests {
  static let schema = """
    { "type": "object", "properties": { "k": {}, "n": { "type": "integer" }, "t": { "type": "string" } },
      "required": ["n", "t"],
      "x-host": { "any": {}, "only": { "result": { "type": "integer" } },
        "make": { "parameters": [], "result": {
          "type": "object", "properties": { "a": { "type": "integer" } } } }, "now": { "parameters": [], "result": { "type": "integer" } },
        "lookup": { "parameters": [{ "type": "integer" }, { "type": ["string", "null"] }],
          "result": { "type": "string" } } } }
    """

  /// Returns what is told of a call, without the end that says on what it rests.
  private func told(_ call: String) throws -> [String] {
    let text = "return { { key = \"k\", value = function(c) return \(call) end } }"
    let schema = try RuleSchema(json: Self.schema)
    let host = Self.placeholders(schema.hostFunctionNames)
    return try CheckedText.check(text, schema: Self.schema, host: host).findings.map {
      "\($0.code.rawValue) \($0.severity.rawValue): \($0.message.prefix { $0 != ";" })"
    }
  }

  @Test(arguments: [
    "host.now()", "host.lookup(1)", "host.lookup(c.n, c.t)", "host.lookup(c.n, nil):upper()",
    "host.now() + 1", "host.any(1, 2, 3):foo()", "host.any().x", "host.only(1)",
    "0 end }, { key = \"n\", value = function(c) local r = host.make() r.a = 5 return r.a",
  ])
  func `a call that fits is right`(call: String) throws {
    #expect(try told(call) == [])
  }

  @Test(arguments: [
    ("host.lookup()", "wrong-argument warning: `host.lookup` takes 2 arguments, and gets 0"),
    ("host.now(1)", "wrong-argument warning: `host.now` takes 0 arguments, and gets 1"),
    (
      "host.lookup(c.t)",
      "wrong-argument warning: argument 1 of `host.lookup` is a string"
    ),
    ("host.now().x", "unknown-member warning: `host.now(…)` has no member `x`"),
    ("host.now() == \"x\"", "impossible-comparison warning: `host.now(…)` is never \"x\""),
  ])
  func `a call that does not fit is a warning`(call: String, message: String) throws {
    #expect(try told(call) == [message])
  }

  @Test(
    arguments: [
      ("host.rate(c, \"EUR\")", nil), ("host.rate(c, \"EUR\", 2) + 1", nil),
      ("host.log(\"x\") == nil", nil),
      ("host.rate(c)", "`host.rate` takes 3 arguments, and gets 1"),
      ("host.rate()", "`host.rate` takes 3 arguments, and gets 0"),
      ("host.rate(c, 5)", "argument 2 of `host.rate` is 5"),
      ("host.rate(c, \"EUR\", \"2\")", "argument 3 of `host.rate` is \"2\""),
      ("host.rate(c, \"EUR\"):upper()", "`host.rate(…)` has no member `upper`"),
    ] as [(String, String?)])
  func `a program's functions tell their types, also in its schema`(
    call: String, message: String?
  ) throws {
    let host: HostFunctions = [
      "rate": .function { (_: RuleContext, currency: String, digits: Int?) in
        Double(currency.count + (digits ?? 0))
      },
      "log": .function { (_: String) in },
    ]
    let schema = RuleSchema(RuleKey("k", default: nil as Int?))
    let text = "return { { key = \"k\", value = function(c) return \(call) end } }"
    func told(schema: RuleSchema, host: HostFunctions) throws -> [String] {
      try RuleCheck(RuleSource(text: text, name: "r.lua"), schema: schema, host: host).findings
        .filter { $0.code != .wrongType }.map { String($0.message.prefix { $0 != ";" }) }
    }
    let expected = message.map { [$0] } ?? []
    #expect(try told(schema: schema, host: host) == expected)
    let exported = schema.json(host: host)
    #expect(
      try told(schema: RuleSchema(json: exported), host: Self.placeholders(["log", "rate"]))
        == expected)
    #expect(try RuleSchema(json: exported).json() == exported)
  }

  static func placeholders(_ names: [String]) -> HostFunctions {
    var host = names.reduce(HostFunctions()) { host, name in
      host.adding(name) { (_: RuleContext?) in nil as Int? }
    }
    host.arePlaceholders = true
    return host
  }

  @Test func `a host function that is called with a colon is told so`() throws {
    let host = try Self.placeholders(RuleSchema(json: Self.schema).hostFunctionNames)
    let findings = try CheckedText.check(
      "return { { key = \"k\", value = function(c) return host:lookup(c.n, c.t) end } }",
      schema: Self.schema, host: host
    ).findings.filter { $0.severity > .info }
    #expect(findings.map(\.fix) == ["write `.` before its name: with `:` it gets `host`, too"])
  }

  @Test func `types of host functions are written as they are read`() throws {
    let schema = try RuleSchema(json: Self.schema)
    #expect(schema.hostFunctionNames == ["any", "lookup", "make", "now", "only"])
    let text = schema.json()
    #expect(try RuleSchema(json: text).json() == text)
    #expect(text.contains("\"x-host\": {"))
    #expect(throws: RuleError.self) {
      try RuleSchema(json: #"{ "x-host": { "now": { "parameters": 1 } } }"#)
    }
  }

  private static let taken =
    "`host.lookup` is replaced with a function of the context here, and takes an integer"

  @Test(
    arguments: [
      ("n", "now", []), ("n", "any", []), ("n", "only", []), ("k", "lookup", [taken]),
      ("t", "now", ["`host.now` gives `t` an integer; expected a string; it is declared so"]),
      (
        "n", "lookup",
        ["`host.lookup` gives `n` a string; expected an integer; it is declared so", taken]
      ),
    ] as [(String, String, [String])])
  func `a host function as a value gives what the key takes`(
    key: String, function: String, messages: [String]
  ) throws {
    let host = try Self.placeholders(RuleSchema(json: Self.schema).hostFunctionNames)
    let found = try CheckedText.check(
      "return { { key = \"\(key)\", value = host.\(function) } }", schema: Self.schema, host: host
    ).findings.map(\.message)
    #expect(found.sorted() == messages)
  }
}
