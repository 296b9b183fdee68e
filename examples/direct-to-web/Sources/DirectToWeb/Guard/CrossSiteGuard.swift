import HTTPTypes
import Hummingbird

/// Refuses requests that another site makes a browser send.
///
/// GET, HEAD and OPTIONS pass, so they must not write. Any other method needs a sign that it comes from
/// this site:
///
/// | `Sec-Fetch-Site` | `Origin` | session cookie | |
/// |---|---|---|---|
/// | `same-origin`, `none` | any | any | passes |
/// | any other value | any | any | is refused |
/// | missing | of the host | any | passes |
/// | missing | any other value | any | is refused |
/// | missing | missing | came along | is refused |
/// | missing | missing | missing | passes: no browser, or nothing to lose |
///
/// The header in which a proxy names the user counts as a cookie.
public struct CrossSiteGuard: Hashable, Sendable {
  /// The cookie that carries sessions.
  public let cookie: SessionCookie
  /// The header in which a proxy names the user; nil: none does.
  public let userHeader: String?

  /// Makes a guard.
  public init(cookie: SessionCookie, userHeader: String? = nil) {
    self.cookie = cookie
    self.userHeader = userHeader
  }

  /// Whether a request may pass.
  public func allows(_ head: HTTPRequest) -> Bool {
    if [.get, .head, .options].contains(head.method) { return true }
    if let site = head.headerFields[named: "Sec-Fetch-Site"] {
      return ["same-origin", "none"].contains(site)
    }
    if let origin = head.headerFields[.origin] {
      return head.requestHost.map { Self.isOrigin(origin, of: $0) } ?? false
    }
    if let userHeader, head.headerFields[named: userHeader] != nil { return false }
    let cookies = head.headerFields[values: .cookie]
    return !cookies.contains { $0.contains("\(cookie.name)=") }
  }

  private static func isOrigin(_ origin: String, of host: String) -> Bool {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where origin.hasPrefix(scheme)
    {
      func withoutPort(_ text: some StringProtocol) -> String {
        let text = text.lowercased()
        return text.hasSuffix(port) ? String(text.dropLast(port.count)) : text
      }
      return withoutPort(origin.dropFirst(scheme.count)) == withoutPort(host)
    }
    return false
  }
}

/// Lets requests pass that ``CrossSiteGuard`` allows; throws 403 else.
public struct CrossSiteMiddleware<Context: RequestContext>: RouterMiddleware {
  private let rule: CrossSiteGuard

  /// Makes a middleware.
  public init(_ rule: CrossSiteGuard) { self.rule = rule }

  /// Passes the request on, or refuses it.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard rule.allows(request.head) else {
      throw HTTPError(.forbidden, message: "the request comes from another site")
    }
    return try await next(request, context)
  }
}
