#if HTTP
  import Foundation
  import LuaRules
  @_spi(Simulation) import LuaRulesHTTP
  import Synchronization
  import Testing

  /// What must hold however long a source asks, and whatever the time of the day does.
  struct LongRunTests {
    private let server = FakeServer()

    /// Waits that end at once, until there were so many.
    private final class ShortWaits: Sendable {
      private let state = Mutex<[Duration]>([])
      private let count: Int

      init(count: Int) { self.count = count }

      var delays: [Duration] { state.withLock { $0 } }
      var isOver: Bool { delays.count == count }

      func wait(_ delay: Duration) async throws {
        let isLast = state.withLock { delays in
          delays.append(delay)
          return delays.count == count
        }
        if isLast { try await Task.sleep(for: .seconds(3600)) }
      }
    }

    @Test func `a server that says for ever that nothing has changed is no event`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        let file = folder.appending(path: "shop.rules")
        options.cacheFile = file
        server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
        let clock = FakeClock()
        let waits = ShortWaits(count: 5000)
        let source = try await server.source(options) { delay in
          // The first delay ends when somebody listens.
          if waits.delays.isEmpty { try await clock.wait(delay) }
          try await waits.wait(delay)
        }
        #expect(await eventually { clock.isWaiting })
        let events = source.events
        let changes = source.changes()
        var liveOptions = LiveRuleOptions()
        liveOptions.logger.logLevel = .critical
        let live = try LiveRuleModel(source, live: liveOptions)
        try FileManager.default.removeItem(at: file)
        clock.end()
        #expect(await eventually { waits.isOver })
        #expect(server.requests.count == 5000)
        #expect(
          waits.delays.dropFirst().allSatisfy { $0 > .seconds(26) && $0 <= .seconds(30) })
        let status = try #require(source.status)
        #expect(status.failures == 0 && status.failure == nil)
        // The first answer is far older, in the time of the waits.
        #expect(try #require(status.age) < .seconds(600))
        #expect(live.generation == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        source.stop()
        // Whoever does not read has the last events, and no more of them.
        var told: [HTTPRuleEvent] = []
        for await event in events { told.append(event) }
        #expect(told.count == 100)
        #expect(Set(told.map(\.description)) == ["the bundle is unchanged"])
        var changeCount = 0
        for await _ in changes { changeCount += 1 }
        #expect(changeCount == 0)
      }
    }

    @Test(arguments: ["", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func `a clock that jumps neither stops the questions nor makes more of them`(
      date: String
    ) async throws {
      server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
      // 100 seconds before the date of `Retry-After`, then far from it.
      let times = [784_111_777, -1 << 40, 784_111_777 - 86_400, 784_111_777 + 86_400, 1 << 40, 0]
      let jumps = Mutex(0)
      let waits = ShortWaits(count: 60)
      let clock = FakeClock()
      let source = try await server.source(
        wait: { delay in
          if waits.delays.isEmpty { try await clock.wait(delay) }
          try await waits.wait(delay)
        },
        now: {
          jumps.withLock { jump in
            jump += 1
            return times[jump % times.count]
          }
        })
      #expect(await eventually { clock.isWaiting })
      var headers = ["Retry-After": "Sun, 06 Nov 1994 08:51:17 GMT"]
      if !date.isEmpty { headers["Date"] = date }
      server.action = .answer(503, headers, [])
      clock.end()
      #expect(await eventually { waits.isOver })
      let delays = waits.delays.dropFirst()
      #expect(delays.allSatisfy { $0 >= .seconds(15) && $0 <= .seconds(600) })
      // Beside the date of the server, the first delay is what it asks for.
      let asked = Duration.seconds(100)...(.seconds(110))
      if !date.isEmpty { #expect(asked.contains(try #require(delays.first))) }
      let age = try #require(source.status?.age)
      #expect(age >= .zero && age < .seconds(600))
      server.action = .serve(try bundle("two", revision: 2).bytes, tag: "\"2\"")
      await source.fetch()
      #expect(source.status?.revision == 2)
    }

    @Test func `delays and limits without an end are long ones`() async throws {
      var options = HTTPRuleOptions()
      options.interval = .seconds(Int64.max)
      options.maximumDelay = .seconds(Int64.max)
      options.timeLimit = .seconds(Int64.max)
      options.jitter = 0
      server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
      let waits = ShortWaits(count: 1)
      let source = try await server.source(options, wait: waits.wait)
      #expect(await eventually { waits.isOver })
      // What the regular wait does; a delay that no clock can represent would trap.
      let sleep = Task { try await Task.sleep(for: waits.delays[0]) }
      try await Task.sleep(for: .milliseconds(20))
      sleep.cancel()
      server.action = .stall
      let question = Task { await source.fetch() }
      #expect(await eventually { server.requests.count == 2 })
      try await Task.sleep(for: .milliseconds(20))
      question.cancel()
      await question.value
      #expect(source.status?.failures == 0)
    }
  }
#endif
