import LuaBridge
import LuaRules
import Testing

private struct Order: Sendable {
  var total = 0.0
  var customerName = ""
}

private enum DiscountPercentKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private enum ShippingCostKey: DynamicEnvironmentKey { static let defaultValue = 0.0 }
private enum OrderKey: DynamicEnvironmentKey { static let defaultValue = Order() }

/// What it shows to rules is not what it stores.
private struct Money: LuaViewConvertible, Sendable {
  var cents = 5
  var luaView: any LuaView { Shown(cent: cents).luaView }
}

private struct Shown: RuleObject, Sendable {
  var cent: Int
  static let ruleMembers: RuleMembers<Shown> = [.init("cent", \.cent)]
}

private final class Account: RuleObject, Sendable {
  let owner = "Ann"
  let money = Money()
  static let ruleMembers: RuleMembers<Account> = [
    .init("owner", \.owner), .init("money", \.money),
  ]
}

extension DynamicEnvironmentPaths {
  fileprivate var discountPercent: Int { self[dynamic: DiscountPercentKey.self] }
}

/// A list of rules, and what loading says of them: an error, warnings, or nothing.
private struct Example: Sendable, CustomTestStringConvertible {
  let rules: String
  let expected: String
  var testDescription: String { rules }

  init(_ rules: String, _ expected: String = "") {
    self.rules = rules
    self.expected = expected
  }
}

struct UnusedKeyTests {
  private static let schema = RuleSchema(
    keys: DiscountPercentKey.self, ShippingCostKey.self, OrderKey.self)

  private static func outcome(
    _ rules: String, schema: RuleSchema = schema, policy: UnusedKeyPolicy = .standard
  ) -> String {
    do {
      let model = try RuleModel(
        text: "return {\n\(rules)\n}", schema: schema, options: RuleOptions(unusedKeys: policy))
      return model.warnings.map(\.description).joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private static let undeclared = """
    rules.lua:2: error: the key `discountPercnt` is not declared, and no rule visibly reads it \
    [unused-key]
      hint: did you mean `discountPercent`?
    """

  private static let keys: [Example] = [
    Example(
      "{ key = 'discountPercnt', value = 5 },",
      """
      rules.lua:2: error: the key `discountPercnt` is neither declared nor read by any rule \
      [unused-key]
        hint: did you mean `discountPercent`?
      """),
    Example(
      "{ key = 'discountpercent', value = 5 },",
      """
      rules.lua:2: error: the key `discountpercent` is neither declared nor read by any rule \
      [unused-key]
        hint: did you mean `discountPercent`?
      """),
    // Rules may be newer than the program.
    Example(
      "{ key = 'shippingNote', value = 5 },",
      """
      rules.lua:2: warning: the key `shippingNote` is neither declared nor read by any rule \
      [unused-key]
        hint: did you mean `shippingCost`?
      """),
    Example(
      "{ key = 'giftWrap', value = 5 }, { key = 'giftWrap', value = 6 },",
      """
      rules.lua:2: warning: the key `giftWrap` is neither declared nor read by any rule [unused-key]
        hint: declare it in the schema, or remove its rules
      """),
    Example(
      "{ key = 'shippingCost', value = function(c) return c.surcharge end },\n"
        + "{ key = 'surcharge', value = 3 }, { key = 'surchage', value = 4 },",
      """
      rules.lua:3: error: the key `surchage` is neither declared nor read by any rule [unused-key]
        hint: did you mean `surcharge`?
      """),
    // A pattern reads, too, and a path is read by its first name.
    Example(
      "{ key = 'isLarge', value = true }, { key = 'shippingCost', when = { isLarge = true }, value = 3 },"
    ),
    Example(
      "{ key = 'ordr.risk', value = 1 },",
      """
      rules.lua:2: error: the key `ordr` is neither declared nor read by any rule [unused-key]
        hint: did you mean `order`?
      """),
    Example("{ key = 'order.risk', value = 1 },"),
    // Where some function may read any key, only a slip from a declared name is certainly wrong.
    Example(
      "{ key = 'giftWrap', value = 5 }, { key = 'shippingCost', value = function(c) return c['x' .. 1] end },"
    ),
    Example(
      "{ key = 'surchage', value = 5 }, { key = 'shippingCost', value = function(c) for k in pairs(c) do end return 1 end },"
    ),
    Example(
      "{ key = 'discountPercnt', value = 5 }, { key = 'shippingCost', value = function(c) return c['x' .. 1] end },",
      undeclared
    ),
    Example(
      "{ key = 'discountPercnt', value = 5 }, { key = 'shippingCost', value = function(c) for k in pairs(c) do end return 1 end },",
      undeclared
    ),
    Example(
      "{ set = { discountPercnt = 5 } }, { key = 'shippingCost', value = function(c) local f = function(x) return 1 end return f(c) end },",
      undeclared
    ),
    Example(
      "{ key = 'discountPercnt', value = 5 }, { key = 'shippingCost', value = function(c) local d = c return d.discountPercnt end },"
    ),
    Example(
      "{ key = 'discountPercnt', value = 5 }, { key = 'shippingCost', value = function(c) return (function() local d = c return d end)().x end },",
      undeclared
    ),
    Example(
      "{ key = 'discountPercnt', value = 5 }, { key = 'shippingCost', value = function(...) return (...).discountPercnt end },",
      undeclared
    ),
    Example(
      "{ key = 'discountPercnt', value = 5 }, { key = 'shippingCost', value = function(c) return (function() return c.order end)().total end },",
      """
      rules.lua:2: error: the key `discountPercnt` is neither declared nor read by any rule \
      [unused-key]
        hint: did you mean `discountPercent`?
      """),
  ]

  @Test(arguments: keys)
  private func `a key that nobody reads is told`(_ example: Example) {
    #expect(Self.outcome(example.rules) == example.expected)
  }

  private static let members: [Example] = [
    Example(
      "{ key = 'shippingCost', when = { order = { totl = 3 } }, value = 1 },",
      """
      rules.lua:2: error: unknown member `totl` [unknown-member]
        hint: did you mean `total`?
      """),
    Example(
      "{ key = 'shippingCost', value = 1 },\n{ key = 'shippingCost', when = function(c)\n"
        + "local o = c.order\nreturn o.totl > 1 end, value = 1 },",
      """
      rules.lua:5: error: unknown member `totl` [unknown-member]
        hint: did you mean `total`?
      """),
    Example(
      "{ key = 'shippingCost', when = function(c) return c.order.weight > 1 end, value = 1 },",
      """
      rules.lua:2: warning: unknown member `weight` [unknown-member]
        hint: there are `customerName`, `total`
      """),
    Example(
      "{ key = 'shippingCost', when = function(c) return c.order.total.net > 1 end, value = 1 },",
      """
      rules.lua:2: warning: `order.total` has no member `net` [unknown-member]
        hint: it is a number
      """),
    // What a variable holds after a branch is not certain.
    Example(
      "{ key = 'shippingCost', value = function(c) local o = c.order if c.shippingCost then o = {} end "
        + "return o.totl end },"),
    // An inner function may assign to the variable.
    Example(
      "{ key = 'shippingCost', value = function(c) local o = c.order "
        + "local function change() o = { totl = 1 } end change() return o.totl end },"),
    // A rule may give a member by a path key.
    Example(
      "{ key = 'order.totl', value = 1 }, { key = 'shippingCost', value = function(c) return c.order.totl end },"
    ),
  ]

  @Test(arguments: members)
  private func `a member that the type does not have is told`(_ example: Example) {
    #expect(Self.outcome(example.rules) == example.expected)
  }

  private static let reads: [Example] = [
    Example(
      "{ key = 'shippingCost', when = { ordr = { total = 3 } }, value = 1 },",
      """
      rules.lua:2: error: unknown key `ordr` [unknown-key]
        hint: did you mean `order`?
      """),
    Example(
      "{ key = 'shippingCost', when = { ['ordr.total'] = 3 }, value = function(c) return c['x' .. 1] end },",
      """
      rules.lua:2: error: unknown key `ordr` [unknown-key]
        hint: did you mean `order`?
      """),
    Example(
      "{ key = 'shippingCost', when = function(c) return c.Order.total > 1 end, value = 1 },",
      """
      rules.lua:2: error: unknown key `Order` [unknown-key]
        hint: did you mean `order`?
      """),
    // The program may set it.
    Example(
      "{ key = 'shippingCost', when = { region = 'EU' }, value = 1 },",
      """
      rules.lua:2: warning: unknown key `region` [unknown-key]
        hint: it is neither declared nor assigned by a rule
      """),
    Example("{ key = 'shippingCost', when = function(c) return c.region end, value = 1 },"),
  ]

  @Test(arguments: reads)
  private func `a key that is unknown is told`(_ example: Example) {
    #expect(Self.outcome(example.rules) == example.expected)
  }

  @Test func `a slip is found among any number of names`() throws {
    let properties = (0..<3000).map { "\"declared\($0)key\": {}" }.joined(separator: ",")
    let schema = try RuleSchema(json: "{\"properties\": {\(properties)}}")
    let others = (0..<300).map { "{ key = 'unrelated\($0 * 7919)', value = 1 }," }
    let rules = others.joined(separator: "\n") + "\n{ key = 'declard2999key', value = 1 },"
    #expect(
      Self.outcome(rules, schema: schema).hasPrefix(
        """
        rules.lua:302: error: the key `declard2999key` is neither declared nor read by any rule \
        [unused-key]
          hint: did you mean `declared2999key`?
        """))
  }

  @Test func `a key that a fallback assigns is no warning`() throws {
    func model(_ rules: String) throws -> RuleModel {
      try RuleModel(text: "return { \(rules) }", schema: Self.schema)
    }
    let upper = try model("{ key = 'shippingCost', when = { region = 'EU' }, value = 3 }")
    #expect(upper.warnings.map(\.code) == [.unknownKey])
    let lower = try model(
      "{ key = 'region', value = 'EU' }, { key = 'shippingCost', value = function(c) return #c.region end }"
    )
    #expect(upper.fallback(lower).warnings == [])
  }

  @Test(arguments: UnusedKeyPolicy.allCases)
  func `a policy decides`(policy: UnusedKeyPolicy) {
    func severity(_ rules: String) -> String {
      let text = Self.outcome(rules, policy: policy)
      return text.contains(": error: ") ? "error" : text.contains(": warning: ") ? "warning" : ""
    }
    let near = "{ key = 'discountPercnt', value = 5 },"
    let far = "{ key = 'giftWrap', value = 5 },"
    let expected: [UnusedKeyPolicy: [String]] = [
      .standard: ["error", "warning"], .refuse: ["error", "error"],
      .warn: ["warning", "warning"], .allow: ["", ""],
    ]
    #expect([severity(near), severity(far)] == expected[policy])
  }

  @Test func `a declared path is a declared key`() {
    let schema = Self.schema.merging(
      RuleSchema(
        RuleKey("person.status", default: ""), RuleKey("order.risk", default: 0),
        RuleKey("persons", default: 0)))
    let rules = """
      { key = 'person.status', value = 'busy' },
      { key = 'shippingCost', when = function(c) return c.order.risk > 1 end, value = 2 },
      """
    #expect(Self.outcome(rules, schema: schema) == "")
  }

  @Test func `a host function that gets the context may read any key`() throws {
    let rules = """
      return { { key = 'discountPercnt', value = 1 }, { key = 'shippingCost', value = host.cost } }
      """
    let asked: HostFunctions = [
      "cost": .function { (c: RuleContext) in (try? c.value(at: "discountPercnt")) ?? 0.0 }
    ]
    // What it reads is unknown, but the name is a slip away from a declared one.
    #expect(throws: RuleError.self) { try RuleModel(text: rules, schema: Self.schema, host: asked) }
    let other = rules.replacing("discountPercnt", with: "giftWrap")
    #expect(try RuleModel(text: other, schema: Self.schema, host: asked).warnings == [])
    let unasked: HostFunctions = ["cost": .function { 3.0 }]
    #expect(throws: RuleError.self) {
      try RuleModel(text: rules, schema: Self.schema, host: unasked)
    }
    // A stub is looked into.
    for (stub, isRead) in [("c.discountPercnt", true), ("c.shippingCost", false)] {
      var options = RuleOptions()
      options.hostStubs = RuleSource(text: "return { cost = function(c) return \(stub) end }")
      let model = try? RuleModel(text: rules, schema: Self.schema, host: unasked, options: options)
      #expect((model != nil) == isRead, "\(stub)")
    }
  }

  @Test func `rules in Swift declare nothing for others`() throws {
    let swift: RuleModel = [\.discountPercent <= 5]
    let lua = RuleSource(text: "return {{ key = 'discountPercnt', value = 1 }}")
    #expect(try RuleModel(sources: [.rules(swift), lua]).warnings == [])
    #expect(throws: RuleError.self) {
      try RuleModel(sources: [.rules(swift), lua], schema: Self.schema)
    }
  }

  @Test func `an object of a class may show more than its type lists`() {
    let schema = Self.schema.merging(RuleSchema(RuleKey("account", default: Account())))
    let rules = "{ key = 'shippingCost', when = function(c) return c.account.ownr end, value = 2 },"
    #expect(Self.outcome(rules, schema: schema).contains("rules.lua:2: warning: "))
    #expect(
      Self.outcome(
        "{ key = 'shippingCost', when = function(c) return c.account.money.cent end, value = 2 },",
        schema: schema) == "")
  }

  @Test func `a key that a fallback reads is no warning`() throws {
    func model(_ rules: String) throws -> RuleModel {
      try RuleModel(text: "return { \(rules) }", schema: Self.schema)
    }
    let upper = try model("{ key = 'surcharge', value = 3 }")
    #expect(upper.warnings.count == 1)
    let lower = try model("{ key = 'shippingCost', value = function(c) return c.surcharge end }")
    #expect(upper.fallback(lower).warnings == [])
    #expect(upper.fallback(try model("{ key = 'shippingCost', value = 1 }")).warnings.count == 1)
  }

  @Test func `nothing is told without a schema`() {
    #expect(Self.outcome("{ key = 'discountPercnt', value = 5 },", schema: RuleSchema()) == "")
  }

  @Test func `functions of one shape are told apart by their names`() {
    let rules = (0..<50).map { index in
      "{ key = 'shippingCost', when = function(c) return c.order.total == \(index) end, value = 1 },"
    }
    let wrong =
      "{ key = 'shippingCost', when = function(c) return c.order.totl == 3 end, value = 1 },"
    #expect(Self.outcome(rules.joined(separator: "\n")) == "")
    #expect(
      Self.outcome((rules + [wrong] + rules).joined(separator: "\n"))
        .hasPrefix("rules.lua:52: error: unknown member `totl`"))
  }

  @Test func `a live model refuses a misspelt key, and tells the rest`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": "return {{ key = 'discountPercent', value = 5 }}"])
    var options = RuleOptions()
    options.fileSystem = files
    var liveOptions = LiveRuleOptions()
    liveOptions.logger.logLevel = .critical
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], schema: Self.schema, options: options,
      live: liveOptions)
    var events = live.events.makeAsyncIterator()
    _ = await events.next()

    files["rules/a.lua"] = "return {{ key = 'discountPercnt', value = 5 }}"
    guard case .rejected(let error)? = await events.next() else {
      Issue.record("the load was not rejected")
      return
    }
    #expect(error.code == .unusedKey && live.generation == 1)

    files["rules/a.lua"] = "return {{ key = 'giftWrap', value = 5 }}"
    guard case .warned(generation: 2, let warnings)? = await events.next() else {
      Issue.record("nothing was told")
      return
    }
    guard case .swapped(generation: 2)? = await events.next() else {
      Issue.record("the generation is not active")
      return
    }
    #expect(warnings.map(\.code) == [.unusedKey] && live.model.warnings == warnings)
  }
}
