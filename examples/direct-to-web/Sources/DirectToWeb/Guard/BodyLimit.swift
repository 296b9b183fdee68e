import HTTPTypes
import Hummingbird

/// Refuses bodies above a size: at once where `Content-Length` tells, else as soon as too much has come.
///
/// Throws 413 out of the middleware, or out of the reading of the body.
public struct BodyLimitMiddleware<Context: RequestContext>: RouterMiddleware {
  private let maximumSize: Int
  private let uploadSize: Int

  /// Makes a middleware.
  ///
  /// - Parameters:
  ///   - maximumSize: The most bytes that a body may have.
  ///   - uploadSize: The most bytes of a form with files; nil: as many.
  public init(maximumSize: Int, uploadSize: Int? = nil) {
    self.maximumSize = maximumSize
    self.uploadSize = uploadSize ?? maximumSize
  }

  /// Passes the request on with a body that counts, or refuses it.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let isUpload =
      request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") == true
    let maximumSize = isUpload ? uploadSize : maximumSize
    if let length = request.headers[.contentLength] {
      guard let length = Int(length), length >= 0 else { throw HTTPError(.badRequest) }
      guard length <= maximumSize else { throw HTTPError(.contentTooLarge) }
    }
    var request = request
    request.body = RequestBody(
      asyncSequence: LimitedBody(base: request.body, maximumSize: maximumSize))
    return try await next(request, context)
  }
}

/// A body that throws 413 after so many bytes.
private struct LimitedBody: AsyncSequence, Sendable {
  let base: RequestBody
  let maximumSize: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: RequestBody.AsyncIterator
    var rest: Int

    mutating func next() async throws -> ByteBuffer? {
      guard let buffer = try await base.next() else { return nil }
      rest -= buffer.readableBytes
      guard rest >= 0 else { throw HTTPError(.contentTooLarge) }
      return buffer
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), rest: maximumSize)
  }
}
