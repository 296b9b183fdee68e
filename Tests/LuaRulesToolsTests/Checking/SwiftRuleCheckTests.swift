import LuaRules
import LuaRulesTools
import Testing

private struct DeviceKey: DynamicEnvironmentKey { static let defaultValue = "mac" }
private struct LimitKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct HintKey: DynamicEnvironmentKey { static let defaultValue = "" }

extension DynamicEnvironmentPaths {
  fileprivate var device: String { self[dynamic: DeviceKey.self] }
  fileprivate var limit: Int { self[dynamic: LimitKey.self] }
  fileprivate var hint: String { self[dynamic: HintKey.self] }
}

/// Rules in Swift are checked as those in Lua are.
@Suite struct SwiftRuleCheckTests {
  private static func findings(_ sources: RuleSource...) throws -> [String] {
    try RuleCheck(sources: sources, host: ["holds": .function { (_: RuleContext) in true }])
      .findings.map {
        "\($0.location.file):\($0.location.line ?? 0) \($0.code.rawValue)"
      }
  }

  @Test func `what cannot be reached is found, whichever language it is written in`() throws {
    let swift: RuleModel = [
      \.device == "mac" => \.hint <= "first",
      \.device == "mac" => \.hint <= "second",
    ]
    #expect(try Self.findings(.rules(swift)) == ["Swift rules:2 shadowed-rule"])
    let lua = RuleSource(
      text: #"return { { key = "hint", when = { device = "mac" }, value = "Lua" } }"#, name: "a.lua"
    )
    #expect(
      try Self.findings(lua, .rules(swift)) == [
        "Swift rules:1 shadowed-rule", "Swift rules:2 shadowed-rule",
      ])
  }

  @Test func `circles are found`() throws {
    let lua = RuleSource(
      text: #"return { { key = "hint", value = function(c) return c.device end } }"#, name: "a.lua")
    #expect(
      try Self.findings(lua, .rules([\.device <= \.hint])) == ["Swift rules:1 cycle"])
  }

  @Test func `what is right is not complained of`() throws {
    let swift: RuleModel = [
      \.device != "mac" && \.limit > 3 => \.hint <= "b", { $0.limit > 3 } => \.hint <= "c",
      \.hint <= { $0.device },
    ]
    #expect(try Self.findings(.rules(swift)).isEmpty)
  }

  @Test func `a host function as a predicate is checked`() throws {
    let lua = RuleSource(
      text: #"return { { key = "hint", when = host.holds, value = "Lua" } }"#, name: "a.lua")
    #expect(try Self.findings(lua) == [])
  }
}
