import LuaRules
import LuaRulesTools
import Testing

/// The same faults where functions stand in rules, and where they stand elsewhere.
@Suite struct FunctionPlaceTests {
  private static let schema = #"""
    { "type": "object", "additionalProperties": false,
      "required": ["name", "hour", "tags", "kinds", "term", "lines", "a", "b"], "properties": {
        "name": { "type": "string" }, "note": { "type": "string" },
        "hour": { "type": "integer", "minimum": 0, "maximum": 23 },
        "a": { "type": "integer", "minimum": 0, "maximum": 9 },
        "b": { "type": "integer", "minimum": 0, "maximum": 9 },
        "term": { "type": "integer", "minimum": 6, "maximum": 360 },
        "tags": { "type": "array", "items": { "type": "string" } },
        "kinds": { "type": "array", "items": { "enum": ["cash", "mortgage"] } },
        "lines": { "type": "array", "minItems": 1, "items": { "type": "object",
          "required": ["label", "amount"], "additionalProperties": false, "properties": {
            "label": { "type": "string" },
            "amount": { "type": "integer", "minimum": 1, "maximum": 500 } } } },
        "k": {}, "l": {} } }
    """#

  /// Bodies of functions of two lines or more, and what is found as `LINE CODE`, counted from the first one.
  private static let faults: [(body: String, found: String)] = [
    ("if c.name:byte(1) == \"A\" then return 1 end\nreturn 2", "1 impossible-comparison"),
    ("if c.name:find(\"x\") == true then return 1 end\nreturn 2", "1 impossible-comparison"),
    ("if isMinor(c) and isAdult(c) then return 1 end\nreturn 2", "1 decided-test"),
    (
      "local least = 0\nfor _, line in ipairs(c.lines) do\n"
        + "if line.amount < least then least = line.amount end\nend\nreturn least",
      "3 decided-test"
    ),
    (
      "if c.hour < 8 then return 1 end\nif c.hour > 20 then return 2 end\n"
        + "if c.hour >= 8 and c.hour <= 20 then return 3 end\nreturn 4",
      "4 decided-test"
    ),
    (
      "if c.a > c.b then return 1 elseif c.a <= c.b then return 2 end\nreturn 3",
      "2 decided-test"
    ),
    ("if c.name and c.hour == 2 then return 1 end\nreturn 2", "1 decided-test"),
    ("if c.term // 12 > 30 then return 1 end\nreturn 2", "1 decided-test"),
    ("local first = c.tags[0]\nreturn first", "1 unknown-member"),
    ("if c.tags == {} then return 1 end\nreturn 2", "1 impossible-comparison"),
    ("if not c.tags then return 1 end\nreturn 2", "1 decided-test"),
    (
      "for _, kind in ipairs(c.kinds) do\nif kind == \"mortgages\" then return 1 end\nend\nreturn 2",
      "2 impossible-comparison"
    ),
    (
      "local seen = {}\nfor _, line in ipairs(c.lines) do seen[line] = true end\n"
        + "for _, line in ipairs(c.lines) do\nif seen[line.label] then return 1 end\nend\nreturn 2",
      "2 unknown-member"
    ),
    (
      "local name = c.name\nfor _, tag in ipairs(c.tags) do\nname:gsub(tag, \"\")\nend\nreturn name",
      "3 unused-value"
    ),
    ("local level = math.max(100, math.min(0, c.hour))\nreturn level", "1 decided-test"),
  ]

  /// What stands around such a body, which begins in the line behind `BODY`.
  private static let places = [
    "return {\n{ key = \"k\", value = function(c)\nBODY\nend },\n}",
    "local function f(c)\nBODY\nend\nreturn { { key = \"k\", value = f } }",
    "local function f(c)\nBODY\nend\nreturn { { key = \"k\", value = f }, { key = \"l\", value = f } }",
    "local rules = {}\nlocal function add(rule) rules[#rules + 1] = rule end\n"
      + "add { key = \"k\", value = function(c)\nBODY\nend }\nreturn rules",
    "local function make(key, value) return { key = key, value = value } end\n"
      + "return { make(\"k\", function(c)\nBODY\nend) }",
    "local function make(key, value) return { key = key, value = value } end\n"
      + "local function f(c)\nBODY\nend\nreturn { make(\"k\", f) }",
    "local maker = {}\nfunction maker.f(c)\nBODY\nend\nreturn { { key = \"k\", value = maker.f } }",
    "local function f(c)\nBODY\nend\nreturn { { key = \"k\", value = function(c) return f(c) end } }",
    "local function f(c, least, what)\nBODY\nend\n"
      + "return { { key = \"k\", value = function(c) return f(c, 2) end },\n"
      + "{ key = \"l\", value = function(c) return f(c, c.hour, c.name) end } }",
    "local function f(c)\nBODY\nend\nlocal function g(c) return f(c) end\n"
      + "return { { key = \"k\", value = function(c) return g(c) end } }",
  ]

  private static func findings(_ body: String, in place: String) throws -> [String] {
    let text =
      "local function isMinor(c) return c.hour < 18 end "
      + "local function isAdult(c) return c.hour >= 18 end "
      + place.replacing("BODY", with: body)
    let lines = place.split(separator: "\n").firstIndex { $0 == "BODY" } ?? 0
    return try CheckedText.check(text, schema: schema).findings
      .filter { ![.unusedLocal, .unknownKey, .unreachableRule].contains($0.code) }
      .map {
        // Which of the two is told depends on how a function is called.
        let code = $0.code == .unreachableBranch ? RuleFinding.Code.decidedTest : $0.code
        return "\(($0.location.line ?? 0) - lines) \(code.rawValue)"
      }
  }

  @Test(arguments: faults, places)
  func `a fault is told wherever the function stands`(
    fault: (body: String, found: String), place: String
  ) throws {
    #expect(try Self.findings(fault.body, in: place) == [fault.found])
  }

  /// What calls a function with something else than the context, or may do so.
  @Test(arguments: [
    "local function f(c)\nBODY\nend\nreturn { { key = \"k\", value = function(c) return f(c.x) end } }",
    "local function f(c)\nBODY\nend\nlocal function g(x) return f(x) end\n"
      + "return { { key = \"k\", value = f }, { key = \"l\", value = function(c) return g(c.x) end } }",
    "local function f(c)\nBODY\nend\nlocal all = { f }\n"
      + "return { { key = \"k\", value = f }, { key = \"l\", value = function(c) return all[1](c.x) end } }",
    "local tools = { f = function(c)\nBODY\nend }\n"
      + "return { { key = \"k\", value = tools.f },\n"
      + "{ key = \"l\", value = function(c) return tools.f(c.x) end } }",
    "local tools = { deep = { f = function(c)\nBODY\nend } }\nreturn {\n"
      + "{ key = \"k\", value = tools.deep.f },\n"
      + "{ key = \"l\", value = function(c) return tools.deep.f(c.x) end } }",
    "local function f(c)\nBODY\nend\nlocal known = f({ hour = 99, a = 1, b = 1 })\n"
      + "return { { key = \"k\", value = f }, { key = \"l\", value = known } }",
    "local function f(c)\nBODY\nend\nlocal function doubled(g)\n"
      + "return function(c) return g({ hour = 99 }) or g(c) end end\n"
      + "return { { key = \"k\", value = f }, { key = \"l\", value = doubled(f) } }",
    "local rules = {}\nfor _, least in ipairs({ 1, 2 }) do\nrules[#rules + 1] = {\n"
      + "key = \"k\", value = function(c) local a = least\nBODY\nend }\nend\nreturn rules",
    "local function f(c)\nBODY\nend\nreturn { { key = \"k\", value = function(c) return f(c) end },\n"
      + "{ key = \"l\", value = function(c) return f({ hour = 99, a = 1, b = 1 }) end } }",
  ])
  func `what another call may give is not told`(place: String) throws {
    let body =
      "if c.hour < 8 then return 1 end\nif c.hour >= 8 and c.hour <= 23 then return 3 end\nreturn 4"
    #expect(try Self.findings(body, in: place) == [])
  }

  /// Careful code, settings, and what a caller has tested.
  @Test(arguments: [
    "if c.note and c.hour == 2 then return c.note end\nreturn 2",
    "if c.hour > (least or 3) then return 1 end\nreturn 2",
    "if c.hour < 0 then error(\"hour\") end\nreturn c.hour",
    "for _, line in ipairs(c.lines) do if line.amount > 400 then return line.label end end\nreturn 2",
  ])
  func `right code stays silent wherever it stands`(body: String) throws {
    for place in Self.places {
      let place =
        "local least "
        + place.replacing("(c, least, what)", with: "(c)")
      #expect(try Self.findings(body, in: place) == [])
    }
    let tested =
      "local least local function f(c)\nBODY\nend\n"
      + "return { { key = \"k\", value = function(c) if c.note then return f(c) end return 1 end } }"
    #expect(try Self.findings(body.replacing("c.note and ", with: ""), in: tested) == [])
  }
}
