import HTTPTypes
import Hummingbird

/// Answers HEAD as GET, without the body.
///
/// It stands around the whole router, so errors and unknown paths have no body either. Where nobody knows
/// the length of the body, `Content-Length` is 0: without it the server would send the end of a body in
/// chunks, which clients do not expect after HEAD.
///
///     Application(responder: HeadResponder(router.buildResponder()))
public struct HeadResponder<Base: HTTPResponder>: HTTPResponder {
  private let base: Base

  /// Makes a responder around another.
  public init(_ base: Base) { self.base = base }

  /// Responds to a request; the other responder sees GET in place of HEAD.
  public func respond(to request: Request, context: Base.Context) async throws -> Response {
    guard request.method == .head else {
      return try await base.respond(to: request, context: context)
    }
    var head = request.head
    head.method = .get
    let response = try await base.respond(
      to: Request(head: head, body: request.body), context: context)
    return response.createHeadResponse()
  }
}
