import Foundation
import LuaRules
import LuaRulesTools
import Testing

/// Whether a check copes with all that Lua allows.
@Suite struct RandomStatementTests {
  private static let schema = """
    { "required": ["n", "on"], "properties": {
        "n": { "type": "integer", "minimum": 0, "maximum": 9 }, "on": { "type": "boolean" },
        "list": { "type": "array", "items": { "type": "integer" } },
        "kind": { "enum": ["a", "b"] },
        "order": { "type": "object", "required": ["total"], "properties": {
          "total": { "type": "number", "minimum": 0 }, "note": { "type": "string" } } },
        "k0": {}, "k1": { "type": "integer" }, "k2": { "type": "string" } } }
    """

  /// `STATEMENT_SEEDS=0-999` checks more of them; the last one here is one that a check did not survive.
  private static var seeds: [UInt64] {
    let bounds = ProcessInfo.processInfo.environment["STATEMENT_SEEDS"]?.split(separator: "-")
      .compactMap { UInt64($0) }
    guard let bounds, bounds.count == 2, bounds[0] <= bounds[1] else {
      return Array(0...9) + [2368]
    }
    return Array(bounds[0]...bounds[1])
  }

  @Test(arguments: seeds) func `a check of any functions comes to its end`(seed: UInt64) throws {
    var writer = RandomStatements(random: SplitMix(seed: seed))
    let text = writer.file(rules: 12)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let check = try CheckedText.check(text, schema: Self.schema)
    #expect(check.findings.allSatisfy { (1...lines).contains($0.location.line ?? 0) })
    // What Lua 5.4.4 compiles wrongly is refused.
    let isLoaded = check.findings.allSatisfy {
      $0.code.rawValue != "syntax" || $0.message.contains("this Lua compiles")
    }
    #expect(isLoaded, "\(text)")
  }

  @Test func `a parameter that is copied first and set again is no trap`() throws {
    let text = """
      local function h(a, b) a = b if a > 2 then a = 3 end return a end
      return { { key = "k1", value = function(c) return h(6, c.n) end } }
      """
    let found = try CheckedText.findings(text, schema: Self.schema)
    #expect(found.allSatisfy { !$0.contains("error") }, "\(found)")
  }
}
