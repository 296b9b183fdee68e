import LuaRules

struct OrderKey: DynamicEnvironmentKey { static let defaultValue: Order? = nil }
struct AmountsKey: DynamicEnvironmentKey { static let defaultValue: [Money] = [] }
struct SubtotalKey: DynamicEnvironmentKey { static let defaultValue = Money(cents: 0) }
struct DiscountKey: DynamicEnvironmentKey { static let defaultValue = Money(cents: 0) }
struct ShippingKey: DynamicEnvironmentKey { static let defaultValue = Money(cents: 0) }
/// What all surcharges that apply are together.
///
/// An accessor gives nothing after an error. The program asks by `value(for:)`, which throws.
struct SurchargeKey: DynamicEnvironmentKey {
  static let defaultValue = Money(cents: 0)
  static let valueOnError = Money(cents: 0)
  static let hitPolicy = HitPolicy.sum
}
struct TaxKey: DynamicEnvironmentKey { static let defaultValue = Money(cents: 0) }
struct TotalKey: DynamicEnvironmentKey { static let defaultValue = Money(cents: 0) }
struct InstalmentsKey: DynamicEnvironmentKey { static let defaultValue: [Money] = [] }

extension DynamicEnvironmentPaths {
  var order: Order? {
    get { self[dynamic: OrderKey.self] }
    set { self[dynamic: OrderKey.self] = newValue }
  }
  /// What each line costs.
  var amounts: [Money] { self[dynamic: AmountsKey.self] }
  var subtotal: Money { self[dynamic: SubtotalKey.self] }
  var discount: Money { self[dynamic: DiscountKey.self] }
  var shipping: Money { self[dynamic: ShippingKey.self] }
  var surcharge: Money { self[dynamic: SurchargeKey.self] }
  var tax: Money { self[dynamic: TaxKey.self] }
  var total: Money { self[dynamic: TotalKey.self] }
  var instalments: [Money] { self[dynamic: InstalmentsKey.self] }
}

extension RuleSchema {
  static let app = RuleSchema(
    \.order, \.amounts, \.subtotal, \.discount, \.shipping, \.surcharge, \.tax, \.total,
    \.instalments)
}
