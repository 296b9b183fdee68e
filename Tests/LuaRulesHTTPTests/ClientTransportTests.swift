#if HTTP
  import Foundation
  import LuaRules
  import LuaRulesHTTP
  import Testing

  /// The client of AsyncHTTPClient over connections, with a server that does what it should not.
  struct ClientTransportTests {
    private func source(
      _ server: RawServer, _ options: HTTPRuleOptions = HTTPRuleOptions()
    ) async throws -> HTTPRuleSource {
      var options = options
      // Tests ask when they want to.
      options.interval = .seconds(3600)
      let url = try #require(URL(string: server.url))
      return try await HTTPRuleSource(url, options: options)
    }

    @Test func `a bundle is fetched with its tag and a token`() async throws {
      let one = try bundle("one", revision: 1)
      let server = try RawServer(.response("200 OK", ["ETag: \"a\""], one.bytes))
      defer { server.end() }
      var options = HTTPRuleOptions()
      options.token = "secret"
      let source = try await source(server, options)
      #expect(source.status?.digest == one.digest)
      server.action = .response("304 Not Modified", ["ETag: \"a\""])
      await source.fetch()
      #expect(source.status?.failure == nil)
      #expect(server.requests.count == 2)
      let first = server.requests[0].lowercased()
      #expect(first.hasPrefix("get /shop.rules http/1.1\r\n"))
      #expect(first.contains("\r\nauthorization: bearer secret\r\n"))
      #expect(!first.contains("if-none-match"))
      #expect(server.requests[1].contains("\r\nIf-None-Match: \"a\"\r\n"))
      let two = try bundle("two", revision: 2)
      server.action = .response("200 OK", ["ETag: \"b\""], two.bytes)
      await source.fetch()
      #expect(source.status?.revision == 2)
    }

    @Test func `whatever a server does wrong, the bundle stays`() async throws {
      let one = try bundle("one").bytes
      let server = try RawServer(.response("200 OK", ["ETag: \"a\""], one))
      defer { server.end() }
      var options = HTTPRuleOptions()
      options.timeLimit = .seconds(2)
      options.maximumSize = 10_000
      let source = try await source(server, options)
      let digest = source.status?.digest
      let two = try bundle("two").bytes
      let half = Array(two.prefix(two.count / 2))
      let head = RawServer.Action.head("200 OK", [], two.count)
      let faults: [(String, RawServer.Action)] = [
        ("half a body", .response("200 OK", [], half, length: two.count)),
        ("a body that stalls", .sendAndStall(head + half)),
        ("no answer at all", .sendAndStall([])),
        ("a head that is cut off", .send(Array(head.prefix(20)))),
        ("a length that is too small", .response("200 OK", [], two, length: two.count - 5)),
        ("a huge length", .response("200 OK", [], two, length: 1 << 40)),
        ("a large body", .response("200 OK", [], [UInt8](repeating: 0, count: 20_000))),
        ("something else", .response("200 OK", [], Array("<html>".utf8))),
        ("an error", .response("500 Internal Server Error", [], Array("no".utf8))),
        ("no HTTP", .send(Array("hello\r\n\r\n".utf8))),
      ]
      for (count, (name, action)) in faults.enumerated() {
        server.action = action
        await source.fetch()
        #expect(source.status?.failures == count + 1, "\(name)")
        #expect(source.status?.digest == digest, "\(name)")
      }
      server.end()
      await source.fetch()
      #expect(source.status?.failures == faults.count + 1)
      #expect(source.status?.digest == digest)
    }

    @Test func `a server that is not there is told at once`() async throws {
      let server = try RawServer(.response("200 OK", [], try bundle("one").bytes))
      defer { server.end() }
      var options = HTTPRuleOptions()
      options.timeLimit = .seconds(8)
      let source = try await source(server, options)
      server.end()
      await source.fetch()
      // The client itself would go on trying for ten seconds, so that the time would be over.
      #expect(try #require(source.status?.failure).message.contains("efused"))
    }

    @Test func `a body without a length is read to its end`() async throws {
      let bytes = try bundle("one").bytes
      let head = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
      let server = try RawServer(.send(head + bytes))
      defer { server.end() }
      #expect(try await source(server).status?.failures == 0)
    }

    @Test func `a redirect is judged, and not followed by the client`() async throws {
      let other = try RawServer(.response("200 OK", [], try bundle("one").bytes))
      let server = try RawServer(.response("302 Found", ["Location: \(other.url)"]))
      defer {
        server.end()
        other.end()
      }
      let error = try await #require(throws: RuleError.self) { try await source(server) }
      #expect(error.message == "the server redirects to `http://127.0.0.1:\(other.port)`")
      #expect(other.requests.isEmpty)
    }
  }
#endif
