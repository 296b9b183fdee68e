import HTTPTypes
import Hummingbird

/// Takes the address and the user of a client from a ``TrustedProxy``, and from nobody else.
///
/// Of a request that does not come from the proxy, the header with the user is removed: everything behind
/// this middleware may believe it.
struct ProxyMiddleware: RouterMiddleware {
  typealias Context = SiteContext

  let proxy: TrustedProxy

  func handle(
    _ request: Request, context: SiteContext,
    next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    let peer = context.clientAddress
    var (request, context) = (request, context)
    context.clientAddress = proxy.client(of: peer, request.headers)
    if let name = proxy.userHeader {
      let user = proxy.user(of: peer, request.headers)
      var head = request.head
      head.headerFields[named: name] = user
      request = Request(head: head, body: request.body)
    }
    return try await next(request, context)
  }
}
