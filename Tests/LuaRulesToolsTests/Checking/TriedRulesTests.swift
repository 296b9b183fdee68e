import LuaRules
import LuaRulesTools
import Testing

/// What trials in contexts of the schema show.
@Suite struct TriedRulesTests {
  private static let schema = #"""
    { "type": "object", "required": ["order", "level", "kind", "isNew"], "properties": {
      "kind": { "enum": ["a", "b", "c"] }, "isNew": { "type": "boolean" },
      "level": { "type": "integer", "minimum": 0, "maximum": 9 },
      "note": { "type": "string" }, "extra": {},
      "order": { "type": "object", "required": ["lines", "title", "count"], "properties": {
        "title": { "type": "string" }, "count": { "type": "integer" },
        "coupon": { "type": "object", "required": ["code"], "properties": {
          "code": { "type": "string" }, "percent": { "type": "integer" } } },
        "lines": { "type": "array", "maxItems": 6, "items": { "type": "object",
          "required": ["sku", "price"], "properties": {
            "sku": { "type": "string" }, "price": { "type": "number" },
            "weight": { "type": "number" } } } } } },
      "text": { "type": "string", "default": "" }, "amount": { "type": "integer", "default": 0 },
      "isFull": { "type": "boolean" }, "color": { "enum": ["red", "green"] } } }
    """#

  private static func findings(
    _ rules: [String], before: String = "", host: HostFunctions = [:]
  ) throws -> [String] {
    let list = rules.map { "  { \($0) }," }.joined(separator: "\n")
    return try CheckedText.check("\(before) return {\n\(list)\n}", schema: schema, host: host)
      .findings.filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue): \($0.message)" }
  }

  // MARK: Failures

  private static let groups = """
    local function bySku(lines)
      local groups = {}
      for _, line in ipairs(lines) do
        local group = groups[line.sku] or { price = 0 }
        group.price = group.price + line.price
        groups[line.sku] = group
      end
      return groups
    end
    """

  @Test func `a failure is told with what it depends on`() throws {
    let found = try Self.findings(
      [
        "key = \"amount\", value = function(c) local sum = 0 "
          + "for _, group in pairs(bySku(c.order.lines)) do sum = sum + group.sum end return sum end"
      ], before: Self.groups.split(separator: "\n").joined(separator: " "))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("2 possible-failure: ") == true, "\(found)")
    #expect(found.first?.contains("(field 'sum')") == true, "\(found)")
    #expect(found.first?.contains("where `order.lines` is [{") == true, "\(found)")
  }

  @Test(arguments: [
    "return 100 % (c.level - 5)", "for _ = 1, 3, 9 - c.level do return 1 end return 2",
    "local t = { a = 5, b = c.order.coupon and c.order.coupon.percent } return t.a + t.b",
    "local t = {} t[c.note] = 1 return 1",
    "local t = { \"x\", c.note, \"y\" } return #table.concat(t, \"\", 1, 3)",
    "local n = c.level while n ~= 1 do n = n // 2 end return n",
    "local t = { c.order.title } table.insert(t, 9, \"x\") return #t",
    "local steps = { 3, 2, \"1\" } return steps[c.level % 3 + 1]",
  ])
  func `a function that fails in some contexts is told`(body: String) throws {
    let found = try Self.findings(["key = \"amount\", value = function(c) \(body) end"])
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("2 possible-failure: ") == true, "\(found)")
  }

  @Test func `what a rule needs is named, and what it lacks`() throws {
    let found = try Self.findings(
      ["key = \"amount\", value = function(c) if c.level == 7 then return sum(c.order) end end"],
      before:
        "local function sum(o) local t = { o.coupon and o.coupon.percent } return t[1] + 1 end")
    #expect(found.first?.contains("where `level` is 7") == true, "\(found)")
  }

  @Test(arguments: [
    // An error that the rule raises itself.
    "if c.level > 3 then error(\"attempt to sell\") end return 1",
    "if c.level > 3 then return error(\"the level must be a number\") end return 1",
    "local function check(ok) assert(ok, \"bad argument #1\") end check(c.level < 3) return 1",
    "assert(c.level < 3, \"too much\") return 1",
    // The form of a free text.
    "return tonumber(c.order.title) + 1", "return tonumber((c.order.title:match(\"%d+\"))) + 1",
    "local y, m = c.order.title:match(\"(%d+)-(%d+)\") return y * 12 + m",
    // What the schema does not describe.
    "return c.extra.size + 1", "return host.rate(c) + 1",
    // Loops that end.
    "local n = c.level while n > 1 do n = n // 2 end return n",
    "local n = 0 for i = 1, 2000 do n = n + i end return n",
    // What was tested before.
    "local t = { c.order.coupon } return t[1] and #t[1].code or 0",
    "local function has(o) return o.coupon ~= nil end return has(c.order) and #c.order.coupon.code or 0",
  ])
  func `what does not fail for certain is not told`(body: String) throws {
    let found = try Self.findings(
      ["key = \"amount\", value = function(c) \(body) end"],
      host: ["rate": .function { (_: RuleContext) throws -> Int? in nil }])
    #expect(!found.contains { $0.contains("possible-failure") }, "\(found)")
  }

  @Test func `an endless rule is told with its key, and not with the budget of a trial`() throws {
    let found = try Self.findings([
      "key = \"amount\", value = function(c) local t = c.order.title "
        + "while #t < 50 do t = t .. \"\" end return #t end"
    ])
    #expect(
      found == [
        "2 possible-failure: the rule for `amount` comes to no end: more than 1000000 instructions "
          + "were used"
      ])
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "return #(\"a\"):rep(20000):gsub((\".-\"):rep(20) .. \"b\", \"\")",
      "local t = {} for i = 1, 1e9 do t[i] = (\"x\"):rep(1e6) .. i end return #t",
      "return #(\"x\"):rep(c.level * 1e9)",
    ])
  func `rules that use all their time or memory do not hold up a check`(body: String) throws {
    let rules = (0..<20).map { index in
      "key = \"k\(index)\", when = function(c) return c.level > \(index % 9) end, "
        + "value = function(c) \(body) end"
    }
    _ = try Self.findings(rules)
  }

  @Test(.timeLimit(.minutes(1))) func `contexts are small, whatever the schema asks for`() throws {
    let nested = (0..<12).reduce(#"{ "type": "number" }"#) { inner, _ in
      #"{ "type": "array", "items": \#(inner) }"#
    }
    let schema = #"""
      { "type": "object", "properties": { "deep": \#(nested),
        "long": { "type": "array", "minItems": 1000000000, "items": { "type": "number" } },
        "n": { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
        "k": { "type": "integer", "default": 0 } } }
      """#
    let text = """
      return { { key = "k", value = function(c) return #c.deep + #c.long + (c.n > 0 and 1 or 0) end } }
      """
    #expect(try CheckedText.findings(text, schema: schema) == [])
  }

  @Test func `rules of a fallback are asked, but not tried`() throws {
    let schema = try RuleSchema(json: Self.schema)
    let fails = #"return { { key = "amount", value = function(c) return 1 // (c.level - 5) end } }"#
    let other = #"return { { key = "text", value = "x" } }"#
    let check = try RuleCheck(
      sources: [RuleSource(text: other, name: "a.lua")], schema: schema,
      fallback: [[RuleSource(text: fails, name: "b.lua")]])
    #expect(check.findings.filter { $0.code == .possibleFailure } == [])
  }

  @Test func `a text that a function looks for is found in some contexts`() throws {
    let found = try Self.findings([
      "key = \"amount\", value = function(c) if c.order.title:find(\"urgent\", 1, true) then "
        + "local t = {} return t.x.y end return 1 end"
    ])
    #expect(found.count == 1, "\(found)")
  }

  // MARK: All contexts

  @Test(arguments: [
    "return c.level // 2 * 2 > c.level", "return tostring(c.level) == \"10\"",
    "return c.isFull and c.level < 9",
  ])
  func `a condition that holds in no context is told`(body: String) throws {
    let found = try Self.findings([
      "key = \"isFull\", value = function(c) return c.level == 9 end",
      "key = \"color\", value = function(c) return c.isNew and \"red\" or \"green\" end",
      "key = \"text\", when = function(c) \(body) end, value = \"x\"",
    ])
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("4 always-false: ") == true, "\(found)")
  }

  @Test func `a rule that never wins behind a calculation is told`() throws {
    let found = try Self.findings([
      "key = \"text\", when = function(c) return c.level * 2 > 8 end, value = \"x\"",
      "key = \"text\", when = function(c) return c.level > 4 and c.isNew end, value = \"y\", "
        + "priority = \"low\"",
    ])
    #expect(
      found == [
        "3 unreachable-rule: the rule can never win, whatever value `level` has: others that are "
          + "asked before it always hold when it does"
      ])
  }

  @Test(arguments: [
    // It holds once.
    "return c.level * 3 == 27", "return c.isFull and c.level > 8 and c.kind == \"c\" and c.isNew",
    // Not all values can be tried.
    "return c.order.title == \"nobody writes this\" .. \" ever\"",
    "return c.order.count * 7 == 777", "return #c.order.lines * 5 + 1 == 31",
  ])
  func `a condition that may hold is not told`(body: String) throws {
    let found = try Self.findings([
      "key = \"isFull\", value = function(c) return c.level == 9 end",
      "key = \"text\", when = function(c) \(body) end, value = \"x\"",
    ])
    #expect(!found.contains { $0.hasPrefix("3 ") }, "\(found)")
  }

  // MARK: Ties

  @Test func `a tie of conditions about answers of other rules is shown`() throws {
    let found = try Self.findings([
      "key = \"amount\", value = function(c) return #c.order.lines end",
      "key = \"text\", when = function(c) return c.amount > 1 end, value = \"x\"",
      "key = \"text\", when = function(c) return #c.order.lines < c.level end, value = \"y\"",
    ])
    #expect(found.map { $0.prefix(6) } == ["4 tie:"], "\(found)")
  }

  @Test(arguments: [("", 1), ("c.kind == \"a\" and ", 0)])
  func `a rule that answers by the names of a table is tried with them`(
    other: String, count: Int
  ) throws {
    let found = try Self.findings(
      [
        "key = \"amount\", when = { kind = \"b\", isNew = true }, value = 25",
        "key = \"amount\", when = function(c) return \(other)c.note ~= nil end, complexity = 2, "
          + "value = function(c) return coupons[c.note] end",
      ], before: "local coupons = { WELCOME = 10, SPRING = 15 }")
    #expect(found.map { $0.prefix(6) } == Array(repeating: "3 tie:", count: count), "\(found)")
  }

  @Test func `rules that exclude one another by answers of other rules do not tie`() throws {
    let found = try Self.findings([
      "key = \"amount\", value = function(c) return #c.order.lines end",
      "key = \"text\", when = function(c) return c.amount > 2 end, value = \"x\"",
      "key = \"text\", when = function(c) return #c.order.lines < 2 end, value = \"y\"",
    ])
    #expect(found == [])
  }
}
