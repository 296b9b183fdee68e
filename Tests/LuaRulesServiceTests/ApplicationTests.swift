#if Service
  import Foundation
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

    private func connect(
      to port: Int
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
      try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.allowRemoteHalfClosure, value: true)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel(
              wrappingChannelSynchronously: channel,
              configuration: .init(isOutboundHalfClosureEnabled: true))
          }
        }
    }

    /// Sends bytes, and returns what comes back until the server closes the connection; `isAll` tells
    /// the server that nothing follows.
    private func exchange(
      _ text: String, with port: Int, isAll: Bool = false
    ) async throws -> String {
      try await connect(to: port).executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: text))
        if isAll { outbound.finish() }
        var answer = ByteBuffer()
        for try await part in inbound { answer.writeImmutableBuffer(part) }
        return String(buffer: answer)
      }
    }

    private func request(_ line: String, body: String = "", connection: String = "close") -> String
    {
      "\(line) HTTP/1.1\r\nhost: a\r\nconnection: \(connection)\r\n"
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
          try live.replace(with: live.pinned().model)
          text = try await exchange(request("GET /metrics"), with: port)
        }
        let last = try await exchange(request(count), with: port)
        #expect(last.contains(#""generation":\#(live.generation),"#))
      }
    }

    private static let partsOfRequest = [
      "P", "POST /ofrep/v1/evaluate/flags/count HTTP/1.1\r\nhost: a\r\n",
      "POST /ofrep/v1/evaluate/flags/count HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{",
    ]

    @Test(arguments: partsOfRequest)
    func `a request that does not arrive in time loses its connection`(part: String) async throws {
      let service = try ServedFlags.service { options in
        options.timeLimit = .milliseconds(50)
        // What closes connections without requests must not be what closes this one.
        options.idleTimeout = .seconds(86_400)
      }
      try await serving(service) { port in
        let answer = try await exchange(part, with: port)
        #expect(answer == "")
      }
      #expect(service.threads.requests.inWork == 0)
    }

    @Test func `the time of a request begins with its first byte`() async throws {
      let service = try ServedFlags.service { $0.timeLimit = .milliseconds(200) }
      try await serving(service) { port in
        try await connect(to: port).executeThenClose { inbound, outbound in
          try await withThrowingTaskGroup { group in
            group.addTask {
              // Each byte comes in time after the one before it.
              for byte in request(count).utf8 {
                try await outbound.write(ByteBuffer(bytes: [byte]))
                try await Task.sleep(for: .milliseconds(20))
              }
            }
            var answer = ByteBuffer()
            do {
              for try await part in inbound { answer.writeImmutableBuffer(part) }
            } catch let error as IOError where error.errnoCode == ECONNRESET {
              // The system says so where a byte arrives after the end.
            }
            #expect(answer.readableBytes == 0)
            group.cancelAll()
            // What is sent to a closed connection is an error.
            _ = await group.nextResult()
          }
        }
      }
    }

    @Test func `a client that sends no more gets its answer, however long that takes`() async throws
    {
      let rules = #"return {{ key = "n", value = function(c) return host.slowly() end }}"#
      let live = try LiveRuleModel(
        sources: [RuleSource(text: rules)],
        host: [
          "slowly": .function {
            Thread.sleep(forTimeInterval: 0.2)
            return 1
          }
        ], live: .silent)
      var options = RuleServiceOptions()
      options.timeLimit = .milliseconds(50)
      try await serving(RuleService(live, options: options)) { port in
        let line = "POST /ofrep/v1/evaluate/flags/n"
        let answer = try await exchange(request(line), with: port, isAll: true)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
      }
    }

    @Test func `a client hears of a swap over a socket, and is dropped when it sends no more`()
      async throws
    {
      let live = try ServedFlags.live()
      let service = RuleService(live)
      try await serving(service) { port in
        try await connect(to: port).executeThenClose { inbound, outbound in
          let line = self.request("GET /ofrep/v1/events", connection: "keep-alive")
          try await outbound.write(ByteBuffer(string: line))
          var text = ""
          var hasSwapped = false
          for try await part in inbound {
            text += String(buffer: part)
            if text.contains("id: "), !hasSwapped {
              hasSwapped = true
              try live.replace(with: live.pinned().model)
            }
            // Then the server closes the connection.
            if text.contains("refetchEvaluation") { outbound.finish() }
          }
          #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(text)")
          #expect(text.lowercased().contains("content-type: text/event-stream\r\n"), "\(text)")
        }
      }
      #expect(service.streams.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func `a client that does not read its answers loses its connection`() async throws {
      let rules = #"return {{ key = "long", value = ("x"):rep(1 << 20) }}"#
      let service = try ServedFlags.service(rules, schema: "{}") {
        $0.timeLimit = .milliseconds(50)
        $0.connectionLimit = 1
      }
      let question = request("POST /ofrep/v1/evaluate/flags/long", connection: "keep-alive")
      try await serving(service) { port in
        try await connect(to: port).executeThenClose { _, outbound in
          // More than all buffers between both sides hold.
          try await outbound.write(ByteBuffer(string: String(repeating: question, count: 64)))
          // The next connection is accepted once this one has ended.
          let answer = try await exchange(request("GET /healthz"), with: port)
          #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
      }
    }
  }
#endif
