import Testing

@testable import LuaRules

/// What native code does is paid for as what Lua does.
struct NativeBudgetTests {
  private struct Key: DynamicEnvironmentKey {
    static let defaultValue = 0
    static let name = "answer"
  }

  /// Rules that decide nothing, each after many tests.
  private static func rules(_ count: Int, when predicate: String) -> String {
    """
    local rules = {}
    for i = 1, \(count) do rules[i] = { key = "answer", value = i, when = \(predicate) } end
    return rules
    """
  }

  private static func tests(_ count: Int, of name: String) -> String {
    (0..<count).map { "\(name) == 'x\($0)'" }.joined(separator: " or ")
  }

  private static func context(
    _ rules: String, _ plan: EvaluationMode, _ budget: Budget, text: String = "none"
  ) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(text: rules, options: RuleOptions(budget: budget, plan: plan)))
    context["a"] = text
    return context
  }

  static let spenders: [(name: String, rules: String)] = [
    (
      "tests of one text",
      rules(1000, when: "function(c) local s = c.a return \(tests(150, of: "s")) end")
    ),
    (
      "tests of what is calculated",
      rules(1000, when: "function(c) local s = c.a .. i return \(tests(150, of: "s")) end")
    ),
    (
      "values that decline",
      rules(1000, when: "true").replacing(
        "value = i",
        with: "value = function(c) local s = c.a if \(tests(150, of: "s")) then return 1 end end")
    ),
  ]

  /// What a plan need not try at all.
  private static let patterns = (
    name: "patterns", rules: rules(1000, when: "{ a = { 'x', 'y', 'z', 'u', 'v', 'w', i } }")
  )

  @Test(arguments: spenders)
  func `a budget of instructions runs out for native code as for Lua`(
    name: String, rules: String
  ) throws {
    let budget = Budget(instructions: 100_000, time: nil, depth: 8)
    for plan in [EvaluationMode.lua, .native] {
      let context = try Self.context(rules, plan, budget)
      for _ in 1...3 {
        #expect(
          outcome(in: context) == "rules.lua:2: error: more than 100000 instructions were used "
            + "[budget]", "\(plan)")
        // Also where scalars are read without an evaluation.
        #expect(throws: RuleError.self) { try context.value(for: Key.self) }
      }
    }
  }

  @Test(arguments: spenders)
  func `a budget of time runs out for native code as for Lua`(name: String, rules: String) throws {
    let budget = Budget(instructions: .max, time: .nanoseconds(1))
    for plan in [EvaluationMode.lua, .native] {
      let text = outcome(in: try Self.context(rules, plan, budget))
      #expect(text.hasPrefix("rules.lua:2: error: more than 0 ms were used"), "\(plan): \(text)")
    }
  }

  static let texts = [
    "none", String(repeating: "a", count: 3000), String(repeating: "é", count: 40_000),
  ]

  @Test func `the place is that of the function where it runs out`() throws {
    let rules =
      "local function f(c) local s = c.a return \(Self.tests(150, of: "s")) end\n"
      + Self.rules(2000, when: "f")
    let budget = Budget(instructions: 100_000, time: nil, depth: 8)
    for plan in [EvaluationMode.lua, .native] {
      let text = outcome(in: try Self.context(rules, plan, budget))
      #expect(
        text.hasPrefix("rules.lua:1: error: more than 100000 instructions were used [budget]"),
        "\(plan): \(text)")
    }
  }

  @Test func `patterns that are tried one after the other take from the budget`() throws {
    let rules = Self.patterns.rules.replacing("1000 do", with: "6000 do")
    let budget = Budget(instructions: 20_000, time: nil, depth: 8)
    #expect(
      outcome(in: try Self.context(rules, .lua, budget))
        == "rules.lua:2: error: more than 20000 instructions were used [budget]")
    #expect(outcome(in: try Self.context(rules, .native, budget)) == "null")
  }

  @Test(arguments: spenders + [patterns], texts)
  func `a budget that is enough for Lua is enough for native code`(
    spender: (name: String, rules: String), text: String
  ) throws {
    let small = spender.rules.replacing("1000 do", with: "60 do")
    for instructions in [0, 1000, 5000, 20_000, 50_000] {
      let budget = Budget(instructions: instructions, time: nil, depth: 3)
      let byLua = outcome(in: try Self.context(small, .lua, budget, text: text))
      guard byLua == "null" else { continue }
      let natively = try Self.context(small, .native, budget, text: text)
      for _ in 1...3 { #expect(outcome(in: natively) == "null", "\(instructions)") }
    }
  }

  @Test func `native code calculates only so much that Lua does once`() throws {
    let predicate = """
      function(c) local s = \(Array(repeating: "c.a", count: 40).joined(separator: " .. "))
        return \(Self.tests(200, of: "s")) end
      """
    let context = try Self.context(
      Self.rules(300, when: predicate), .native, Budget(time: .seconds(60)),
      text: String(repeating: "a", count: 100))
    let calculated = try Evaluation.with(context) { evaluation throws(RuleError) in
      _ = try evaluation.answer(KeyID(asked: "answer"))
      return evaluation.state.value.meter.calculated
    }
    #expect((1 << 17)...(1 << 17 + 100) ~= calculated)
    #expect(outcome(in: context) == "null")
  }

  @Test func `a short question takes nothing from the budget`() throws {
    let context = try Self.context(
      "return { { key = 'answer', when = function(c) return c.a == 'none' end, value = 7 } }",
      .native, Budget(instructions: 0, time: .nanoseconds(1)))
    for _ in 1...3 { #expect(try context.value(for: Key.self) == 7) }
  }
}
