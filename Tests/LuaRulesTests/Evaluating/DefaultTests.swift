import Synchronization
import Testing

@testable import LuaRules

/// Keys for which no rule answers.
struct DefaultTests {
  private static let computed = Atomic<Int>(0)

  fileprivate enum CountKey: DynamicEnvironmentKey {
    static var defaultValue: Int {
      DefaultTests.computed.add(1, ordering: .relaxed).newValue
    }
  }

  fileprivate enum LimitKey: DynamicEnvironmentKey {
    static let defaultValue = 7
  }

  fileprivate enum OtherKey: DynamicEnvironmentKey {
    static let defaultValue = "none"
  }

  @Test func `a default is computed for each question`() throws {
    let model = try RuleModel(text: "return {}", schema: RuleSchema(\.counted))
    let context = RuleContext(model)
    let first = context.counted
    for step in 1...3 { #expect(context.counted == first + step) }
  }

  @Test(arguments: [true, false])
  func `every way of asking gives the default, again and again`(isDeclared: Bool) throws {
    let schema = isDeclared ? RuleSchema(\.limit, \.other) : RuleSchema()
    let model = try RuleModel(text: "return {}", schema: schema)
    let context = RuleContext(model)
    for _ in 0..<3 {
      #expect(context.limit == 7)
      #expect(try context.value(for: LimitKey.self) == 7)
      #expect(try context.value(for: \.limit) == 7)
      #expect(context.other == "none")
      let answer = try context.answer(for: \.limit)
      #expect(answer.value == 7)
      #expect(answer.source == .default)
      if isDeclared {
        #expect(try context.value(at: LimitKey.name, as: Int.self) == 7)
      } else {
        #expect(throws: RuleError.self) { try context.value(at: LimitKey.name, as: Int.self) }
      }
    }
  }

  @Test func `a value that is set wins over a default that was asked for before`() throws {
    let model = try RuleModel(text: "return {}", schema: RuleSchema(\.limit))
    var context = RuleContext(model)
    #expect(context.limit == 7)
    context.limit = 8
    #expect(context.limit == 8)
    context[LimitKey.name] = "eight"
    #expect(throws: RuleError.self) { try context.value(for: LimitKey.self) }
    context.unset(LimitKey.name)
    #expect(context.limit == 7)
  }

  @Test func `a rule that is loaded later wins over a default that was asked for before`() throws {
    let schema = RuleSchema(\.limit)
    let live = try LiveRuleModel(
      sources: [RuleSource(text: "return {}", name: "a.lua")], schema: schema)
    #expect(RuleContext(live).limit == 7)
    let text = "return { { key = \"\(LimitKey.name)\", value = 9 } }"
    try live.replace(with: try RuleModel(text: text, schema: schema))
    #expect(RuleContext(live).limit == 9)
    try live.replace(with: try RuleModel(text: "return {}", schema: schema))
    #expect(RuleContext(live).limit == 7)
  }
}

extension DynamicEnvironmentPaths {
  fileprivate var counted: Int { self[dynamic: DefaultTests.CountKey.self] }

  fileprivate var limit: Int {
    get { self[dynamic: DefaultTests.LimitKey.self] }
    set { self[dynamic: DefaultTests.LimitKey.self] = newValue }
  }

  fileprivate var other: String { self[dynamic: DefaultTests.OtherKey.self] }
}
