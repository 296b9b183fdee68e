#if Service
  import Hummingbird
  import LuaRules
  import NIOCore
  import NIOPosix
  import Testing

  @testable import LuaRulesService

  /// The application with its own server, on a free port of the loopback.
  struct ApplicationTests {
    /// Runs a service as long as a body, which gets the port.
    private func serving(
      _ service: RuleService, _ body: (Int) async throws -> Void
    ) async throws {
      let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
      let application = service.application(at: .hostname("127.0.0.1", port: 0)) { port in
        continuation.yield(port)
      }
      try await withThrowingTaskGroup { group in
        group.addTask {
          defer { continuation.finish() }
          try await application.run()
        }
        let port = await ports.first { _ in true }
        if let port { try await body(port) }
        group.cancelAll()
      }
    }

    /// Sends bytes, and returns what comes back until the server closes the connection.
    private func exchange(_ text: String, with port: Int) async throws -> String {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      return try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: text))
        var answer = ByteBuffer()
        for try await part in inbound { answer.writeImmutableBuffer(part) }
        return String(buffer: answer)
      }
    }

    private func request(_ line: String, body: String = "") -> String {
      "\(line) HTTP/1.1\r\nhost: a\r\nconnection: close\r\n"
        + "content-length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private let count = "POST /ofrep/v1/evaluate/flags/count"

    @Test func `it answers over a socket, and counts reloads`() async throws {
      let live = try ServedFlags.live()
      try await serving(RuleService(live)) { port in
        let first = try await exchange(request(count, body: "{}"), with: port)
        #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n") && first.contains(#""generation":1"#))
        // A reload counts once the service has subscribed to the events.
        let end = ContinuousClock.now + .seconds(30)
        let none = #"luarules_reloads_total{result="accepted"} 0"#
        var text = none
        while text.contains(none) {
          try #require(ContinuousClock.now < end, "\(text)")
          live.replace(with: live.pinned().model)
          text = try await exchange(request("GET /metrics"), with: port)
        }
        let last = try await exchange(request(count), with: port)
        #expect(last.contains(#""generation":\#(live.generation),"#))
      }
    }

    @Test func `a request that does not arrive in time loses its connection`() async throws {
      let service = try ServedFlags.service { $0.timeLimit = .milliseconds(50) }
      try await serving(service) { port in
        let head = "\(count) HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{"
        let answer = try await exchange(head, with: port)
        #expect(answer == "")
      }
      #expect(service.requestCount.load(ordering: .relaxed) == 0)
    }
  }
#endif
