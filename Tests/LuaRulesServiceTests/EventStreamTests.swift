#if Service
  import Foundation
  import Hummingbird
  import LuaRules
  import Testing

  @testable import LuaRulesService

  /// What a client hears of changes.
  struct EventStreamTests {
    /// A service without heartbeats, and a client of its routes.
    private func service(
      _ live: LiveRuleModel, fallback: [LiveRuleModel] = [],
      _ change: (inout RuleServiceOptions) -> Void = { _ in }
    ) -> (RuleService, RouterClient) {
      var options = RuleServiceOptions()
      options.heartbeatInterval = .seconds(3600)
      change(&options)
      let service = RuleService(live, fallback: fallback, options: options)
      return (service, RouterClient(service))
    }

    private func swap(_ live: LiveRuleModel) throws {
      try live.replace(with: live.pinned().model)
    }

    /// The event of a generation, without its time.
    private func event(_ number: Int, of service: RuleService) -> String {
      let id = service.tags.identifier(of: number)
      return "id: \(id)\nevent: message\n"
        + #"data: {"type":"refetchEvaluation","etag":"\#(id)","lastModified":"#
    }

    /// Waits until a service has this many clients.
    private func wait(for count: Int, of service: RuleService) async throws {
      let end = ContinuousClock.now + .seconds(600)
      while service.streams.count != count {
        try #require(ContinuousClock.now < end, "\(service.streams.count) clients")
        try await Task.sleep(for: .milliseconds(1))
      }
    }

    @Test func `a client hears of each change`() async throws {
      let live = try ServedFlags.live()
      let (service, router) = service(live)
      let client = try await router.listen()
      #expect(client.status == .ok)
      #expect(client.headers[.contentType] == "text/event-stream")
      #expect(client.headers[.cacheControl] == "no-cache")
      #expect(await client.next() == "id: \(service.tags.identifier(of: 1))\n\n")
      for number in 2...5 {
        if number == 5 { _ = try live.rollback() } else { try swap(live) }
        let text = try #require(await client.next())
        let expected = event(number, of: service)
        #expect(text.hasPrefix(expected), "\(text)")
        let end = text.dropFirst(expected.count)
        let time = try #require(Double(end.prefix { $0 != "}" }))
        #expect(abs(Date().timeIntervalSince1970 - time) < 60)
        #expect(end.hasSuffix("}\n\n"))
      }
    }

    @Test func `a client hears of changes of a fallback, and of the first rules`() async throws {
      let first = try ServedFlags.live("not Lua", initialModel: .empty)
      let second = try ServedFlags.live()
      let (service, router) = service(first, fallback: [second])
      let client = try await router.listen()
      let number = service.rules.current.number
      #expect(await client.next() == "id: \(service.tags.identifier(of: number))\n\n")
      try swap(second)
      #expect(await client.next()?.hasPrefix(event(number + 1, of: service)) == true)
      try first.replace(with: ServedFlags.live().pinned().model)
      #expect(await client.next()?.hasPrefix(event(number + 2, of: service)) == true)
    }

    @Test func `many clients hear, and one that does not read holds up nobody`() async throws {
      let live = try ServedFlags.live()
      let (service, router) = service(live)
      var clients: [EventClient] = []
      for _ in 0..<100 { clients.append(try await router.listen()) }
      // Its first part is never taken.
      let place = try #require(service.streams.open(limit: .max))
      let stuck = Task {
        var writer: any ResponseBodyWriter = PartWriter { _ in
          try await Task.sleep(for: .seconds(3600))
        }
        try await service.send(place, after: nil, to: &writer)
      }
      try await wait(for: 101, of: service)
      for client in clients { #expect(await client.next()?.hasPrefix("id: ") == true) }
      for number in 2...10 {
        try swap(live)
        for client in clients {
          #expect(await client.next()?.hasPrefix(event(number, of: service)) == true)
        }
      }
      stuck.cancel()
      _ = await stuck.result
      for client in clients { await client.leave() }
      withExtendedLifetime(place) {}
    }

    @Test func `a client that is gone leaves its place`() async throws {
      let live = try ServedFlags.live()
      let (service, router) = service(live) { $0.heartbeatInterval = .milliseconds(5) }
      struct Gone: Error {}
      let gone = Task {
        let place = try #require(service.streams.open(limit: 1))
        var writer: any ResponseBodyWriter = PartWriter { text in
          if text.hasPrefix(":") { throw Gone() }
        }
        try await service.send(place, after: nil, to: &writer)
      }
      await #expect(throws: Gone.self) { try await gone.value }
      try await wait(for: 0, of: service)
      // A client whose answer is never written.
      do { _ = try await router.listen(headers: [:]) }
      try await wait(for: 0, of: service)
    }

    @Test func `a client that comes again hears what it missed`() async throws {
      let live = try ServedFlags.live()
      let (service, router) = service(live)
      let name = try #require(HTTPFields.Element.Name("Last-Event-ID"))
      let old = service.tags.identifier(of: service.rules.current.number)
      let position = "id: \(old)\n\n"
      #expect(try await router.listen(headers: [name: old]).next() == position)
      #expect(
        try await router.listen(headers: [name: "another process"]).next()?
          .hasPrefix(event(1, of: service)) == true)
      try swap(live)
      #expect(
        try await router.listen(headers: [name: old]).next()?.hasPrefix(event(2, of: service))
          == true)
      // It may have asked for the flags just before the change.
      #expect(try await router.listen().next()?.hasPrefix(event(2, of: service)) == true)
      let new = service.tags.identifier(of: 2)
      #expect(try await router.listen(headers: [name: new]).next() == "id: \(new)\n\n")
    }

    @Test func `comments keep a connection open`() async throws {
      let (_, router) = service(try ServedFlags.live()) { $0.heartbeatInterval = .milliseconds(5) }
      let client = try await router.listen()
      #expect(await client.nextPart()?.hasPrefix("id: ") == true)
      for _ in 0..<10 { #expect(await client.nextPart() == ":\n\n") }
    }

    @Test func `a client too many is told to come later`() async throws {
      let (service, router) = service(try ServedFlags.live()) {
        $0.streamLimit = 1
        $0.heartbeatInterval = .milliseconds(5)
      }
      let first = try await router.listen()
      let refused = try await router.execute(uri: "/ofrep/v1/events", method: .get)
      #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "30")
      #expect(
        String(buffer: refused.body)
          == #"{"errorDetails":"too many event streams at one time"}"#)
      let metrics = try await router.execute(uri: "/metrics", method: .get)
      let lines = String(buffer: metrics.body).split(separator: "\n")
      #expect(lines.contains("luarules_event_streams 1"))
      #expect(lines.contains(#"luarules_requests_total{route="events",status="503"} 1"#))
      await first.leave()
      try await wait(for: 0, of: service)
      #expect(try await router.listen().status == .ok)
    }

    @Test func `streams can be switched off`() async throws {
      let (_, router) = service(try ServedFlags.live()) { $0.streamLimit = 0 }
      #expect(try await router.listen().status == .forbidden)
      let all = try await router.execute(uri: "/ofrep/v1/evaluate/flags", method: .post)
      #expect(!String(buffer: all.body).contains("eventStreams"))
    }

    @Test(arguments: [
      (nil, #""endpoint":{"requestUri":"/ofrep/v1/events"}"#),
      ("https://flags.example/events", #""url":"https://flags.example/events""#),
    ])
    func `the answer for all flags names the stream`(url: String?, address: String) async throws {
      let (_, router) = service(try ServedFlags.live("return {}", schema: "{}")) {
        $0.streamURL = url
      }
      let all = try await router.execute(uri: "/ofrep/v1/evaluate/flags", method: .post)
      #expect(
        String(buffer: all.body)
          == #"{"flags":[],"eventStreams":[{"type":"sse",\#(address),"inactivityDelaySec":120}],"#
          + #""metadata":{"generation":1}}"#)
    }

    @Test(arguments: [
      ("/ofrep/v1/evaluate/flags", "/ofrep/v1/events"),
      ("/shop/ofrep/v1/evaluate/flags", "/shop/ofrep/v1/events"),
      ("/ofrep/v1/a/ofrep/v1/evaluate/flags/", "/ofrep/v1/a/ofrep/v1/events"),
    ])
    func `the stream is in the group of the flags`(path: String, expected: String) {
      guard case .path(let found) = EventStreamAddress(besideFlagsAt: path) else {
        Issue.record("no path")
        return
      }
      #expect(found == expected)
    }
  }
#endif
