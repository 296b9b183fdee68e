import HTTPTypes
import Hummingbird

/// The headers that keep browsers from trusting more than the pages need.
public enum SecurityHeaders {
  /// The policy of pages: own scripts, styles and requests only, nothing inline, in no frame.
  public static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// Sets all headers; of those that are there only `Cache-Control` stays.
  public static func set(in headers: inout HTTPFields) {
    headers[.contentSecurityPolicy] = policy
    headers[.xContentTypeOptions] = "nosniff"
    headers[named: "Referrer-Policy"] = "same-origin"
    headers[named: "Cross-Origin-Opener-Policy"] = "same-origin"
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
  }
}

/// Sets ``SecurityHeaders`` in all responses, also in those of errors that are thrown.
///
/// It must be the first middleware: what is thrown outside of it passes it by. Errors without a response
/// of their own become 500, and are logged.
public struct SecurityHeadersMiddleware<Context: RequestContext>: RouterMiddleware {
  /// Makes a middleware.
  public init() {}

  /// Passes the request on, and sets the headers of the response.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = Self.response(error, to: request, context)
    }
    SecurityHeaders.set(in: &response.headers)
    return response
  }

  private static func response(
    _ error: any Error, to request: Request, _ context: Context
  ) -> Response {
    if let error = error as? any HTTPResponseError,
      let response = try? error.response(from: request, context: context)
    {
      return response
    }
    context.logger.error("a request failed", metadata: ["error": "\(error)"])
    return Response(status: .internalServerError)
  }
}
