#if Configuration
  import Configuration
  import Foundation
  import LuaRules
  import LuaRulesConfiguration
  import Synchronization
  import Testing

  /// Readers follow the swaps of a live model.
  struct WatchTests {
    private static func model(_ port: String, _ others: String = "") throws -> RuleModel {
      try RuleModel(
        text: "return {{ key = 'http.port', value = \(port) }, \(others) }", name: "app.lua")
    }

    private static func live() throws -> LiveRuleModel {
      let live = try LiveRuleModel(sources: [RuleSource(text: "return {}")])
      try live.replace(with: try model("1"))
      return live
    }

    private static func provider(_ live: LiveRuleModel) -> RuleConfigProvider {
      var context = RuleContext(live)
      context.onError = { _ in }
      return RuleConfigProvider(context)
    }

    private static let key = AbsoluteConfigKey(["http", "port"])

    @Test func `a value is given again when a swap changes it`() async throws {
      let live = try Self.live()
      try await Self.provider(live).watchValue(forKey: Self.key, type: .int) { updates in
        var updates = updates.makeAsyncIterator()
        #expect(try await updates.next()?.get().value == 1)
        // The same value in another generation is not told.
        try live.replace(with: try Self.model("1", "{ key = 'other', value = 1 }"))
        try live.replace(with: try Self.model("2"))
        #expect(try await updates.next()?.get().value == 2)
        try live.replace(with: try Self.model("null"))
        #expect(
          try await updates.next()?.get() == LookupResult(encodedKey: "http.port", value: nil))
        // An error takes the place of the value, and does not end the watch.
        try live.replace(with: try Self.model("'x'"))
        let error = try await updates.next()
        #expect(throws: RuleError.self) { try error?.get() }
        try live.rollback(to: live.generation - 2)
        #expect(try await updates.next()?.get().value == 2)
      }
    }

    @Test func `each generation gives a snapshot`() async throws {
      let live = try Self.live()
      try await Self.provider(live).watchSnapshot { updates in
        var updates = updates.makeAsyncIterator()
        let first = try #require(try await updates.next())
        try live.replace(with: try Self.model("2"))
        let second = try #require(try await updates.next())
        #expect(try first.ask("http.port", .int).value == 1)
        #expect(try second.ask("http.port", .int).value == 2)
        #expect(second.providerName == "RuleConfigProvider")
      }
    }

    @Test func `a rejected change is no update`() async throws {
      let source = TextSource("return {{ key = 'http.port', value = 1 }}")
      let live = try LiveRuleModel(source)
      try await Self.provider(live).watchSnapshot { updates in
        var updates = updates.makeAsyncIterator()
        _ = try await updates.next()
        source.set("return {{")
        await #expect(throws: RuleError.self) { try await live.reload() }
        source.set("return {{ key = 'http.port', value = 2 }}")
        try await live.reload()
        let next = try #require(try await updates.next())
        #expect(try next.ask("http.port", .int).value == 2)
      }
    }

    @Test func `a fetch loads what has changed`() async throws {
      let source = TextSource("return {{ key = 'http.port', value = 1 }}")
      let live = try LiveRuleModel(source)
      let provider = Self.provider(live)
      #expect(try await provider.fetchValue(forKey: Self.key, type: .int).value == 1)
      source.set("return {{ key = 'http.port', value = 2 }}")
      #expect(try await provider.fetchValue(forKey: Self.key, type: .int).value == 2)
      source.set("return {{")
      await #expect(throws: RuleError.self) {
        try await provider.fetchValue(forKey: Self.key, type: .int)
      }
      #expect(try provider.value(forKey: Self.key, type: .int).value == 2)
      live.stop()
      #expect(try await provider.fetchValue(forKey: Self.key, type: .int).value == 2)
    }

    @Test(arguments: [true, false])
    func `a watch ends with its task, and follows a model that was stopped`(isLive: Bool)
      async throws
    {
      let live = try Self.live()
      live.stop()
      let provider =
        isLive ? Self.provider(live) : RuleConfigProvider(try Self.model("1"))
      let (seen, continuation) = AsyncStream.makeStream(of: Int.self)
      let watching = Task {
        try await provider.watchSnapshot { updates in
          for await snapshot in updates {
            if case .int(let port)? = try snapshot.ask("http.port", .int).value?.content {
              continuation.yield(port)
            }
          }
        }
      }
      var ports = seen.makeAsyncIterator()
      #expect(await ports.next() == 1)
      if isLive {
        try live.replace(with: try Self.model("2"))
        #expect(await ports.next() == 2)
      }
      watching.cancel()
      try await watching.value
    }

    @Test func `what nobody watches any more keeps no model alive`() async throws {
      weak var model: LiveRuleModel?
      do {
        let live = try Self.live()
        model = live
        let provider = Self.provider(live)
        for _ in 0..<2 {
          try await provider.watchValue(forKey: Self.key, type: .int) { updates in
            var updates = updates.makeAsyncIterator()
            let first = try await updates.next()?.get().value
            #expect(first == 1)
          }
        }
        #expect(model != nil)
      }
      #expect(model == nil)
    }

    @Test func `a reader of several providers follows the rules`() async throws {
      let live = try Self.live()
      let reader = ConfigReader(providers: [
        Self.provider(live), InMemoryProvider(values: ["http.port": 80]),
      ])
      try await reader.watchInt(forKey: "http.port", default: 0) { updates in
        var updates = updates.makeAsyncIterator()
        #expect(try await updates.next() == 1)
        try live.replace(with: try Self.model("null"))
        #expect(try await updates.next() == 80)
      }
    }
  }
#endif
