#if HTTP && Metrics
  import LuaRules
  @_spi(Simulation) import LuaRulesHTTP
  import Metrics
  import MetricsTestKit
  import Synchronization
  import Testing

  struct HTTPRuleMetricsTests {
    private let server = FakeServer()
    private let metrics = TestMetrics()
    private let dimension = [("model", "shop")]

    private var options: HTTPRuleOptions {
      var options = HTTPRuleOptions()
      options.metrics = HTTPRuleMetrics(name: "shop", factory: metrics)
      return options
    }

    private func count(_ name: String, _ own: (String, String)? = nil) throws -> Int64 {
      try metrics.expectCounter(name, dimension + (own.map { [$0] } ?? [])).totalValue
    }

    private func values(_ name: String) throws -> [Double] {
      try metrics.expectGauge(name, dimension).values
    }

    @Test func `questions are counted by their outcome, with bytes and revision`() async throws {
      let one = try bundle("one", revision: 1).bytes
      let two = try bundle("two", revision: 2).bytes
      server.action = .serve(one, tag: "\"1\"")
      let source = try await server.source(options)
      await source.fetch()
      let cutOff = Array(two.dropLast())
      for action: FakeServer.Action in [
        .refuse, .answer(500, [:], []), .answer(200, [:], cutOff), .serve(two, tag: "\"2\""),
      ] {
        server.action = action
        await source.fetch()
      }
      #expect(try count("luarules_fetches", ("outcome", "fetched")) == 2)
      #expect(try count("luarules_fetches", ("outcome", "unchanged")) == 1)
      #expect(try count("luarules_fetches", ("outcome", "failed")) == 3)
      #expect(try count("luarules_fetch_errors", ("code", "unreadable")) == 2)
      #expect(try count("luarules_fetch_errors", ("code", "bad-bundle")) == 1)
      #expect(
        try count("luarules_fetched_bytes") == Int64(one.count + cutOff.count + two.count))
      #expect(try values("luarules_fetch_failures") == [0, 0, 1, 2, 3, 0])
      #expect(try values("luarules_bundle_revision") == [1, 1, 1, 1, 1, 2])
      #expect(
        try metrics.expectTimer("luarules_fetch_duration", dimension).values.count == 6)
    }

    @Test func `the age grows while the server fails, whatever the time of the day is`()
      async throws
    {
      let now = Mutex(1000)
      server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
      let source = try await server.source(options, now: { now.withLock { $0 } })
      server.action = .refuse
      try await Task.sleep(for: .milliseconds(20))
      await source.fetch()
      now.withLock { $0 = -5000 }
      await source.fetch()
      let ages = try values("luarules_bundle_age_seconds")
      #expect(ages.count == 3 && ages[0] >= 0 && ages[1] >= ages[0] + 0.02 && ages[2] >= ages[1])
      let confirmed = try values("luarules_bundle_confirmed_timestamp_seconds")
      let times = zip(confirmed, ages).map { $0 + $1 }
      #expect(zip(times, [1000, 1000, -5000]).allSatisfy { abs($0 - $1) < 0.001 })
    }

    @Test func `a bundle that no server has confirmed has no age`() async throws {
      try await withFolder { folder in
        var options = options
        options.cacheFile = folder.appending(path: "shop.rules")
        try bundle("one", revision: 7).write(to: folder.appending(path: "shop.rules"))
        server.action = .refuse
        _ = try await server.source(options)
        #expect(try values("luarules_bundle_revision") == [7])
        #expect(try values("luarules_fetch_failures") == [1])
        #expect(try values("luarules_bundle_age_seconds").isEmpty)
        #expect(try values("luarules_bundle_confirmed_timestamp_seconds").isEmpty)
      }
    }
  }
#endif
