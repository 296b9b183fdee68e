#if Metrics
  import LuaRules
  import Metrics
  import MetricsTestKit
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
      let files = MemoryFileSystem(["rules/a.lua": Self.rules])
      var options = RuleOptions()
      var liveOptions = LiveRuleOptions()
      options.fileSystem = files
      liveOptions.isWatching = false
      liveOptions.observers = [ObserverRegistration(MetricsObserver(factory: metrics))]
      liveOptions.logger.logLevel = .critical
      let live = try LiveRuleModel(
        sources: [RuleSource(path: "rules")], options: options, live: liveOptions)
      #expect(try metrics.expectGauge("luarules_generation").lastValue == 1)
      files["rules/a.lua"] = "return {}"
      try await live.reload()
      try live.rollback()
      files["rules/a.lua"] = "return"
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(try metrics.expectGauge("luarules_generation").values == [1, 2, 3])
      for name in ["luarules_swaps", "luarules_rollbacks", "luarules_rejections"] {
        #expect(try metrics.expectCounter(name).totalValue == 1)
      }
    }
  }
#endif
