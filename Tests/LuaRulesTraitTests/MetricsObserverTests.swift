#if Metrics
  import Foundation
  import LuaRules
  import Metrics
  import MetricsTestKit
  import Synchronization
  import Testing

  struct MetricsObserverTests {
    private static let rules = """
      return {
        { key = "a", value = 1 },
        { key = "b", value = function(c) return c.nothing end },
        { key = "loop", value = function(c) while true do end end },
      }
      """

    @Test func `answers, errors and budget hits are counted`() throws {
      let metrics = TestMetrics()
      let observer = MetricsObserver(factory: metrics)
      let model = try RuleModel(
        text: Self.rules, options: RuleOptions(budget: Budget(instructions: 10_000)))
      var context = RuleContext(model.observed(by: observer))
      context.onError = { _ in }
      context["set"] = 1
      for key in ["a", "a", "set", "b", "loop"] { _ = context[key] }
      #expect(try metrics.expectCounter("luarules_answers", [("source", "rule")]).totalValue == 2)
      #expect(try metrics.expectCounter("luarules_answers", [("source", "set")]).totalValue == 1)
      #expect(
        try metrics.expectCounter("luarules_errors", [("code", "unknown-key")]).totalValue == 1)
      #expect(try metrics.expectCounter("luarules_errors", [("code", "budget")]).totalValue == 1)
      #expect(try metrics.expectCounter("luarules_budget_hits").totalValue == 1)
      #expect(try metrics.expectTimer("luarules_answer_duration").values.count == 5)
    }

    @Test func `only chosen keys have a dimension of their own`() throws {
      let metrics = TestMetrics()
      let observer = MetricsObserver(name: "todo", keys: ["a"], factory: metrics)
      let model = try RuleModel(text: Self.rules).observed(by: observer, sampling: .oneIn(5))
      var context = RuleContext(model)
      context.onError = { _ in }
      for _ in 0..<50 { _ = context["a"] }
      for _ in 0..<50 { _ = context["b"] }
      let own = [("model", "todo"), ("key", "a"), ("source", "rule")]
      let others = [("model", "todo"), ("key", "other"), ("code", "unknown-key")]
      #expect(try metrics.expectCounter("luarules_answers", own).totalValue == 50)
      #expect(try metrics.expectCounter("luarules_errors", others).totalValue == 50)
    }

    @Test func `swaps, rejections and the generation are told`() async throws {
      let metrics = TestMetrics()
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("metrics-\(UUID().uuidString).lua")
      defer { try? FileManager.default.removeItem(at: file) }
      func write(_ rules: String) throws {
        try rules.write(to: file, atomically: true, encoding: .utf8)
      }
      try write(Self.rules)
      let live = try LiveRuleModel(
        sources: [RuleSource(path: file.path)], live: Self.liveOptions(metrics))
      #expect(try metrics.expectGauge("luarules_generation").lastValue == 1)
      try write("return {}")
      try await live.reload()
      try live.rollback()
      try write("return")
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(try metrics.expectGauge("luarules_generation").values == [1, 2, 3])
      for name in ["luarules_swaps", "luarules_rollbacks", "luarules_rejections"] {
        #expect(try metrics.expectCounter(name).totalValue == 1)
      }
    }

    @Test func `suspensions are counted, and their ends`() async throws {
      let metrics = TestMetrics()
      let passed = Passed()
      var options = RuleOptions(budget: Budget(instructions: 10_000))
      var suspension = SuspensionPolicy(after: 3, pause: .seconds(1))
      suspension.clock = { passed.duration.withLock(\.self) }
      options.suspension = suspension
      // Only calls of Lua end a suspension.
      options.plan = .lua
      let source = RuleSource(
        text: """
          return {
            { key = "a", value = function(c) while c.spend do end return 1 end },
          }
          """, name: "a.lua")
      let live = try LiveRuleModel(
        sources: [source], options: options, live: Self.liveOptions(metrics))
      var context = RuleContext(live)
      context.onError = { _ in }
      context["spend"] = true
      for _ in 1...4 { _ = context["a"] }
      passed.duration.withLock { $0 += .seconds(1) }
      context["spend"] = false
      #expect(try context.value(at: "a", as: Int.self) == 1)
      // What is told is told before this is done.
      try await live.reload()
      #expect(try metrics.expectCounter("luarules_suspensions").totalValue == 1)
      #expect(try metrics.expectCounter("luarules_resumptions").totalValue == 1)
      #expect(
        try metrics.expectCounter("luarules_errors", [("code", "suspended")]).totalValue == 1)
    }

    /// What a clock says that a test moves.
    private final class Passed: Sendable {
      let duration = Mutex(Duration.zero)
    }

    /// Options of a model that tells what it counts, and watches nothing.
    private static func liveOptions(_ metrics: TestMetrics) -> LiveRuleOptions {
      var options = LiveRuleOptions()
      options.isWatching = false
      options.observers = [ObserverRegistration(MetricsObserver(factory: metrics))]
      options.logger.logLevel = .critical
      return options
    }
  }
#endif
