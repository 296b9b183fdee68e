import Foundation
import LuaRules
import Testing

// The Swift of how-the-order-works.md; see ReadmeCode.swift.

struct DenialsKey: DynamicEnvironmentKey {
  static let defaultValue: [String] = []
  static let valueOnError = ["our rules failed"]
  static let hitPolicy = HitPolicy.collect
}

private let surcharge = RuleKey("surcharge", default: Decimal(0), hitPolicy: .sum)

@Suite struct HowTheOrderWorksCode {
  @Test func `several rules answer together`() throws {
    let rules = """
      return {
        { key = "denials", value = "a" }, { key = "denials", value = "b" },
        { key = "surcharge", value = 9.5 }, { key = "surcharge", value = 2.5 },
      }
      """
    let context = RuleContext(try RuleModel(text: rules))
    #expect(context[dynamic: DenialsKey.self] == ["a", "b"])
    #expect(context[dynamic: surcharge] == 12)
  }
}
