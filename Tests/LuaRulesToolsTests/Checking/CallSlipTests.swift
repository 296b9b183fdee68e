import LuaRules
import LuaRulesTools
import Testing

/// Slips in calls: what is given, how a function is called, and functions that do nothing.
@Suite struct CallSlipTests {
  private static let schema = #"""
    { "type": "object", "additionalProperties": false, "required": ["name", "tags", "lines", "owner"],
      "properties": { "name": { "type": "string" }, "level": {},
        "tags": { "type": "array", "items": { "type": "string" } },
        "owner": { "type": "object", "properties": { "name": { "type": "string" } } },
        "lines": { "type": "array", "items": { "type": "object", "required": ["amount"],
          "properties": { "amount": { "type": "integer" } } } }, "k": {} } }
    """#

  private static let before = """
    local function each(list, visit) for _, value in ipairs(list) do if visit(value) then return end end end \
    local function atLeast(n) return function(c) return #c.name >= n end end
    """

  private static func messages(_ body: String) throws -> [String] {
    try CheckedText.check(
      "\(before)\nreturn { { key = \"k\", value = function(c) \(body) end } }", schema: schema
    ).findings.filter { $0.severity > .info && $0.code != .unusedLocal }.map {
      "\($0.severity.rawValue) \($0.message)"
    }
  }

  @Test(arguments: [
    (
      "return tostring(c.tags)",
      "warning `tostring` does not write what is in `tags`, which is a list; "
        + "the schema says that `tags` has a value"
    ),
    (
      "return string.format(\"%s: %s\", c.name, c.owner)",
      "warning `%s` does not write what is in `owner`, which is an object; "
        + "the schema says that `owner` has a value"
    ),
    (
      "return string:upper(c.name)",
      "error `string:upper` gets `string` itself as its first argument"
    ),
    (
      "local all = {} table:insert(all, c.name) return all",
      "error `table:insert` gets `table` itself as its first argument"
    ),
    (
      "if atLeast(2) then return 1 end return 2",
      "warning this test has always the same outcome: `atLeast(…)` is a function, which counts as true, "
        + "so a branch is never reached"
    ),
    (
      "each(c.lines, function(line) local _big = line.amount > 3 end) return 1",
      "warning this function gives nothing back, and changes nothing"
    ),
  ])
  func `a slip is told`(body: String, message: String) throws {
    #expect(try Self.messages(body) == [message])
  }

  @Test(arguments: [
    "return tostring(c.level)", "return string.format(\"%s\", c.level)",
    "return tostring(#c.tags)", "return string.format(\"%s\", c.tags[1])",
    "return tostring({}) == tostring(c.name)",
    "local upper = c.name:upper() return upper",
    "local n = 0 each(c.lines, function(line) n = n + line.amount end) return n",
    "local all = {} each(c.lines, function(line) all[#all + 1] = line.amount end) return all",
    "each(c.lines, function() end) return 1",
    "each(c.lines, function(_line) return end) return 1",
    "each(c.lines, function(line) assert(line.amount > 0) end) return 1",
    "local found each(c.lines, function(line) if line.amount > 3 then found = line return true end end) return found",
  ])
  func `what is meant is not told`(body: String) throws {
    #expect(try Self.messages(body) == [])
  }
}
