import LuaRules
import Testing

/// What a source with a grant may do, and what it is told when it does more.
struct GrantTests {
  /// The host's rules, beside a customer's.
  static let host = """
    return {
      { key = "isAdmin", value = true },
      { key = "greeting", value = function(c) return c.isAdmin and "Hello, master" or "Hello" end },
      { key = "summary", value = function(c) return c.theme .. " for " .. tostring(c.isAdmin) end },
      { key = "theme", value = "plain" },
    }
    """

  static let context = """
    {"todo": {"title": "Buy beer", "owner": {"name": "Ann", "salary": 7}, "tags": ["a"]},
     "secret": "s3cret", "word": "w"}
    """

  static let grant = Grant(
    assign: .names("theme", "title", "list.head"),
    read: .names("todo.title", "todo.owner.name", "greeting", "theme", "word"),
    functions: ["shout"], priority: ...100, complexity: ...3)

  static let functions = HostFunctions()
    .adding("shout") { (text: String) in text.uppercased() }
    .adding("same") { (value: LuaTodo?) in value?.title ?? "" }
    .adding("secret") { "s3cret" }
    .adding("ask") { (c: RuleContext) in try c.value(at: "secret", as: String.self) }

  struct LuaTodo: Decodable { var title: String }

  /// The JSON of an answer, or the whole error text of loading or asking.
  static func outcome(
    _ rules: String, key: String = "theme", grant: Grant = GrantTests.grant,
    modules: [String: String] = [:]
  ) -> String {
    do {
      let model = try RuleModel(
        sources: [
          RuleSource(text: rules, name: "customer.lua", modules: modules, grant: grant),
          RuleSource(text: host, name: "host.lua"),
        ], host: functions)
      var context = RuleContext(model)
      try context.setValues(json: self.context)
      return try context.json(at: key)
    } catch {
      return "\(error)"
    }
  }

  /// The answer of a customer's function, or the first line of its error.
  static func outcome(ofFunction body: String, grant: Grant = GrantTests.grant) -> String {
    let rules = "return {\n{ key = \"theme\", value = function(c) \(body) end } }"
    return String(outcome(rules, grant: grant).prefix { $0 != "\n" })
  }

  // MARK: Loading

  static let refusedRules: [(rules: String, error: String)] = [
    (
      "return {\n{ key = \"isAdmin\", value = true, priority = 32767 } }",
      """
      customer.lua:2: error: the source may not give a rule priority 32767; at most 100 [not-granted]
      customer.lua:2: error: the source may not assign `isAdmin` [not-granted]
        hint: it may assign `list.head`, `theme`, `title`
      """
    ),
    (
      "return { {\nset = {\ntheme = 1,\nisAdmin = true } } }",
      """
      customer.lua:4: error: the source may not assign `isAdmin` [not-granted]
        hint: it may assign `list.head`, `theme`, `title`
      """
    ),
    (
      "return { {\nkey = \"titel\", value = 1 } }",
      """
      customer.lua:2: error: the source may not assign `titel` [not-granted]
        hint: did you mean `title`?
      """
    ),
    (
      "return { { key = \"theme\",\npriority = \"important\", rules = { { value = 1 } } } }",
      """
      customer.lua:2: error: the source may not give a rule priority 1000; at most 100 [not-granted]
      """
    ),
    (
      "return { { key = \"theme\", value = 1,\ncomplexity = 4 } }",
      """
      customer.lua:2: error: the source may not give a rule complexity 4; at most 3 [not-granted]
      """
    ),
    (
      "return { { key = \"theme\", value = 1,\nwhen = { isAdmin = true } } }",
      """
      customer.lua:2: error: the source may not read `isAdmin` [not-granted]
        hint: it may read `greeting`, `theme`, `todo.owner.name`, `todo.title`, `word`
      """
    ),
    (
      "return { { key = \"theme\", value = 1, when = { todo = { owner = { salary = 7 } } } } }",
      """
      customer.lua:1: error: the source may not read `todo.owner.salary` [not-granted]
        hint: did you mean `todo.owner.name`?
      """
    ),
    (
      "return { { key = \"theme\", value = function(c)\nreturn c.isAdmin end } }",
      """
      customer.lua:2: error: the source may not read `isAdmin` [not-granted]
        hint: it may read `greeting`, `theme`, `todo.owner.name`, `todo.title`, `word`
      """
    ),
    (
      "return { { key = \"theme\", value = 1, when = function(c)\nreturn c.todo.owner.salary > 3 end } }",
      """
      customer.lua:2: error: the source may not read `todo.owner.salary` [not-granted]
        hint: did you mean `todo.owner.name`?
      """
    ),
    (
      "return { { key = \"theme\", value = function(c)\nlocal f = function() return c.secret end return f() end } }",
      """
      customer.lua:2: error: the source may not read `secret` [not-granted]
        hint: it may read `greeting`, `theme`, `todo.owner.name`, `todo.title`, `word`
      """
    ),
    (
      "return { { key = \"theme\", value = function(c)\nreturn host.secret() end } }",
      "customer.lua:2: error: the source may not call `host.secret` [not-granted]"
    ),
    (
      "return { { key = \"theme\",\nvalue = host.secret } }",
      "customer.lua:2: error: the source may not call `host.secret` [not-granted]"
    ),
  ]

  @Test(arguments: refusedRules)
  func `what shows in the rules is refused when they are loaded`(rules: String, error: String) {
    #expect(Self.outcome(rules) == error)
  }

  @Test(arguments: [
    "{ key = \"theme\", value = function(c) return c.todo.title end }",
    "{ key = \"theme\", value = function(c) return c.todo.owner.name end }",
    "{ key = \"theme\", value = function(c) return host.shout(c.todo.title) end }",
    "{ key = \"theme\", value = host.shout, when = false }",
    "{ set = { theme = 1, title = 2 }, when = { todo = { title = \"Buy beer\" } } }",
    "{ key = \"list.head\", value = 1, priority = \"normal\", complexity = 3 }",
    "{ key = \"theme\", priority = \"low\", rules = { { value = 1 }, { value = 2, priority = 100 } } }",
    "{ key = \"theme\", value = function(c) c = { isAdmin = 1 } return c.isAdmin end }",
    "{ key = \"theme\", value = function(c) local t = { secret = 1 } return t.secret end }",
    "{ key = \"theme\", value = function(c) local f = function(c) return c.secret end return f({ secret = 1 }) end }",
  ])
  func `what is granted loads`(rule: String) {
    #expect(!Self.outcome("return { \(rule) }", key: "greeting").contains("error"))
  }

  @Test func `a rule without priority has the usual one, which may be too high`() {
    #expect(
      Self.outcome("return { { key = \"theme\", value = 1 } }", grant: Grant(priority: ...50))
        == """
        customer.lua:1: error: the source may not give a rule priority 100; at most 50 [not-granted]
          hint: write `priority = 50` in the rule, or in a group around it
        """)
    #expect(
      Self.outcome(
        "return { priority = 50, rules = { { key = \"title\", value = 1 } } }", key: "title",
        grant: Grant(priority: ...50)) == "1")
  }

  // MARK: Asking

  static let refusedReads: [(body: String, error: String)] = [
    ("return c[\"is\" .. \"Admin\"]", "the source may not read `isAdmin`"),
    ("local n = \"isAdmin\" return c[n]", "the source may not read `isAdmin`"),
    ("local function get(x) return x.secret end return get(c)", "the source may not read `secret`"),
    (
      "local k for _, k in pairs({ \"secret\" }) do return c[k] end",
      "the source may not read `secret`"
    ),
    (
      "local t = c.todo if t then t = t end return t[\"ow\" .. \"ner\"].salary",
      "the source may not read `todo.owner.salary`"
    ),
    (
      "for k, v in pairs(c) do return v end",
      "the source may not list or count the context, of which it may read parts only"
    ),
    (
      "return next(c)",
      "the source may not list or count the context, of which it may read parts only"
    ),
    (
      "for k, v in pairs(c.todo) do return v end",
      "the source may not list or count `todo`, of which it may read parts only"
    ),
    (
      "return #c.todo",
      "the source may not list or count `todo`, of which it may read parts only"
    ),
    ("return c.todo", "the source may read parts of `todo` only, so it cannot give it on"),
    (
      "return { a = { c.todo } }",
      "the source may read parts of `todo` only, so it cannot give it on"
    ),
    (
      "return c.todo.owner",
      "the source may read parts of `todo.owner` only, so it cannot give it on"
    ),
    (
      "return host.shout(c.todo)",
      "the source may read parts of `todo` only, so it cannot give it on"
    ),
    ("return c.todo[1]", "the source may not read `todo.1`"),
    ("local h = host return h[\"sec\" .. \"ret\"]()", "the source may not call `host.secret`"),
    // Whether there is such a key is not told either.
    ("return c[\"no\" .. \"thing\"]", "the source may not read `nothing`"),
  ]

  @Test(arguments: refusedReads)
  func `what does not show in the rules fails the evaluation`(body: String, error: String) {
    #expect(
      Self.outcome(ofFunction: body) == "customer.lua:2: error: \(error) [not-granted]")
  }

  @Test func `no error tells what may not be read`() {
    for (body, _) in Self.refusedReads {
      let rules = "return {\n{ key = \"theme\", value = function(c) \(body) end } }"
      let text = Self.outcome(rules)
      #expect(!text.contains("s3cret") && !text.contains("salary\""), "\(text)")
      #expect(!text.contains("summary"), "\(text)")
    }
  }

  @Test(arguments: [
    ("return c.todo.title", "\"Buy beer\""),
    ("local t = c.todo return t.title .. t.owner.name", "\"Buy beerAnn\""),
    ("local t = c.todo return t[\"ti\" .. \"tle\"]", "\"Buy beer\""),
    ("return host.shout(c.word)", "\"W\""),
    ("return c.greeting", "\"Hello, master\""),
    ("return c.todo ~= nil and c.todo.owner ~= nil", "true"),
  ])
  func `what is granted is given`(body: String, answer: String) {
    #expect(Self.outcome(ofFunction: body) == answer)
  }

  @Test func `a key is computed with the grant of the source whose rule gives it`() {
    // The customer reads the host's rule, and the host reads the customer's.
    #expect(Self.outcome(ofFunction: "return c.greeting") == "\"Hello, master\"")
    let rules = "return { { key = \"theme\", value = function(c) return c.word end } }"
    #expect(Self.outcome(rules, key: "summary") == "\"w for true\"")
    let greedy =
      "return {\n{ key = \"theme\", value = function(c) return c[\"sec\" .. \"ret\"] end } }"
    #expect(
      Self.outcome(greedy, key: "summary").hasPrefix(
        "customer.lua:2: error: the source may not read `secret` [not-granted]"))
  }

  @Test func `a whole key has all its members, a path key is a key of its own`() {
    let grant = Grant(assign: .names("person"), read: .names("todo"))
    #expect(
      Self.outcome(
        ofFunction: "return 1", grant: grant
      ).contains("may not assign `theme`"))
    let reading = Grant(read: .names("todo", "todo.title"))
    #expect(Self.outcome(ofFunction: "return c.todo.owner.salary", grant: reading) == "7")
    #expect(
      Self.outcome(
        ofFunction: "local n = 0 for k in pairs(c.todo) do n = n + 1 end return n",
        grant: reading) == "3")
    #expect(
      Self.outcome(
        "return { { key = \"person.status\", value = 1 } }", grant: grant
      )
      .contains("may not assign `person.status`"))
  }

  @Test func `what a value holds that a host's rule gave is given with it`() throws {
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: "return { { key = 'theme', value = function(c) return c.owner.salary end } }",
          grant: Grant(read: .names("owner"))),
        RuleSource(
          text: "return { { key = 'owner', value = function(c) return c.todo.owner end } }"),
      ])
    var context = RuleContext(model)
    try context.setValues(json: Self.context)
    #expect(try context.json(at: "theme") == "7")
  }
}
