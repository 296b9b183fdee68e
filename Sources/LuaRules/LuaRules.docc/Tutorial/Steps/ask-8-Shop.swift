import Foundation
import LuaRules

@main
struct Shop {
  static func main() throws {
    let rules = try RuleModel(contentsOf: URL(filePath: "rules"), schema: .shop)
    var context = RuleContext(rules)
    context.customer = Customer(name: "Ada", plan: .pro)
    print("\(context.discount) % off for \(context.customer.name)")
  }
}
