#if ServiceLifecycle
  import LuaRules
  import ServiceLifecycle
  import ServiceLifecycleTestKit
  import Testing

  struct LiveServiceTests {
    @Test func `a graceful shutdown ends the run of a live model`() async throws {
      let live = try LiveRuleModel(sources: [RuleSource(text: "return {}", name: "a.lua")])
      var events = live.events.makeAsyncIterator()
      await testGracefulShutdown { trigger in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await (live as any Service).run() }
          trigger.triggerGracefulShutdown()
          await group.waitForAll()
        }
      }
      guard case .active? = await events.next() else {
        Issue.record("the subscription begins with what is active")
        return
      }
      #expect(await events.next() == nil, "a stopped model has no more events")
    }

    @Test func `a service group runs a live model`() async throws {
      let live = try LiveRuleModel(sources: [RuleSource(text: "return {}", name: "a.lua")])
      let group = ServiceGroup(services: [live], logger: .init(label: "test"))
      async let run: Void = group.run()
      await group.triggerGracefulShutdown()
      try await run
      #expect(live.generation == 1)
    }
  }
#endif
