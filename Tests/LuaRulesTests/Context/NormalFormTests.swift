import LuaRules
import Testing

/// Names are bytes: those that differ in their normal form only are different names.
struct NormalFormTests {
  /// The same word for a reader, composed and decomposed.
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"
  private static let rules = """
    return {
      { key = "\(composed)", value = "composed" },
      { key = "\(decomposed)", value = "decomposed" },
      { key = "both", value = function(c) return c["\(composed)"] .. " " .. c["\(decomposed)"] end },
      { key = "which", when = { name = "\(composed)" }, value = 1 },
      { key = "which", when = function(c) return c.name == "\(decomposed)" end, value = 2 },
      { key = "inner", value = function(c)
        return c.box["\(composed)"] .. " " .. c.box["\(decomposed)"] end },
      { key = "path.\(composed)", value = "composed" },
      { key = "path.\(decomposed)", value = "decomposed" },
    }
    """

  private func context(_ plan: EvaluationMode = .standard) throws -> RuleContext {
    RuleContext(try RuleModel(text: Self.rules, options: RuleOptions(plan: plan)))
  }

  @Test(arguments: [EvaluationMode.standard, .lua])
  func `rules for two names answer each for its own`(plan: EvaluationMode) throws {
    let context = try context(plan)
    for _ in 0..<3 {
      #expect(try context.value(at: Self.composed, as: String.self) == "composed")
      #expect(try context.value(at: Self.decomposed, as: String.self) == "decomposed")
      #expect(try context.value(at: "both", as: String.self) == "composed decomposed")
    }
    #expect(try context.value(at: "path.\(Self.composed)", as: String.self) == "composed")
    #expect(try context.value(at: "path.\(Self.decomposed)", as: String.self) == "decomposed")
    #expect(context.model.assignedKeys.count == 7)
    #expect(context.explain(at: "both").keys.count == 3)
  }

  @Test func `values that are set under two names are two values`() throws {
    var context = try context()
    try context.setValues(json: "{\"\(Self.composed)\": \"A\", \"\(Self.decomposed)\": \"B\"}")
    #expect(context.setNames.count == 2)
    #expect(try context.value(at: "both", as: String.self) == "A B")
    context.unset(Self.composed)
    #expect(try context.value(at: "both", as: String.self) == "composed B")
    context[Self.decomposed] = "C"
    #expect(try context.value(at: "both", as: String.self) == "composed C")
    #expect(context.setNames.count == 1)
  }

  @Test func `members and texts that differ are different`() throws {
    var context = try context()
    try context.setValues(
      json: "{\"box\": {\"\(Self.composed)\": \"A\", \"\(Self.decomposed)\": \"B\"}}")
    #expect(try context.value(at: "inner", as: String.self) == "A B")
    for (name, expected) in [(Self.composed, 1), (Self.decomposed, 2)] {
      context["name"] = name
      #expect(try context.value(at: "which", as: Int.self) == expected)
    }
  }

  @Test func `a schema declares two keys, and each has its type`() throws {
    let schema = try RuleSchema(
      json: """
        {"properties":{"\(Self.composed)":{"type":"integer","default":1},
        "\(Self.decomposed)":{"type":"string","default":"s","writeOnly":true}}}
        """)
    #expect(schema.names.count == 2)
    #expect(schema.type(of: Self.composed) == .integer(nil))
    #expect(schema.isSecret(Self.decomposed))
    #expect(!schema.isSecret(Self.composed))
    let context = RuleContext(try RuleModel(text: "return {}", schema: schema))
    #expect(try context.json(at: Self.composed) == "1")
    #expect(try context.json(at: Self.decomposed) == "\"s\"")
  }

  @Test func `a grant for one name is none for the other`() throws {
    let rules = "return { { key = \"\(Self.decomposed)\", value = 1 } }"
    let grant = Grant(assign: .names(Self.composed), read: .none, functions: [])
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [RuleSource(text: rules, grant: grant)])
    }
    #expect(error?.code == .notGranted)
    let reading =
      "return { { key = \"x\", value = function(c) return c[\"\(Self.decomposed)\"] end } }"
    let source = RuleSource(
      text: reading, grant: Grant(assign: .names("x"), read: .names(Self.composed), functions: []))
    #expect(throws: RuleError.self) {
      var context = RuleContext(try RuleModel(sources: [source]))
      context[Self.decomposed] = 1
      _ = try context.value(at: "x", as: Int.self)
    }
  }

  @Test func `host functions of two names are two`() throws {
    let host = HostFunctions()
      .adding(Self.composed) { () in "composed" }
      .adding(Self.decomposed) { () in "decomposed" }
    #expect(host.names.count == 2)
    let rules = """
      return { { key = "x", value = function(c)
        return host["\(Self.composed)"]() .. " " .. host["\(Self.decomposed)"]() end } }
      """
    let context = RuleContext(try RuleModel(text: rules, host: host))
    #expect(try context.value(at: "x", as: String.self) == "composed decomposed")
  }

  @Test func `two keys with names that look alike are two keys`() {
    let left = RuleKey(Self.composed, default: 0)
    let right = RuleKey(Self.decomposed, default: 0)
    #expect(left != right)
    #expect(Set([left, right]).count == 2)
    // The same count of bytes, and canonically equivalent.
    #expect(RuleKey("a\u{323}\u{307}", default: 0) != RuleKey("a\u{307}\u{323}", default: 0))
  }

  @Test func `secrets and defaults go by bytes, too`() throws {
    var context = try context()
    context[dynamic: RuleKey(Self.composed, default: "", isSecret: true)] = "hunter2"
    context[Self.decomposed] = "plain"
    #expect(context.isSecret(Self.composed))
    #expect(!context.isSecret(Self.decomposed))
  }
}
