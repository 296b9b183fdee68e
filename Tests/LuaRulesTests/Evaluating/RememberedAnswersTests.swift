import LuaRules
import Synchronization
import Testing

private enum Level: String, Sendable { case low, high }
private struct Place: Sendable { var city: String }
private struct Order: RuleObject, Sendable {
  var title: String
  var level: Level
  var place = Place(city: "Ulm")
  static let ruleMembers: RuleMembers<Order> = [
    .init("title", \.title), .init("level", \.level), .init("place", \.place),
    .init("isLong") { $0.title.count > 10 },
  ]
}
/// An object that changes, and a structure with one inside.
private final class Meter: RuleObject, Sendable {
  let reading = Mutex(0)
  static let ruleMembers: RuleMembers<Meter> = [
    .init("reading") { $0.reading.withLock(\.self) }
  ]
}
private struct Box: RuleObject, Sendable {
  let meter: Meter
  static let ruleMembers: RuleMembers<Box> = [
    .init("reading") { $0.meter.reading.withLock(\.self) }
  ]
}
private struct OrderKey: DynamicEnvironmentKey { static let defaultValue: Order? = nil }
private struct MeterKey: DynamicEnvironmentKey { static let defaultValue: Meter? = nil }
private struct BoxKey: DynamicEnvironmentKey { static let defaultValue: Box? = nil }
private struct FactorKey: DynamicEnvironmentKey { static let defaultValue = 1 }
private struct OtherKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct LabelKey: DynamicEnvironmentKey { static let defaultValue = "none" }
private struct ScoreKey: DynamicEnvironmentKey { static let defaultValue = -1 }

extension DynamicEnvironmentPaths {
  fileprivate var order: Order? {
    get { self[dynamic: OrderKey.self] }
    set { self[dynamic: OrderKey.self] = newValue }
  }
  fileprivate var meter: Meter? {
    get { self[dynamic: MeterKey.self] }
    set { self[dynamic: MeterKey.self] = newValue }
  }
  fileprivate var box: Box? {
    get { self[dynamic: BoxKey.self] }
    set { self[dynamic: BoxKey.self] = newValue }
  }
  fileprivate var factor: Int {
    get { self[dynamic: FactorKey.self] }
    set { self[dynamic: FactorKey.self] = newValue }
  }
  fileprivate var other: Int {
    get { self[dynamic: OtherKey.self] }
    set { self[dynamic: OtherKey.self] = newValue }
  }
  fileprivate var label: String {
    get { self[dynamic: LabelKey.self] }
    set { self[dynamic: LabelKey.self] = newValue }
  }
  fileprivate var score: Int {
    get { self[dynamic: ScoreKey.self] }
    set { self[dynamic: ScoreKey.self] = newValue }
  }
}

extension RuleContext {
  /// Whether the answer comes without running a rule.
  fileprivate func gives<Value: Equatable>(
    _ value: Value, withoutRulesAt path: KeyPath<RuleContext, Value>
  ) -> Bool {
    var copy = self
    copy.budgetCap = Budget(instructions: 2000)
    return (try? copy.value(for: path)) == value
  }
}

@Suite struct RememberedAnswersTests {
  private static let schema = RuleSchema(
    \.order, \.meter, \.box, \.factor, \.other, \.label, \.score)

  /// Loops keep the rules from being planned.
  private static let rules = """
    local function slow(x) for _ = 1, 5000 do end return x end
    return {
      { key = "label", when = function(c) return slow(c.order.level) == "high" end,
        value = function(c) return slow(c.order.title) .. c.order.place.city end },
      { key = "label", value = function(c) return slow("plain") end, priority = "low" },
      { key = "score", value = function(c) return slow(#c.label) * c.factor end },
    }
    """

  private func context(
    _ rules: String = Self.rules, host: HostFunctions = [:]
  ) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(text: rules, schema: Self.schema, host: host, options: RuleOptions(plan: .lua)))
    context.order = Order(title: "Tea", level: .high)
    return context
  }

  @Test func `an answer is given again without asking a rule`() throws {
    let context = try context().memoized()
    #expect(!context.gives(6, withoutRulesAt: \.score))
    #expect(context.score == 6)
    #expect(context.gives(6, withoutRulesAt: \.score))
    let plain = try self.context()
    #expect(plain.score == 6)
    #expect(!plain.gives(6, withoutRulesAt: \.score))
  }

  @Test func `what is set otherwise changes the answers that were found from it`() throws {
    var context = try context().memoized()
    #expect(context.score == 6)
    context.other = 7
    #expect(context.gives(6, withoutRulesAt: \.score))
    context.factor = 2
    #expect(!context.gives(6, withoutRulesAt: \.score))
    #expect(context.score == 12)
    context.order?.title = "Coffee"
    #expect(context.score == 18)
    context.order?.place.city = "Rom"
    #expect(context.label == "CoffeeRom")
    context.label = "set"
    #expect(context.score == 6)
    context.unset(\.label)
    #expect(context.score == 18)
    context.unset(\.factor)
    #expect(context.score == 9)
    context.order?.level = .low
    #expect(context.label == "plain")
  }

  @Test func `copies remember what fits their own values`() throws {
    let first = try context().memoized()
    let second = first.with(\.factor, 10)
    for _ in 0..<3 {
      #expect(first.score == 6)
      #expect(second.score == 60)
    }
  }

  @Test func `a key that is set as another type is not what the rules said`() throws {
    var context = try context().memoized()
    #expect(context.score == 6)
    context["score"] = "7"
    #expect(throws: RuleError.self) { try context.value(for: \.score) }
    context["score"] = 7.0
    #expect(try context.value(for: \.score) == 7)
  }

  @Test func `an object may change, alone or in a structure`() throws {
    let rules = """
      local function slow(x) for _ = 1, 5000 do end return x end
      return {
        { key = "score", value = function(c) return slow(c.meter.reading) end },
        { key = "other", value = function(c) return slow(c.box.reading) end },
      }
      """
    var context = try context(rules).memoized()
    let meter = Meter()
    context.meter = meter
    context.box = Box(meter: meter)
    for reading in 0..<3 {
      meter.reading.withLock { $0 = reading }
      #expect(context.score == reading)
      #expect(context.other == reading)
    }
  }

  @Test func `a record cannot change, unless one of its values may`() throws {
    let rules = """
      local function slow(x) for _ = 1, 5000 do end return x end
      return { { key = "score", value = function(c) return slow(c.row.count) end } }
      """
    var context = RuleContext(try RuleModel(text: rules)).memoized()
    let columns = RecordLayout(members: [("count", Int.self), ("name", String?.self)])
    let row = try RuleRecord(columns, values: [3, nil])
    context["row"] = row
    #expect(context.score == 3)
    #expect(context.gives(3, withoutRulesAt: \.score))
    context["row"] = row
    #expect(context.gives(3, withoutRulesAt: \.score))
    context["row"] = try RuleRecord(columns, values: [4, nil])
    #expect(!context.gives(4, withoutRulesAt: \.score))
    #expect(context.score == 4)
    let mixed = RecordLayout(members: [("count", Int.self), ("meter", Meter.self)])
    context["row"] = try RuleRecord(mixed, values: [5, Meter()])
    #expect(context.score == 5)
    #expect(!context.gives(5, withoutRulesAt: \.score))
  }

  @Test func `what a host function gives is asked for again`() throws {
    let calls = Mutex(0)
    let host = HostFunctions().adding("next") {
      calls.withLock {
        $0 += 1; return $0
      }
    }
    let rules = """
      return {
        { key = "score", value = host.next },
        { key = "other", when = function(c) return host.next() > 0 end,
          value = function(c) return c.score end },
      }
      """
    let context = try context(rules, host: host).memoized()
    #expect(context.score == 1)
    #expect(context.score == 2)
    #expect(context.other == 4)
    #expect(context.other == 6)
  }

  @Test func `the names of the context may become others`() throws {
    let rules = """
      return { { key = "label", value = function(c) for name in pairs(c) do return name end end } }
      """
    var context = RuleContext(try RuleModel(text: rules, options: RuleOptions(plan: .lua)))
      .memoized()
    context["b"] = true
    #expect(context.label == "b")
    context["a"] = true
    #expect(context.label == "a")
  }

  @Test func `a path that is set belongs to what was read`() throws {
    let rules = """
      return {
        { key = "order.note", value = "n", when = function(c) return c.factor > 5 end },
        { key = "label", value = function(c) return c.order.note or "no note" end },
      }
      """
    var context = RuleContext(try RuleModel(text: rules, options: RuleOptions(plan: .lua)))
      .memoized()
    context.factor = 1
    context["order"] = ["title": "Tea"]
    #expect(context.label == "no note")
    context.factor = 6
    #expect(context.label == "n")
    context["order.note"] = "set"
    #expect(context.label == "set")
  }

  @Test func `a key that nobody answers has its default, until rules answer`() throws {
    let rules = """
      return { { key = "label", value = "long", when = function(c)
        for _ = 1, 5000 do end
        return c.factor > 1
      end } }
      """
    var context = RuleContext(try RuleModel(text: rules, options: RuleOptions(plan: .lua)))
      .memoized()
    context.factor = 1
    #expect(context.label == "none")
    #expect(context.gives("none", withoutRulesAt: \.label))
    context.factor = 2
    #expect(context.label == "long")
  }

  @Test func `errors are found anew`() throws {
    var context = try context().memoized()
    context.order = nil
    for _ in 0..<2 { #expect(throws: RuleError.self) { try context.value(for: \.label) } }
    context.order = Order(title: "Tea", level: .low)
    #expect(context.label == "plain")
  }

  @Test func `a name that nobody knows is an error each time, until it is set`() throws {
    let model = try RuleModel(
      text: """
        return {
          { key = "known", when = function(c) return c.flag end, value = function(c) return c.missing end },
          { key = "known", value = 1 },
        }
        """)
    var context = RuleContext(model).memoized()
    context["flag"] = false
    for _ in 1...3 {
      #expect(throws: RuleError.self) { try context.value(at: "missing", as: Int.self) }
      #expect(try context.value(at: "known", as: Int.self) == 1)
    }
    context["flag"] = true
    for _ in 1...3 {
      #expect(throws: RuleError.self) { try context.value(at: "known", as: Int.self) }
    }
    context["missing"] = 7
    for _ in 1...3 {
      #expect(try context.value(at: "missing", as: Int.self) == 7)
      #expect(try context.value(at: "known", as: Int.self) == 7)
    }
  }

  @Test func `another generation answers for itself, also in a chain`() throws {
    let first = try RuleModel(
      text: Self.rules, schema: Self.schema, options: RuleOptions(plan: .lua))
    let changed = try RuleModel(
      text: Self.rules.split(separator: "#c.label").joined(separator: "4"), schema: Self.schema,
      options: RuleOptions(plan: .lua))
    let live = try LiveRuleModel(sources: [RuleSource(text: Self.rules)], schema: Self.schema)
    let base = try RuleModel(text: "return { { key = \"label\", value = \"base\" } }")
    for model in [RuleModel(live), RuleModel(live).fallback(base)] {
      try live.replace(with: first)
      var context = RuleContext(model).memoized()
      context.factor = 1
      context.order = Order(title: "Tea", level: .high)
      #expect(context.score == 6)
      #expect(context.gives(6, withoutRulesAt: \.score))
      try live.replace(with: changed)
      #expect(context.score == 4)
      #expect(context.gives(4, withoutRulesAt: \.score))
    }
  }

  @Test func `threads with values of their own get what is theirs`() async throws {
    let shared = try context().memoized()
    await withTaskGroup(of: Bool.self) { group in
      for thread in 1...4 {
        group.addTask {
          (0..<300).allSatisfy { round in
            let factor = (thread * round) % 3
            return shared.with(\.factor, factor).score == 6 * factor && shared.score == 6
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(arguments: 0..<20) func `a random walk finds what a context without memory finds`(
    seed: UInt64
  ) throws {
    var random = SplitMix(state: seed)
    var plain = try context()
    var remembering = plain.memoized()
    for step in 0..<200 {
      let number = Int.random(in: 0...2, using: &random)
      let change: (inout RuleContext) -> Void =
        switch Int.random(in: 0..<8, using: &random) {
        case 0: { $0.factor = number }
        case 1: { $0.unset(\.factor) }
        case 2: { $0.order = number == 0 ? nil : Order(title: "a", level: .low) }
        case 3: { $0.order = Order(title: "bb", level: number == 0 ? .low : .high) }
        case 4: { $0.label = "set\(number)" }
        case 5: { $0.unset(\.label) }
        case 6: { $0.other = step }
        default: { _ in }
        }
      change(&plain)
      change(&remembering)
      #expect((try? remembering.value(for: \.score)) == (try? plain.value(for: \.score)))
      #expect((try? remembering.value(for: \.label)) == (try? plain.value(for: \.label)))
      #expect(remembering.other == plain.other)
    }
  }
}
