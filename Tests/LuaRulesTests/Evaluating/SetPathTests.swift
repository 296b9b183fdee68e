import LuaRules
import Testing

private struct User: RuleObject, Sendable {
  var email = "member"
  static let ruleMembers: RuleMembers<User> = [.init("email", \.email)]
}

/// A way to set the path `user.email`, and the value of `user`.
private struct Setting: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: String
  let set: @Sendable (inout RuleContext) throws -> Void

  init(
    _ name: String, gives expected: String,
    _ set: @escaping @Sendable (inout RuleContext) throws -> Void
  ) {
    testDescription = name
    self.expected = expected
    self.set = set
  }
}

/// A name with dots is a path, whoever names it.
@Suite struct SetPathTests {
  private static let rules = """
    { key = "nested", value = function(c) return c.user.email end },
    { key = "named", value = function(c) return c["user.email"] end },
    { key = "computed", value = function(c) return c["user" .. ".email"] end },
    { key = "variable", value = function(c) local u = c.user return u.email end },
    { key = "called", value = function(c) return string.upper(c["user.email"]):lower() end },
    { key = "flat", when = function(c) return c["user.email"] == "path" end, value = "path" },
    { key = "flat", when = { ["user.email"] = "member" }, value = "member" },
    { key = "flat", when = { ["user.email"] = "default" }, value = "default" },
    { key = "pattern", when = { user = { email = "path" } }, value = "path" },
    { key = "pattern", when = { user = { email = "member" } }, value = "member" },
    { key = "pattern", when = { user = { email = "default" } }, value = "default" },
    """
  private static let keys = [
    "nested", "named", "computed", "variable", "called", "flat", "pattern", "user.email",
  ]

  private static let settings: [Setting] = [
    Setting("by name", gives: "path") { $0["user.email"] = "path" },
    Setting("by name over an object", gives: "path") {
      $0["user"] = User()
      $0["user.email"] = "path"
    },
    Setting("by name under an object", gives: "path") {
      $0["user.email"] = "path"
      $0["user"] = User()
    },
    Setting("as JSON", gives: "path") { try $0.setValue(json: "\"path\"", for: "user.email") },
    Setting("as a flat context", gives: "path") {
      try $0.setValues(json: #"{"user.email":"path","other":1}"#)
    },
    Setting("as a flat context beside a nested one", gives: "path") {
      try $0.setValues(json: #"{"user":{"email":"member"},"user.email":"path"}"#)
    },
    Setting("as a nested context", gives: "member") {
      try $0.setValues(json: #"{"user":{"email":"member"}}"#)
    },
    Setting("as an object", gives: "member") { $0["user"] = User() },
    Setting("and taken back", gives: "member") {
      $0["user.email"] = "path"
      $0["user"] = User()
      $0.unset("user.email")
    },
  ]

  @Test(arguments: settings, [true, false])
  private func `everybody sees a path that is set`(setting: Setting, isDeclared: Bool) throws {
    let schema =
      isDeclared ? RuleSchema(RuleKey("user.email", default: "default")) : RuleSchema()
    var context = RuleContext(try model(Self.rules, schema: schema))
    try setting.set(&context)
    for key in Self.keys {
      #expect(outcome(key, in: context) == "\"\(setting.expected)\"", "\(key)")
    }
    let key = RuleKey("user.email", default: "none")
    #expect(try context.value(for: key) == setting.expected)
    #expect(try context.value(at: "user.email", as: String.self) == setting.expected)
  }

  @Test(arguments: ["{}", #"{"user":{}}"#, #"{"user":null}"#, #"{"user":{"name":"Ann"}}"#])
  func `the declared default answers last`(json: String) throws {
    let schema = RuleSchema(RuleKey("user.email", default: "default"))
    var context = RuleContext(try model(Self.rules, schema: schema))
    try context.setValues(json: json)
    for key in Self.keys { #expect(outcome(key, in: context) == "\"default\"", "\(key)") }
  }

  @Test func `a rule for the path comes before the member, and after what is set`() throws {
    let rules = Self.rules + #"{ key = "user.email", value = "path" },"#
    var context = RuleContext(try model(rules))
    try context.setValues(json: #"{"user":{"email":"member"}}"#)
    for key in Self.keys { #expect(outcome(key, in: context) == "\"path\"", "\(key)") }
    context["user.email"] = "member"
    for key in Self.keys { #expect(outcome(key, in: context) == "\"member\"", "\(key)") }
  }

  @Test func `an unknown path is named as a whole`() throws {
    let context = RuleContext(
      try model(#"{ key = "k", value = function(c) return c["usr.email"] end },"#))
    #expect(outcome("k", in: context).hasPrefix("rules.lua:2: error: unknown key `usr.email`"))
  }

  @Test func `a remembered answer notices a path`() throws {
    var context = RuleContext(try model(Self.rules)).memoized()
    context["user"] = User()
    let key = RuleKey("nested", default: "")
    #expect(try context.value(for: key) == "member")
    context["user.email"] = "path"
    #expect(try context.value(for: key) == "path")
    context.unset("user.email")
    #expect(try context.value(for: key) == "member")
  }

  @Test func `a grant for a path is one for its name`() throws {
    let rules =
      "return { \(Self.rules) { key = \"all\", value = function(c) return c[\"user.na\" .. \"me\"] end } }"
    let model = try RuleModel(
      sources: [RuleSource(text: rules, modules: [:], grant: Grant(read: .names("user.email")))])
    for json in [
      #"{"user":{"email":"path","name":"Ann"}}"#, #"{"user.email":"path","user.name":"Ann"}"#,
    ] {
      var context = RuleContext(model)
      try context.setValues(json: json)
      for key in ["nested", "named", "flat", "pattern"] {
        #expect(outcome(key, in: context) == "\"path\"", "\(key)")
      }
      #expect(outcome("all", in: context).contains("[not-granted]"))
    }
  }
}

/// An integer in a path is a position of a list.
@Suite struct ListPositionTests {
  private static let rules = """
    { key = "first", when = { ["tags.1"] = "a" }, value = true },
    { key = "second", when = { tags = { ["2"] = { "x", "b" } } }, value = true },
    { key = "none", when = { ["tags.3"] = null, ["tags.0"] = null }, value = true },
    { key = "deep", when = { ["cart.lines.2.sku"] = "y" }, value = true },
    { key = "named", when = function(c) return c["cart.lines.1.sku"] == "x" end, value = true },
    { key = "member", when = { ["counts.1"] = 5 }, value = true },
    """
  private static let json = """
    {"tags":["a","b"],"cart":{"lines":[{"sku":"x"},{"sku":"y"}]},"counts":{"1":5}}
    """

  @Test(arguments: ["first", "second", "none", "deep", "named", "member"])
  func `a pattern reads a position`(key: String) throws {
    var context = RuleContext(try model(Self.rules))
    try context.setValues(json: Self.json)
    #expect(outcome(key, in: context) == "true")
    context["tags"] = ["a", "b"]
    #expect(outcome(key, in: context) == "true")
  }

  @Test func `positions are read by name`() throws {
    var context = RuleContext(try model(Self.rules))
    try context.setValues(json: Self.json)
    #expect(try context.value(at: "tags.2", as: String.self) == "b")
    #expect(try context.value(at: "cart.lines.1.sku", as: String.self) == "x")
    #expect(outcome("tags.3", in: context) == "null")
    #expect(outcome("counts.1", in: context) == "5")
  }

  @Test(arguments: [
    "{ key = 'l.1', value = 2 },", "{ set = { ['l.1'] = 2 } },", "{ key = 'a.1.b', value = 2 },",
  ])
  func `no rule assigns a position`(rule: String) {
    let error = #expect(throws: RuleError.self) { try model(rule) }
    let name = rule.contains("a.1.b") ? "a.1.b" : "l.1"
    #expect(
      error?.description == """
        rules.lua:2: error: `\(name)` is the position 1 of a list, which no rule can assign [bad-rule]
          hint: assign the whole list
        """)
  }
}
