import LuaRules
import LuaRulesTools
import Testing

/// Integers that a float does not hold.
@Suite struct GreatIntegerTests {
  private static let schema = #"""
    { "type": "object", "required": ["low", "high", "n"], "properties": {
      "low": { "type": "integer", "maximum": -9223372036854775805 },
      "high": { "type": "integer", "minimum": 9223372036854775805 },
      "n": { "type": "integer", "minimum": 0, "maximum": 9 }, "k": {}, "l": {} } }
    """#

  @Test(arguments: [
    "c.low <= math.mininteger", "c.low < -9223372036854775806", "c.high >= math.maxinteger",
    "c.high > 9223372036854775806", "c.low == -9223372036854775806", "c.high ~= math.maxinteger",
  ])
  func `a test beside such a bound may have both outcomes`(condition: String) throws {
    let text = """
      return {
        { key = "k", when = function(c) return \(condition) end, value = 1 },
        { key = "l", value = function(c) if \(condition) then return 2 end return 3 end },
      }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings
    #expect(found.filter { $0.severity > .info }.map(\.message) == [])
  }

  @Test(arguments: [
    "return (c.n / 2 + 0.25) | 1", "return 1 << (c.n + 0.5)",
    "local x = math.floor(2^70) return x & c.n",
  ])
  func `a float without an integer fails in operations on bits`(body: String) throws {
    let text = "return { { key = \"k\", value = function(c) \(body) end } }"
    let found = try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.severity > .info }
    #expect(found.map(\.code) == [.possibleFailure])
    #expect(found.first?.message.contains("no integer representation") == true)
  }
}
