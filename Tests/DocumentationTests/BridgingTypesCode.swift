import Foundation
import LuaRules
import Testing

// The Swift of bridging-types.md; see ReadmeCode.swift.

final class Account: RuleObject, Sendable {
  let owner: String
  let balance: Int

  init(owner: String, balance: Int) {
    self.owner = owner
    self.balance = balance
  }

  func canPay(_ amount: Int) -> Bool { amount <= balance }

  static let ruleMembers: RuleMembers<Account> = [
    .init("owner", \.owner),
    .init("balance", \.balance) { $0.balance },
    .init("isOverdrawn") { $0.balance < 0 },
    .init("canPay", calling: Account.canPay(_:)),
  ]
}

let columns = RecordLayout(members: [
  ("name", String.self), ("city", String?.self), ("rank", Int.self),
])

struct CustomerKey: DynamicEnvironmentKey { static let defaultValue: RuleRecord? = nil }

func context(_ rules: LiveRuleModel, _ row: [(any Sendable)?]) throws -> RuleContext {
  var context = RuleContext(rules)
  context[dynamic: CustomerKey.self] = try RuleRecord(columns, values: row)
  return context
}

enum Payment {
  case cash
  case card(number: String)
}

struct Percentage: Hashable, LuaConvertible {
  var hundredths: Int

  init(hundredths: Int) { self.hundredths = hundredths }

  var luaRepresentation: LuaRepresentation { .value(.integer(Int64(hundredths))) }

  init(luaValue: LuaValue) throws(ConversionError) {
    guard case .integer(let integer) = luaValue, (0...100).contains(integer) else {
      throw ConversionError(
        .wrongValue, given: luaValue.literal, expected: "an integer from 0 to 100")
    }
    hundredths = Int(integer)
  }
}

extension HostFunctions {
  static let shop: HostFunctions = [
    "card": .function { (c: RuleContext) in
      "•••• " + (try c.value(at: "digits", as: String.self))
    },
    "percent": .function { (part: Int, whole: Int) in Percentage(hundredths: 100 * part / whole) },
  ]
}

@MainActor enum Screen {
  static let main = (width: 320, height: 480)
}

@MainActor func screenFunctions() -> HostFunctions {
  ["screenWidth": .onMainActor { Screen.main.width }]
}

protocol Screenful {}

struct ScreenfulKey: DynamicEnvironmentKey { static var defaultValue: (any Screenful)? { nil } }

extension DynamicEnvironmentPaths {
  var screenful: (any Screenful)? { self[dynamic: ScreenfulKey.self] }
}
