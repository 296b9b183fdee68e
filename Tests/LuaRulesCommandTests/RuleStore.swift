#if Service && HTTP
  import Hummingbird
  import Logging
  import Synchronization

  /// A web server on the loopback that has a bundle, or none yet.
  final class RuleStore: Sendable {
    private struct State {
      var bundle: [UInt8]?
      var token: String?
    }

    private let state = Mutex(State())

    /// Its bundle.
    var bundle: [UInt8]? {
      get { state.withLock { $0.bundle } }
      set { state.withLock { $0.bundle = newValue } }
    }

    /// - Parameters:
    ///   - bundle: Its bundle.
    ///   - token: What requests must have.
    init(_ bundle: [UInt8]? = nil, token: String? = nil) {
      state.withLock { $0 = State(bundle: bundle, token: token) }
    }

    /// Runs the server as long as a body, which gets the address of the bundle.
    func run(_ body: (String) async throws -> Void) async throws {
      let router = Router()
      router.get("shop.rules") { [self] request, _ in
        let state = state.withLock(\.self)
        if let token = state.token, request.headers[.authorization] != "Bearer \(token)" {
          throw HTTPError(.unauthorized)
        }
        guard let bundle = state.bundle else { throw HTTPError(.notFound) }
        return ByteBuffer(bytes: bundle)
      }
      let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
      let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
        logger: Logger(label: "store") { _ in SwiftLogNoOpLogHandler() })
      try await withThrowingTaskGroup { group in
        group.addTask {
          defer { continuation.finish() }
          try await application.run()
        }
        let port = await ports.first { _ in true }
        if let port { try await body("http://127.0.0.1:\(port)/shop.rules") }
        group.cancelAll()
      }
    }
  }
#endif
