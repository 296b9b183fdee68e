import LuaRules
import Synchronization
import Testing

/// Rules that use up their budget again and again.
struct SuspensionTests {
  /// A clock that a test moves.
  final class TestClock: Sendable {
    private let passed = Mutex(Duration.zero)

    func advance(by duration: Duration) { passed.withLock { $0 += duration } }

    func policy(
      after failureCount: Int? = 3, pause: Duration = .seconds(1),
      upTo longest: Duration = .seconds(300),
      behavior: SuspensionPolicy.Behavior = .fail
    ) -> SuspensionPolicy {
      var policy = SuspensionPolicy(
        after: failureCount, pause: pause, upTo: longest, behavior: behavior)
      policy.clock = { self.passed.withLock { $0 } }
      return policy
    }
  }

  private static let rules = """
    return {
      { key = "answer", value = function(c)
        if c.spend then host.called() while true do end end
        return 1
      end },
      { key = "guarded", when = function(c) while c.spend do end return c.good end, value = 1 },
      { key = "guarded", value = 2 },
      { key = "fine", value = function(c) return 3 end },
      { key = "asking", value = function(c) return c.answer end },
    }
    """

  private static let budget = Budget(
    instructions: 20_000, time: .seconds(20), memory: 1 << 20, depth: 30)

  private static let hit = "rules.lua:3: error: more than 20000 instructions were used [budget]"

  private static let suspended = """
    rules.lua:2: error: the rule for `answer` is suspended: it used up its budget 3 times in a row \
    [suspended]
      hint: it is tried again after a pause, and when the rules change
      note: rules.lua:3: more than 20000 instructions were used
    """

  private final class Calls: Sendable {
    let count = Atomic<Int>(0)
    var host: HostFunctions {
      HostFunctions().adding("called") { () in self.count.add(1, ordering: .relaxed) }
    }
    var value: Int { count.load(ordering: .relaxed) }
  }

  private func context(
    _ policy: SuspensionPolicy, _ rules: String = rules, calls: Calls = Calls()
  ) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(
        sources: [RuleSource(text: rules, name: "rules.lua")], host: calls.host,
        options: RuleOptions(budget: Self.budget, plan: .lua, suspension: policy)))
    context["spend"] = true
    context["good"] = true
    return context
  }

  @Test func `an explanation counts as no failure, and as no question that tries a rule again`()
    throws
  {
    let clock = TestClock()
    let calls = Calls()
    let context = try context(clock.policy(), calls: calls)
    for _ in 0..<4 { _ = context.explain(at: "answer") }
    #expect(outcome("answer", in: context) == Self.hit)
    for _ in 0..<2 { _ = outcome("answer", in: context) }
    #expect(outcome("answer", in: context) == Self.suspended)
    clock.advance(by: .seconds(2))
    // It looks at what would be done now: the rule would be tried.
    #expect(context.explain(at: "answer").text().contains("more than 20000 instructions"))
    let before = calls.value
    #expect(outcome("answer", in: context) == Self.hit)
    #expect(calls.value == before + 1)
  }

  @Test func `a rule that uses up its budget three times in a row is called no more`() throws {
    let calls = Calls()
    let context = try context(TestClock().policy(), calls: calls)
    for _ in 1...3 { #expect(outcome(in: context) == Self.hit) }
    for _ in 1...1000 { #expect(outcome(in: context) == Self.suspended) }
    #expect(calls.value == 3)
    #expect(outcome("fine", in: context) == "3")
  }

  @Test func `a live model suspends rules unless it is told not to, a fixed one does not`() throws {
    let source = RuleSource(
      text: "return { { key = 'answer', value = function(c) while true do end return 1 end } }")
    var options = RuleOptions()
    options.budget = Self.budget
    let live = RuleContext(try LiveRuleModel(sources: [source], options: options))
    let fixed = RuleContext(
      try RuleModel(sources: [source], options: RuleOptions(budget: Self.budget)))
    for _ in 1...3 { #expect(outcome(in: live).hasSuffix("[budget]")) }
    #expect(outcome(in: live).contains("[suspended]"))
    for _ in 1...10 { #expect(outcome(in: fixed).hasSuffix("[budget]")) }
  }

  @Test func `a policy may suspend never, or at once`() throws {
    let calls = Calls()
    let patient = try context(.never, calls: calls)
    for _ in 1...10 { #expect(outcome(in: patient) == Self.hit) }
    #expect(calls.value == 10)
    let strict = try context(TestClock().policy(after: 0))
    #expect(outcome(in: strict) == Self.hit)
    #expect(outcome(in: strict).contains("suspended: it used up its budget [suspended]"))
  }

  @Test func `one success in between counts`() throws {
    var context = try context(TestClock().policy())
    for _ in 1...5 {
      context["spend"] = true
      for _ in 1...2 { #expect(outcome(in: context) == Self.hit) }
      context["spend"] = false
      #expect(outcome(in: context) == "1")
    }
  }

  @Test func `it is tried again by one question after pauses that grow`() throws {
    let clock = TestClock()
    let calls = Calls()
    let context = try context(clock.policy(upTo: .seconds(3)), calls: calls)
    for _ in 1...3 { #expect(outcome(in: context) == Self.hit) }
    for pause in [1, 2, 3, 3, 3] {
      clock.advance(by: .seconds(pause) - .milliseconds(1))
      for _ in 1...3 { #expect(outcome(in: context) == Self.suspended) }
      clock.advance(by: .milliseconds(1))
      #expect(outcome(in: context) == Self.hit)
      for _ in 1...3 { #expect(outcome(in: context) == Self.suspended) }
    }
    #expect(calls.value == 3 + 5)
  }

  @Test func `a success ends the suspension, and counting begins anew`() throws {
    let clock = TestClock()
    var context = try context(clock.policy())
    for _ in 1...3 { #expect(outcome(in: context) == Self.hit) }
    context["spend"] = false
    #expect(outcome(in: context) == Self.suspended)
    clock.advance(by: .seconds(1))
    #expect(outcome(in: context) == "1")
    context["spend"] = true
    for _ in 1...3 { #expect(outcome(in: context) == Self.hit) }
    #expect(outcome(in: context) == Self.suspended)
  }

  @Test func `it may decline instead, as a value and as a predicate`() throws {
    let context = try context(TestClock().policy(behavior: .decline))
    for _ in 1...3 {
      #expect(outcome(in: context) == Self.hit)
      #expect(outcome("guarded", in: context).hasSuffix("[budget]"))
    }
    #expect(outcome(in: context) == "null")
    #expect(outcome("guarded", in: context) == "2")
  }

  @Test func `whoever asks for the key is told, and is not suspended for it`() throws {
    let clock = TestClock()
    var context = try context(clock.policy())
    for _ in 1...3 {
      #expect(outcome("asking", in: context) == Self.hit + "\n  note: `asking` asked for `answer`")
    }
    #expect(
      outcome("asking", in: context) == Self.suspended + "\n  note: `asking` asked for `answer`")
    context["spend"] = false
    clock.advance(by: .seconds(1))
    #expect(outcome("asking", in: context) == "1")
  }

  @Test func `a rule is not suspended for what another one used`() throws {
    let context = try context(
      TestClock().policy(),
      """
      return {
        { key = "answer", value = function(c)
          for i = 1, 18000 do local x = i end
          return c.small
        end },
        { key = "small", value = function(c) for i = 1, 5000 do local x = i end return 1 end },
      }
      """)
    for _ in 1...5 { _ = outcome(in: context) }
    #expect(outcome(in: context).contains("the rule for `answer` is suspended"))
    #expect(outcome("small", in: context) == "1")
  }

  @Test func `rules that share a function are suspended together, and named as they are asked`()
    throws
  {
    let context = try context(
      TestClock().policy(),
      """
      local function loop(c) while true do end return 1 end
      return {
        { when = loop, rules = { { key = "a", value = 1 }, { key = "b", value = 1 } } },
      }
      """)
    for _ in 1...3 { #expect(outcome("a", in: context).hasSuffix("[budget]")) }
    #expect(outcome("a", in: context).contains("the rule for `a` is suspended"))
    #expect(outcome("b", in: context).contains("the rule for `b` is suspended"))
  }

  static let unretained: [(name: String, body: String)] = [
    ("an error of its own", "error('no')"),
    ("too large a value", "local t = {} for i = 1, 2000 do t[i] = i end return t"),
    ("too many keys inside one another", "return c['x' .. tostring(c.n)]"),
  ]

  @Test(arguments: unretained) func `what costs little is never suspended`(
    name: String, body: String
  ) throws {
    var budget = Self.budget
    budget.valueNodes = 1000
    budget.depth = 1
    let rules = """
      return {
        { key = "answer", value = function(c) \(body) end },
        { key = "x1", value = function(c) return 1 end },
      }
      """
    var context = RuleContext(
      try RuleModel(
        sources: [RuleSource(text: rules)],
        options: RuleOptions(budget: budget, suspension: TestClock().policy())))
    context["n"] = 1
    let first = outcome(in: context)
    #expect(first.contains("error"))
    for _ in 1...10 { #expect(outcome(in: context) == first) }
  }

  @Test func `memory that ran out counts`() throws {
    let context = try context(
      TestClock().policy(),
      """
      return {
        { key = "answer", value = function(c) local s = 'x' while true do s = s .. s end return s end },
      }
      """)
    for _ in 1...3 { #expect(outcome(in: context).contains("1 MiB of memory were used [budget]")) }
    #expect(outcome(in: context).contains("[suspended]"))
  }

  @Test func `many threads try a suspended rule once`() async throws {
    let clock = TestClock()
    let calls = Calls()
    let context = try context(clock.policy(), calls: calls)
    for _ in 1...3 { #expect(outcome(in: context) == Self.hit) }
    for round in 1...5 {
      clock.advance(by: .seconds(300))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<50 {
              #expect([Self.hit, Self.suspended].contains(outcome(in: context)))
              #expect(outcome("fine", in: context) == "3")
            }
          }
        }
      }
      #expect(calls.value == 3 + round)
    }
  }
}
