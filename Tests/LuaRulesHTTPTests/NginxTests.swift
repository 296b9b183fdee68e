#if HTTP
  import Foundation
  import LuaRules
  import LuaRulesHTTP
  import Synchronization
  import Testing

  /// A source that fetches from a real web server; `scripts/check-http` runs these tests.
  @Suite(.serialized, .enabled(if: Nginx.isInstalled, "scripts/check-http has a web server"))
  struct NginxTests {
    /// A source that asks every 20 ms unless told otherwise, and a live model of it.
    private func live(
      _ url: URL, _ change: (inout HTTPRuleOptions) -> Void = { _ in }
    ) async throws -> (HTTPRuleSource, LiveRuleModel) {
      var options = HTTPRuleOptions()
      options.interval = .milliseconds(20)
      options.maximumDelay = .seconds(5)
      change(&options)
      let source = try await HTTPRuleSource(url, options: options)
      var liveOptions = LiveRuleOptions()
      liveOptions.logger.logLevel = .critical
      return (source, try LiveRuleModel(source, live: liveOptions))
    }

    /// Tests ask when they want to.
    private func rarely(_ options: inout HTTPRuleOptions) { options.interval = .seconds(3600) }

    private func title(_ live: LiveRuleModel) throws -> String {
      try RuleContext(live).value(at: "title", as: String.self)
    }

    @Test func `a bundle is sent once, and the next one when it is there`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let (source, live) = try await live(nginx.url())
        #expect(try title(live) == "one")
        #expect(try await eventually { try nginx.questions().count >= 10 })
        try nginx.publish("second", revision: 2)
        #expect(try await eventually { try title(live) == "second" })
        #expect(source.status?.revision == 2 && source.status?.failures == 0)
        #expect(live.generation == 2)
        #expect(try await eventually { try nginx.questions().last?.status == "304" })
        source.stop()
        let questions = try nginx.questions()
        let sent = questions.filter { $0.status == "200" }
        #expect(sent.count == 2 && sent.first?.tag == "")
        let rest = questions.filter { $0.status == "304" }
        #expect(rest.count == questions.count - 2)
        #expect(rest.allSatisfy { $0.byteCount == 0 && $0.tag.hasPrefix("\"") })
        #expect(Set(rest.map(\.tag)).count == 2)
      }
    }

    @Test func `a bundle that is replaced while it is sent arrives whole, and then the next one`()
      async throws
    {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let (source, live) = try await live(nginx.url(), rarely)
        try nginx.publish("second", revision: 2, padding: 160_000)
        try nginx.set(.slow, true)
        async let fetched: Void = source.fetch()
        #expect(try await eventually { try await nginx.openDownloads() > 0 })
        try nginx.publish("the third", revision: 3, padding: 160_000)
        await fetched
        #expect(source.status?.revision == 2 && source.status?.failures == 0)
        try nginx.set(.slow, false)
        await source.fetch()
        #expect(source.status?.revision == 3 && source.status?.failures == 0)
        #expect(try await eventually { try title(live) == "the third" })
      }
    }

    @Test func `a bundle that is cut off while it is sent is refused`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let (source, live) = try await live(nginx.url(), rarely)
        try nginx.publish("second", revision: 2, padding: 160_000)
        try nginx.set(.slow, true)
        async let fetched: Void = source.fetch()
        #expect(try await eventually { try await nginx.openDownloads() > 0 })
        try nginx.cutOffBundle()
        await fetched
        #expect(source.status?.revision == 1 && source.status?.failures == 1)
        // What is left is sent with the right length, and is no bundle.
        try nginx.set(.slow, false)
        await source.fetch()
        #expect(source.status?.revision == 1 && source.status?.failures == 2)
        #expect(source.status?.failure?.code == .badBundle)
        #expect(try title(live) == "one")
        try nginx.publish("the third", revision: 3)
        await source.fetch()
        #expect(source.status?.revision == 3 && source.status?.failures == 0)
      }
    }

    @Test func `a redirect to another host is followed only if it is allowed, without the token`()
      async throws
    {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let url = try nginx.url("moved.rules")
        let error = try await #require(throws: RuleError.self) { try await live(url, rarely) }
        #expect(error.message == "the server redirects to `http://localhost:\(nginx.port)`")
        #expect(try nginx.questions().map(\.path) == ["/moved.rules"])
        let (source, _) = try await live(url) { options in
          rarely(&options)
          options.redirectHosts = ["localhost"]
          options.token = "secret"
        }
        #expect(source.status?.revision == 1)
        let questions = try nginx.questions().dropFirst()
        #expect(questions.map(\.path) == ["/moved.rules", "/shop.rules"])
        #expect(questions.map(\.token) == ["Bearer secret", ""])
      }
    }

    @Test func `a bundle for those with a token is fetched with it`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let url = try nginx.url("private.rules")
        for token in [nil, "wrong"] {
          let error = try await #require(throws: RuleError.self) {
            try await live(url) { $0.token = token }
          }
          #expect(error.message == "the server answered with the status 401")
        }
        let (source, _) = try await live(url) { $0.token = "secret" }
        #expect(source.status?.revision == 1)
      }
    }

    @Test(arguments: ["fresh.rules", "busy.rules"])
    func `a server is left alone for as long as it says`(name: String) async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let (source, live) = try await live(nginx.url(name))
        if name == "busy.rules" {
          try nginx.set(.error, true)
          #expect(await eventually { source.status?.failures == 2 })
          #expect(try title(live) == "one")
          try nginx.set(.error, false)
          #expect(await eventually { source.status?.failures == 0 })
        } else {
          #expect(try await eventually { try nginx.questions().count == 3 })
        }
        source.stop()
        let questions = try nginx.questions()
        // Without what the server says it would be 20 ms; a slow machine only lengthens it.
        var gaps: [Double] = []
        for (question, next) in zip(questions, questions.dropFirst())
        where question.status == "503" || name == "fresh.rules" {
          gaps.append(next.end - question.end)
        }
        #expect(gaps.count >= 2)
        #expect(gaps.allSatisfy { $0 > 0.9 }, "\(gaps)")
      }
    }

    @Test func `a server that is gone for a while is asked again`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let (source, live) = try await live(nginx.url())
        nginx.stop()
        #expect(await eventually { (source.status?.failures ?? 0) > 2 })
        #expect(try title(live) == "one")
        try nginx.publish("second", revision: 2)
        try await nginx.start()
        #expect(try await eventually { try title(live) == "second" })
        #expect(source.status?.failures == 0)
      }
    }

    @Test func `a certificate that the system does not know is refused`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let error = try await #require(throws: RuleError.self) {
          try await live(nginx.url(isSecure: true)) { $0.token = "secret" }
        }
        #expect(error.message.hasPrefix("the bundle cannot be fetched: "))
        #expect(error.message.uppercased().contains("CERTIFICATE"), "\(error.message)")
        #expect(try nginx.questions().isEmpty)
      }
    }

    @Test func `all questions are answered whatever the server does`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("1", revision: 1)
        let (source, live) = try await live(nginx.url()) { $0.timeLimit = .seconds(1) }
        let askers = (0..<2).map { _ in Asker(live) }
        var revision = 1
        func publish(padding: Int = 0) throws {
          revision += 1
          // Tags of nginx are the second and the size of a file.
          try nginx.publish("\(revision)", revision: revision, padding: padding + revision * 10)
        }
        func isActive() async -> Bool {
          await eventually { source.status?.revision == Int64(revision) }
        }
        for _ in 0..<3 {
          try publish()
          #expect(await isActive())
          try nginx.set(.error, true)
          #expect(await eventually { (source.status?.failures ?? 0) > 1 })
          try nginx.set(.error, false)
          try publish()
          #expect(await isActive())
          nginx.stop()
          #expect(await eventually { (source.status?.failures ?? 0) > 0 })
          try publish()
          try await nginx.start()
          #expect(await isActive())
          // It would take four times as long as it may.
          try nginx.set(.slow, true)
          try publish(padding: 160_000)
          #expect(await eventually { (source.status?.failures ?? 0) > 0 })
          try nginx.cutOffBundle()
          try nginx.set(.slow, false)
          #expect(await eventually { source.status?.failure?.code == .badBundle })
          try publish()
          #expect(await isActive())
        }
        #expect(try await eventually { try title(live) == "\(revision)" })
        #expect(await eventually { askers.allSatisfy { $0.count >= 1000 } })
        for asker in askers {
          asker.stop()
          #expect(asker.failures == [])
          #expect(asker.count >= 1000)
          // Rules never go back to earlier ones.
          #expect(asker.titles == asker.titles.sorted())
          #expect(Set(asker.titles).count > 10)
        }
      }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")))
    func `a server that always says the same takes no memory`() async throws {
      try await withFolder { folder in
        let nginx = try await Nginx(in: folder)
        try nginx.publish("one", revision: 1)
        let (source, live) = try await live(nginx.url(), rarely)
        for _ in 0..<500 { await source.fetch() }
        let before = residentBytes()
        for _ in 0..<2000 { await source.fetch() }
        #expect(residentBytes() - before < 20 << 20)
        #expect(try nginx.questions().filter { $0.status == "304" }.count == 2500)
        #expect(source.status?.failures == 0 && live.generation == 1)
      }
    }

    /// The memory of this process.
    private func residentBytes() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
  }

  /// A thread that asks a live model again and again.
  private final class Asker: Sendable {
    private struct State {
      var count = 0
      var titles: [Int] = []
      var failures: [String] = []
      var isStopped = false
    }

    private let state = Mutex(State())

    init(_ live: LiveRuleModel) {
      let thread = Thread { [self] in
        while !state.withLock({ $0.isStopped }) { ask(live) }
      }
      thread.start()
    }

    var count: Int { state.withLock { $0.count } }
    /// The answers, without repetitions.
    var titles: [Int] { state.withLock { $0.titles } }
    var failures: [String] { state.withLock { $0.failures } }

    func stop() { state.withLock { $0.isStopped = true } }

    private func ask(_ live: LiveRuleModel) {
      let answer = Result { try RuleContext(live).value(at: "title", as: String.self) }
      state.withLock { state in
        state.count += 1
        switch answer {
        case .success(let title):
          let number = Int(title) ?? -1
          if state.titles.last != number { state.titles.append(number) }
        case .failure(let error): state.failures.append("\(error)")
        }
      }
      usleep(100)
    }
  }
#endif
