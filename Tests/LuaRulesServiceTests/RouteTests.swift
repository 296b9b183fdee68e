#if Service
  import Hummingbird
  import LuaRules
  import Testing

  @testable import LuaRulesService

  /// The routes: statuses, headers, tokens and limits.
  struct RouteTests {
    private static let evaluate = "/ofrep/v1/evaluate/flags/"
    private static let evaluateAll = "/ofrep/v1/evaluate/flags"

    /// Runs a test with a client of a service that is mounted into a router.
    private func withClient(
      _ service: RuleService, _ test: (RouterClient) async throws -> Void
    ) async throws {
      try await test(RouterClient(service))
    }

    private func body(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

    @Test(
      arguments: [
        ("flag", "{}", 200), ("two%20words", "{}", 200), ("nope", "{}", 404), ("%ff", "{}", 404),
        ("flag", "{", 400), ("greeting", "{}", 400), ("broken", "", 400),
      ])
    func `one flag is answered`(key: String, body: String, status: Int) async throws {
      try await withClient(ServedFlags.service()) { client in
        let response = try await client.execute(
          uri: Self.evaluate + key, method: .post, body: self.body(body))
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "application/json")
        #expect(String(buffer: response.body).hasPrefix(#"{"key":"#))
      }
    }

    private let platform = #"{"properties":{"platform":{"type":"string"}}}"#

    @Test func `all flags come with a tag, and the tag saves the next answer`() async throws {
      try await withClient(ServedFlags.service(BulkTests.rules, schema: platform)) { client in
        let first = try await client.execute(
          uri: Self.evaluateAll, method: .post, body: self.body("{}"))
        let tag = try #require(first.headers[.eTag])
        #expect(first.status == .ok && String(buffer: first.body).hasPrefix(#"{"flags":["#))
        let second = try await client.execute(
          uri: Self.evaluateAll, method: .post, headers: [.ifNoneMatch: tag], body: self.body("{}"))
        #expect(second.status == .notModified && second.headers[.eTag] == tag)
        #expect(second.body.readableBytes == 0)
      }
    }

    @Test func `an explanation is one object`() async throws {
      try await withClient(ServedFlags.service()) { client in
        let response = try await client.execute(uri: "/explain/color", method: .post)
        #expect(response.status == .ok)
        #expect(String(buffer: response.body).contains(#""key":"color""#))
      }
    }

    @Test func `probes tell whether there are rules`() async throws {
      let live = try ServedFlags.live("not Lua", initialModel: .empty)
      try await withClient(RuleService(live)) { client in
        #expect(try await client.execute(uri: "/healthz", method: .get).status == .ok)
        let early = try await client.execute(uri: "/readyz", method: .get)
        #expect(early.status == .serviceUnavailable)
        let answer = try await client.execute(uri: Self.evaluate + "flag", method: .post)
        #expect(answer.status == .internalServerError)
        try live.replace(with: try ServedFlags.live().pinned().model)
        #expect(try await client.execute(uri: "/readyz", method: .get).status == .ok)
      }
    }

    @Test(
      arguments: [
        ("authorization", "Bearer second-token", 200), ("authorization", "bearer first-token", 200),
        ("x-api-key", "first-token", 200), ("authorization", "Bearer second-toke", 401),
        ("authorization", "Bearer second-tokenx", 401), ("authorization", "Bearer ", 401),
        ("authorization", "Basic second-token", 401), ("authorization", "second-token", 401),
        ("x-api-key", "other", 401), ("accept", "*/*", 401),
      ])
    func `only who has a token may ask`(header: String, value: String, status: Int) async throws {
      let tokens = try AccessTokens(lines: "first-token\r\n\nsecond-token")
      try await withClient(ServedFlags.service { $0.tokens = tokens }) { client in
        let name = try #require(HTTPFields.Element.Name(header))
        for (uri, method) in [
          (Self.evaluate + "flag", HTTPRequest.Method.post), (Self.evaluateAll, .post),
          ("/explain/flag", .post), ("/metrics", .get),
        ] {
          let response = try await client.execute(uri: uri, method: method, headers: [name: value])
          #expect(response.status.code == status, "\(uri)")
          #expect(response.headers[.wwwAuthenticate] == (status == 401 ? "Bearer" : nil))
          #expect(!String(buffer: response.body).contains("second-token"))
        }
        let listener = try await client.listen(headers: [name: value])
        #expect(listener.status.code == status)
        for uri in ["/healthz", "/readyz"] {
          #expect(try await client.execute(uri: uri, method: .get).status == .ok)
        }
      }
    }

    @Test func `a body that is too large is refused`() async throws {
      try await withClient(ServedFlags.service { $0.bodyLimit = 20 }) { client in
        for (size, status) in [(20, HTTPResponse.Status.ok), (21, .badRequest)] {
          let text = "{}" + String(repeating: " ", count: size - 2)
          let response = try await client.execute(
            uri: Self.evaluate + "flag", method: .post, body: self.body(text))
          #expect(response.status == status)
          if status == .badRequest {
            #expect(
              String(buffer: response.body)
                == #"{"key":"flag","errorCode":"INVALID_CONTEXT","#
                + #""errorDetails":"the body has more than 20 bytes"}"#)
          }
        }
      }
    }

    @Test func `a request too many is told when to come again`() async throws {
      let service = try ServedFlags.service { $0.requestLimit = 1 }
      try await withClient(service) { client in
        // As if another request were in work.
        _ = service.threads.requests.begin()
        let refused = try await client.execute(uri: Self.evaluate + "flag", method: .post)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
        service.threads.requests.endOnTaskThread()
        #expect(
          try await client.execute(uri: Self.evaluate + "flag", method: .post).status == .ok)
      }
      #expect(service.threads.requests.inWork == 0)
    }

    @Test func `counts are in Prometheus's format`() async throws {
      let service = try ServedFlags.service()
      try await withClient(service) { client in
        for key in ["flag", "color", "size", "broken", "nope"] {
          _ = try await client.execute(uri: Self.evaluate + key, method: .post)
        }
        for key in ["flag", "broken", "nope"] {
          _ = try await client.execute(uri: "/explain/\(key)", method: .post)
        }
        let response = try await client.execute(uri: "/metrics", method: .get)
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = String(buffer: response.body).split(separator: "\n").map(String.init)
        for line in [
          "# TYPE luarules_requests_total counter",
          #"luarules_requests_total{route="evaluate",status="200"} 3"#,
          #"luarules_requests_total{route="evaluate",status="404"} 1"#,
          #"luarules_evaluations_total{reason="STATIC"} 1"#,
          #"luarules_evaluations_total{reason="DEFAULT"} 2"#,
          #"luarules_evaluations_total{reason="ERROR"} 1"#,
          #"luarules_requests_total{route="explain",status="200"} 2"#,
          #"luarules_requests_total{route="explain",status="404"} 1"#,
          #"luarules_errors_total{code="FLAG_NOT_FOUND"} 2"#,
          #"luarules_errors_total{code="GENERAL"} 2"#,
          #"luarules_evaluation_duration_seconds_bucket{le="+Inf"} 4"#,
          "luarules_evaluation_duration_seconds_count 4", "luarules_requests_in_flight 0",
          "luarules_generation 1", "luarules_ready 1",
        ] {
          #expect(lines.contains(line), "\(line)")
        }
        #expect(!lines.contains { $0.contains("luarules_bundle") || $0.contains("luarules_fetch") })
      }
    }

    @Test(arguments: [
      (
        FetchedStatus(revision: 7, ageSeconds: 1.5, failures: 2),
        [
          "luarules_bundle_revision 7", "luarules_bundle_age_seconds 1.5",
          "luarules_fetch_failures 2",
        ]
      ),
      (
        FetchedStatus(ageSeconds: 0),
        ["luarules_bundle_age_seconds 0.0", "luarules_fetch_failures 0"]
      ),
      (FetchedStatus(failures: 3), ["luarules_fetch_failures 3"]),
    ])
    func `gauges tell of fetched rules, as far as something is known`(
      status: FetchedStatus, expected: [String]
    ) async throws {
      let service = try ServedFlags.service { $0.fetchedStatus = { status } }
      try await withClient(service) { client in
        let text = String(
          buffer: try await client.execute(uri: "/metrics", method: .get).body)
        let lines = text.split(separator: "\n").filter {
          $0.contains("luarules_bundle") || $0.contains("luarules_fetch")
        }
        #expect(lines.filter { !$0.hasPrefix("#") }.map(String.init) == expected)
        for line in expected {
          let name = line.prefix { $0 != " " }
          #expect(lines.contains("# TYPE \(name) gauge"))
          #expect(lines.contains { $0.hasPrefix("# HELP \(name) ") })
        }
      }
    }
  }
#endif
