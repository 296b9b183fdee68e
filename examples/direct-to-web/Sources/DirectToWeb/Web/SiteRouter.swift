import Foundation
import HTTPTypes
import Hummingbird
import LuaRules

/// The pages of a site by their addresses.
struct SiteRouter: Sendable {
  let site: Site

  /// Adds all addresses to a router.
  func add(to router: Router<SiteContext>) {
    router.add(middleware: SecurityHeadersMiddleware())
    if let names = site.options.hostNames {
      router.add(middleware: HostMiddleware(HostGuard(names: names)))
    }
    router.add(middleware: CrossSiteMiddleware(CrossSiteGuard(cookie: site.options.cookie)))
    router.add(middleware: BodyLimitMiddleware(maximumSize: 2 << 20))
    let group = router.group(RouterPath(site.options.basePath))
    addSignIn(to: group)
    group.get("/") { request, _ in
      try await page("query", request) { try await HomePage(request: $0).answer() }
    }
    group.get("assets/{name}") { _, context in asset(context) }
    group.get("events") { request, _ in
      guard case .known = visitor(request) else { return Response(status: .unauthorized) }
      return SiteEvents(site: site).response(request)
    }
    group.get("table/{table}") { request, context in
      try await page("list", request) { try await list($0, context) }
    }
    group.get("table/{table}/row/{key}") { request, context in
      try await page("inspect", request) { try await inspect($0, context) }
    }
    group.get("why") { request, _ in
      try await page(task(request), request) { try await WhyPage($0)?.answer() ?? .notFound }
    }
    group.get("assist") { request, _ in
      try await page(task(request), request) { AssistPage($0)?.answer() ?? .notFound }
    }
    group.post("assist") { request, _ in
      var request = request
      let form = try await form(&request)
      return try await page(task(request), request) { try await save(form, $0) }
    }
    group.get("**") { request, _ in try await page("error", request) { _ in .notFound } }
  }

  // MARK: - Pages

  private func list(_ request: PageRequest, _ context: SiteContext) async throws -> PageAnswer {
    guard let entity = entity(request, context), let page = try ListPage(entity, request) else {
      return .notFound
    }
    return try await page.answer()
  }

  private func inspect(_ request: PageRequest, _ context: SiteContext) async throws -> PageAnswer {
    guard let entity = entity(request, context),
      let key = (context.parameters.get("key")?.removingPercentEncoding)
        .flatMap(RowKey.init(token:)),
      let page = InspectPage(entity, key, request)
    else { return .notFound }
    return try await page.answer()
  }

  /// The task that an address names; none that changes rows.
  private func task(_ request: Request) -> String {
    let task = QueryItems(request.uri.query ?? "").items.last { $0.name == "task" }?.value
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
      try? await rules.reload()
      if let error = rules.rejection {
        file.restore(before)
        try? await rules.reload()
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

  func form(_ request: inout Request) async throws -> [(name: String, value: String)] {
    let body = try await request.collectBody(upTo: 1 << 20)
    return QueryItems(String(buffer: body)).items
  }

  private func entity(_ request: PageRequest, _ context: SiteContext) -> Entity? {
    guard let token = context.parameters.get("table")?.removingPercentEncoding,
      let name = String(pathToken: token)
    else { return nil }
    return try? request.model.entity(named: name)
  }

  // MARK: - Answers

  /// Answers with a page; what fails becomes a page, too.
  private func page(
    _ task: String, _ request: Request, _ make: (PageRequest) async throws -> PageAnswer
  ) async throws -> Response {
    guard case .known(let user, let name) = visitor(request) else {
      guard request.method == .get else { return login(request, status: 401) }
      return redirect(
        site.addresses.base + "/login" + Addresses.query([("next", localPath(request))]))
    }
    let pageRequest = site.request(
      task: task, user: user, userName: name, items: QueryItems(request.uri.query ?? "").items)
    do {
      return response(try await make(pageRequest), pageRequest)
    } catch let error as CancellationError {
      throw error
    } catch let error as DirectToWebError where error.code == .timeLimit {
      return response(
        pageRequest.error(
          status: 503, title: "This takes too long",
          text: "The database did not answer in time. A search or a filter makes the list shorter."),
        pageRequest)
    } catch {
      return response(
        pageRequest.error(
          status: 422, title: "This cannot be read", text: "The database says: \(error)"),
        pageRequest)
    }
  }

  func response(_ answer: PageAnswer, _ request: PageRequest) -> Response {
    switch answer {
    case .html(let status, let text):
      return Response(
        status: HTTPResponse.Status(code: status),
        headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    case .redirect(let path):
      return Response(status: .seeOther, headers: [.location: path])
    case .notFound:
      return response(
        request.error(
          status: 404, title: "There is no such page",
          text: "The address is wrong, the row is gone, or you may not see it."), request)
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
