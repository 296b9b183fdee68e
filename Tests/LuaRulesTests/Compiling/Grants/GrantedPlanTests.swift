import Synchronization
import Testing

@testable import LuaRules

extension DynamicEnvironmentPaths {
  fileprivate var plannedWord: String? { self[dynamic: RuleKey("word", default: nil)] }
  fileprivate var plannedSecret: String? { self[dynamic: RuleKey("secret", default: nil)] }
}

/// Rules that may not read everything, asked natively.
struct GrantedPlanTests {
  private static let rules = """
    return {
      { key = "theme", when = { user = { name = "Ann" } }, value = "pattern" },
      { key = "theme", when = function(c) return c.user and c.user.name == "Bob" end,
        value = function(c) return c.user.name end },
      { key = "theme", when = function(c) return c.user == nil end, value = "nobody" },
      { key = "theme", when = function(c) return #c.user > 3 end, value = "long" },
    }
    """

  private static let host = """
    return {
      { key = "theme", when = function(c) return c.user.password == "p" end, value = "host" },
      { key = "theme", value = function(c) return c.user.password end },
    }
    """

  private static func model(_ plan: EvaluationMode, read: Grant.Names) throws -> RuleModel {
    try RuleModel(
      sources: [
        RuleSource(text: rules, name: "customer.lua", grant: Grant(read: read)),
        RuleSource(text: host, name: "host.lua"),
      ], options: RuleOptions(plan: plan))
  }

  private static func outcome(_ context: RuleContext) -> String {
    do {
      return try context.json(at: "theme")
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    #"{"user": {"name": "Ann"}}"#, #"{"user": {"name": "Bob", "password": "p"}}"#,
    #"{"user": {"name": "Cid", "password": "p"}}"#, #"{"user": null}"#, #"{"user": "Ann"}"#,
    #"{"user": 7}"#, #"{"user": [1, 2]}"#, "{}",
  ])
  func `what may be read in parts is read the same natively`(json: String) throws {
    for read in [Grant.Names.names("user.name"), .names("user"), .names("user.name", "user.tags")] {
      let outcomes = try [EvaluationMode.native, .lua].map { plan in
        var context = RuleContext(try Self.model(plan, read: read))
        try context.setValues(json: json)
        return Self.outcome(context)
      }
      #expect(outcomes[0] == outcomes[1])
    }
  }

  @Test func `rules that may read what they read need no Lua`() throws {
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: """
            return { { key = "theme", when = function(c) return c.user and c.user.name == "Bob" end,
              value = function(c) return c.user.name .. "!" end } }
            """, grant: Grant(read: .names("user.name")))
      ], options: RuleOptions(plan: .native))
    let core = try #require(model.current.first)
    var context = RuleContext(model)
    try context.setValues(json: #"{"user": {"name": "Bob"}}"#)
    _ = try context.json(at: "theme")
    #expect(try core.needsNoState { try context.json(at: "theme") } == "\"Bob!\"")
  }

  @Test func `a name that stands for another is asked for in the way of Lua`() throws {
    let text = "return { { key = \"theme\", value = function(c) return c.word end } }"
    for plan in [EvaluationMode.native, .lua] {
      var context = RuleContext(
        try RuleModel(
          sources: [RuleSource(text: text, grant: Grant(read: .names("word")))],
          options: RuleOptions(plan: plan)))
      context["word"] = "w"
      #expect(try context.json(at: "theme") == "\"w\"")
      context = context.aliasing(\.plannedWord, to: \.plannedSecret)
      context["secret"] = "s"
      #expect(Self.outcome(context).contains("may not read `word`"), "\(plan)")
    }
  }

  /// An object that is something else each time that it is read.
  private final class Clock: RuleObject, Sendable {
    private let count = Mutex(0)

    static let ruleMembers: RuleMembers<Clock> = [
      .init("now") { clock in
        clock.count.withLock {
          $0 += 1; return $0
        }
      },
      .init("hidden") { _ in "h" },
    ]
  }

  @Test func `what one rule may read in parts another one may read as a whole`() throws {
    let host = """
      return { { key = "host", value = function(c)
        local all = {}
        for name in pairs(c.clock) do all[#all + 1] = name end
        return c.theme .. table.concat(all, ",") .. c.clock.hidden end } }
      """
    let customer = """
      return {
        { key = "theme", when = function(c) return c.clock.now == "x" end, value = "never" },
        { key = "theme", when = function(c) return c.clock.now < 0 or (c.clock.now .. "") == "" end,
          value = "never" },
        { key = "theme", value = function(c) return string.format("%d ", c.clock.now) end },
      }
      """
    for plan in [EvaluationMode.native, .lua] {
      var context = RuleContext(
        try RuleModel(
          sources: [
            RuleSource(text: host, name: "host.lua"),
            RuleSource(text: customer, grant: Grant(read: .names("clock.now"))),
          ], options: RuleOptions(plan: plan)))
      context["clock"] = Clock()
      let answer = try context.json(at: "host")
      #expect(answer == "\"1 hidden,nowh\"", "\(plan)")
    }
  }
}
