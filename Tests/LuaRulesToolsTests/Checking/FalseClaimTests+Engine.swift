// Functions of which a claim would rest on what the engine does not make sure of.

import LuaRules
import LuaRulesTools
import Testing

extension FalseClaimTests {
  static let rowsOfTheEngine: [Row] = [
    // What the engine does not make sure of.
    Row(
      "an integer that a float does not hold",
      """
      return { { key = "k", value = 1, when = function(c) return c.count < 9007199254740993 end } }
      """),
    Row(
      "a float is put in order with an integer that no float is",
      """
      return { { key = "k", value = 1, when = function(c) return c.ratio >= 9007199254740993 end } }
      """),
    Row(
      "a rule gives less than nothing",
      """
      return {
        { key = "level", value = -0.0 },
        { key = "k", value = function(c) return c.level % 0 end },
      }
      """),
    Row(
      "a rule gives a float inside",
      """
      return {
        { key = "order", value = { id = "a", total = 1, limit = 3.0, lines = { 1.0 } } },
        { key = "k", value = function(c) for _, n in ipairs(c.order.lines) do return n // 0 end end },
      }
      """),
    Row(
      "unpack with bounds takes anything",
      value: #"return table.unpack("x", 1, 0) == nil and table.unpack(nil, 1, 0) == nil"#),
    Row("unpack takes a string without elements", value: #"return table.unpack("") == nil"#),
    // Kinds that may be another value.
    Row(
      "a kind is compared with a text or nothing",
      value: """
        local want
        if c.order.note then want = "number" end
        if type(c.count) == want then return 1 end
        if type(c.count) == "number" then return 2 end
        return 3
        """),
    // Functions that others call, too.
    Row(
      "another name for the value of a rule",
      """
      local base = { key = "k", value = function(o) if o.level == nil then return 7 end return o.level end }
      local f = base.value
      return { base, { key = "other", value = function(c) return f({}) end } }
      """),
    Row(
      "another table keeps the value of a rule",
      """
      local base = { key = "k", value = function(o) if o.level == nil then return 7 end return o.level end }
      local lib = { f = base.value }
      return { base, { key = "other", value = function(c) return lib.f({}) end } }
      """),
    Row(
      "a builder keeps the rules",
      """
      local registry = {}
      local function rule(t) registry[#registry + 1] = t return t end
      return {
        rule({ key = "k", value = function(o) if o.level == nil then return 7 end return o.level end }),
        { key = "other", value = function(c) return registry[1].value({}) end },
      }
      """),
  ]

  @Test(arguments: [
    ("if c.order.total < 0 then return 1 end return 2", "`order.total` is at least 0"),
    ("local o if c.share < 0 then o = c.order end return o.total", "`share` is at least 0"),
    (
      "if type(c.order.total) ~= \"number\" then return 1 end return 2",
      "`order.total` has a value"
    ),
    ("if #c.order.lines == 0 then return 1 end return 2", "`#order.lines` is at least 1"),
  ])
  func `a finding says on which bounds it rests`(value: String, fact: String) throws {
    let text = "return { { key = \"k\", value = function(c) \(value) end } }"
    let found = try CheckedText.check(text, schema: Self.schema).findings.filter {
      $0.code != .unusedKey
    }
    #expect(found.allSatisfy { $0.severity < .error })
    #expect(found.contains { $0.message.contains("the schema says that \(fact)") }, "\(found)")
  }

  @Test func `a finding says that a default may be set to null`() throws {
    let value = "local t if c.level == nil then t = c.order end return t.total"
    let text = "return { { key = \"k\", value = function(c) \(value) end } }"
    let found = try CheckedText.check(text, schema: Self.schema).findings.filter {
      $0.code == .possibleNil
    }
    #expect(found.map(\.severity) == [.warning])
    #expect(found.allSatisfy { $0.message.hasSuffix("; unless `level` is set to null") })
  }

  @Test(arguments: [
    ("return c.level ~= nil", "; unless `level` is set to null"),
    ("return c.on == true or c.on == false", "; unless `on` is set to null"),
    ("return c.order.tag ~= nil", "; the schema says that `order.tag` has a value"),
    ("return c.order.total < 0", "never hold; the schema says that `order.total` is at least 0"),
    ("return c.size == \"s\" or c.size == \"m\"", "always holds; unless `size` is unset"),
    (
      "return c.ratio < 1 or c.ratio >= 1",
      "always holds; unless `ratio` is unset or `ratio` is no number (NaN)"
    ),
  ])
  func `a condition says on which bounds its outcome rests`(when: String, message: String) throws {
    let text = "return { { key = \"k\", when = function(c) \(when) end, value = 1 } }"
    let found = try CheckedText.check(text, schema: Self.schema).findings
    #expect(found.contains { $0.message.contains(message) }, "\(found)")
  }

  @Test func `what is told of a group rests on its own condition, and is told once`() throws {
    let text = """
      return {
        { when = function(c) return c.order.total < 0 end, rules = {
          { key = "k", when = function(c) return #c.order.lines > 2 end, value = 1 },
          { key = "k", when = function(c) return c.size == "s" end, value = 2 },
        } },
      }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings
    #expect(
      found.filter { $0.code == .alwaysFalse }.map(\.message) == [
        "the condition can never hold; the schema says that `order.total` is at least 0; "
          + "unless `order.total` is no number (NaN)"
      ])
  }
}
