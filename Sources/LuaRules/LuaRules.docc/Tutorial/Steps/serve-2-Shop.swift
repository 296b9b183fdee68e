import Foundation
import Hummingbird
import LuaRules

@main
struct Shop {
  static func main() async throws {
    let rules = try LiveRuleModel(contentsOf: URL(filePath: "rules"), schema: .shop)
    let router = Router()
    router.get("/discount") { request, _ in
      let context = context(for: request, rules)
      return "\(context.discount) % off for \(context.customer.name)\n"
    }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
    try await application.runService()
  }

  private static func context(for request: Request, _ rules: LiveRuleModel) -> RuleContext {
    var context = RuleContext(rules)
    let parameters = request.uri.queryParameters
    context.customer.name = parameters["name"].map(String.init) ?? "you"
    context.customer.plan =
      parameters["plan"].flatMap { Customer.Plan(rawValue: String($0)) } ?? .free
    return context
  }
}
