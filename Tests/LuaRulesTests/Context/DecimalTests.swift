import Foundation
import LuaRules
import Testing

private struct Order: Sendable {
  var total: Decimal
  var discount: Decimal?
}

private struct ListedOrder: RuleObject, Sendable {
  let order: Order
  static let ruleMembers: RuleMembers<ListedOrder> = [
    .init("total", \.order.total), .init("discount") { $0.order.discount },
  ]
}

private enum PriceKey: DynamicEnvironmentKey { static let defaultValue: Decimal = 0 }
private enum OrderKey: DynamicEnvironmentKey { static let defaultValue: Order? = nil }
private enum ListedKey: DynamicEnvironmentKey { static let defaultValue: ListedOrder? = nil }

extension DynamicEnvironmentPaths {
  fileprivate var price: Decimal { self[dynamic: PriceKey.self] }
  fileprivate var order: Order? {
    get { self[dynamic: OrderKey.self] }
    set { self[dynamic: OrderKey.self] = newValue }
  }
  fileprivate var listed: ListedOrder? {
    get { self[dynamic: ListedKey.self] }
    set { self[dynamic: ListedKey.self] = newValue }
  }
}

struct DecimalTests {
  private static func context(
    _ rules: String, _ order: Order, mode: EvaluationMode = .native
  ) throws -> RuleContext {
    let schema = RuleSchema(\.price, \.order, \.listed)
    var context = RuleContext(
      try RuleModel(text: "return { \(rules) }", schema: schema, options: RuleOptions(plan: mode)))
    context.order = order
    context.listed = ListedOrder(order: order)
    return context
  }

  private static func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text))
  }

  @Test(arguments: [EvaluationMode.native, .lua], ["c.order.total", "c.listed.total"])
  func `an amount is compared as a number`(mode: EvaluationMode, path: String) throws {
    let rules = "{ key = 'price', when = function(c) return \(path) > 500 end, value = 1 }"
    for (total, price) in [
      ("500", 0), ("500.01", 1), ("620", 1), ("620.5", 1), ("499.99", 0), ("1e20", 1),
    ] as [(String, Decimal)] {
      let order = Order(total: try Self.decimal(total))
      #expect(try Self.context(rules, order, mode: mode).value(for: \.price) == price, "\(total)")
    }
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `a pattern matches an amount`(mode: EvaluationMode) throws {
    let rules = "{ key = 'price', when = { order = { total = { 9.99, 620.5 } } }, value = 1 }"
    for (total, price) in [("620.50", 1), ("9.99", 1), ("9.991", 0)] as [(String, Decimal)] {
      let order = Order(total: try Self.decimal(total))
      #expect(try Self.context(rules, order, mode: mode).value(for: \.price) == price)
    }
  }

  @Test(arguments: [
    ("c.order.total * 85 / 100", "620.50", "527.425"), ("c.order.total + 0.2", "0.1", "0.3"),
    ("c.order.total * 3", "0.1", "0.3"), ("c.order.total / 3", "1", "0.333333333333333"),
    ("c.order.total", "123456789.012345", "123456789.012345"),
    ("c.order.total - (c.order.discount or 0)", "0.3", "0.3"),
    ("'12345678901234567.89'", "1", "12345678901234567.89"),
  ])
  func `what rules compute keeps its cents`(text: String, total: String, price: String) throws {
    let rules = "{ key = 'price', value = function(c) return \(text) end }"
    for mode in [EvaluationMode.native, .lua] {
      let context = try Self.context(rules, Order(total: try Self.decimal(total)), mode: mode)
      #expect(try context.value(for: \.price) == Self.decimal(price))
    }
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `more digits than Lua keeps are an error that names the member`(
    mode: EvaluationMode
  ) throws {
    for (path, name) in [("order.total", "order.total"), ("listed.discount", "listed.discount")] {
      let rules = "{ key = 'price', when = function(c) return c.\(path) > 500 end, value = 1 }"
      let order = Order(total: 1000 / 3, discount: 1000 / 3)
      let context = try Self.context(rules, order, mode: mode)
      let error = #expect(throws: RuleError.self) { try context.value(for: \.price) }
      #expect(
        error?.message == """
          cannot read `\(name)`: a decimal number of 38 significant digits is not exact in Lua, \
          which keeps 15: round it, or pass it as a string, or as an integer of cents (see the \
          module `money`)
          """)
    }
  }

  @Test func `a decimal key is a number in JSON, and a long one a string`() throws {
    let rules = "{ key = 'price', value = function(c) return c.order.total * 85 / 100 end }"
    let context = try Self.context(rules, Order(total: Self.decimal("620.5")))
    #expect(try context.json(at: "price") == "527.425")
    let long = try Self.context(
      "{ key = 'price', value = '12345678901234567.89' }", Order(total: 1))
    #expect(try long.json(at: "price") == "\"12345678901234567.89\"")
    #expect(context.explain(\.price).description.contains("527.425"))
  }

  @Test func `JSON gives a decimal member as a number or as a text`() throws {
    let schema = try RuleSchema(
      json: """
        {"properties": {"price": {"type": ["number", "string"], "format": "decimal"},
        "order": {"type": "object", "additionalProperties": false,
        "properties": {"total": {"type": ["number", "string"], "format": "decimal"}}}}}
        """)
    let model = try RuleModel(
      text: "return {{ key = 'price', value = function(c) return c.order.total + 0.2 end }}",
      schema: schema)
    for text in ["0.1", "\"0.10\""] {
      var context = RuleContext(model)
      try context.setValues(json: #"{"order": {"total": \#(text)}}"#)
      #expect(try context.json(at: "price") == "0.3")
    }
    var context = RuleContext(model)
    let error = #expect(throws: RuleError.self) {
      try context.setValues(json: #"{"order": {"total": "0.1234567890123456"}}"#)
    }
    #expect(error?.message.contains("order.total") == true)
    #expect(
      error?.message.contains("a decimal number of at most 15 significant digits") == true)
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `a floating-point literal is the number that was written`(mode: EvaluationMode) throws {
    let rules = "{ key = 'price', value = function(c) return c.order.total end }"
    for (total, price) in [
      (19.99, "19.99"), (-0.07, "-0.07"), (1234.56, "1234.56"), (0.000_000_123_45, "0.00000012345"),
      (Decimal(19.99) * 3, "59.97"), (Decimal(0.1) + Decimal(19.99), "20.09"),
      (Decimal(99_999_999.99), "99999999.99"),
    ] as [(Decimal, String)] {
      let context = try Self.context(rules, Order(total: total), mode: mode)
      #expect(try context.value(for: \.price) == Self.decimal(price), "\(total)")
      #expect(try Self.decimal(context.json(at: "order.total")) == Self.decimal(price))
    }
  }

  @Test func `every amount in cents that is written as a literal can be read`() throws {
    let rules = "{ key = 'price', value = function(c) return c.order.total end }"
    var context = try Self.context(rules, Order(total: 0))
    for cents in stride(from: 1, to: 30_000_000, by: 99_991) {
      context.order = Order(total: Decimal(Double(cents) / 100))
      #expect(try context.value(for: \.price) == Decimal(cents) / 100)
    }
  }

  @Test(arguments: [
    "0.9234567890123452", "9.999999999999999", "12345678901234567.89", "0.66666666666666666667",
  ])
  func `a number that 15 digits do not identify is refused with the same words everywhere`(
    total: String
  ) throws {
    let rules = """
      { key = 'price', value = function(c) return c.order.total end },
      { key = 'k', value = function(c) return c.order end }
      """
    let context = try Self.context(rules, Order(total: Self.decimal(total)))
    let reason = """
      : a decimal number of \(total.filter(\.isNumber).trimmingPrefix("0").count) significant \
      digits is not exact in Lua, which keeps 15: round it, or pass it as a string, or as an \
      integer of cents (see the module `money`)
      """
    for (key, path) in [
      ("price", "order.total"), ("order.total", "order.total"), ("order", "order.total"),
      ("k", "k.total"),
    ] {
      let error = #expect(throws: RuleError.self) { try context.json(at: key) }
      #expect(error?.message == "cannot read `\(path)`\(reason)")
      #expect(error?.code == .wrongType)
    }
  }

  @Test func `a number of JSON with a rounding error is the number that was meant`() throws {
    let schema = try RuleSchema(
      json: #"{"properties": {"x": {"type": ["number", "string"], "format": "decimal"}}}"#)
    var context = RuleContext(try RuleModel(text: "return {}", schema: schema))
    try context.setValues(json: #"{"x": 0.30000000000000004}"#)
    #expect(try context.json(at: "x") == "0.3")
    #expect(throws: RuleError.self) {
      try context.setValues(json: #"{"x": 0.1234567890123456}"#)
    }
  }
}
