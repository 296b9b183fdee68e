import Foundation
import LuaRules
import Testing

private struct Customer: Codable, Sendable {
  var fullName: String
  var since: Date
  var rank: Int?
  var orders: [Order] = []

  enum CodingKeys: String, CodingKey {
    case fullName = "full_name"
    case since, rank, orders
  }
}

private struct Order: Codable, Sendable { var placed: Date }

private indirect enum Payment: Sendable {
  case cash
  case onAccount
  case card(number: String, until: Date)
  case voucher(Voucher)
  case split([Payment])
}

private struct Voucher: Sendable { var code: String; var amount: Decimal }

private enum Shape: Codable, Sendable {
  case circle(Double)
  case square(Double)
}

private enum CustomerKey: DynamicEnvironmentKey { static let defaultValue: Customer? = nil }
private enum PaymentKey: DynamicEnvironmentKey { static let defaultValue = Payment.cash }
private enum ShapeKey: DynamicEnvironmentKey { static let defaultValue: Shape? = nil }
private enum AnswerKey: DynamicEnvironmentKey { static let defaultValue: LuaValue = .null }

extension DynamicEnvironmentPaths {
  fileprivate var customer: Customer? {
    get { self[dynamic: CustomerKey.self] }
    set { self[dynamic: CustomerKey.self] = newValue }
  }
  fileprivate var payment: Payment {
    get { self[dynamic: PaymentKey.self] }
    set { self[dynamic: PaymentKey.self] = newValue }
  }
  fileprivate var shape: Shape? {
    get { self[dynamic: ShapeKey.self] }
    set { self[dynamic: ShapeKey.self] = newValue }
  }
  fileprivate var answer: LuaValue { self[dynamic: AnswerKey.self] }
}

extension RuleSchema {
  fileprivate static var program: RuleSchema {
    RuleSchema(\.customer, \.payment, \.shape, \.answer)
  }

  /// The same keys as the command line knows them.
  fileprivate static var exported: RuleSchema {
    get throws { try RuleSchema(json: program.json()) }
  }
}

/// A schema that a program exports makes the command line answer as the program does.
struct ExportedTypeTests {
  private static let customer = Customer(
    fullName: "Ada", since: Date(timeIntervalSince1970: 86_400), rank: nil,
    orders: [Order(placed: Date(timeIntervalSince1970: 60))])
  private static let json = """
    {"customer": {"fullName": "Ada", "since": "1970-01-02T00:00:00Z",
                  "orders": [{"placed": "1970-01-01T00:01:00Z"}]}}
    """

  private static func answers(
    _ body: String, _ set: (inout RuleContext) -> Void, json: String
  ) throws -> [String] {
    let rules = "return {{ key = 'answer', value = function(c) return \(body) end }}"
    return try [RuleSchema.program, .exported].enumerated().map { number, schema in
      do throws(RuleError) {
        var context = RuleContext(try RuleModel(text: rules, schema: schema))
        if number == 0 { set(&context) } else { try context.setValues(json: json) }
        return try context.json(at: "answer")
      } catch {
        return "\(error.code.rawValue): \(error.message)"
      }
    }
  }

  @Test(arguments: [
    ("c.customer.since + 1", "86401.0"), ("c.customer.orders[1].placed", "60.0"),
    ("c.customer.rank == nil", "true"), ("c.customer.fullName", "\"Ada\""),
    ("(c.customer.fullNam)", nil), ("(c.customer.full_name)", nil),
    ("(c.customer.orders[1].plased)", nil),
  ])
  func `a Codable value that rules read`(body: String, expected: String?) throws {
    let answers = try Self.answers(body, { $0.customer = Self.customer }, json: Self.json)
    #expect(answers[0] == answers[1])
    if let expected { #expect(answers[0] == expected) }
    #expect(answers[0].contains("unknown-member") == (expected == nil))
  }

  @Test func `a Codable value that rules give may have the form that it decodes`() throws {
    let rules = """
      return { { key = "customer", value = { full_name = "Bob", since = 5, orders = {} } },
        { key = "answer", value = function(c) return c.customer.full_name .. c.customer.since end } }
      """
    var answers: [String] = []
    for schema in try [RuleSchema.program, .exported] {
      let context = RuleContext(try RuleModel(text: rules, schema: schema))
      answers.append(try context.json(at: "answer"))
      answers.append(try context.json(at: "customer"))
    }
    #expect(answers[0] == "\"Bob5\"")
    #expect(answers[..<2] == answers[2...])
    let context = RuleContext(try RuleModel(text: rules, schema: .program))
    #expect(try context.value(for: \.customer)?.fullName == "Bob")
  }

  @Test(arguments: [
    ("c.payment", #"{"payment": "cash"}"#, "\"cash\""),
    ("c.payment == 'onAccount'", #"{"payment": "cash"}"#, "false"),
    (
      "(c.payment.card)", #"{"payment": {"voucher": {"code": "x", "amount": 19.99}}}"#, "null"
    ),
    (
      "(c.payment.voucher.amount * 2)",
      #"{"payment": {"voucher": {"code": "x", "amount": 19.99}}}"#, "39.98"
    ),
    ("(c.payment.vaucher)", #"{"payment": {"voucher": {"code": "x", "amount": 19.99}}}"#, nil),
    ("(c.payment.voucher.kode)", #"{"payment": {"voucher": {"code": "x", "amount": 19.99}}}"#, nil),
    (
      "c.payment", #"{"payment": {"voucher": {"code": "x", "amount": 19.99}}}"#,
      #"{"voucher":{"amount":19.99,"code":"x"}}"#
    ),
  ])
  func `an enumeration with payloads`(body: String, json: String, expected: String?) throws {
    let payment: Payment =
      json.contains("cash") ? .cash : .voucher(Voucher(code: "x", amount: 19.99))
    let answers = try Self.answers(body, { $0.payment = payment }, json: json)
    #expect(answers[0] == answers[1])
    if let expected { #expect(answers[0] == expected) }
    #expect(answers[0].contains("unknown-member") == (expected == nil))
  }

  @Test func `the cases of an enumeration are exported as alternatives`() throws {
    let text = RuleSchema(\.payment).json()
    #expect(try RuleSchema(json: text).json() == text)
    #expect(
      text.contains(
        """
              "title": "Payment",
              "oneOf": [
                {
                  "enum": ["cash", "onAccount"]
                },
        """), "\(text)")
    #expect(text.contains(#""required": ["voucher"]"#))
    #expect(!text.contains("x-opaque"))
    let shape = RuleSchema(\.shape).json()
    #expect(shape.contains(#""x-decoded": true"#))
    #expect(try RuleSchema(json: shape).json() == shape)
  }

  @Test(arguments: [
    (
      #"{"payment": "cheque"}"#,
      #"`payment` is "cheque"; expected cash, onAccount or an object with one of `card`, `split`, `voucher`"#
    ),
    (
      #"{"payment": {"vaucher": 1}}"#,
      "`payment` is an object with `vaucher`; expected one with card, split, voucher"
    ),
    (
      #"{"payment": 3}"#,
      "`payment` is 3; expected cash, onAccount or an object with one of `card`, `split`, `voucher`"
    ),
    (#"{"payment": {"voucher": {"code": 1}}}"#, "`payment.voucher.code` is 1; expected a string"),
  ])
  func `a context in JSON with another case is refused`(json: String, message: String) throws {
    var context = RuleContext(try RuleModel(text: "return {}", schema: .exported))
    let error = #expect(throws: RuleError.self) { try context.setValues(json: json) }
    #expect(error?.message == message)
  }
}
