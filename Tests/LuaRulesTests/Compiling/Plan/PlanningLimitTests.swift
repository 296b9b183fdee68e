import LuaBridge
import Testing

@testable import LuaRules

/// Planning is a bounded part of loading, and what does not fit is run by Lua.
struct PlanningLimitTests {
  /// Functions with many ways through them.
  private static func branches(_ count: Int) -> String {
    "local a, b, d, e = c.a, c.b, c.d, c.e "
      + (0..<count).map { "if c.x\($0) then a, b = b, a else d, e = e, d end " }.joined()
      + "return a == b and d == e"
  }

  static let files: [(name: String, rules: String)] = [
    (
      "functions with many ways",
      "for i = 1, 40 do rules[i] = { key = 'k', value = i, when = function(c) "
        + branches(40) + " end } end"
    ),
    (
      "a function that others call",
      "local function f(c) " + branches(100) + " end for i = 1, 400 do rules[i] = { key = 'k', "
        + "value = i, when = function(c) return c.q == i and f(c) end } end"
    ),
    (
      "long texts outside",
      "local s = ('x'):rep(1000000) for i = 1, 40 do rules[i] = { key = 'k', value = i, "
        + "when = function(c) return "
        + (0..<100).map { "c.a\($0) == s" }.joined(separator: " or ") + " end } end"
    ),
    (
      "long texts in patterns",
      "local s = ('x'):rep(100000) for i = 1, 100 do rules[i] = { key = 'k', value = i, "
        + "when = { a = s, b = i } } end"
    ),
    (
      "tables outside",
      "for i = 1, 60 do local t = {} for j = 1, 3000 do t['n' .. i .. '_' .. j] = j end "
        + "rules[i] = { key = 'k', value = i, when = function(c) return t[c.a] == 3 end } end"
    ),
  ]

  @Test(arguments: files)
  func `what does not fit is left to Lua, and the answers stay the same`(
    name: String, rules: String
  ) throws {
    let text = "local rules = {} " + rules + " return rules"
    func model(_ plan: EvaluationMode) throws -> RuleModel {
      try RuleModel(
        text: text, options: RuleOptions(budget: Budget(instructions: .max, time: nil), plan: plan))
    }
    let planned = try model(.native)
    let core = try #require(planned.current.first)
    let state = try core.freshState()
    let candidates = try #require(core.candidates["k"])
    for limit in [1, 500, 20_000] {
      var builder = DecisionBuilder(outside: StateCapturedValues(state), totalLimit: limit)
      for rule in candidates { _ = builder.build(rule.predicate) }
      // One function may begin just before the end.
      let last = 2 * DecisionBuilder.stepLimit
      #expect(builder.totalSteps < limit + last, "\(limit)")
      #expect(builder.code.nodes.count < limit + last + 2 * candidates.count, "\(limit)")
    }
    for x0 in [true, false] {
      let answers = try [planned, model(.lua)].map { model in
        var context = RuleContext(model)
        for name in ["a", "b", "d", "e"] { context[name] = 1 }
        context["a0"] = String(repeating: "x", count: 1_000_000)
        for number in 0..<100 { context["x\(number)"] = x0 }
        for number in 1..<100 { context["a\(number)"] = 0 }
        context["q"] = 7
        return outcome("k", in: context)
      }
      #expect(answers[0] == answers[1])
    }
  }

  @Test func `the limit follows the sources, and has a cap`() {
    let budget = Budget.loading
    func steps(_ bytes: Int, _ rules: Int, _ budget: Budget) -> Int {
      PlanningLimit(budget, sourcesOf: bytes, rules: rules).steps
    }
    #expect(steps(1000, 10, budget) == 131_072 + 4000 + 640)
    #expect(steps(.max, .max, budget) == (64 << 20) / 24)
    var small = budget
    small.memory = 8 << 20
    #expect(steps(.max, .max, small) == (8 << 20) / 24)
    #expect(steps(.max, .max, Budget(instructions: 6400)) == 100)
    #expect(PlanningLimit(budget, sourcesOf: 0, rules: 0).share(of: 10, among: 20) == 1280)
  }

  @Test func `rules of one function share its code`() throws {
    let model = try RuleModel(
      text: """
        local function f(c) return \((0..<20).map { "c.a == \($0)" }.joined(separator: " or ")) end
        local rules = {}
        for i = 1, 500 do rules[i] = { key = "k", when = f, value = f } end
        return rules
        """)
    let core = try #require(model.current.first)
    let state = try core.freshState()
    let candidates = try #require(core.candidates["k"])
    var builder = DecisionBuilder(outside: StateCapturedValues(state))
    for rule in candidates { _ = builder.build(rule.predicate) }
    #expect(builder.code.nodes.count < 100)
    var context = RuleContext(model)
    context["a"] = 7
    #expect(outcome("k", in: context) == "true")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a pattern of many paths is planned in linear time`() throws {
    let entries = (0..<20_000).map { Pattern.Entry(path: ["p\($0)"], allowed: [.integer(1)]) }
    var builder = DecisionBuilder()
    let predicate = builder.build(
      .pattern(Pattern(entries: entries, location: SourceLocation(file: "rules.lua"))))
    #expect(predicate.reads.count == 20_000)
    #expect(builder.paths.text(of: predicate.reads[19_999]) == "p19999")
    #expect(builder.totalSteps >= 20_000)
  }

  @Test func `finding what values leave of rules has an end`() throws {
    func work(_ count: Int) -> Int {
      var builder = DecisionBuilder()
      let allowed = (0..<45).map { LuaValue.integer($0) }
      let pattern = Pattern(
        entries: [
          .init(path: ["a"], allowed: allowed), .init(path: ["b"], allowed: [.integer(1)]),
        ],
        location: SourceLocation(file: "rules.lua"))
      let entry = builder.build(.pattern(pattern)).entry
      var planner = CandidateIndexBuilder(
        Array(repeating: CandidateIndex.Candidate(entry: entry, canDecline: false), count: count),
        code: builder.code, paths: builder.paths)
      let all = planner.work
      let plan = planner.build()
      #expect(plan.choices.count > 0)
      return all - planner.work
    }
    #expect(work(100) > 100 * 45 * 45)
    #expect(work(4000) < 512 * 4000 + 1 << 20 + 10_000)
  }

  @Test func `functions that a loop makes are kept once`() throws {
    let model = try RuleModel(
      text: """
        local rules = {}
        for i = 1, 1000 do
          rules[i] = {
            key = "k", when = function(c) return c.a == "\(String(repeating: "y", count: 5000))" end,
            value = function(c) return c.b end,
          }
        end
        return rules
        """)
    let core = try #require(model.current.first)
    #expect((5000..<10_000) ~= core.functions.byteCount)
  }

  @Test func `finding how complex predicates are is paid for`() throws {
    // Disjunctions of conjunctions, none of which is a part of another.
    let rules = (0..<40).map { seed in
      var random = SplitMix(state: UInt64(seed + 1))
      let parts = (0..<14).map { _ in
        (0..<16).shuffled(using: &random).prefix(5)
          .map { "\(Bool.random(using: &random) ? "not " : "")c.a\($0)" }
          .joined(separator: " and ")
      }
      return "{ key = 'k', value = 1, when = function(c) return ("
        + parts.joined(separator: ") or (") + ") end },"
    }
    let text = "return {\n" + rules.joined(separator: "\n") + "\n}"
    var loading = Budget.loading
    loading.time = nil
    #expect(throws: Never.self) {
      try RuleModel(
        sources: [RuleSource(text: text, name: "rules.lua")],
        options: RuleOptions(loadingBudget: loading))
    }
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        sources: [RuleSource(text: text, name: "a.lua")],
        options: RuleOptions(loadingBudget: Budget(instructions: 400_000, time: nil)))
    }
    #expect(error?.message == "more than 400000 instructions were used")
    #expect(error?.location?.file == "a.lua")
  }
}
