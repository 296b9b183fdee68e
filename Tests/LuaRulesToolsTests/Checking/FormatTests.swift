import LuaRules
import LuaRulesTools
import Testing

/// Formats of `string.format` that are one of several texts, or none.
@Suite struct FormatTests {
  private static let schema = #"""
    { "type": "object", "properties": {
      "k": {}, "on": { "type": "boolean" }, "n": { "type": "integer" }, "text": { "type": "string" },
      "kind": { "enum": ["a", "b"] }, "ratio": { "type": "number" } } }
    """#

  /// Returns what is told of a value function with a body.
  private static func findings(_ body: String) throws -> [RuleFinding] {
    try CheckedText.check(
      "return { { key = \"k\", value = function(c)\n\(body)\nend } }", schema: schema
    ).findings.filter { $0.severity > .info }
  }

  @Test(arguments: [
    (
      #"return string.format(c.on and "%d and %s" or "%d", c.n)"#,
      #"the format may be "%d and %s", which takes 2 values, and gets 1"#
    ),
    (
      #"local f = c.on and "x %d" or "y %s" return f:format(c.on)"#,
      #"the format may be "x %d", which does not fit: `%d` takes a number, and `on` is true or false"#
    ),
    (
      #"local f = "%d" if c.on then f = "%y" end return f:format(c.n)"#,
      #"the format may be "%y", which `string.format` does not understand"#
    ),
    (
      #"return (c.on and "%d" or "%s"):format(c.n, c.text)"#,
      "none of the formats takes more than 1 value, and they get 2"
    ),
  ])
  func `a format that does not fit is named among others`(body: String, message: String) throws {
    let found = try Self.findings(body)
    #expect(found.map(\.code) == [.wrongFormat])
    #expect(found.first?.message.hasPrefix(message) == true, "\(found.map(\.description))")
  }

  private static func told(_ body: String) throws -> [String] {
    try CheckedText.findings(
      """
      local function masked(text) return text:sub(1, 2) end
      local function one(n) if n > 1 then return n end return 0 end
      local function two(n) return n, n end
      local function some(n) if n > 1 then return n end end
      local function all(...) return ... end
      local function last(n) return two(n) end
      return { { key = "k", value = function(c)
        \(body)
      end }, { key = "l", value = function(c)
        return masked(c.text) .. one(c.n) .. two(c.n) .. (some(c.n) or 1) .. all(c.n) .. last(c.n)
      end } }
      """, schema: schema
    ).filter { $0.contains("wrong-format") }
  }

  @Test(arguments: ["masked(c.text)", "one(c.n)", "c.text:upper()", "tostring(c.n)", "(two(c.n))"])
  func `one value too many is told also if a call gives it`(call: String) throws {
    #expect(
      try Self.told("return string.format(\"%s\", c.text, \(call))") == ["8 wrong-format warning"])
    #expect(try Self.told("return string.format(\"%s %s\", c.text, \(call))") == [])
  }

  @Test(arguments: [
    "two(c.n)", "all(c.n)", "last(c.n)", "c.text:gsub(\"a\", \"b\")", "c.text:find(\"a\")",
  ])
  func `a call that may give no value, or several, is not one too many`(call: String) throws {
    #expect(try Self.told("return string.format(\"%s\", c.text, \(call))") == [])
    #expect(try Self.told("return string.format(\"%s\", \(call))") == [])
  }

  @Test(arguments: ["return string.format(c.n, \"%d\")", "return string.format(5, c.text)"])
  func `a number is no format`(body: String) throws {
    #expect(try Self.findings(body).map(\.code) == [.wrongFormat])
  }

  @Test(arguments: [
    #"return string.format(c.on and "%d and %s" or "%s, %s", c.n, c.text)"#,
    // One of the formats leaves something out.
    #"return string.format(c.n == 1 and "one item" or "%d items", c.n)"#,
    // The values depend on the same.
    #"local f, v = "%s", c.text if c.on then f, v = "%d", c.n end return f:format(v)"#,
    #"local f = "%s" if c.on then f = "%s %s" end if c.on then return f:format(1, 2) end return f:format(1)"#,
    #"local f = "%s" if c.on then f = "%s %s" return f:format(c.n, 2) end return f:format(1)"#,
    #"local f, t = "%s", { 1 } if c.on then f, t = "%s %s", { 1, 2 } end return f:format(table.unpack(t))"#,
    #"local f = c.text return f:format(c.n)"#,
    #"return string.format(c.n)"#, #"return string.format("%d", c.n)"#,
    #"return string.format(tostring(c.n), c.n)"#,
  ])
  func `formats that fit are right`(body: String) throws {
    #expect(try Self.findings(body).map(\.description) == [])
  }
}
