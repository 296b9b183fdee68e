import Hummingbird
import LuaRules

extension SiteRouter {
  /// Who sent a request, as far as pages are concerned.
  enum Visitor {
    /// Nobody has to sign in (nil), or this user did.
    case known(SignedInUser?)
    /// Somebody who has to sign in first.
    case unknown
  }

  /// Finds out who sent a request; a file of users that is broken lets nobody in.
  func visitor(_ request: Request) -> Visitor {
    guard let signIn = site.options.signIn else { return .known(nil) }
    // ``ProxyMiddleware`` lets only the proxy set it.
    if let header = site.options.proxy?.userHeader, let name = request.headers[named: header] {
      return (try? signIn.user(ofProxy: name)).map(Visitor.known) ?? .unknown
    }
    guard let token = token(request), let user = try? signIn.user(token: token) else {
      return .unknown
    }
    return .known(user)
  }

  func addSignIn(to group: RouterGroup<SiteContext>) {
    group.get("login") { request, _ in login(request) }
    group.post("login") { request, context in try await signIn(request, context) }
    group.post("logout") { request, _ in signOut(request) }
    group.get("password") { request, _ in
      try await page("password", request) { PasswordPage($0)?.answer() ?? .notFound }
    }
    group.post("password") { request, context in try await changePassword(request, context) }
    group.get("open") { request, _ in open(request) }
  }

  /// The page of the task `login`.
  ///
  /// - Parameters:
  ///   - request: Who asks.
  ///   - next: Where to go afterwards; nil for what the address says.
  ///   - problem: Finds the text that says why nobody was signed in; nil for no problem.
  ///   - status: The status of HTTP.
  /// - Returns: The page.
  func login(
    _ request: Request, next: String? = nil, problem: ((PageTexts) -> String)? = nil,
    status: Int = 200
  ) -> Response {
    let items = FormBody.items(request.uri.query)
    var pageRequest = site.request(
      task: "login", user: nil, userName: nil, items: items,
      languages: AcceptedLanguages.list(request.headers[.acceptLanguage]))
    pageRequest.isStranger = true
    let next = next ?? items.last { $0.name == "next" }?.value
    var values: [String: Any] = ["next": LocalPath(next).text]
    values["problem"] = problem.map { $0(pageRequest.texts) }.orFalse
    return response(
      pageRequest.html(values, in: pageRequest.context, of: nil, status: status), pageRequest)
  }

  private func signIn(_ request: Request, _ context: SiteContext) async throws -> Response {
    guard let signIn = site.options.signIn else { return redirect(site.addresses.home) }
    var request = request
    let form = try await form(&request)
    func field(_ name: String) -> String { form[name] ?? "" }
    do {
      let outcome = try await signIn.signIn(
        name: field("login"), password: field("password"), address: context.clientAddress,
        replacing: token(request))
      switch outcome {
      case .signedIn(let token):
        return redirect(
          site.addresses.base + LocalPath(field("next")).text,
          cookie: site.options.cookie.setting(token))
      case .refused:
        return login(
          request, next: field("next"), problem: { $0["wrongPassword"] }, status: 401)
      case .wait(let duration):
        return login(
          request, next: field("next"), problem: { Self.tooManyAttempts(duration, $0) },
          status: 429)
      }
    } catch let error as DirectToWebError {
      let reason = cannotSignIn(error, context)
      return login(request, next: field("next"), problem: { $0[reason] }, status: 503)
    }
  }

  private static func tooManyAttempts(_ wait: Duration, _ texts: PageTexts) -> String {
    texts["tooManyAttempts", ["seconds": String(max(1, wait.components.seconds))]]
  }

  /// The name of the text with what a stranger may know of an error; the rest is logged.
  private func cannotSignIn(_ error: DirectToWebError, _ context: SiteContext) -> String {
    context.logger.error("nobody can sign in", metadata: ["error": "\(error)"])
    return error.code == .busy ? "manySignIn" : "cannotSignIn"
  }

  private func signOut(_ request: Request) -> Response {
    if let token = token(request) { site.options.signIn?.signOut(token: token) }
    return redirect(site.addresses.home, cookie: site.options.cookie.clearing)
  }

  /// The one-time link.
  private func open(_ request: Request) -> Response {
    let items = FormBody.items(request.uri.query)
    guard let text = items.last(where: { $0.name == "token" })?.value,
      let token = (try? site.options.signIn?.open(link: text, replacing: token(request))) ?? nil
    else {
      return login(request, problem: { $0["linkUsed"] }, status: 403)
    }
    return redirect(site.addresses.home, cookie: site.options.cookie.setting(token))
  }

  private func changePassword(
    _ request: Request, _ context: SiteContext
  ) async throws -> Response {
    var request = request
    let form = try await form(&request)
    let box = ResponseBox()
    return try await page("password", request, file: { box.response }) { pageRequest in
      guard let page = PasswordPage(pageRequest), let name = pageRequest.userName,
        let signIn = site.options.signIn
      else { return .notFound }
      if let problem = page.objection(to: form) {
        return page.answer(problem: problem, status: 422)
      }
      let change: PasswordChange
      do {
        change = try await signIn.changePassword(
          of: name, from: form[PasswordPage.current] ?? "", to: form[PasswordPage.new] ?? "",
          address: context.clientAddress)
      } catch let error as DirectToWebError {
        return page.answer(
          problem: pageRequest.texts[cannotSignIn(error, context)], status: 503)
      }
      switch change {
      case .refused:
        return page.answer(problem: pageRequest.texts["otherPassword"], status: 422)
      case .wait(let duration):
        return page.answer(
          problem: Self.tooManyAttempts(duration, pageRequest.texts), status: 429)
      case .changed(let token):
        var response = redirect(
          site.addresses.home, note: PageNote(text: pageRequest.texts["passwordChanged"]),
          for: pageRequest.formUser)
        response.headers[values: .setCookie].append(site.options.cookie.setting(token))
        box.response = response
        return .file
      }
    }
  }

  private func token(_ request: Request) -> String? {
    site.options.cookie.token(in: request.headers[values: .cookie])
  }

  func redirect(_ path: String, cookie: String? = nil) -> Response {
    var response = Response(status: .seeOther, headers: [.location: path])
    if let cookie { response.headers[.setCookie] = cookie }
    return response
  }
}
