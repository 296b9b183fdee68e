#if Service
  import Hummingbird
  import Logging
  import LuaRulesService

  /// Asks the routes of a service without a socket.
  struct RouterClient {
    private let responder: RouterResponder<TestContext>

    struct Answer {
      let status: HTTPResponse.Status
      let headers: HTTPFields
      let body: ByteBuffer
    }

    init(_ service: RuleService) {
      let router = Router(context: TestContext.self)
      service.addRoutes(to: router)
      responder = router.buildResponder()
    }

    func execute(
      uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:],
      body: ByteBuffer = ByteBuffer()
    ) async throws -> Answer {
      let response = try await respond(uri: uri, method: method, headers: headers, body: body)
      let writer = BodyCollector()
      try await response.body.write(writer)
      return Answer(
        status: response.status, headers: response.headers, body: await writer.parts.buffer)
    }

    /// Begins to listen to the event stream.
    func listen(headers: HTTPFields = [:]) async throws -> EventClient {
      EventClient(try await respond(uri: "/ofrep/v1/events", method: .get, headers: headers))
    }

    private func respond(
      uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer = ByteBuffer()
    ) async throws -> Response {
      let head = HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
      return try await responder.respond(
        to: Request(head: head, body: RequestBody(buffer: body)),
        context: TestContext(source: TestSource()))
    }
  }

  private struct TestSource: RequestContextSource {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  }

  private struct TestContext: RequestContext {
    typealias Source = TestSource

    var coreContext: CoreRequestContextStorage

    init(source: TestSource) { coreContext = .init(source: source) }
  }

  /// Collects what is written.
  private struct BodyCollector: ResponseBodyWriter {
    actor Parts {
      var buffer = ByteBuffer()

      func append(_ other: ByteBuffer) { buffer.writeImmutableBuffer(other) }
    }

    let parts = Parts()

    func write(_ buffer: ByteBuffer) async throws { await parts.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
#endif
