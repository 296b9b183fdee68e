import LuaRules
import LuaRulesTools
import Testing

/// Tests of what an author has set in the file: switches, and no mistakes.
@Suite struct SettingTests {
  static let schema = """
    { "type": "object", "properties": { "on": { "type": "boolean" }, "count": { "type": "integer" },
      "ratio": { "type": "number" }, "size": { "enum": ["s", "m"] }, "name": { "type": "string" }, "k": {} } }
    """

  /// What the file sets.
  static let settings = """
    local settings = { strict = false, mode = "dev", limit = 3, flags = { new = true } }
    local debug = false
    local function isStrict() return settings.strict end
    """

  private func messages(_ rules: String) throws -> [String] {
    let text = "\(Self.settings.split(separator: "\n").joined(separator: " ")) \(rules)"
    return try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.code != .notPlanned && $0.code != .unusedLocal }
      .map { "\($0.severity.rawValue): \($0.message)" }
  }

  @Test(arguments: [
    ("settings.strict", "`settings.strict` is false"), ("debug", "`debug` is false"),
    ("settings.mode == \"prod\"", "`settings.mode` is \"dev\""),
    ("settings.limit > 5", "`settings.limit` is 3"), ("isStrict()", "`isStrict()` is false"),
    ("not settings.flags.new", "`settings.flags.new` is true"),
    ("settings.strict and c.on", "`settings.strict` is false"),
  ])
  func `a branch that a setting excludes is a remark that names the setting`(
    condition: String, setting: String
  ) throws {
    #expect(
      try messages(
        "return { { key = \"k\", value = function(c) if \(condition) then return 1 end return 2 end } }"
      )
        == ["info: \(setting) here, so this is never reached"])
  }

  @Test func `a local variable with a setting is one, too`() throws {
    #expect(
      try messages(
        """
        return { { key = "k", value = function(c)
          local mode = settings.mode
          if mode == "prod" then return 1 end
          return 2 end } }
        """) == ["info: `settings.mode` is \"dev\" here, so this is never reached"])
  }

  @Test(arguments: [
    ("local DEBUG = false", "DEBUG", "`DEBUG` is false"),
    ("local VERSION = 2", "VERSION < 2", "`VERSION` is 2"),
  ])
  func `a constant of a function is a setting`(
    constant: String, condition: String, setting: String
  ) throws {
    #expect(
      try messages(
        """
        return { { key = "k", value = function(c)
          \(constant)
          if \(condition) then return 1 end
          return 2 end } }
        """) == ["info: \(setting) here, so this is never reached"])
  }

  @Test(arguments: [
    ("debug and c.on", "`debug` is false here, so the condition never holds"),
    ("settings.strict", "`settings.strict` is false here, so the condition never holds"),
    ("not settings.strict", "`settings.strict` is false here, so the condition always holds"),
  ])
  func `a condition that a setting decides is a remark, and no rule behind it is told`(
    condition: String, message: String
  ) throws {
    #expect(
      try messages(
        """
        return { { key = "k", when = function(c) return \(condition) end, value = 1 },
          { key = "k", value = 2 } }
        """) == ["info: \(message)"])
  }

  @Test func `what another test excludes remains a warning`() throws {
    let found = try messages(
      """
      return { { key = "k", value = function(c)
        if c.count > settings.limit and c.count < 2 then return 1 end
        local x = 5
        if x > 6 then return 3 end
        return 2 end } }
      """)
    #expect(
      found == [
        "warning: the branch of this test is never reached",
        "warning: the branch of this test is never reached",
      ])
    #expect(
      try messages(
        "return { { key = \"k\", value = function(c) return c.size == settings.mode and 1 or 2 end } }"
      )
        == ["warning: `size` is never \"dev\""])
  }

  @Test func `what comes to the same with any setting is a mistake`() throws {
    let found = try messages(
      """
      return { { key = "k", value = 1, when = function(c)
        if debug then return false end
        return c.count > 3 and c.count < 2 end } }
      """)
    #expect(
      found == [
        "info: `debug` is false here, so this is never reached",
        "warning: the condition can never hold",
      ])
  }

  @Test(arguments: ["c.ratio ~= c.ratio", "c.ratio == c.ratio"])
  func `a test for NaN is no mistake`(condition: String) throws {
    #expect(
      try messages(
        """
        return { { key = "k", when = function(c) return \(condition) end, value = 1 },
          { key = "k", value = 2 } }
        """) == [])
  }

  @Test func `another value that is compared with itself is a mistake`() throws {
    let found = try messages(
      """
      return { { key = "k", when = function(c) return c.name ~= c.name end, value = 1 },
        { key = "k", value = 2 } }
      """)
    #expect(found.first?.hasPrefix("warning: the condition can never hold") == true)
  }
}
