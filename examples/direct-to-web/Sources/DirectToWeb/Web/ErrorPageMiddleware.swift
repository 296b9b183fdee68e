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
    // A site that lets its name point here must not learn the name of the database.
    guard status != .misdirectedRequest else {
      return Self.line(
        status, "This server does not answer for this name",
        "Start it with `--name` and the name that browsers use.")
    }
    var page = router.site.request(
      task: "error", user: nil, userName: nil,
      languages: AcceptedLanguages.list(request.headers[.acceptLanguage]))
    page.isStranger = true
    let (title, text) = Self.words(status, page.texts)
    guard request.acceptsHTML else { return Self.line(status, title, text) }
    return router.response(page.error(status: status.code, title: title, text: text), page)
  }

  /// What programs get that ask for no page.
  private static func line(_ status: HTTPResponse.Status, _ title: String, _ text: String)
    -> Response
  {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "\(title). \(text)\n")))
  }

  private static func words(
    _ status: HTTPResponse.Status, _ texts: PageTexts
  ) -> (title: String, text: String) {
    switch status {
    case .badRequest: (texts["requestUnreadable"], texts["malformedRequest"])
    case .unauthorized: (texts["signInFirst"], texts["needsSignIn"])
    case .forbidden: (texts["foreignForm"], texts["useOwnForm"])
    case .notFound: (texts["noSuchPage"], texts["pageGone"])
    case .contentTooLarge: (texts["tooLarge"], texts["formTooLarge"])
    case .internalServerError: (texts["wentWrong"], texts["mistakeLogged"])
    default: ("\(status.code) \(status.reasonPhrase)", texts["nothingChanged"])
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
