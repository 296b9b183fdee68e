import Foundation
import LuaRules

/// Prints what orders cost, line by line.
@main
struct Pricing {
  private static let orders = [
    Order(
      customer: .new, coupon: "HELLO", country: "DE", grams: 450,
      lines: [
        Line(article: "tea", price: Money(cents: 1999), count: 1),
        Line(article: "cups", price: Money(cents: 105), count: 10),
      ]),
    Order(
      customer: .partner, country: "CH", grams: 12_300,
      lines: [
        Line(article: "tea", price: Money(cents: 1899), count: 7),
        Line(article: "spoons", price: Money(cents: 7), count: 100),
      ]),
    Order(
      country: "NZ", grams: 800,
      lines: [Line(article: "samovar", price: Money(cents: 40_000), count: 1)]
    ),
  ]

  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "schema" {
      return print(RuleSchema.app.json())
    }
    let rules = try RuleModel(contentsOf: URL(filePath: "rules"), schema: .app)
    for order in orders {
      try show(order, RuleContext(rules).with(\.order, order))
    }
  }

  private static func show(_ order: Order, _ context: RuleContext) throws(RuleError) {
    print("\(order.customer) customer, \(order.country)")
    for (line, amount) in zip(order.lines, try context.value(for: \.amounts)) {
      row("\(line.count) \(line.article) at \(line.price)", amount)
    }
    row("discount: \(try rule(for: \.discount, context))", try context.value(for: \.discount))
    row("shipping: \(try rule(for: \.shipping, context))", try context.value(for: \.shipping))
    let surcharge = try context.answer(for: \.surcharge)
    if surcharge.source != .default {
      row("surcharges: \(surcharge.furtherLocations.count + 1)", surcharge.value)
    }
    row("tax: \(try rule(for: \.tax, context))", try context.value(for: \.tax))
    row("total", try context.value(for: \.total))
    let instalments = try context.value(for: \.instalments)
    print("  to pay: \(instalments.map(\.description).joined(separator: " + "))\n")
  }

  private static func rule(
    for accessor: KeyPath<RuleContext, Money>, _ context: RuleContext
  ) throws(RuleError) -> String {
    try context.answer(for: accessor).rule ?? "default"
  }

  private static func row(_ title: String, _ amount: Money) {
    let amount = amount.description
    print(
      "  \(title)\(String(repeating: " ", count: max(1, 40 - title.count - amount.count)))\(amount)"
    )
  }
}
