import LuaRules

/// An amount of money: exact, in cents, which is what rules calculate with.
struct Money: Hashable, Sendable {
  let cents: Int64
}

extension Money: CustomStringConvertible {
  var description: String {
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Nothing but an integer becomes an amount: a rule that gives 19.99 fails.
extension Money: LuaConvertible, ValueTypeProviding {
  static var valueType: ValueType { .integer(nil) }

  var luaRepresentation: LuaRepresentation { .value(.integer(cents)) }

  init(luaValue: LuaValue) throws(ConversionError) {
    guard case .integer(let cents) = luaValue else {
      throw ConversionError(
        .wrongType, given: luaValue.literal, expected: "an amount, as an integer of cents")
    }
    self.cents = cents
  }
}

/// So many pieces of an article.
struct Line: Sendable, RuleObject {
  let article: String
  let price: Money
  let count: Int

  static let ruleMembers: RuleMembers<Line> = [.init("price", \.price), .init("count", \.count)]
}

struct Order: Sendable, RuleObject {
  enum Customer: String, Sendable { case new, regular, partner }

  var customer = Customer.regular
  var coupon: String?
  let country: String
  let grams: Int
  let lines: [Line]

  static let ruleMembers: RuleMembers<Order> = [
    .init("customer", \.customer), .init("coupon", \.coupon), .init("country", \.country),
    .init("grams", \.grams), .init("lines", \.lines),
  ]
}
