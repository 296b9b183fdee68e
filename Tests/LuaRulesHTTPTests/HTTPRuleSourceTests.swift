#if HTTP
  import Dispatch
  import Foundation
  import LuaRules
  @_spi(Simulation) import LuaRulesHTTP
  import Synchronization
  import Testing

  struct HTTPRuleSourceTests {
    private static let address = "https://rules.example/shop.rules"
    private let server = FakeServer()
    private let clock = FakeClock()
    private var options = HTTPRuleOptions()

    private func source(
      _ address: String = address, _ options: HTTPRuleOptions? = nil
    ) async throws(RuleError) -> HTTPRuleSource {
      guard let url = URL(string: address) else { throw RuleError(.unreadable, "no address") }
      return try await HTTPRuleSource(
        url, options: options ?? self.options, transport: server,
        clock: FetchClock(wait: clock.wait))
    }

    private func live(_ source: HTTPRuleSource) throws -> LiveRuleModel {
      var options = LiveRuleOptions()
      options.logger.logLevel = .critical
      return try LiveRuleModel(source, live: options)
    }

    private func title(_ live: LiveRuleModel) throws -> String {
      try RuleContext(live).value(at: "title", as: String.self)
    }

    private func failure(_ options: HTTPRuleOptions? = nil) async throws -> RuleError {
      try await #require(throws: RuleError.self) { try await source(Self.address, options) }
    }

    @Test func `a bundle is fetched, and the next one becomes a generation`() async throws {
      server.action = .serve(try bundle("one", revision: 1).bytes, tag: "\"a\"")
      let source = try await source()
      let live = try live(source)
      #expect(try title(live) == "one")
      #expect(source.status?.revision == 1 && source.status?.failures == 0)
      #expect(await eventually { clock.isWaiting })
      clock.end()
      #expect(await eventually { clock.delays.count == 2 })
      #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
      server.action = .serve(try bundle("two", revision: 2).bytes, tag: "\"b\"")
      clock.end()
      #expect(try await eventually { try title(live) == "two" })
      #expect(source.status?.revision == 2 && live.generation == 2)
      #expect(clock.delays[0] <= .seconds(30))
      #expect(clock.delays.dropFirst().allSatisfy { $0 > .seconds(27) && $0 <= .seconds(30) })
    }

    @Test(arguments: [
      ("https://rules.example/a", "secret\n", "the token has characters that no header can have"),
      ("https://rules.example/a", "", "the token has characters that no header can have"),
      ("http://rules.example/a", "secret", "the token would be sent without encryption"),
      ("http://127.evil.example/a", "secret", "the token would be sent without encryption"),
      ("http://127.0.0.1.example/a", "secret", "the token would be sent without encryption"),
    ])
    func `a token that would fail or leak is refused`(
      address: String, token: String, message: String
    ) async throws {
      var options = HTTPRuleOptions()
      options.token = token
      server.action = .answer(200, [:], try bundle("one").bytes)
      let error = try await #require(throws: RuleError.self) { try await source(address, options) }
      #expect(error.message == message)
      #expect(!"\(error)".contains("secret"))
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["https://127.0.0.1:99999/a", "https://127.0.0.1:0/a"])
    func `a port that no socket can have is refused`(address: String) async throws {
      let error = try await #require(throws: RuleError.self) { try await source(address) }
      #expect(error.message == "the address is not one of HTTP")
    }

    @Test func `a bundle that arrives while a model loads becomes a generation`() async throws {
      server.action = .serve(try bundle("one", revision: 1).bytes, tag: "\"a\"")
      let source = try await source()
      server.action = .serve(try bundle("two", revision: 2).bytes, tag: "\"b\"")
      var options = LiveRuleOptions()
      options.logger.logLevel = .critical
      let live = try LiveRuleModel(FetchingMeanwhile(source: source), live: options)
      #expect(try await eventually { try title(live) == "two" })
    }

    @Test func `a signed bundle is not replaced by an older one, before any model is active`()
      async throws
    {
      let cases: [(isSigned: Bool, revision: Int64)] = [(true, 43), (false, 42)]
      for (isSigned, expected) in cases {
        let bundles = try [Int64(43), 42].map { revision in
          let bytes = try bundle("\(revision)", revision: revision).bytes
          return isSigned ? withSignature(bytes) : bytes
        }
        server.action = .serve(bundles[0], tag: "\"a\"")
        let source = try await source()
        server.action = .serve(bundles[1], tag: "\"b\"")
        await source.fetch()
        #expect(source.status?.revision == expected)
        #expect(source.status?.failure?.code == (isSigned ? .untrusted : nil))
      }
    }

    /// Adds a signature of no key, which these sources do not check, to the third line.
    private func withSignature(_ bytes: [UInt8]) -> [UInt8] {
      let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
      let signature = Data(repeating: 0, count: 64).base64EncodedString()
      return Array(bytes[..<ends[2]] + Array(" key \(signature)".utf8) + bytes[ends[2]...])
    }

    @Test func `a server without tags gives no generation for the same bytes`() async throws {
      server.action = .answer(200, [:], try bundle("one").bytes)
      let source = try await source()
      let live = try live(source)
      for _ in 0..<5 { await source.fetch() }
      try await live.reload()
      #expect(live.generation == 1)
    }

    @Test func `while the server fails, the bundle answers and delays grow`() async throws {
      let good = FakeServer.Action.serve(try bundle("one").bytes, tag: "\"a\"")
      server.action = good
      let source = try await source()
      let live = try live(source)
      let actions: [FakeServer.Action] = [
        .refuse, .cutOff, .answer(500, [:], []), .answer(404, [:], []), .answer(200, [:], []),
        .answer(200, [:], Array("luarules-bundle 1\n".utf8)),
        .answer(200, [:], try bundle("two").bytes.dropLast()),
        .answer(200, ["Content-Length": "99999999999"], []),
      ]
      for (count, action) in actions.enumerated() {
        #expect(await eventually { clock.isWaiting })
        server.action = action
        clock.end()
        #expect(await eventually { source.status?.failures == count + 1 })
        #expect(source.status?.failure != nil)
        #expect(try title(live) == "one")
      }
      #expect(await eventually { clock.delays.count == actions.count + 1 })
      #expect(clock.delays.last.map { $0 >= .seconds(300) } == true)
      server.action = .serve(try bundle("two").bytes, tag: "\"b\"")
      clock.end()
      #expect(try await eventually { try title(live) == "two" })
      #expect(source.status?.failures == 0 && source.status?.failure == nil)
    }

    @Test func `a server that wants to be left alone is`() async throws {
      server.action = .serve(try bundle("one").bytes, tag: "\"a\"")
      let source = try await source()
      #expect(await eventually { clock.isWaiting })
      server.action = .answer(503, ["Retry-After": "200"], [])
      clock.end()
      #expect(await eventually { clock.delays.count == 2 })
      #expect(clock.delays[1] >= .seconds(200) && clock.delays[1] <= .seconds(220))
      server.action = .answer(304, ["Cache-Control": "max-age=300"], [])
      clock.end()
      #expect(await eventually { clock.delays.count == 3 })
      #expect(clock.delays[2] >= .seconds(300) && clock.delays[2] <= .seconds(330))
      #expect(source.status?.failures == 0)
    }

    @Test func `a body that stalls ends with the time limit`() async throws {
      server.action = .stall
      var options = HTTPRuleOptions()
      options.timeLimit = .milliseconds(50)
      let error = try await failure(options)
      #expect(error.message == "the bundle did not arrive within 0.05 seconds")
      #expect(error.location?.file == Self.address)
    }

    @Test(
      arguments: [
        (.refuse, "the bundle cannot be fetched: Refused()"),
        (
          .answer(304, [:], []),
          "the server says that nothing has changed, but there is no bundle yet"
        ),
        (.answer(404, [:], []), "the server answered with the status 404"),
        (.answer(200, [:], []), "the file is not a bundle"),
        (.answer(302, [:], []), "the server redirects without a usable address"),
        (.answer(302, ["Location": address], []), "the server redirects without an end"),
        (
          .answer(302, ["Location": "https://other.example/"], []),
          "the server redirects to `https://other.example`"
        ),
        (
          .answer(302, ["Location": "http://rules.example/"], []),
          "the server redirects to `http://rules.example`"
        ),
        (
          .answer(302, ["Location": "file:///etc/passwd"], []),
          "the server redirects without a usable address"
        ),
      ] as [(FakeServer.Action, String)])
    func `a first answer that is none is an error`(
      action: FakeServer.Action, message: String
    ) async throws {
      server.action = action
      #expect(try await failure().message == message)
    }

    @Test func `a redirect is followed where it may lead, and the token stays at home`()
      async throws
    {
      let elsewhere = "https://files.example/1.rules"
      server.action = .answer(307, ["Location": "/here.rules"], [])
      server["https://rules.example/here.rules"] = .answer(302, ["Location": elsewhere], [])
      server[elsewhere] = .answer(200, [:], try bundle("one").bytes)
      var options = HTTPRuleOptions()
      options.token = "secret"
      options.redirectHosts = ["files.example"]
      _ = try await source(Self.address, options)
      #expect(
        server.requests.map { $0.headers["Authorization"] } == [
          "Bearer secret", "Bearer secret", nil,
        ])
      #expect(server.requests.map(\.url).last == elsewhere)
    }

    @Test func `an address in errors has no secrets`() async throws {
      let error = try await #require(throws: RuleError.self) {
        try await source("https://me:pass@rules.example:8443/a?token=secret#x")
      }
      #expect(error.location?.file == "https://rules.example:8443/a")
      #expect(!error.description.contains("secret") && !error.description.contains("pass"))
      let file = try await #require(throws: RuleError.self) { try await source("file:///etc/a") }
      #expect(file.message == "the address is not one of HTTP")
    }

    @Test func `the last good bundle is there without network`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "http-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "shop.rules")
      var options = HTTPRuleOptions()
      options.cacheFile = file
      server.action = .serve(try bundle("one", revision: 7).bytes, tag: "\"a\"")
      _ = try await source(Self.address, options)
      // A bad one is not kept.
      server.action = .answer(200, [:], Array("luarules-bundle 1\n".utf8))
      let again = try await source(Self.address, options)
      #expect(again.status?.revision == 7 && again.status?.failures == 1)
      server.action = .refuse
      let offline = try await source(Self.address, options)
      #expect(try title(try live(offline)) == "one")
      #expect(offline.status?.age == nil)
      // With its tag it need not be sent again.
      server.action = .serve(try bundle("one", revision: 7).bytes, tag: "\"a\"")
      let count = server.requests.count
      let online = try await source(Self.address, options)
      #expect(server.requests[count].headers["If-None-Match"] == "\"a\"")
      #expect(online.status?.age != nil)
      // A tag of another bundle is not used.
      try bundle("two").write(to: file)
      _ = try await source(Self.address, options)
      #expect(server.requests[count + 1].headers["If-None-Match"] == nil)
      // A damaged one is told beside what went wrong.
      try Data("luarules-bundle 1".utf8).write(to: file)
      server.action = .refuse
      let error = try await failure(options)
      #expect(error.others.map(\.code) == [.badBundle])
    }

    @Test func `events tell what happens, and end with the source`() async throws {
      server.action = .serve(try bundle("one").bytes, tag: "\"a\"")
      let source = try await source()
      let events = source.events
      await source.fetch()
      server.action = .refuse
      await source.fetch()
      let second = try bundle("two", revision: 2)
      server.action = .serve(second.bytes, tag: "\"b\"")
      await source.fetch()
      source.stop()
      var told: [String] = []
      for await event in events { told.append(event.description) }
      #expect(
        told == [
          "the bundle is unchanged",
          "fetching failed (1): \(Self.address): error: the bundle cannot be fetched: Refused() "
            + "[unreadable]",
          "fetched revision 2, digest \(second.digest)",
        ])
      var rest = source.events.makeAsyncIterator()
      #expect(await rest.next() == nil)
    }

    @Test func `a source that nobody has stops asking`() async throws {
      server.action = .serve(try bundle("one").bytes, tag: "\"a\"")
      weak var gone: HTTPRuleSource?
      do {
        let source = try await source()
        gone = source
        #expect(await eventually { clock.isWaiting })
      }
      #expect(gone == nil)
      #expect(await eventually { !clock.isWaiting })
      #expect(server.requests.count == 1)
    }

    @Test func `questions are answered while bundles come and go`() async throws {
      server.action = .serve(try bundle("one").bytes, tag: "\"a\"")
      let source = try await source()
      let live = try live(source)
      let bundles = try (0..<5).map { try bundle("title \($0)").bytes }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for (number, bytes) in bundles.enumerated() {
            server.action = number.isMultiple(of: 2) ? .serve(bytes, tag: "\(number)") : .cutOff
            await source.fetch()
            _ = try? await live.reload()
          }
        }
        group.addTask {
          for _ in 0..<1000 {
            #expect(throws: Never.self) { try title(live) }
            await Task.yield()
          }
        }
      }
      #expect(try await eventually { try title(live) == "title 4" })
    }
  }

  /// Fetches the next bundle while the first one is loaded, before anybody listens to changes.
  private final class FetchingMeanwhile: LiveRuleSource {
    let source: HTTPRuleSource
    private let hasFetched = Mutex(false)

    init(source: HTTPRuleSource) { self.source = source }

    func sources() throws -> [RuleSource] {
      let sources = try source.sources()
      let isFirst = hasFetched.withLock { hasFetched in
        defer { hasFetched = true }
        return !hasFetched
      }
      if isFirst {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
          await self.source.fetch()
          done.signal()
        }
        done.wait()
      }
      return sources
    }

    func changes() -> AsyncStream<Void> { source.changes() }
  }
#endif
