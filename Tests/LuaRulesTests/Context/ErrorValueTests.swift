import LuaRules
import Testing

private struct DenialsKey: DynamicEnvironmentKey {
  static let defaultValue: [String] = []
  static let valueOnError = ["the rules failed"]
  static let hitPolicy = HitPolicy.collect
}

private struct AllowedKey: DynamicEnvironmentKey {
  static let defaultValue: Bool? = true
  static let valueOnError: Bool? = nil
}

/// A key that declares nothing for errors.
private struct LimitKey: DynamicEnvironmentKey {
  static let defaultValue = 7
}

private struct ReadsDenialsKey: DynamicEnvironmentKey {
  static let defaultValue = 0
  static let valueOnError = -1
}

private struct UserKey: DynamicEnvironmentKey {
  static let defaultValue: String? = nil
}

extension DynamicEnvironmentPaths {
  fileprivate var denials: [String] { self[dynamic: DenialsKey.self] }
  fileprivate var allowed: Bool? { self[dynamic: AllowedKey.self] }
  fileprivate var limit: Int { self[dynamic: LimitKey.self] }
  fileprivate var readsDenials: Int { self[dynamic: ReadsDenialsKey.self] }
  fileprivate var retries: Int {
    self[dynamic: RuleKey(literal: "retries", default: 3, onError: 0)]
  }
  fileprivate var pause: Int { self[dynamic: RuleKey("pause", default: 3, onError: 9)] }
  fileprivate var otherDenials: [String] {
    self[dynamic: RuleKey(literal: "otherDenials", default: ["none of its own"])]
  }
  fileprivate var user: String? {
    get { self[dynamic: UserKey.self] }
    set { self[dynamic: UserKey.self] = newValue }
  }
}

private let schema = RuleSchema(
  \.denials, \.allowed, \.limit, \.readsDenials, \.retries, \.pause, \.user)

private let rules = """
  return {
    { key = "denials", value = "always" },
    { key = "denials", value = function(c) return "no " .. c.user end },
    { key = "allowed", value = function(c) return #c.user > 1 end },
    { key = "limit", value = function(c) return #c.user end },
    { key = "retries", value = function(c) return #c.user end },
    { key = "pause", value = function(c) return "x" .. c.user end },
    { key = "readsDenials", value = function(c) return #c.denials end },
  }
  """

private final class Row {
  @DynamicEnvironment(\.denials) var denials: [String]
}

@Suite struct ErrorValueTests {
  /// How a context is asked.
  fileprivate enum Way: CaseIterable {
    case plan, lua, memoized, withoutSchema, environment, fallback

    func context(user: String? = nil) throws -> RuleContext {
      var options = RuleOptions()
      options.plan = self == .lua ? .lua : .native
      options.unusedKeys = .allow
      let model = try RuleModel(
        text: rules, name: "p.lua", schema: self == .withoutSchema ? RuleSchema() : schema,
        options: options)
      var context = RuleContext(
        self == .fallback ? try RuleModel(text: "return {}", schema: schema).fallback(model) : model
      )
      context.onError = { _ in }
      context.user = user
      if self == .memoized { return context.memoized() }
      return self == .environment ? try environment(user: user).context : context
    }

    func environment(user: String? = nil) throws -> RuleEnvironment {
      let environment = RuleEnvironment(try RuleModel(text: rules, schema: schema))
      environment.onError = { _ in }
      environment.user = user
      return environment
    }
  }

  @Test(arguments: Way.allCases)
  fileprivate func `an accessor gives the value for errors`(_ way: Way) throws {
    let context = try way.context()
    #expect(context.denials == ["the rules failed"])
    #expect(context.allowed == nil)
    #expect(context.limit == 7)
    #expect(context.retries == 0)
    #expect(context.pause == 9)
    let other = try way.context(user: "eve")
    #expect(other.denials == ["always", "no eve"])
    #expect(other.allowed == true)
    #expect(other.pause == 9)
    // Without a schema, rules that read the key do not know its policy.
    if case .withoutSchema = way { return }
    // The rule that reads the failing key fails itself.
    #expect(context.readsDenials == -1)
    #expect(other.readsDenials == 2)
  }

  @Test func `without an answer the default is the value`() {
    let context = RuleContext(.empty)
    #expect(context.denials == [])
    #expect(context.allowed == true)
    #expect(context.retries == 3)
  }

  @Test func `what throws, throws`() throws {
    let context = try Way.plan.context()
    #expect(throws: RuleError.self) { try context.value(for: DenialsKey.self) }
    #expect(throws: RuleError.self) { try context.value(for: \.denials) }
    #expect(throws: RuleError.self) { try context.value(for: \.denials.count) }
    #expect(throws: RuleError.self) { try context.answer(for: \.denials) }
    #expect(throws: RuleError.self) { try context.value(at: "denials", as: [String].self) }
    #expect(throws: RuleError.self) { try context.json(at: "denials") }
    let error = #expect(throws: RuleError.self) { try context.value(for: ReadsDenialsKey.self) }
    #expect(error?.location?.line == 3)
  }

  @Test func `a name gives what the schema declares for errors`() throws {
    let context = try Way.plan.context()
    #expect(context["denials"] as? [String] == ["the rules failed"])
    #expect(context["retries"] as? Int == 0)
    #expect(context["allowed"] == nil)
    #expect(context["limit"] == nil)
    let json = try RuleSchema(
      json: """
        { "properties": {
          "user": { "type": ["string", "null"] },
          "limits": {
            "type": "object", "properties": { "rows": { "type": "integer" } },
            "x-on-error": { "rows": 0 } } } }
        """)
    var other = RuleContext(
      try RuleModel(
        text: #"return {{ key = "limits", value = function(c) return { rows = #c.user } end }}"#,
        schema: json))
    other.onError = { _ in }
    #expect(other["limits.rows"] as? Int == 0)
    #expect(other["limits.columns"] == nil)
    other["user"] = "eve"
    #expect(other["limits.rows"] as? Int == 3)
  }

  @Test func `a property that reads an environment, and a stream, give it too`() async throws {
    let context = try Way.plan.context()
    #expect(withRuleContext(context) { Row().denials } == ["the rules failed"])
    let environment = try Way.environment.environment()
    var values = environment.values(of: \.denials).makeAsyncIterator()
    #expect(await values.next() == ["the rules failed"])
    #expect(environment.denials == ["the rules failed"])
    environment.user = "eve"
    #expect(await values.next() == ["always", "no eve"])
    #expect(environment["denials"] as? [String] == ["always", "no eve"])
  }

  @Test func `an alias has the value of its original`() throws {
    let context = try Way.plan.context()
    let aliasing = context.aliasing(\.otherDenials, to: \.denials)
    #expect(aliasing.otherDenials == ["the rules failed"])
    #expect(aliasing["otherDenials"] as? [String] == ["the rules failed"])
    #expect(
      context.aliasing(\.otherDenials, to: \.otherDenials).otherDenials == ["none of its own"])
  }

  @Test func `a used-up budget is an error like others`() throws {
    var context = RuleContext(
      try RuleModel(
        text: #"return {{ key = "denials", value = function(c) while true do end end }}"#,
        schema: schema))
    context.onError = { _ in }
    #expect(context.denials == ["the rules failed"])
  }

  // MARK: JSON Schemas

  @Test func `a schema exports what keys declare, and reads it again`() throws {
    let text = schema.json()
    #expect(
      text.contains(
        """
              "x-hit-policy": "collect",
              "default": [],
              "x-on-error": ["the rules failed"]
        """), "\(text)")
    #expect(text.contains("\"x-on-error\": null"))
    #expect(text.ranges(of: "x-on-error").count == 5)
    #expect(try RuleSchema(json: text).json() == text)
  }

  @Test func `the value of a secret key is left out unless it is empty`() throws {
    let secret = RuleSchema(
      RuleKey("pin", default: "", onError: "0000", isSecret: true),
      RuleKey("hint", default: "x", onError: "", isSecret: true))
    let text = secret.json()
    #expect(!text.contains("0000"))
    #expect(text.contains("\"x-on-error\": \"\""))
  }

  @Test(arguments: [
    (#""type": "integer", "x-on-error": "none""#, #"expected an integer, got "none""#),
    (
      #""enum": ["allow", "deny"], "x-on-error": "dny""#, #"expected one of allow, deny, got "dny""#
    ),
    (
      #""type": "array", "items": { "type": "string" }, "x-on-error": [1]"#,
      "expected a string for `1`, got 1"
    ),
  ])
  func `a value that does not fit its key is refused`(_ declaration: String, _ reason: String) {
    let error = #expect(throws: RuleError.self) {
      try RuleSchema(json: "{ \"properties\": { \"x\": { \(declaration) } } }", name: "s.json")
    }
    #expect(
      error?.description == "s.json: error: `#/properties/x/x-on-error`: \(reason) [bad-schema]")
  }

  @Test func `of two declarations the one that says something counts`() throws {
    let silent = try RuleSchema(json: #"{ "properties": { "x": { "type": "integer" } } }"#)
    let telling = try RuleSchema(
      json: #"{ "properties": { "x": { "type": "integer", "x-on-error": 5 } } }"#)
    for schema in [silent.merging(telling), telling.merging(silent)] {
      var context = RuleContext(
        try RuleModel(
          text: #"return {{ key = "x", value = function(c) error("no") end }}"#, schema: schema))
      context.onError = { _ in }
      #expect(context["x"] as? Int == 5)
    }
  }
}
