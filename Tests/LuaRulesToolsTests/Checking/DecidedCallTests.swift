import LuaRules
import LuaRulesTools
import Testing

/// Tests of what a function of the file gives for a constant.
@Suite struct DecidedCallTests {
  private static let schema = #"""
    { "type": "object", "required": ["weather", "tags", "isDark"], "properties": {
      "weather": { "type": "array", "items": { "enum": ["snow", "ice", "fog"] } },
      "tags": { "type": "array", "items": { "type": "string" } }, "isDark": { "type": "boolean" },
      "k": { "type": "boolean" } } }
    """#

  private static let helpers = """
    local isEnabled = { beta = true } \
    local function has(list, wanted) for _, element in ipairs(list) do \
    if element == wanted then return true end end return false end \
    local function isOn(name) return isEnabled[name] end \
    local function isTest(name) return false end return {
    """

  private static func findings(_ body: String) throws -> [String] {
    try CheckedText.check(
      "\(helpers)\n{ key = \"k\", value = function(c) \(body) end } }", schema: schema
    ).findings.filter { $0.severity > .info && $0.code != .unusedLocal }.map {
      "\($0.location.line ?? 0) \($0.code.rawValue)"
    }
  }

  @Test(arguments: [
    "if has(c.weather, \"icy\") or has(c.weather, \"snow\") then return true end return c.isDark",
    "if has(c.weather, \"snow\") or has(c.weather, \"icy\") then return true end return c.isDark",
    "if c.isDark and not has(c.weather, \"icy\") then return true end return false",
  ])
  func `a call that looks for a constant which no element is, is told`(body: String) throws {
    #expect(try Self.findings(body) == ["2 impossible-comparison"])
  }

  @Test(arguments: [
    "if has(c.weather, \"ice\") or has(c.weather, \"snow\") then return true end return c.isDark",
    "if has(c.tags, \"icy\") or has(c.weather, \"snow\") then return true end return c.isDark",
    // Switches of the author.
    "if isOn(\"beta\") and c.isDark then return true end return false",
    "if isOn(\"alpha\") or c.isDark then return true end return false",
    "if isTest(\"x\") or c.isDark then return true end return false",
  ])
  func `a call that may give both, or a switch, is not told`(body: String) throws {
    #expect(try Self.findings(body) == [])
  }
}
