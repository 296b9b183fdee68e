#if Service
  import Foundation
  public import Hummingbird
  import LuaRules
  import NIOCore

  extension RuleService {
    /// Adds the routes of the service to a router.
    ///
    /// | route | answers |
    /// |---|---|
    /// | `POST /ofrep/v1/evaluate/flags/{key}` | the value of one flag |
    /// | `POST /ofrep/v1/evaluate/flags` | the values of all flags |
    /// | `GET /ofrep/v1/events` | an event for each change of the rules, as long as the client listens |
    /// | `POST /explain/{key}` | why a flag has its value |
    /// | `GET /healthz`, `GET /readyz` | whether the program runs, and whether it has rules |
    /// | `GET /metrics` | counts in Prometheus's text format |
    ///
    /// The limits of ``RuleServiceOptions`` hold, except those of connections and of the time in which
    /// a request arrives: these belong to the application of the router.
    public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
      router.post("/ofrep/v1/evaluate/flags/:key") { request, context in
        let key = Self.key(of: context)
        return try await self.respond(.evaluate, to: request, key: key) { body in
          self.evaluate(key, body: body)
        }
      }
      router.post("/ofrep/v1/evaluate/flags") { request, _ in
        let known = request.headers[.ifNoneMatch]
        let events = self.eventStreamAddress(for: request)
        return try await self.respond(.evaluateAll, to: request) { body in
          self.evaluateAll(body: body, knownTags: known, events: events)
        }
      }
      router.get("/ofrep/v1/events") { request, _ in self.events(for: request) }
      router.post("/explain/:key") { request, context in
        let key = Self.key(of: context)
        return try await self.respond(.explain, to: request, key: key) { body in
          self.explain(key, body: body)
        }
      }
      router.get("/healthz") { _, _ in
        self.response(.healthz, ServiceAnswer(.ok, text: "ok\n"), type: .text)
      }
      router.get("/readyz") { _, _ in
        let isReady = self.rules.current.isReady
        let answer =
          isReady
          ? ServiceAnswer(.ok, text: "ready\n")
          : ServiceAnswer(.serviceUnavailable, text: "no rules have been loaded yet\n")
        return self.response(.readyz, answer, type: .text)
      }
      router.get("/metrics") { request, _ in
        guard self.isAllowed(request) else {
          return self.response(.metrics, .unauthorized)
        }
        var text = PrometheusText()
        self.metrics.write(
          self.rules.current, requestCount: self.threads.requests.inWork,
          streamCount: self.streams.count, to: &text)
        self.options.fetchedStatus?().write(to: &text)
        return self.response(.metrics, ServiceAnswer(.ok, text: text.text), type: .metrics)
      }
    }

    /// Returns the key in the path of a request; a path that is not UTF-8 names none.
    private static func key(of context: some RequestContext) -> String {
      let key = context.parameters.get("key") ?? ""
      return key.utf8.contains(UInt8(ascii: "%")) ? key.removingPercentEncoding ?? key : key
    }

    /// Reads the body of a request and answers it, if the sender may ask and the limits allow it.
    private func respond(
      _ route: ServiceRoute, to request: Request, key: String? = nil,
      _ answer: @escaping @Sendable ([UInt8]) -> ServiceAnswer
    ) async throws -> Response {
      guard isAllowed(request) else { return response(route, .unauthorized) }
      do {
        let body = try await request.body.collect(upTo: options.bodyLimit)
        let bytes = Array(body.readableBytesView)
        // Slow senders take no place: only their connections are limited.
        let done = try await threads.run(key ?? "", requestLimit: options.requestLimit) {
          answer(bytes)
        }
        return response(route, done ?? .tooMany)
      } catch is NIOTooManyBytesError {
        let details = "the body has more than \(options.bodyLimit) bytes"
        metrics.count(FailureCode.invalidContext)
        return response(route, ServiceAnswer(FlagFailure(.invalidContext, details), key: key))
      }
    }

    /// Begins an event stream, if the sender may listen and a place is free.
    private func events(for request: Request) -> Response {
      guard isAllowed(request) else { return response(.events, .unauthorized) }
      guard options.streamLimit > 0 else { return response(.events, .noStreams) }
      guard let stream = streams.open(limit: options.streamLimit) else {
        return response(.events, .tooManyStreams)
      }
      metrics.count(.events, .ok)
      let known = HTTPFields.Element.Name("Last-Event-ID").flatMap { request.headers[$0] }
      var headers: HTTPFields = [
        .contentType: ContentType.events.rawValue, .cacheControl: "no-cache",
      ]
      // Some proxies collect what a server sends, unless they are told.
      if let buffering = HTTPFields.Element.Name("X-Accel-Buffering") { headers[buffering] = "no" }
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { writer in
          try await self.send(stream, after: known, to: &writer)
        })
    }

    /// Whether the sender has a token, or needs none.
    private func isAllowed(_ request: Request) -> Bool {
      guard let tokens = options.tokens else { return true }
      if let name = HTTPFields.Element.Name("X-API-Key"), let key = request.headers[name],
        tokens.contains(key)
      {
        return true
      }
      guard let header = request.headers[.authorization] else { return false }
      let parts = header.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && parts[0].lowercased() == "bearer" && tokens.contains(parts[1])
    }

    private func response(
      _ route: ServiceRoute, _ answer: ServiceAnswer, type: ContentType = .json
    ) -> Response {
      metrics.count(route, answer.status)
      var headers = HTTPFields()
      if !answer.body.isEmpty { headers[.contentType] = type.rawValue }
      if let tag = answer.entityTag { headers[.eTag] = tag }
      switch answer.status {
      case .unauthorized: headers[.wwwAuthenticate] = "Bearer"
      case .tooManyRequests: headers[.retryAfter] = "1"
      case .serviceUnavailable where route == .events: headers[.retryAfter] = "30"
      default: break
      }
      return Response(
        status: .init(code: answer.status.rawValue), headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
  }

  /// The types of bodies.
  private enum ContentType: String {
    case json = "application/json"
    case text = "text/plain; charset=utf-8"
    case metrics = "text/plain; version=0.0.4; charset=utf-8"
    case events = "text/event-stream"
  }

  extension ServiceAnswer {
    fileprivate static var unauthorized: ServiceAnswer {
      ServiceAnswer(.unauthorized, details: "the request has no valid token")
    }

    fileprivate static var tooMany: ServiceAnswer {
      ServiceAnswer(.tooManyRequests, details: "too many requests at one time")
    }

    fileprivate static var tooManyStreams: ServiceAnswer {
      ServiceAnswer(.serviceUnavailable, details: "too many event streams at one time")
    }

    fileprivate static var noStreams: ServiceAnswer {
      ServiceAnswer(.forbidden, details: "event streams are switched off")
    }
  }
#endif
