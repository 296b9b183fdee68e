import LuaRules

struct Customer: Sendable {
  enum Plan: String, Sendable { case free, pro }

  var name: String
  var plan: Plan
}

struct CustomerKey: DynamicEnvironmentKey {
  static let defaultValue = Customer(name: "you", plan: .free)
}

struct DiscountKey: DynamicEnvironmentKey {
  static let defaultValue = 0
}

extension DynamicEnvironmentPaths {
  var customer: Customer {
    get { self[dynamic: CustomerKey.self] }
    set { self[dynamic: CustomerKey.self] = newValue }
  }
  var discount: Int { self[dynamic: DiscountKey.self] }
}
