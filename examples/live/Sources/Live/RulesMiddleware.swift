import Hummingbird
import LuaRules

/// Gives each request the rules of one generation, and the user who asks.
///
/// The context is task-local: whatever answers the request finds it as
/// `RuleContext.current`, without being handed it.
struct RulesMiddleware<Context: RequestContext>: RouterMiddleware {
  let rules: LiveRuleModel

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let (model, generation) = rules.pinned()
    var answers = RuleContext(model)
    answers.generation = generation
    if let name = request.userName { answers.user = User(named: name) }
    return try await withRuleContext(answers) { try await next(request, context) }
  }
}

extension Request {
  /// Who asks: `?user=` in the address, or else the header `X-User`.
  ///
  /// A stand-in for signing in, which is not what this example shows.
  fileprivate var userName: String? {
    uri.queryParameters["user"].map(String.init)
      ?? headers.first { $0.name.canonicalName == "x-user" }?.value
  }
}
