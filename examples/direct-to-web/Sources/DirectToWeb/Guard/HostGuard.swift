import HTTPTypes
import Hummingbird

/// Refuses requests for host names that are not this server's.
///
/// Another site can let its own name point to the loopback address, and is then the same site to a
/// browser; the name in `Host` tells.
public struct HostGuard: Hashable, Sendable {
  /// The names, in lower case and without ports.
  public let names: Set<String>

  /// The names of the loopback addresses.
  public static let loopbackNames = ["localhost", "127.0.0.1", "[::1]"]

  /// Makes a guard.
  ///
  /// - Parameter names: Names and addresses without ports; IPv6 addresses in brackets.
  public init(names: some Sequence<String> = Self.loopbackNames) {
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Whether a request is for one of the names, on any port.
  public func allows(_ head: HTTPRequest) -> Bool {
    guard let host = head.requestHost?.lowercased() else { return false }
    let isAddress = host.hasPrefix("[")
    let end =
      isAddress ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    let name = host[..<(end ?? host.endIndex)]
    let rest = host[name.endIndex...]
    let hasPort =
      rest.first == ":" && (1...5).contains(rest.dropFirst().utf8.count)
      && rest.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return names.contains(String(name)) && (rest.isEmpty || hasPort)
  }
}

/// Lets requests pass that ``HostGuard`` allows; throws 421 else.
public struct HostMiddleware<Context: RequestContext>: RouterMiddleware {
  private let rule: HostGuard

  /// Makes a middleware.
  public init(_ rule: HostGuard) { self.rule = rule }

  /// Passes the request on, or refuses it.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard rule.allows(request.head) else {
      throw HTTPError(.misdirectedRequest, message: "this server does not answer for the host")
    }
    return try await next(request, context)
  }
}

extension HTTPRequest {
  /// The host that was asked; nil where there is none or where `Host` contradicts it.
  var requestHost: String? {
    let header = headerFields[named: "Host"]
    guard let authority else { return header }
    return header == nil || header == authority ? authority : nil
  }
}
