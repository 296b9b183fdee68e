import LuaRules
import Synchronization
import Testing

private struct Order: Sendable {
  var customer: String
  var total: Int
}

extension DynamicEnvironmentPaths {
  fileprivate var answeredOrder: Order? {
    get { self[dynamic: RuleKey<Order?>(literal: "answeredOrder", default: nil)] }
    set { self[dynamic: RuleKey<Order?>(literal: "answeredOrder", default: nil)] = newValue }
  }
  fileprivate var discount: Int {
    get { self[dynamic: RuleKey(literal: "discount", default: -1)] }
    set { self[dynamic: RuleKey(literal: "discount", default: -1)] = newValue }
  }
  fileprivate var surcharge: Int { self[dynamic: RuleKey(literal: "surcharge", default: -1)] }
  /// Reads two keys, so it is the accessor of none.
  fileprivate var balance: Int { surcharge - discount }
}

/// `answer(for:)` tells where a value came from, in whichever way it was found.
struct AnswerTests {
  private static let rules = """
    return {
      { key = "discount", name = "large", when = function(c) return c.answeredOrder.total > 100 end, value = 10 },
      { key = "discount", when = function(c) return c.answeredOrder.customer:find("^A") end, value = 5 },
      { key = "discount", when = function(c) return c.answeredOrder.customer == "Eve" end,
        value = function(c) return host.count(c) end },
      { key = "discount", when = function(c) return c.answeredOrder.customer == "Bad" end, value = "many" },
    }
    """
  private let calls = Counter()

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private func context(_ order: Order, plan: EvaluationMode = .native) throws -> RuleContext {
    let model = try RuleModel(
      text: Self.rules,
      host: [
        "count": .function { [calls] (_: RuleContext) in calls.next() }
      ], options: RuleOptions(plan: plan))
    return RuleContext(model).with(\.answeredOrder, order)
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `it names the rule, by a plan, by Lua and by the host`(plan: EvaluationMode) throws {
    let large = try context(Order(customer: "Bob", total: 200), plan: plan)
    let ann = try context(Order(customer: "Ann", total: 1), plan: plan)
    let eve = try context(Order(customer: "Eve", total: 1), plan: plan)
    for round in 1...3 {
      let first = try large.answer(for: \.discount)
      #expect((first.value, first.source, first.rule) == (10, .rule, "large"))
      #expect(first.location?.line == 2)
      let second = try ann.answer(for: \.discount)
      #expect((second.value, second.source, second.rule) == (5, .rule, nil))
      #expect(second.location?.line == 3)
      let third = try eve.answer(for: \.discount)
      #expect((third.value, third.source, third.location?.line) == (round, .rule, 4))
    }
  }

  @Test func `it tells what is set, what is the default, and what a fallback says`() throws {
    let other = try context(Order(customer: "Bob", total: 1))
    let none = try other.answer(for: \.discount)
    #expect((none.value, none.source) == (-1, .default))
    #expect(none.location == nil)
    let set = try other.with(\.discount, 3).answer(for: \.discount)
    #expect((set.value, set.source) == (3, .set))
    var chained = other
    let last = try RuleModel(text: "return { { key = 'discount', value = 7 } }")
    chained.model = other.model.fallback(last)
    let fallen = try chained.answer(for: \.discount)
    #expect((fallen.value, fallen.source, fallen.location?.line) == (7, .fallback, 1))
  }

  @Test func `an error is thrown, and not reported`() throws {
    let reported = Mutex(0)
    var bad = try context(Order(customer: "Bad", total: 1))
    bad.onError = { _ in reported.withLock { $0 += 1 } }
    for _ in 0..<2 {
      let error = #expect(throws: RuleError.self) { try bad.answer(for: \.discount) }
      #expect(error?.location?.line == 6)
    }
    #expect(reported.withLock { $0 } == 0)
  }

  @Test func `a path that is no accessor is refused, however it reads`() throws {
    let context = try context(Order(customer: "Ann", total: 1))
    for path in [\RuleContext.surcharge, \.discount] {
      #expect(throws: Never.self) { try context.answer(for: path) }
    }
    var error = #expect(throws: RuleError.self) { try context.answer(for: \.balance) }
    #expect(error?.code == .notAnAccessor)
    error = #expect(throws: RuleError.self) { try context.answer(for: \.answeredOrder?.customer) }
    #expect(error?.code == .notAnAccessor)
    error = #expect(throws: RuleError.self) { try context.answer(for: \.wantsTraceback) }
    #expect(error?.code == .notAnAccessor)
  }
}
