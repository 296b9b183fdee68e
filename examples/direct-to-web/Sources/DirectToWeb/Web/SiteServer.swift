import Hummingbird
public import Logging
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// A site on a port.
public struct SiteServer: Sendable {
  /// The site.
  public let site: Site
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port = 8080
  /// Where to tell of errors.
  public var logger = Logger(label: "direct-to-web")

  /// Makes a server.
  public init(_ site: Site) {
    self.site = site
  }

  /// Serves until the program is told to end (SIGTERM, SIGINT).
  ///
  /// - Parameter onRunning: Called with the address of the first page.
  /// - Throws: ``DirectToWebError`` with code `cannotListen` when the address or port cannot be used.
  public func run(onRunning: @escaping @Sendable (String) async -> Void) async throws {
    let router = Router(context: SiteContext.self)
    SiteRouter(site: site).add(to: router)
    let path = site.addresses.home
    let host = host
    var application = Application(
      responder: HeadResponder(router.buildResponder()),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [OldClientSetup()], idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        await onRunning("http://\(host):\(port)\(path)")
      }, logger: logger)
    application.addServices(SiteWatch(site: site))
    do {
      try await application.runService()
    } catch let error as IOError {
      throw DirectToWebError(listeningOn: host, port, error)
    }
  }
}

/// Looks for changes of the file as long as the server runs.
private struct SiteWatch: Service {
  let site: Site

  func run() async throws {
    await cancelWhenGracefulShutdown {
      // Without it pages are as good as before, and only do not change by themselves.
      async let checked: Void = site.checkRules()
      async let templates: Void = site.watchTemplates()
      try? await site.watch()
      _ = await (checked, templates)
      try? await gracefulShutdown()
    }
  }
}
