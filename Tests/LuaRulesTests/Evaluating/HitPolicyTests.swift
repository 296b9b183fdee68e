import Foundation
import Testing

@testable import LuaRules

private struct ReasonsKey: DynamicEnvironmentKey {
  static let defaultValue: [String] = ["by default"]
  static let hitPolicy = HitPolicy.collect
}

private struct TotalKey: DynamicEnvironmentKey {
  static let defaultValue = -1
  static let hitPolicy = HitPolicy.sum
}

private struct PriceKey: DynamicEnvironmentKey {
  static let defaultValue = Decimal(-1)
  static let hitPolicy = HitPolicy.sum
}

private struct LeastKey: DynamicEnvironmentKey {
  static let defaultValue = -1.0
  static let hitPolicy = HitPolicy.minimum
}

private struct MostKey: DynamicEnvironmentKey {
  static let defaultValue = -1.0
  static let hitPolicy = HitPolicy.maximum
}

private struct HitsKey: DynamicEnvironmentKey {
  static let defaultValue = -1
  static let hitPolicy = HitPolicy.count
}

private struct OnlyKey: DynamicEnvironmentKey {
  static let defaultValue = "none"
  static let hitPolicy = HitPolicy.unique
}

private struct AgreedKey: DynamicEnvironmentKey {
  static let defaultValue = "none"
  static let hitPolicy = HitPolicy.any
}

private struct LevelKey: DynamicEnvironmentKey {
  static let defaultValue = 0
}

extension DynamicEnvironmentPaths {
  fileprivate var reasons: [String] {
    get { self[dynamic: ReasonsKey.self] }
    set { self[dynamic: ReasonsKey.self] = newValue }
  }
  fileprivate var total: Int { self[dynamic: TotalKey.self] }
  fileprivate var price: Decimal { self[dynamic: PriceKey.self] }
  fileprivate var least: Double { self[dynamic: LeastKey.self] }
  fileprivate var most: Double { self[dynamic: MostKey.self] }
  fileprivate var hits: Int { self[dynamic: HitsKey.self] }
  fileprivate var only: String { self[dynamic: OnlyKey.self] }
  fileprivate var agreed: String { self[dynamic: AgreedKey.self] }
  fileprivate var level: Int {
    get { self[dynamic: LevelKey.self] }
    set { self[dynamic: LevelKey.self] = newValue }
  }
}

private let schema = RuleSchema(
  \.reasons, \.total, \.price, \.least, \.most, \.hits, \.only, \.agreed, \.level)

/// How a model is made: by plans or by Lua, with a schema or without.
private enum Way: CaseIterable {
  case plan, lua, planWithoutSchema, luaWithoutSchema

  func model(_ sources: RuleSource...) throws -> RuleModel {
    let declared =
      switch self {
      case .plan, .lua: schema
      case .planWithoutSchema, .luaWithoutSchema: RuleSchema()
      }
    var options = RuleOptions()
    switch self {
    case .plan, .planWithoutSchema: options.plan = .native
    case .lua, .luaWithoutSchema: options.plan = .lua
    }
    return try RuleModel(sources: sources, schema: declared, options: options)
  }

  func context(_ rules: String, level: Int = 0) throws -> RuleContext {
    var context = RuleContext(try model(RuleSource(text: "return {\n\(rules)\n}", name: "p.lua")))
    context.level = level
    return context
  }
}

@Suite struct HitPolicyTests {
  @Test(arguments: Way.allCases)
  fileprivate func `collect gives all values that hold, in the order of the rules`(_ way: Way)
    throws
  {
    let context = try way.context(
      """
      { key = "reasons", value = "always" },
      { key = "reasons", when = function(c) return c.level > 3 end, value = "level" },
      { key = "reasons", when = function(c) return c.level > 9 end, value = "high" },
      { key = "reasons", value = function(c) if c.level > 4 then return "by " .. c.level end end },
      { key = "reasons", priority = "low", value = "last" },
      { key = "reasons", priority = "high", value = "first" },
      """, level: 5)
    let expected = ["first", "level", "always", "by 5", "last"]
    #expect(context.reasons == expected)
    #expect(try context.value(for: ReasonsKey.self) == expected)
    #expect(try context.value(for: \.reasons) == expected)
    #expect(try context.value(for: RuleKey(ReasonsKey.self)) == expected)
    #expect(try context.answer(for: \.reasons).value == expected)
    #expect(context.memoized().reasons == expected)
  }

  @Test(arguments: Way.allCases)
  fileprivate func `numbers are joined`(_ way: Way) throws {
    let context = try way.context(
      ["total", "price", "least", "most", "hits"].map { key in
        """
        { key = "\(key)", value = 4 },
        { key = "\(key)", when = function(c) return c.level == 5 end, value = -2 },
        { key = "\(key)", when = function(c) return c.level == 6 end, value = 100 },
        { key = "\(key)", value = function(c) return c.level end },
        { key = "\(key)", value = function(c) return nil end },
        """
      }.joined(separator: "\n"), level: 5)
    #expect(context.total == 7)
    #expect(context.price == 7)
    #expect(context.least == -2)
    #expect(context.most == 5)
    #expect(context.hits == 3)
  }

  @Test(arguments: Way.allCases)
  fileprivate func `a sum of decimals keeps its cents`(_ way: Way) throws {
    let rules = (0..<10).map { _ in #"{ key = "price", value = 0.1 },"# }.joined(separator: "\n")
    #expect(try way.context(rules).price == 1)
    #expect(
      try way.context(#"{ key = "price", value = "0.10000000000000000001" },"# + rules).price
        == Decimal(string: "1.10000000000000000001"))
  }

  @Test(arguments: Way.allCases)
  fileprivate func `without a contribution the default answers, and a set value wins whole`(
    _ way: Way
  ) throws {
    var context = try way.context(
      """
      { key = "reasons", when = function(c) return c.level > 3 end, value = "level" },
      { key = "total", when = { level = 7 }, value = 1 },
      { key = "hits", value = function(c) return nil end },
      """)
    #expect(context.reasons == ["by default"])
    #expect(context.total == -1)
    #expect(context.hits == -1)
    #expect(try context.answer(for: \.reasons).source == .default)
    context.level = 4
    #expect(context.reasons == ["level"])
    context.reasons = []
    #expect(context.reasons == [])
    #expect(try context.answer(for: \.reasons).source == .set)
  }

  @Test(arguments: Way.allCases)
  fileprivate func `fallback models contribute after the first`(_ way: Way) throws {
    let first = try way.model(
      RuleSource(
        text: #"return { { key = "reasons", priority = 1, value = "own" } }"#, name: "a.lua"))
    let second = try way.model(
      RuleSource(
        text: #"return { { key = "reasons", priority = 900, value = "base" } }"#, name: "b.lua"))
    let context = RuleContext(first.fallback(second))
    #expect(context.reasons == ["own", "base"])
    let answer = try context.answer(for: \.reasons)
    #expect(answer.source == .rule)
    #expect(answer.location?.description == "a.lua:1")
    #expect(answer.furtherLocations.map(\.description) == ["b.lua:1"])
    #expect(answer.rule == nil)
    #expect("\(answer)" == #"["own", "base"], by 2 rules, the first at a.lua:1"#)
    #expect(RuleContext(RuleModel.empty.fallback(second)).reasons == ["base"])
  }

  @Test(arguments: Way.allCases)
  fileprivate func `two rules that hold for a unique key are an error that names both`(
    _ way: Way
  ) throws {
    var context = try way.context(
      """
      { key = "only", value = "one" },
      { key = "only", when = function(c) return c.level > 3 end, value = "two" },
      { key = "only", value = function(c) return nil end },
      """)
    #expect(context.only == "one")
    #expect(try context.answer(for: \.only).location?.line == 2)
    context.level = 4
    let error = #expect(throws: RuleError.self) { try context.value(for: \.only) }
    #expect(
      error?.description == """
        p.lua:2: error: two rules give `only` a value, and its hit policy is unique [hit-policy]
          hint: let their conditions exclude one another
          note: p.lua:3: the other rule
        """)
    context.onError = { _ in }
    #expect(context.only == "none")
  }

  @Test(arguments: Way.allCases)
  fileprivate func `rules of an any key must agree`(_ way: Way) throws {
    var context = try way.context(
      """
      { key = "agreed", value = "yes" },
      { key = "agreed", when = function(c) return c.level > 3 end, value = function(c)
          return c.level > 8 and "no" or "yes"
        end },
      """)
    #expect(context.agreed == "yes")
    context.level = 4
    #expect(context.agreed == "yes")
    context.level = 9
    let error = #expect(throws: RuleError.self) { try context.value(for: \.agreed) }
    #expect(
      error?.description == """
        p.lua:2: error: two rules give `agreed` different values, "no" and "yes", and its hit policy \
        is any [hit-policy]
          hint: let them give the same value, or let their conditions exclude one another
          note: p.lua:3: the other rule
        """)
  }

  @Test(arguments: [Way.plan, .lua])
  fileprivate func `rules read the joined value of a declared key`(_ way: Way) throws {
    let context = try way.context(
      """
      { key = "reasons", value = "a" },
      { key = "reasons", value = "b" },
      { key = "total", value = function(c) return #c.reasons end },
      { key = "total", when = function(c) return c.reasons[2] == "b" end, value = 40 },
      { key = "level", value = function(c) return c.total end },
      { key = "only", when = function(c) return c.total == 42 end, value = "natively" },
      """)
    var fresh = context
    fresh.unset("level")
    #expect(fresh.total == 42)
    #expect(fresh.level == 42)
    #expect(fresh.only == "natively")
    #expect(try fresh.value(at: "reasons", as: [String].self) == ["a", "b"])
    #expect(try fresh.value(at: "total", as: Int.self) == 42)
    #expect(fresh["total"] as? Int == 42)
    #expect(try fresh.json(at: "reasons") == #"["a","b"]"#)
  }

  @Test(arguments: Way.allCases)
  fileprivate func `an alias asks by the policy of its original`(_ way: Way) throws {
    struct OtherKey: DynamicEnvironmentKey { static let defaultValue: [String] = [] }
    let context = try way.context(
      """
      { key = "reasons", value = "a" },
      { key = "reasons", value = "b" },
      """)
    let aliased = context.aliasing(\.[dynamic: RuleKey(OtherKey.self)], to: \.reasons)
    #expect(aliased[dynamic: OtherKey.self] == ["a", "b"])
  }

  @Test func `rules in Swift give elements`() throws {
    let model: RuleModel = [
      SwiftRule(\.reasons, collecting: "constant"),
      \.level > 3 => SwiftRule(\.reasons, collecting: "level"),
      SwiftRule(\.reasons, collecting: { context in context.level > 4 ? "closure" : nil }),
      \.total <= 2,
      \.total <= \.level,
    ]
    var context = RuleContext(model)
    context.level = 5
    #expect(context.reasons == ["level", "constant", "closure"])
    #expect(context.total == 7)
    context.level = 4
    #expect(context.reasons == ["level", "constant"])
  }

  @Test func `a key that reads itself is a circle`() throws {
    let context = try Way.plan.context(
      #"{ key = "reasons", value = function(c) return c.reasons[1] end },"#)
    let error = #expect(throws: RuleError.self) { try context.value(for: \.reasons) }
    #expect(error?.code == .cycle)
  }

  @Test func `objects of the host are collected as they are`() throws {
    struct Item: Sendable, Equatable { var name: String }
    struct ItemKey: DynamicEnvironmentKey { static let defaultValue: Item? = nil }
    struct SpareKey: DynamicEnvironmentKey { static let defaultValue: Item? = nil }
    struct ItemsKey: DynamicEnvironmentKey {
      static let defaultValue: [Item] = []
      static let hitPolicy = HitPolicy.collect
    }
    struct NamesKey: DynamicEnvironmentKey { static let defaultValue = "" }
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: """
            return {
              { key = "items", value = function(c) return c.item end },
              { key = "items", value = function(c) return c.spare end },
              { key = "names", value = function(c) return c.items[2].name .. #c.items end },
            }
            """)
      ], schema: RuleSchema(keys: ItemKey.self, SpareKey.self, ItemsKey.self, NamesKey.self))
    var context = RuleContext(model)
    context[dynamic: ItemKey.self] = Item(name: "a")
    context[dynamic: SpareKey.self] = Item(name: "b")
    #expect(context[dynamic: ItemsKey.self] == [Item(name: "a"), Item(name: "b")])
    #expect(context[dynamic: NamesKey.self] == "b2")
  }

  @Test(arguments: [
    (#"{ key = "reasons", value = 3 },"#, "rule for `reasons` gives 3; expected a string"),
    (#"{ key = "total", value = "x" },"#, "rule for `total` gives \"x\"; expected an integer"),
    (#"{ key = "total", value = 1.5 },"#, "rule for `total` gives 1.5; expected an integer"),
  ])
  func `a constant is compared with what one rule may give`(rule: String, message: String) throws {
    let error = #expect(throws: RuleError.self) { try Way.plan.context(rule) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (
      #"{ key = "reasons", value = "a" }, { key = "reasons", value = function(c) return 3 end },"#,
      "reasons", "rule for `reasons` gives 3; expected a string"
    ),
    (
      #"{ key = "total", value = function(c) return "x" end },"#, "total",
      "rule for `total` gives \"x\"; expected an integer"
    ),
    (
      #"{ key = "total", value = 9223372036854775807 }, { key = "total", value = 1 },"#, "total",
      "the sum for `total` is too large, or no number"
    ),
    (
      #"{ key = "least", value = function(c) return 0/0 end },"#, "least",
      "rule for `least` gives nan; expected a number, of which the key has the minimum"
    ),
  ])
  func `a value that cannot be joined is an error at its rule`(
    rules: String, key: String, message: String
  ) throws {
    let context = try Way.lua.context(rules)
    let error = #expect(throws: RuleError.self) {
      switch key {
      case "reasons": _ = try context.value(for: \.reasons)
      case "total": _ = try context.value(for: \.total)
      default: _ = try context.value(for: \.least)
      }
    }
    #expect(error?.location?.file == "p.lua")
    #expect(error?.message == message)
  }

  @Test func `a secret key hides what its rules disagree about`() throws {
    let key = RuleKey("pin", default: "", isSecret: true, hitPolicy: .any)
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: #"return { { key = "pin", value = "1234" }, { key = "pin", value = "9876" } }"#)
      ], schema: RuleSchema(key))
    for model in [model, model.fallback(.empty)] {
      let error = #expect(throws: RuleError.self) { try RuleContext(model).value(for: key) }
      #expect(error?.description.contains("•••") == true)
      #expect(error?.description.contains("1234") == false)
    }
  }

  // MARK: Declarations

  @Test func `two policies for one name are an error`() throws {
    let collect = RuleKey("x", default: [""], hitPolicy: .collect)
    let first = RuleKey("x", default: [""])
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [], schema: RuleSchema(collect, first), options: .init())
    }
    #expect(
      error?.message == "the key `x` is declared with two hit policies: collect and first")
    let model = try RuleModel(
      sources: [RuleSource(text: #"return { { key = "x", value = { "a" } } }"#)],
      schema: RuleSchema(first))
    let asked = #expect(throws: RuleError.self) { try RuleContext(model).value(for: collect) }
    #expect(asked?.code == .conflictingKeys)
  }

  @Test(arguments: [
    (HitPolicy.collect, "a string", "lists"), (.sum, "a string", "numbers or durations"),
    (.minimum, "a string", "numbers, durations or dates"), (.count, "a string", "integers"),
  ])
  func `a type that a policy cannot give is an error`(
    policy: HitPolicy, type: String, expected: String
  ) throws {
    let key = RuleKey("x", default: "", hitPolicy: policy)
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [RuleSource(text: "return {}")], schema: RuleSchema(key))
    }
    #expect(
      error?.message
        == "the key `x` has the hit policy \(policy.rawValue), so its values are \(expected), not"
        + " \(type)")
  }

  @Test func `a JSON Schema declares policies, and exports them`() throws {
    let text = schema.json()
    let read = try RuleSchema(json: text)
    #expect(read.json() == text)
    for name in schema.names { #expect(read.hitPolicy(of: name) == schema.hitPolicy(of: name)) }
    let error = #expect(throws: RuleError.self) {
      try RuleSchema(
        json: #"{"properties": {"x": {"type": "array", "x-hit-policy": "colect"}}}"#,
        name: "s.json")
    }
    #expect(
      error?.description == """
        s.json: error: `#/properties/x/x-hit-policy`: `colect` is no hit policy; expected first, \
        first-declared, collect, collect-declared, priority, output-order, sum, minimum, maximum, count, unique, any; \
        did you mean `collect`? [bad-schema]
        """)
  }

  // MARK: Explaining, and counting

  @Test func `an explanation shows what each rule contributed, and why others did not`() throws {
    let context = try Way.plan.context(
      """
      { key = "reasons", value = "always" },
      { key = "reasons", when = function(c) return c.level > 3 end, value = "level" },
      """)
    #expect(
      context.explain(\.reasons).description == """
        reasons is ["always"], collected from 1 rule
          p.lua:3: not matched (priority 100, complexity 1; before the next by complexity)
            `c.level > 3`: was 0
            3 | { key = "reasons", when = function(c) return c.level > 3 end, value = "level" },
              |                                              ^^^^^^^^^^^
          p.lua:2: won, contributed "always" (priority 100, complexity 0)
          level is 0, set on the context
        """)
    #expect(
      context.explain(at: "reasons").json.contains(#""hitPolicy":"collect""#))
    #expect(context.explain(at: "reasons").json.contains(#""contribution":"always""#))
  }

  @Test func `each rule that contributes counts as a hit`() throws {
    let counts = RuleHitCounts()
    let model = try Way.plan.model(
      RuleSource(
        text: """
          return {
            { key = "reasons", value = "a" },
            { key = "reasons", value = "b" },
            { key = "reasons", when = false, value = "c" },
          }
          """))
    let observed = model.observed(by: counts)
    #expect(RuleContext(observed).reasons == ["a", "b"])
    #expect(counts.wins(in: observed).map(\.count) == [1, 1, 0])
  }

  // MARK: Against a naive interpreter

  @Test(arguments: 0..<60)
  func `many rules answer as a naive interpreter does`(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    struct Made {
      var text: String
      var priority: Int
      var holds: Bool
      var value: Int?
    }
    let level = Int.random(in: 0...3, using: &random)
    let rules: [Made] = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      let priority = [50, 100, 150].randomElement(using: &random) ?? 100
      let number = Int.random(in: 0...3, using: &random)
      let (test, holds) =
        [
          ("{ level = \(number) }", level == number),
          ("function(c) return c.level >= \(number) end", level >= number),
          ("function(c) return tostring(c.level) ~= \"\(number)\" end", level != number),
        ].randomElement(using: &random) ?? ("true", true)
      let value = Int.random(in: -9...9, using: &random)
      let values: [(String, Int?)] =
        [
          ("\(value)", value), ("function(c) return c.level + \(value) end", level + value),
          ("function(c) if c.level > 1 then return \(value) end end", level > 1 ? value : nil),
        ]
      let (text, gives) = values.randomElement(using: &random) ?? ("0", 0)
      return Made(
        text: "priority = \(priority), complexity = 1, when = \(test), value = \(text)",
        priority: priority, holds: holds, value: gives)
    }
    let order = rules.enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }.map(\.element)
    let given = order.filter(\.holds).compactMap(\.value)
    let text = rules.map { rule in
      ["reasons", "total", "least", "most", "hits"].map { key in
        key == "reasons"
          ? "{ key = \"reasons\", \(rule.text.replacing("value = ", with: "value = text(") )) },"
          : "{ key = \"\(key)\", \(rule.text) },"
      }.joined(separator: "\n")
    }.joined(separator: "\n")
    let head = """
      local function text(value)
        if type(value) ~= "function" then return tostring(value) end
        return function(c) local given = value(c) return given and tostring(given) end
      end
      return {
      """
    for way in Way.allCases {
      var context = RuleContext(try way.model(RuleSource(text: "\(head)\n\(text)\n}")))
      context.level = level
      #expect(context.reasons == (given.isEmpty ? ["by default"] : given.map(String.init)))
      #expect(context.total == (given.isEmpty ? -1 : given.reduce(0, +)))
      #expect(context.least == Double(given.min() ?? -1))
      #expect(context.most == Double(given.max() ?? -1))
      #expect(context.hits == (given.isEmpty ? -1 : given.count))
    }
  }
}
