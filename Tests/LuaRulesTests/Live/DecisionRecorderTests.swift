import Testing

@testable import LuaRules

private enum Color: String, Sendable { case gray, red, black }

private struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "" }
private struct NumberKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct TokenKey: DynamicEnvironmentKey {
  static let defaultValue = ""
  static let isSecret = true
}
private struct AccountKey: DynamicEnvironmentKey { static let defaultValue: Account? = nil }

private struct Account: RuleObject {
  var name: String
  var password: String
  static let ruleMembers: RuleMembers<Account> = [
    .init("name", \.name),
    .init("password", \.password, isSecret: true),
  ]
}

extension DynamicEnvironmentPaths {
  fileprivate var fancyColor: Color { self[dynamic: FancyColorKey.self] }
  fileprivate var title: String { self[dynamic: TitleKey.self] }
  fileprivate var number: Int {
    get { self[dynamic: NumberKey.self] }
    set { self[dynamic: NumberKey.self] = newValue }
  }
  fileprivate var token: String {
    get { self[dynamic: TokenKey.self] }
    set { self[dynamic: TokenKey.self] = newValue }
  }
  fileprivate var account: Account? { self[dynamic: AccountKey.self] }
}

private let schema = RuleSchema(\.fancyColor, \.title, \.number, \.token, \.account)

/// Gives the color up to a number, and the title.
private func rules(_ color: String, upTo number: Int, _ title: String = "a") -> String {
  """
  return {
    { key = "fancyColor", when = function(c) return c.number <= \(number) end, value = "\(color)" },
    { key = "title", value = "\(title)" },
  }
  """
}

private func load(_ text: String, host: HostFunctions = [:]) throws -> RuleModel {
  try RuleModel(text: text, schema: schema, host: host)
}

private func makeLive(
  _ text: String, _ decisions: DecisionRecorder,
  _ policy: ReloadGate.ChangePolicy = .refuse(ifMoreThan: 0), timeLimit: Duration = .seconds(60),
  host: HostFunctions = [:]
) throws -> LiveRuleModel {
  var liveOptions = LiveRuleOptions()
  liveOptions.gate = .recorded(decisions, policy, timeLimit: timeLimit)
  liveOptions.logger.logLevel = .critical
  return try LiveRuleModel(
    sources: [RuleSource(text: text, name: "rules.lua")], schema: schema, host: host,
    live: liveOptions)
}

/// What the gate of a live model says to a new model.
private func said(to new: RuleModel, by live: LiveRuleModel) async -> [String] {
  let events = live.events
  _ = try? live.replace(with: new)
  live.stop()
  return await events.reduce(into: []) { $0.append($1.description) }.dropFirst().map(\.self)
}

private func ask(_ live: LiveRuleModel, _ numbers: ClosedRange<Int>, title: Bool = false) {
  var context = RuleContext(live)
  for number in numbers {
    context.number = number
    _ = context.fancyColor
    if title { _ = context.title }
  }
}

struct DecisionRecorderTests {
  @Test func `a swap that changes no decision passes in silence`() async throws {
    let decisions = DecisionRecorder()
    let live = try makeLive(rules("red", upTo: 10), decisions)
    ask(live, 1...20, title: true)
    #expect(decisions.count == 40)
    // Other rules, of another number, with the same answers to what was asked.
    let said = await said(to: try load(rules("red", upTo: 10)), by: live)
    #expect(said == ["generation 2 is active"])
  }

  @Test func `decisions that change refuse a swap, the most frequent first`() async throws {
    let decisions = DecisionRecorder()
    let live = try makeLive(rules("red", upTo: 1000), decisions)
    ask(live, 1...31)
    ask(live, 32...37, title: true)
    ask(live, 2001...3200)
    let said = await said(to: try load(rules("gray", upTo: 31, "b")), by: live)
    #expect(
      said == [
        "the gate refused a generation: 43 of 1,243 recorded decisions change: "
          + "fancyColor red → gray (31), fancyColor red → black (6), "
          + "title \"a\" → \"b\" (6)"
      ])
    #expect(RuleContext(live).title == "a")
    #expect(live.generation == 1)
  }

  @Test(arguments: [(1, "gray"), (0, "red")])
  func `a policy may tolerate some changes, which it reports`(
    tolerated: Int, color: String
  ) async throws {
    let live = try makeLive(
      rules("red", upTo: 1), DecisionRecorder(), .refuse(ifMoreThan: tolerated))
    ask(live, 1...3)
    let said = await said(to: try load(rules("gray", upTo: 1)), by: live)
    let text = "1 of 3 recorded decisions changes: fancyColor red → gray (1)"
    #expect(
      said
        == (tolerated == 0
          ? ["the gate refused a generation: \(text)"]
          : ["the gate let generation 2 pass: \(text)", "generation 2 is active"]))
    var context = RuleContext(live)
    context.number = 1
    #expect(context.fancyColor.rawValue == color)
  }

  @Test func `a gate may only report, to the events and the log`() async throws {
    let lines = LogLines()
    var liveOptions = LiveRuleOptions()
    liveOptions.gate = .recorded(DecisionRecorder(), .report, timeLimit: .seconds(60))
    liveOptions.logger = lines.logger
    let live = try LiveRuleModel(
      sources: [RuleSource(text: rules("red", upTo: 9), name: "rules.lua")], schema: schema,
      live: liveOptions)
    ask(live, 1...9)
    let text = "9 of 9 recorded decisions change: fancyColor red → gray (9)"
    let said = await said(to: try load(rules("gray", upTo: 9)), by: live)
    #expect(said == ["the gate let generation 2 pass: \(text)", "generation 2 is active"])
    #expect(lines.all.contains("warning: rules.lua: the gate let generation 2 pass: \(text)"))
  }

  @Test func `errors that come, go or say something else are changes`() async throws {
    func failing(_ text: String) -> String {
      #"return { { key = "title", value = function(c) error("\#(text)") end } }"#
    }
    for (old, new, change) in [
      (failing("x"), failing("x"), nil),
      (failing("x"), failing("y"), "error: x → error: y"),
      (failing("x"), rules("red", upTo: 1), "error: x → \"a\""),
      (rules("red", upTo: 1), failing("x"), "\"a\" → error: x"),
    ] {
      let live = try makeLive(old, DecisionRecorder(), .report)
      _ = RuleContext(live).title
      let said = await said(to: try load(new), by: live)
      let text = change.map { "1 of 1 recorded decision changes: title \($0) (1)" }
      #expect(
        said
          == [text.map { "the gate let generation 2 pass: \($0)" }, "generation 2 is active"]
          .compactMap(\.self))
    }
  }

  @Test func `values are compared as Swift does, or as JSON`() async throws {
    // A Double for an integer, and a Swift value for what Lua wrote, decide the same.
    let host: HostFunctions = ["color": .function { (c: RuleContext) in Color.red }]
    let old = #"return { { key = "number", value = 3 }, { key = "fancyColor", value = "red" } }"#
    let new =
      "return { { key = \"number\", value = 3.0 }, "
      + "{ key = \"fancyColor\", value = host.color } }"
    let live = try makeLive(old, DecisionRecorder(), host: host)
    let context = RuleContext(live)
    #expect((context.number, context.fancyColor.rawValue) == (3, "red"))
    let said = await said(to: try load(new, host: host), by: live)
    #expect(said == ["generation 2 is active"])
  }

  @Test func `secrets are counted, not shown`() async throws {
    func rules(_ secret: String) -> String {
      """
      return {
        { key = "token", value = "\(secret)" },
        { key = "title", value = function(c) return "Bearer " .. c.token end },
        { key = "login", value = function(c) return c.account end },
        { key = "account", value = function(c) return host.account("\(secret)") end },
      }
      """
    }
    let host = HostFunctions().adding("account") { (password: String) in
      Account(name: String(password.prefix(1)), password: password)
    }
    let live = try makeLive(rules("hunter2"), DecisionRecorder(), host: host)
    let context = RuleContext(live)
    _ = (context.token, context.title, context.account)
    _ = try context.json(at: "login")
    let said = await said(to: try load(rules("swordfish"), host: host), by: live)
    #expect(
      said == [
        "the gate refused a generation: 4 of 4 recorded decisions change: "
          + "account {\"name\":\"h\",\"password\":\"•••\"} → "
          + "{\"name\":\"s\",\"password\":\"•••\"} (1), "
          + "login {\"name\":\"h\",\"password\":\"•••\"} → "
          + "{\"name\":\"s\",\"password\":\"•••\"} (1), "
          + "title \"Bearer •••\" → \"Bearer •••\" (1), token ••• → ••• (1)"
      ])
  }

  // MARK: Chains

  @Test func `each context is judged in its own chain`() async throws {
    let decisions = DecisionRecorder()
    let live = try makeLive(rules("red", upTo: 9), decisions)
    let other = try makeLive(#"return { { key = "title", value = "over" } }"#, DecisionRecorder())
    let below = try load(#"return { { key = "fancyColor", value = "gray" } }"#)
    // What stands above hides the title; what stands below answers when the rule is gone.
    for model in [other.fallback(live), live.fallback(below)] {
      var context = RuleContext(model)
      context.number = 1
      _ = (context.title, context.fancyColor)
    }
    #expect(decisions.count == 4)
    let said = await said(
      to: try load(#"return { { key = "title", value = "b" } }"#), by: live)
    #expect(
      said == [
        "the gate refused a generation: 3 of 4 recorded decisions change: "
          + "fancyColor red → black (1), fancyColor red → gray (1), "
          + "title \"a\" → \"b\" (1)"
      ])
  }

  @Test func `contexts of other models, and pinned ones, are not judged`() async throws {
    let decisions = DecisionRecorder()
    let live = try makeLive(rules("red", upTo: 9), decisions)
    let other = try makeLive(rules("red", upTo: 9), decisions)
    _ = RuleContext(live).pinned().title
    decisions.record(RuleContext(try load(rules("red", upTo: 9))), key: "title")
    #expect(decisions.count == 0)
    _ = RuleContext(other).title
    #expect(decisions.count == 1)
    #expect(
      await said(to: try load(rules("red", upTo: 9, "b")), by: live)
        == ["generation 2 is active"])
    #expect(await said(to: try load(rules("red", upTo: 9, "b")), by: other).count == 1)
    #expect(other.generation == 1)
  }
}
