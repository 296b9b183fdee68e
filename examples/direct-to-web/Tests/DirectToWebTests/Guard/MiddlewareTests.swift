import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DirectToWeb

@Suite struct MiddlewareTests {
  private struct Failure: Error {}

  private static let secured: [(String, String)] = [
    ("Content-Security-Policy", SecurityHeaders.policy), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  private func application(hidingLengths: Bool = false) -> some ApplicationProtocol {
    let router = Router()
    router.add(middleware: SecurityHeadersMiddleware())
    if hidingLengths { router.add(middleware: HidingLengths()) }
    router.add(middleware: HostMiddleware(HostGuard()))
    router.add(
      middleware: CrossSiteMiddleware(CrossSiteGuard(cookie: SessionCookie(isSecure: false))))
    router.add(middleware: BodyLimitMiddleware(maximumSize: 100_000))
    router.get("page") { _, _ in "page" }
    router.get("stream") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "stream"))
          try await writer.finish(nil)
        })
    }
    router.get("asset") { _, _ in
      Response(
        status: .ok,
        headers: [.cacheControl: "max-age=60", .contentSecurityPolicy: "default-src *"])
    }
    router.get("failure") { _, _ -> String in throw Failure() }
    router.get("teapot") { _, _ -> String in throw HTTPError(.init(code: 418), message: "tea") }
    router.post("echo") { request, _ in
      var count = 0
      for try await buffer in request.body { count += buffer.readableBytes }
      return "\(count)"
    }
    router.post("deaf") { _, _ in "deaf" }
    return Application(responder: HeadResponder(router.buildResponder()))
  }

  private static let answers: [(String, HTTPRequest.Method, Int)] = [
    ("/page", .get, 200), ("/page", .head, 200), ("/nothing", .get, 404), ("/nothing", .head, 404),
    ("/failure", .get, 500), ("/failure", .head, 500), ("/teapot", .get, 418),
    ("/teapot", .head, 418), ("/stream", .get, 200), ("/stream", .head, 200), ("/page", .post, 404),
    ("/echo", .post, 200), ("/echo", .get, 404),
  ]

  private static func expect(
    _ uri: String, _ method: HTTPRequest.Method, _ status: Int, _ response: TestResponse
  ) {
    #expect(response.status.code == status)
    for (name, value) in secured {
      #expect(response.headers[named: name] == value, "\(method) \(uri) \(name)")
    }
    #expect(response.headers[.cacheControl] == "no-store")
    if method == .head { #expect(response.body.readableBytes == 0) }
  }

  @Test(arguments: answers)
  func `each answer has the headers`(
    _ uri: String, _ method: HTTPRequest.Method, _ status: Int
  ) async throws {
    try await application().test(.router) { client async throws in
      let response = try await client.execute(uri: uri, method: method)
      Self.expect(uri, method, status, response)
    }
  }

  @Test func `a server sends the headers with errors that are thrown`() async throws {
    try await application().test(.live) { client async throws in
      for (uri, method, status) in Self.answers {
        let response = try await client.execute(uri: uri, method: method)
        Self.expect(uri, method, status, response)
      }
      let page = try await client.execute(uri: "/page", method: .get)
      #expect(String(buffer: page.body) == "page")
    }
  }

  @Test func `assets set how long they may be kept, and no policy`() async throws {
    try await application().test(.router) { client async throws in
      let response = try await client.execute(uri: "/asset", method: .get)
      #expect(response.headers[values: .cacheControl] == ["max-age=60"])
      #expect(response.headers[values: .contentSecurityPolicy] == [SecurityHeaders.policy])
    }
  }

  @Test func `HEAD tells the length where it is known`() async throws {
    try await application().test(.router) { client async throws in
      #expect(try await client.execute(uri: "/page", method: .head).headers[.contentLength] == "4")
      #expect(
        try await client.execute(uri: "/stream", method: .head).headers[.contentLength] == "0")
      #expect(try await client.execute(uri: "/page", method: .get).headers[.contentLength] == "4")
    }
  }

  @Test func `a request for another host is misdirected`() async throws {
    try await application().test(.router) { client async throws in
      let response = try await client.execute(
        uri: "/page", method: .get,
        headers: [try #require(HTTPField.Name("Host")): "evil.example"])
      Self.expect("/page", .get, 421, response)
      #expect(!String(buffer: response.body).contains("page\""))
    }
  }

  @Test func `a request from another site is forbidden`() async throws {
    try await application().test(.router) { client async throws in
      func post(_ headers: HTTPFields) async throws -> Int {
        try await client.execute(uri: "/echo", method: .post, headers: headers).status.code
      }
      #expect(try await post([.origin: "http://evil.example"]) == 403)
      #expect(try await post([.origin: "http://localhost"]) == 200)
      #expect(try await post([.cookie: "session=T"]) == 403)
      #expect(try await post([:]) == 200)
    }
  }

  @Test(arguments: [("/echo", 100_000, 200), ("/echo", 100_001, 413), ("/deaf", 100_001, 413)])
  func `bodies have a limit`(_ uri: String, _ size: Int, _ status: Int) async throws {
    try await application().test(.router) { client async throws in
      let body = ByteBuffer(repeating: 0, count: size)
      let response = try await client.execute(uri: uri, method: .post, body: body)
      Self.expect(uri, .post, status, response)
      if status == 200 { #expect(String(buffer: response.body) == "\(size)") }
    }
  }

  @Test(arguments: [("/echo", 100_000, 200), ("/echo", 100_001, 413), ("/deaf", 100_001, 200)])
  func `a body without a length is counted as it is read`(
    _ uri: String, _ size: Int, _ status: Int
  ) async throws {
    try await application(hidingLengths: true).test(.router) { client async throws in
      let body = ByteBuffer(repeating: 0, count: size)
      let response = try await client.execute(uri: uri, method: .post, body: body)
      Self.expect(uri, .post, status, response)
    }
  }

  @Test(arguments: ["-1", "x", "99999999999999999999"])
  func `a length that is none is a bad request`(_ length: String) async throws {
    try await application().test(.router) { client async throws in
      let response = try await client.execute(
        uri: "/echo", method: .post, headers: [.contentLength: length])
      Self.expect("/echo", .post, 400, response)
    }
  }
}

/// Takes the length away, as a body in chunks has none.
private struct HidingLengths: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var head = request.head
    head.headerFields[.contentLength] = nil
    return try await next(Request(head: head, body: request.body), context)
  }
}
