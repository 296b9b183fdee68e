import LuaRules
import LuaRulesTools
import Testing

/// Values that may be missing, and that a rule makes sure of by functions, loops and callbacks.
@Suite struct GuardedValueTests {
  private static let schema = """
    { "type": "object", "required": ["customer", "docs", "tags", "ward"], "properties": {
      "ward": { "type": ["string", "null"] },
      "tags": { "type": "array", "minItems": 1, "items": { "type": "string" } },
      "customer": { "type": "object", "additionalProperties": false, "required": ["name", "kind"],
        "properties": { "name": { "type": "string" }, "phone": { "type": "string" },
          "kind": { "enum": ["gold", "silver"] } } },
      "docs": { "type": "array", "items": { "type": "object", "additionalProperties": false,
        "required": ["title"], "properties": { "title": { "type": "string" },
          "note": { "type": "string" } } } },
      "k": {} } }
    """

  /// Functions of the file, in line 1.
  private static let helpers = """
    local function fail(what) error("missing " .. what) end \
    local die, check = error, {} function check.fail(what) error(what, 0) end \
    local function expect(condition, what) if not condition then error(what .. " expected") end end \
    local function all(...) for i = 1, select("#", ...) do assert((select(i, ...)), i) end end \
    local function noted(list) for _, x in ipairs(list) do if x.note == nil then fail("note") end end end \
    local function with(x, f, other) if x ~= nil then return f() end return other end \
    local function stop(isBad) if isBad then error("bad") end end \
    local function each(list, f) for _, x in ipairs(list) do f(x) end end
    """

  /// Returns what is told of a function, with lines of which the second is the first one of the body.
  private static func findings(_ body: String) throws -> [String] {
    try CheckedText.check(
      "\(helpers)\nreturn { { key = \"k\", value = function(c)\n\(body)\nend } }", schema: schema
    ).findings.filter { $0.severity > .info && $0.code != .unusedLocal }
      .map { "\(($0.location.line ?? 0) - 1) \($0.code.rawValue)" }
  }

  @Test(arguments: [
    // A function of the file that never returns.
    "local p = c.customer.phone\nif not p then fail(\"phone\") end\nreturn p:upper()",
    "local p = c.customer.phone\nif p == nil then check.fail(\"phone\") end\nreturn p:upper()",
    "local p = c.customer.phone\nif not p then die(\"phone\") end\nreturn p:upper()",
    "if not c.ward then fail(\"ward\") end\nreturn c.ward:upper()",
    "local function no() error(\"no\") end\nif not c.ward then no() end\nreturn c.ward:upper()",
    // One that returns only if an argument counts as true.
    "local p = c.customer.phone\nexpect(p ~= nil, \"phone\")\nreturn p:upper()",
    "expect(c.customer.phone and c.ward, \"both\")\nreturn c.customer.phone:upper() .. c.ward:upper()",
    "all(c.ward, c.customer.phone)\nreturn c.ward:upper() .. c.customer.phone:upper()",
    // One that looks at all elements.
    "noted(c.docs)\nlocal out = {}\nfor i, d in ipairs(c.docs) do out[i] = d.note:upper() end\nreturn out",
    // A loop that has a round.
    "local x = c.ward\nfor _, y in ipairs({ c.customer.phone or \"\", \"none\" }) do\nif x then break end\nx = y\nend\nreturn x:upper()",
    "local x = c.ward\nfor _, tag in ipairs(c.tags) do x = x or tag end\nreturn x:upper()",
    // A function that is only called where the value is there.
    "return with(c.ward, function() return c.ward:upper() end, \"none\")",
  ])
  func `what a rule makes sure of is not told`(body: String) throws {
    let found = try Self.findings(body)
    #expect(found == [], "\(body)")
  }

  @Test(arguments: [
    (
      "local p = c.customer.phone\nif not p then stop(c.customer.kind == \"gold\") end\nreturn p:upper()",
      4
    ),
    (
      "local p = c.customer.phone\nif c.customer.kind == \"gold\" and not p then fail(\"p\") end\nreturn p:upper()",
      4
    ),
    ("expect(c.ward or c.customer.phone, \"one\")\nreturn c.ward:upper()", 3),
    ("expect(c.customer.name, \"name\")\nreturn c.customer.phone:upper()", 3),
    ("local x = c.ward\nfor _, d in ipairs(c.docs) do x = d.title end\nreturn x:upper()", 4),
    (
      "local x = c.ward\nfor _, tag in ipairs(c.tags) do if #tag > 3 then x = tag end end\nreturn x:upper()",
      4
    ),
    ("local n = 0\neach(c.docs, function(d) n = n + #d.note end)\nreturn n", 3),
    ("return with(c.customer.name, function() return c.ward:upper() end, \"none\")", 2),
    ("if #c.docs > 0 then noted(c.docs) end\nreturn c.customer.phone:upper()", 3),
  ])
  func `what a rule makes sure of in some cases only is told`(body: String, line: Int) throws {
    let found = try Self.findings(body)
    #expect(
      found.map { $0.split(separator: " ").first.map(String.init) } == ["\(line)"],
      "\(body): \(found)")
  }

  @Test func `a branch that calls what always raises is careful, and not told`() throws {
    let text = """
      local function impossible() assert(false, "impossible") end
      return { { key = "k", value = function(c)
        if c.customer.kind == "gold" then return 1 end
        if c.customer.kind == "silver" then return 2 end
        impossible()
      end } }
      """
    #expect(try CheckedText.findings(text, schema: Self.schema) == [])
  }

  @Test func `a rule that calls a method of a text of the context is tried`() throws {
    let found = try Self.findings(
      "local t = { c.customer.name:upper() }\ntable.insert(t, 9, \"x\")\nreturn #t")
    #expect(found == ["3 possible-failure"])
  }
}
