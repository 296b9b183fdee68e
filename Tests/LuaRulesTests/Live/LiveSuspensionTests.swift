import LuaRules
import Synchronization
import Testing

/// What a live model tells of rules that were put aside, and when it tries them again.
struct LiveSuspensionTests {
  private static func rules(_ value: Int) -> String {
    """
    return {
      { key = "answer", name = "heavy", value = function(c) while c.spend do end return \(value) end },
    }
    """
  }

  private let clock = SuspensionTests.TestClock()
  private let files = MemoryFileSystem(["rules/a.lua": rules(1)])

  private func live(_ observers: [any RuleObserver] = []) throws -> LiveRuleModel {
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    options.budget.instructions = 20_000
    options.fileSystem = files
    liveOptions.isWatching = false
    options.suspension = clock.policy()
    liveOptions.observers = observers.map { ObserverRegistration($0) }
    liveOptions.logger.logLevel = .critical
    // Only calls of Lua end a suspension.
    options.plan = .lua
    return try LiveRuleModel(
      sources: [RuleSource(path: "rules")], options: options, live: liveOptions)
  }

  private func spending(_ live: LiveRuleModel, _ spend: Bool = true) -> RuleContext {
    var context = RuleContext(live)
    context["spend"] = spend
    return context
  }

  private func suspend(_ live: LiveRuleModel) {
    for _ in 1...3 { #expect(outcome(in: spending(live)).hasSuffix("[budget]")) }
    #expect(outcome(in: spending(live)).contains("[suspended]"))
  }

  @Test func `a swap and a rollback try it again`() async throws {
    let live = try live()
    suspend(live)
    files["rules/a.lua"] = Self.rules(2)
    try await live.reload()
    #expect(outcome(in: spending(live, false)) == "2")
    suspend(live)
    try live.rollback()
    #expect(outcome(in: spending(live, false)) == "1")
    suspend(live)
  }

  @Test func `its suspension is told once, and so is its end`() async throws {
    let log = ObserverLog { _ in "" }
    let live = try live([log])
    let events = live.events
    suspend(live)
    for _ in 1...3 {
      clock.advance(by: .seconds(300))
      #expect(outcome(in: spending(live)).hasSuffix("[budget]"))
    }
    clock.advance(by: .seconds(300))
    #expect(outcome(in: spending(live, false)) == "1")
    var told: [String] = []
    for await event in events {
      told.append("\(event)")
      if case .resumed = event { break }
    }
    let rule = "rules/a.lua:2: rule for `answer` (heavy)"
    let expected = [
      "generation 1 is active: the sources", "suspended in generation 1: \(rule)",
      "no longer suspended in generation 1: \(rule)",
    ]
    #expect(told == expected)
    // Whoever observes is told after whoever listens.
    try await live.reload()
    #expect(log.all.filter { !$0.isEmpty } == expected)
  }
}
