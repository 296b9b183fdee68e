import HTTPTypes
import Hummingbird

/// Gives errors without a body a page that says what happened, and what to do.
///
/// It knows nothing about who asked, so the page shows nothing of the site but its look. Programs that ask
/// for something else than HTML get one line of text.
struct ErrorPageMiddleware: RouterMiddleware {
  typealias Context = SiteContext

  let router: SiteRouter

  func handle(
    _ request: Request, context: SiteContext,
    next: (Request, SiteContext) async throws -> Response
  ) async -> Response {
    let status: HTTPResponse.Status
    do {
      let response = try await next(request, context)
      guard response.status.code >= 400, response.body.contentLength == 0 else { return response }
      status = response.status
    } catch let error as any HTTPResponseError {
      status = error.status
    } catch {
      context.logger.error("a request failed", metadata: ["error": "\(error)"])
      status = .internalServerError
    }
    let (title, text) = Self.words(status)
    // A site that lets its name point here must not learn the name of the database.
    guard request.acceptsHTML, status != .misdirectedRequest else {
      return Response(
        status: status, headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "\(title). \(text)\n")))
    }
    var page = router.site.request(task: "error", user: nil, userName: nil)
    page.isStranger = true
    return router.response(page.error(status: status.code, title: title, text: text), page)
  }

  private static func words(_ status: HTTPResponse.Status) -> (title: String, text: String) {
    switch status {
    case .badRequest:
      ("This request cannot be read", "The browser sent something malformed. Nothing was changed.")
    case .unauthorized: ("Sign in first", "This needs somebody who has signed in.")
    case .forbidden:
      (
        "This form comes from another site",
        "So nothing was changed. Open the page here, and send its own form."
      )
    case .notFound: ("There is no such page", "The address is wrong, or the page is gone.")
    case .contentTooLarge:
      (
        "This is too large",
        "The form or file is larger than this site takes, so nothing was saved. Go back: most "
          + "browsers still have what you typed."
      )
    case .misdirectedRequest:
      (
        "This server does not answer for this name",
        "Start it with `--name` and the name that browsers use."
      )
    case .internalServerError:
      ("Something went wrong", "This is a mistake of the program, which was logged.")
    default: ("\(status.code) \(status.reasonPhrase)", "Nothing was changed.")
    }
  }
}

extension Request {
  /// Whether the client takes pages, as browsers do, or says nothing about what it takes.
  fileprivate var acceptsHTML: Bool {
    let accepted = headers[values: .accept]
    return accepted.isEmpty || accepted.contains { $0.contains("text/html") || $0.contains("*/*") }
  }
}
