#if Service
  public import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore

  extension RuleService {
    /// Makes an application of Hummingbird that serves these rules only.
    ///
    /// Its `runService()` ends on SIGINT and SIGTERM, after the requests that have begun.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - onStart: Runs once the application listens, with the port.
    /// - Returns: The application.
    public func application(
      at address: BindAddress = .hostname("127.0.0.1", port: 8080),
      onStart: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
      let router = Router()
      addRoutes(to: router)
      var logger = Logger(label: "luarules")
      // Hummingbird tells of its start and of each request otherwise.
      logger.logLevel = .warning
      return Application(
        router: router,
        server: .http1(
          configuration: .init(
            additionalChannelHandlers: [RequestDeadline(self.options.timeLimit)],
            idleTimeout: TimeAmount(options.idleTimeout))),
        configuration: ApplicationConfiguration(
          address: address,
          availableConnectionsDelegate: MaximumAvailableConnections(options.connectionLimit)),
        services: [self],
        onServerRunning: { channel in await onStart(channel.localAddress?.port ?? 0) },
        logger: logger)
    }
  }
#endif
