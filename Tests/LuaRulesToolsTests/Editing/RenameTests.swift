import LuaRules
import LuaRulesTools
import Testing

/// Names that are hard to follow.
struct RenameTests {
  /// A rename at `|` in a file, and what comes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The rule file, with `|` before the renamed name.
    let text: String
    var name = "new"
    /// Each place of the new name, with a letter or two before it; `nil` if it is refused.
    var result: String?
    /// A part of the reason for which it is refused.
    var reason = ""
    var others: [String: String] = [:]
    var hasSchema = false
    /// The other files after the rename, if they change.
    var changed: [String: String] = [:]
  }

  private static let schema = """
    { "properties": {
      "order": { "$ref": "#/$defs/order" }, "cart": { "$ref": "#/$defs/order" },
      "shop": { "type": "object", "properties": { "total": { "type": "integer" } } },
      "k": { "type": "integer" } },
      "$defs": { "order": { "type": "object", "properties": { "total": { "type": "integer" } } } } }
    """

  private static func rule(_ value: String, before: String = "") -> String {
    before + "\nreturn { { key = \"k\", value = \(value) } }"
  }

  static let locals = [
    Case(
      testDescription: "another variable of the same block",
      text: rule("a + b", before: "local |a = 1 local b = 2"), name: "b",
      reason: "another variable in line 1"),
    Case(
      testDescription: "the parameter of an inner function",
      text: rule(
        "function(c) return f(c.x) end", before: "local |a = 1 local function f(b) return a end"),
      name: "b", reason: "another variable"),
    Case(
      testDescription: "a global that the function reads",
      text: rule("function(c) local |a = 1 return tostring(a) end"), name: "tostring",
      reason: "the global"),
    Case(
      testDescription: "a parameter, captured by a loop",
      text: rule("function(|c) for i = 1, 2 do if c.x then return i end end end"), name: "i",
      reason: "another variable"),
    Case(
      testDescription: "a keyword", text: rule("a", before: "local |a = 1"), name: "end",
      reason: "no name in Lua"),
    Case(
      testDescription: "the parameter of a method",
      text: rule("a", before: "local |a = 1 local t = {} function t:f() return self, a end"),
      name: "self", reason: "the global"),
    Case(
      testDescription: "the hidden parameter of a method",
      text: rule("a", before: "local |a = 1 local t = {} function t:f() return a end"),
      name: "self", reason: "something else"),
    Case(
      testDescription: "the environment", text: rule("a", before: "local |a = 1"), name: "_ENV",
      reason: "belongs to Lua"),
    Case(
      testDescription: "a file that Lua cannot compile",
      text: rule("a + ", before: "local |a = 1"), reason: "cannot compile"),
    Case(
      testDescription: "only the inner one of two",
      text: rule("a", before: "local a = 1 do local |a = a + 1 print(a) end"),
      result: rule("a", before: "local a = 1 do local new = a + 1 print(new) end")),
    Case(
      testDescription: "a variable behind the block",
      text: rule("a", before: "do local |b = 1 print(b) end local a = 1"), name: "a",
      result: rule("a", before: "do local a = 1 print(a) end local a = 1")),
    Case(
      testDescription: "a condition behind `until`",
      text: rule("1", before: "repeat local |a = 1 until a"),
      result: rule("1", before: "repeat local new = 1 until new")),
    Case(
      testDescription: "a label, which is no variable",
      text: rule("a", before: "local |a = 1 goto a ::a::"),
      result: rule("new", before: "local new = 1 goto a ::a::")),
    Case(
      testDescription: "the value of its own declaration",
      text: rule("a", before: "local a = 1 local |a = a"),
      result: rule("new", before: "local a = 1 local new = a")),
    Case(
      testDescription: "members and fields of the same name",
      text: rule("a.a", before: "local |a = { a = 1 }"),
      result: rule("new.a", before: "local new = { a = 1 }")),
  ]

  static let ownFields = [
    Case(
      testDescription: "a field of a table of the file",
      text: rule("theme.|size + theme.big", before: "local theme = { size = 1, big = 2 }"),
      result: rule("theme.new + theme.big", before: "local theme = { new = 1, big = 2 }")),
    Case(
      testDescription: "a function of a table of the file",
      text: rule("theme.size(c)", before: "local theme = {} function theme.|size(c) return 1 end"),
      result: rule("theme.new(c)", before: "local theme = {} function theme.new(c) return 1 end")),
    Case(
      testDescription: "a field with the name of another one",
      text: rule("theme.|size + theme.new", before: "local theme = { size = 1, new = 2 }"),
      reason: "there is a `new` already"),
    Case(
      testDescription: "a field of a table that is walked through",
      text: rule(
        "theme.|size", before: "local theme = { size = 1 } for k in pairs(theme) do print(k) end"),
      reason: "it cannot be seen"),
    Case(
      testDescription: "a field of a table with a computed name",
      text: rule(
        "function(c) return theme[c.x] + theme.|size end", before: "local theme = { size = 1 }"),
      reason: "it cannot be seen"),
    Case(
      testDescription: "a field that is also read where nesting is too deep to follow",
      text: rule(
        "theme.|size + " + String(repeating: "(", count: 170) + "theme.size"
          + String(repeating: ")", count: 170), before: "local theme = { size = 1 }"),
      reason: "it cannot be seen"),
    Case(
      testDescription: "a field of a table that a method gets",
      text: rule(
        "theme.|size", before: "local theme = { size = 1 } function theme:f() return self.size end"),
      reason: "it cannot be seen"),
  ]

  static let members = [
    Case(
      testDescription: "a member behind `or`",
      text: rule("function(c) return (c.order or {}).|total end"),
      result: rule("function(c) return (c.order or {}).new end")),
    Case(
      testDescription: "a member behind an alias with `or`",
      text: rule("function(c) local o = c.order or {} return o.|total end"),
      result: rule("function(c) local o = c.order or {} return o.new end")),
    Case(
      testDescription: "a key behind an alias",
      text: rule("function(c) local o = c.|order\nreturn o.total end"),
      result: rule("function(c) local o = c.new\nreturn o.total end")),
    Case(
      testDescription: "the parameter of a helper",
      text: rule(
        "function(c) return sum(c.order) + c.order.|total end",
        before: "local function sum(o) return o.total end"),
      result: rule(
        "function(c) return sum(c.order) + c.order.new end",
        before: "local function sum(o) return o.new end")),
    Case(
      testDescription: "at the parameter of a helper that is called `c`",
      text: rule(
        "function(x) return sum(x.order) + x.total end",
        before: "local function sum(c) return c.|total end"),
      result: rule(
        "function(x) return sum(x.order) + x.total end",
        before: "local function sum(c) return c.new end")),
    Case(
      testDescription: "a helper of two objects",
      text: rule(
        "function(c) return sum(c.order) + sum(c.cart) + c.order.|total end",
        before: "local function sum(o) return o.total end"),
      reason: "a.lua:1: it cannot be seen whether this `total` is `order.total`"),
    Case(
      testDescription: "a helper that somebody else calls",
      text: rule(
        "function(c) table.sort(c.list, by) return c.order.|total end",
        before: "local function by(c, d) return c.total < d.total end"),
      reason: "a.lua:1"),
    Case(
      testDescription: "an object in a table",
      text: rule(
        "function(c) local with = { order = c.order } return with.order.total + c.order.|total end"),
      reason: "a.lua:2"),
    Case(
      testDescription: "a variable that gets another object",
      text: rule("function(c) local o = c.order o = c.cart return o.total + c.order.|total end"),
      reason: "a.lua:2"),
    Case(
      testDescription: "the result of a function",
      text: rule(
        "function(c) return first(c).total + c.order.|total end",
        before: "local function first(c) return c.order end"),
      result: rule(
        "function(c) return first(c).new + c.order.new end",
        before: "local function first(c) return c.order end")),
    Case(
      testDescription: "a computed name",
      text: rule("function(c) return c.order[c.field] + c.order.|total end"),
      reason: "computes a name"),
    Case(
      testDescription: "a walk through all names",
      text: rule("function(c) for n in pairs(c.order) do print(n) end return c.order.|total end"),
      reason: "may walk through the names"),
    Case(
      testDescription: "a name with an escape",
      text: rule("function(c) return c.order[\"to\\116al\"] + c.order.|total\nend"),
      reason: "this text may be `total`"),
    Case(
      testDescription: "patterns and constants, but no texts",
      text: """
        return {
          { key = "order", value = { |total = 3, note = "total" } },
          { key = "k", when = { order = { total = 3 } }, value = 1 },
          { key = "k", when = { ["order.total"] = 4 }, value = "total" },
        }
        """,
      result: """
        return {
          { key = "order", value = { new = 3, note = "total" } },
          { key = "k", when = { order = { new = 3 } }, value = 1 },
          { key = "k", when = { ["order.new"] = 4 }, value = "total" },
        }
        """),
    Case(
      testDescription: "a pattern in a variable",
      text: """
        local large = { order = { total = 3 } }
        return { { key = "k", when = large, value = function(c) return c.order.|total end } }
        """,
      result: """
        local large = { order = { new = 3 } }
        return { { key = "k", when = large, value = function(c) return c.order.new end } }
        """),
    Case(
      testDescription: "a pattern that is made",
      text: """
        local function is(t) return { order = t } end
        return { { key = "k", when = is { total = 3 }, value = function(c) return c.order.|total end } }
        """, reason: "a.lua:2"),
    Case(
      testDescription: "a path key in the text of a variable",
      text: """
        local name = "order.total"
        return { { key = name, value = 1 }, { key = "k", value = function(c) return c.order.|total end } }
        """, reason: "does not show that this rule is for `order.total`"),
    Case(
      testDescription: "an object that a key gives again",
      text: """
        return {
          { key = "best", value = function(c) return c.order end },
          { key = "k", value = function(c) return c.best.total + c.order.|total end },
        }
        """, reason: "a.lua:2: what this rule gives to `best`"),
    Case(
      testDescription: "a name that is used already",
      text: rule("function(c) return c.order.|total + (c.order.new or 0) end"),
      reason: "there is a `order.new` already: a.lua:2"),
    Case(
      testDescription: "a name that may be used already",
      text: rule(
        "function(c) return c.order.|total + first(c).new end",
        before: "local function first(c) return c.order end"),
      reason: "a.lua:2"),
    Case(
      testDescription: "a constant table of the file",
      text: rule(
        "function(c) return most[c.region].total + c.order.|total end",
        before: "local most = { north = { total = 3 } }"),
      result: rule(
        "function(c) return most[c.region].total + c.order.new end",
        before: "local most = { north = { total = 3 } }")),
    Case(
      testDescription: "two keys of one type",
      text: rule("function(c) return c.order.|total + c.cart.total + c.shop.total end"),
      result: rule("function(c) return c.order.new + c.cart.new + c.shop.total end"),
      hasSchema: true),
    Case(
      testDescription: "a helper of two keys of one type",
      text: rule(
        "function(c) return sum(c.order) + c.order.|total end",
        before: "local function sum(o) return o.total end"),
      result: rule(
        "function(c) return sum(c.order) + c.order.new end",
        before: "local function sum(o) return o.new end"), hasSchema: true),
  ]

  static let keys = [
    Case(
      testDescription: "the inputs and outputs of a decision table",
      text: """
        return { table { inputs = { "order.total", "|cart" }, outputs = { "k" }, rows = { { 1, "-", 2 } } },
          { key = "k", value = function(c) return c.cart.total end } }
        """,
      result: """
        return { table { inputs = { "order.total", "new" }, outputs = { "k" }, rows = { { 1, "-", 2 } } },
          { key = "k", value = function(c) return c.new.total end } }
        """),
    Case(
      testDescription: "a file that is a decision table",
      text: #"return table { inputs = { "a" }, outputs = { "|k", "l" }, rows = { { 1, 2, 3 } } }"#,
      result:
        #"return table { inputs = { "a" }, outputs = { "new", "l" }, rows = { { 1, 2, 3 } } }"#),
    Case(
      testDescription: "a rule that is made in a loop",
      text: """
        local rules = { { key = "k", value = function(c) return c.|a end } }
        for _, name in ipairs({ "a", "b" }) do rules[#rules + 1] = { key = name, value = 1 } end
        return rules
        """, reason: "does not show that this rule is for `a`"),
    Case(
      testDescription: "members and tests of the same name",
      text: """
        return {
          { key = "|a", value = 1 },
          { key = "k", when = { a = 1, o = { a = 2 } }, value = function(c) return c.o.a end },
          { key = "o.a", value = function(c) return c.a end },
        }
        """,
      result: """
        return {
          { key = "new", value = 1 },
          { key = "k", when = { new = 1, o = { a = 2 } }, value = function(c) return c.o.a end },
          { key = "o.a", value = function(c) return c.new end },
        }
        """),
    Case(
      testDescription: "rule tests, also in rows",
      text: rule("function(c) return c.|a end"),
      result: rule("function(c) return c.new end"),
      others: [
        "/rules/a.test.lua": """
        local base = { a = 1, o = { a = 2 } }
        return { context = base,
          { "x", context = { a = 2 }, expect = { k = 2, a = 2 } },
          { "y", given = { "a", "o.a" }, expect = { "k" }, cases = { { 1, 2, 1 } } },
        }
        """
      ],
      changed: [
        "/rules/a.test.lua": """
        local base = { new = 1, o = { a = 2 } }
        return { context = base,
          { "x", context = { new = 2 }, expect = { k = 2, new = 2 } },
          { "y", given = { "new", "o.a" }, expect = { "k" }, cases = { { 1, 2, 1 } } },
        }
        """
      ]),
    Case(
      testDescription: "a value of the context in a table of a test",
      text: rule("function(c) return c.|a end"), reason: "a.test.lua:2",
      others: [
        "/rules/a.test.lua": """
        local function with(t) return t end
        return { { "x", context = with { a = 2 }, expect = { k = 2 } } }
        """
      ]),
    Case(
      testDescription: "a function of two modules with one name",
      text: rule(
        "function(c) return sums.|add(c.x) end", before: "local sums = require \"sums\""),
      result: rule(
        "function(c) return sums.new(c.x) end", before: "local sums = require \"sums\""),
      others: [
        "/rules/sums.lua": "local s = {} function s.add(x) return x end return s",
        "/rules/b/b.lua": rule("sums.add(1)", before: "local sums = require \"sums\""),
        "/rules/b/sums.lua": "return { add = function(x) return x end }",
      ],
      changed: ["/rules/sums.lua": "local s = {} function s.new(x) return x end return s"]),
    Case(
      testDescription: "another function called `require`",
      text: """
        local sums = require "sums"
        local function require(n) return { add = function() return 2 end } end
        local other = require "sums"
        return { { key = "k", value = sums.|add(1) + other.add(1) } }
        """, reason: "a.lua:2",
      others: ["/rules/sums.lua": "return { add = function(x) return x end }"]),
  ]

  private static func project(_ test: Case) -> (project: RenamedProject, offset: Int) {
    let parts = test.text.split(separator: "|", maxSplits: 1)
    var texts = test.others
    texts["/rules/a.lua"] = parts.joined()
    if test.hasSchema { texts[RenamedProject.schemaPath] = schema }
    return (RenamedProject(texts: texts), parts[0].utf8.count)
  }

  @Test(arguments: locals + ownFields + members + keys)
  func `a rename is whole or refused`(test: Case) throws {
    let (project, offset) = Self.project(test)
    guard let result = test.result else {
      let error = #expect(throws: RenameError.self) {
        try project.renamed(at: offset, in: "/rules/a.lua", to: test.name)
      }
      #expect(error?.message.contains(test.reason) == true, "\(error?.message ?? "")")
      return
    }
    let renamed = try project.renamed(at: offset, in: "/rules/a.lua", to: test.name)
    #expect(renamed.texts["/rules/a.lua"] == result)
    for (path, text) in test.others {
      #expect(renamed.texts[path] == test.changed[path] ?? text)
    }
  }
}
