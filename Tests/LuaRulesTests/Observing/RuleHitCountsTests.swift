import Dispatch
import LuaRules
import Testing

struct RuleHitCountsTests {
  @Test func `rules that never won are told, with those of fallbacks`() throws {
    let usage = RuleHitCounts()
    let first = try RuleModel(
      text: """
        return {
          { key = "a", name = "never", when = function(c) return c.b == 9 end, value = 1 },
          { key = "a", value = function(c) return c.b end },
          { key = "b", value = 2 },
        }
        """, name: "first.lua")
    let second = try RuleModel(text: #"return { { key = "c", value = 1 } }"#, name: "second.lua")
    let both = first.fallback(second).observed(by: usage)
    let context = RuleContext(both)
    #expect(usage.unused(in: both).count == 4)
    for _ in 0..<3 { _ = context["a"] }
    #expect(
      usage.unused(in: both).map(\.description) == [
        "first.lua:2: rule for `a` (never)", "second.lua:1: rule for `c`",
      ])
    #expect(usage.wins(in: both).map(\.count) == [0, 3, 3, 0])
    _ = context["c"]
    #expect(usage.unused(in: both).map(\.name) == ["never"])
    #expect(usage.unused(in: second).isEmpty)
  }

  @Test func `counting begins anew with each generation, that of a rollback too`() async throws {
    let usage = RuleHitCounts()
    let files = MemoryFileSystem(["rules/a.lua": RuleFolder.rules("one")])
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    options.fileSystem = files
    liveOptions.isWatching = false
    liveOptions.observers = [ObserverRegistration(usage)]
    liveOptions.logger.logLevel = .critical
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], options: options, live: liveOptions)
    let context = RuleContext(live)
    _ = context["title"]
    #expect(usage.unused(in: live).isEmpty)
    #expect(usage.unused(in: context.pinned().model).isEmpty)
    files["rules/a.lua"] = RuleFolder.rules("two")
    try await live.reload()
    #expect(usage.unused(in: live).map(\.key) == ["title"])
    _ = context["title"]
    #expect(usage.unused(in: live).isEmpty)
    try live.rollback()
    #expect(usage.unused(in: live).map(\.key) == ["title"])
  }

  @Test func `two threads lose no win`() throws {
    let usage = RuleHitCounts()
    let model = try model(#"{ key = "a", value = 1 },"#).observed(by: usage)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      let context = RuleContext(model)
      for _ in 0..<1_000 { _ = context["a"] }
    }
    #expect(usage.wins(in: model).map(\.count) == [2_000])
  }
}
