import Foundation
import HTTPTypes
import Hummingbird
import LuaRules

/// The pages of a site by their addresses.
struct SiteRouter: Sendable {
  let site: Site
  /// The most bytes of a form without files.
  private static let formSize = 2 << 20

  /// Adds all addresses to a router.
  func add(to router: Router<SiteContext>) {
    router.add(middleware: SecurityHeadersMiddleware())
    router.add(middleware: ErrorPageMiddleware(router: self))
    if let proxy = site.options.proxy { router.add(middleware: ProxyMiddleware(proxy: proxy)) }
    if let names = site.options.hostNames {
      router.add(middleware: HostMiddleware(HostGuard(names: names)))
    }
    router.add(
      middleware: CrossSiteMiddleware(
        CrossSiteGuard(
          cookie: site.options.cookie, userHeader: site.options.proxy?.userHeader)))
    router.add(
      middleware: BodyLimitMiddleware(
        maximumSize: Self.formSize, uploadSize: site.options.maximumUploadSize))
    let group = router.group(RouterPath(site.options.basePath))
    addSignIn(to: group)
    group.get("/") { request, _ in
      try await page("query", request) { try await HomePage(request: $0).answer() }
    }
    group.get("search") { request, _ in
      try await page("search", request) { try await SearchPage(request: $0).answer() }
    }
    group.get("assets/{name}") { _, context in asset(context) }
    group.get("events") { request, _ in
      guard case .known = visitor(request) else { return Response(status: .unauthorized) }
      return SiteEvents(site: site).response()
    }
    group.get("changes") { request, _ in
      try await page("query", request) { try await ChangesPage($0)?.answer() ?? .notFound }
    }
    group.post("changes/restore") { request, _ in
      try await page("query", request) { try await ChangesPage($0)?.restore() ?? .notFound }
    }
    addRows(to: group)
    group.get("why") { request, _ in
      try await page(task(request), request) { try await WhyPage($0)?.answer() ?? .notFound }
    }
    group.get("parts") { request, _ in
      try await page("query", request) { PartsPage($0)?.answer() ?? .notFound }
    }
    group.get("assist") { request, _ in
      try await page(task(request), request) { AssistPage($0)?.answer() ?? .notFound }
    }
    group.post("assist") { request, _ in
      var request = request
      let form = try await form(&request)
      return try await page(task(request), request) { try await save(form.fields, $0) }
    }
    group.get("**") { request, _ in try await page("error", request) { _ in .notFound } }
  }

  // MARK: - Pages

  /// The task that an address names; none that changes rows.
  private func task(_ request: Request) -> String {
    let task = FormBody.items(request.uri.query).last { $0.name == "task" }?.value
    return ["list", "inspect", "edit", "new"].contains(task) ? task ?? "query" : "query"
  }

  /// Writes what somebody arranged into the rules.
  private func save(_ form: [(name: String, value: String)], _ request: PageRequest) async throws
    -> PageAnswer
  {
    guard let page = AssistPage(request), let rules = site.rules, let file = site.assistantFile
    else {
      return .notFound
    }
    let isReset = form.contains { $0.name == "reset" }
    do {
      let before = try file.write(
        isReset ? [] : page.rules(form), removing: isReset ? page.allRules : [])
      _ = try? await rules.reload()
      if let error = rules.rejection {
        file.restore(before)
        _ = try? await rules.reload()
        return page.answer(problem: "\(error)")
      }
    } catch let error as AssistantFile.Refusal {
      return page.answer(problem: error.description)
    }
    return .redirect(request.addresses.assist(page.entity, request.context.task))
  }

  /// The path of a request below the base, with its items.
  private func localPath(_ request: Request) -> String {
    let path = String(request.uri.path.dropFirst(site.addresses.base.count))
    return LocalPath(path + (request.uri.query.map { "?" + $0 } ?? "")).text
  }

  /// Reads the fields of a form.
  ///
  /// - Throws: 413 or 400 for a body that is too large or malformed, 401 for files of whom nobody knows.
  func form(_ request: inout Request) async throws -> FormBody {
    let boundary = FormBody.boundary(in: request.headers[.contentType])
    if boundary != nil, case .unknown = visitor(request) { throw HTTPError(.unauthorized) }
    let size = boundary == nil ? Self.formSize : site.options.maximumUploadSize
    let body = try await request.collectBody(upTo: size)
    do throws(FormBody.Problem) {
      if let boundary {
        return try FormBody(multipart: Data(body.readableBytesView), boundary: boundary)
      }
      return try FormBody(decoding: Array(body.readableBytesView))
    } catch {
      throw HTTPError(error == .malformed ? .badRequest : .contentTooLarge)
    }
  }

  // MARK: - Answers

  /// Answers with a page; what fails becomes a page, too.
  ///
  /// The closure `file` gives the response to ``PageAnswer/file``. A form that was `sent` is offered once
  /// more while the database does not take it.
  func page(
    _ task: String, _ request: Request, file: () -> Response = { Response(status: .notFound) },
    sent: FormBody? = nil, of table: (PageRequest) -> Entity? = { _ in nil },
    _ make: (PageRequest) async throws -> PageAnswer
  ) async throws -> Response {
    guard case .known(let user) = visitor(request) else {
      guard request.method == .get else { return login(request, status: 401) }
      return redirect(
        site.addresses.base + "/login" + Addresses.query([("next", localPath(request))]))
    }
    var pageRequest = site.request(
      task: task, user: user?.record, userName: user?.name,
      items: FormBody.items(request.uri.query),
      languages: AcceptedLanguages.list(request.headers[.acceptLanguage]))
    pageRequest.isLive = request.method == .get
    pageRequest.hasPassword = user?.hasPassword == true
    pageRequest.note = note(for: pageRequest, request)
    do {
      let answer = try await make(pageRequest)
      if case .file = answer { return file() }
      return response(answer, pageRequest)
    } catch let error where error is CancellationError || error is any HTTPResponseError {
      throw error
    } catch {
      if let hindrance = Hindrance(error) {
        let entity = table(pageRequest)
        return response(
          sent.map {
            pageRequest.retry(hindrance, $0, to: request.uri.string, of: entity)
          }
            ?? pageRequest.error(
              status: 503, title: hindrance.title(pageRequest.texts),
              text: request.method == .get
                ? hindrance.readingText(pageRequest.texts)
                : hindrance.writingText(pageRequest.texts)),
          pageRequest)
      }
      return response(
        pageRequest.error(
          status: 422, title: pageRequest.texts["cannotBeRead"],
          text: pageRequest.texts["databaseSays", ["message": ErrorMessage.text(error)]]),
        pageRequest)
    }
  }

  func response(_ answer: PageAnswer, _ request: PageRequest) -> Response {
    switch answer {
    case .html(let status, let text):
      var response = Response(
        status: HTTPResponse.Status(code: status),
        headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
      if status == 503 { response.headers[.retryAfter] = "5" }
      if request.note != nil { response.headers[.setCookie] = site.options.cookie.note.clearing }
      return response
    case .redirect(let path, let note):
      guard let note = note ?? request.note else { return redirect(path) }
      return redirect(path, note: note, for: request.formUser)
    case .notFound, .file:
      return response(
        request.error(
          status: 404, title: request.texts["noSuchPage"], text: request.texts["wrongAddress"]),
        request)
    }
  }

  private func asset(_ context: SiteContext) -> Response {
    guard let file = context.parameters.get("name").flatMap(Assets.file) else {
      return Response(status: .notFound)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: file.contentType, .cacheControl: "public, max-age=31536000, immutable",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}
