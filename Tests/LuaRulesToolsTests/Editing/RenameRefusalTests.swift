import LuaRulesTools
import Testing

/// Names that reach their places in ways that only a run shows.
struct RenameRefusalTests {
  /// A helper, and the value of a rule with `|` before the renamed name.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var before = ""
    var value = "function(c) return c.order.|total + f(c) end"
    var rules = ""
    var others: [String: String] = [:]
    /// A part of the reason for which the rename is refused; nothing if it is not.
    var reason = ""
  }

  /// Tables in tables, of which each names the one before twice.
  private static var manyTables: String {
    "local t0 = { x = 1 } "
      + (1...40).map { "local t\($0) = { a = t\($0 - 1), b = t\($0 - 1) } " }.joined()
  }

  static let cases = [
    Case(
      testDescription: "a function that calls itself with a part of its value",
      before: """
        local function f(node) local s = node.total
          for _, part in ipairs(node.parts or {}) do s = s + f(part) end return s end
        """,
      value: "function(c) return c.order.|total + f(c.order) end", reason: "a.lua:1"),
    Case(
      testDescription: "a value that is named in very many ways", before: manyTables,
      value: "function(c) return c.order.|total end",
      rules: "{ key = \"spare\", value = function() return t40 end },"),
    Case(
      testDescription: "the parameter of a function whose variable gets another value",
      before: "local f = function(o) return o.total end f = f",
      value: "function(c) return c.order.|total + f({ total = 1 }) end",
      rules: "{ key = \"spare\", when = f, value = 1 },", reason: "a.lua:1"),
    Case(
      testDescription: "members of the values behind `...`",
      before: """
        local function f(...) local s = 0 for _, o in ipairs({ ... }) do s = s + o.total end return s end
        """,
      value: "function(c) return c.order.|total + f(c.order) end", reason: "a.lua:1"),
    Case(
      testDescription: "the last of the values behind `...`",
      before: """
        local function g(o) return o.total end
        local function f(...) return g(...) end
        """,
      value: "function(c) return c.order.|total + f(c.order) end", reason: "a.lua:1"),
    Case(
      testDescription: "values that `...` only hands on",
      before: "local function f(...) return math.max(...) end",
      value: "function(c) return f(c.order.|total, 1) end"),
    Case(
      testDescription: "a table that `table.insert` fills",
      before: "local function f(c) local t = {} table.insert(t, c.order) return t[1].total end",
      reason: "a.lua:1"),
    Case(
      testDescription: "a table that is filled by another name",
      before: "local function f(c) local t = {} local u = t u.x = c.order return t.x.total end",
      reason: "a.lua:1"),
    Case(
      testDescription: "a table that a helper fills",
      before: """
        local function push(t, o) t[#t + 1] = o end
        local function f(c) local t = {} push(t, c.order) return t[1].total end
        """, reason: "a.lua:2"),
    Case(
      testDescription: "a table that `table.move` fills",
      before: """
        local function f(c) local t = {} table.move({ c.order }, 1, 1, 1, t) return t[1].total end
        """, reason: "a.lua:1"),
    Case(
      testDescription: "a table that `insert` of another name fills",
      before: """
        local insert = table.insert
        local function f(c) local t = {} insert(t, c.order) return t[1].total end
        """, reason: "a.lua:2"),
    Case(
      testDescription: "a table in a table that is filled by another name",
      before: """
        local t = { x = {} }
        local function f(c) local u = t.x u[1] = c.order return t.x[1].total end
        """, reason: "a.lua:2"),
    Case(
      testDescription: "a walk by `next`",
      before: """
        local function f(c) for n in next, c.order do if n == "total" then return 1 end end end
        """, reason: "a.lua:1: it cannot be seen what this walks through"),
    Case(
      testDescription: "a walk by `pairs` of another name",
      before: """
        local each = pairs
        local function f(c) for n in each(c.order) do if n == "total" then return 1 end end end
        """, reason: "a.lua:2: this may walk through the names beside `order.total`"),
    Case(
      testDescription: "a walk by a local `pairs` through something else",
      before: """
        local pairs, ipairs = pairs, ipairs
        local function f(c)
          local most = 0
          for _, n in pairs({ 1, 2 }) do most = most + n end
          for position, n in ipairs({ 3 }) do most = most + ({ 4 })[position] end
          return most
        end
        """),
    Case(
      testDescription: "a walk by `pairs` of a name that changes",
      before: """
        local each = pairs
        each = ipairs
        local function f(c) for n in each(c.order) do if n == "total" then return 1 end end end
        """, reason: "a.lua:1: it cannot be seen what this walks through"),
    Case(
      testDescription: "`pairs` of another name as a value",
      before: """
        local each = pairs
        local function walk(by, o) for n in by(o) do if n == "total" then return 1 end end end
        local function f(c) return walk(each, c.order) end
        """, reason: "a.lua:3: it cannot be seen what this walks through"),
    Case(
      testDescription: "a table of names that a function makes",
      before: """
        local function set(list) local s = {} for _, e in ipairs(list) do s[e] = true end return s end
        local function f(c) for _, e in ipairs({ 1 }) do if set({ 2 })[e] then return 1 end end end
        """),
    Case(
      testDescription: "a table of names that a function of a module makes",
      before: "local m = require \"m\"",
      value: "function(c) local s = m.of({ c.order.|total }) return s[c.k] and 1 or 2 end",
      others: [
        "/rules/m.lua": """
        ---@meta
        local m = {}
        function m.of(list) local s = {} for _, e in ipairs(list) do s[e] = true end return s end
        return m
        """
      ]),
    Case(
      testDescription: "an object that a function gives",
      before: """
        local function pick(o) return o end
        local function f(c) return pick(c.order)["to" .. "tal"] end
        """, reason: "a.lua: this computes a name"),
    Case(
      testDescription: "an object that a filled table of a function gives",
      before: """
        local function make(o) local t = {} t.x = o return t end
        local function f(c) return make(c.order).x.total end
        """, reason: "a.lua:2"),
    Case(
      testDescription: "a function of a rule that a function makes",
      before: "local function over(most) return function(c) return c.order.total > most end end",
      value: "function(c) return c.order.|total end, when = over(3)"),
    Case(
      testDescription: "a function of a rule that is made for others, too",
      before: """
        local function over(most) return function(c) return c.total > most end end
        local function f(c) return over(3)(c.order) end
        """,
      value: "function(c) return c.order.|total + f(c) end, when = over(3)", reason: "a.lua:1"),
    Case(
      testDescription: "a rule that a function makes",
      before: "local function rule(k, v) return { key = k, value = v } end",
      value: "function(c) return c.order.|total + c.best.total end",
      rules: #"rule("best", function(c) return c.order end)"#,
      reason: "the text does not show what this rule gives to `best`"),
    Case(
      testDescription: "a rule that gives an object inside of a table",
      value: "function(c) return c.order.|total + c.best.x.total end",
      rules: """
        { key = "best", value = function(c) local t = {} t.x = c.order return t end }
        """, reason: "what this rule gives to `best`"),
    Case(
      testDescription: "a function that a module returns by two names",
      value: "function(c) return c.order.|total + m.add(c.cart) + m.sum(c.order) end",
      others: [
        "/rules/m.lua": """
        local function sum(o) return o.total end
        return { sum = sum, add = sum }
        """
      ], reason: "m.lua:1"),
    Case(
      testDescription: "a part of a fixture of a test",
      value: "function(c) return c.order.|total end",
      others: [
        "/rules/a.test.lua": """
        local base = { order = { total = 3 } }
        return { { "x", context = { order = base.order }, expect = { k = 3 } } }
        """
      ], reason: "a.test.lua:2"),
    Case(
      testDescription: "a part of a table in a pattern",
      before: "local s = { big = { total = 3 } }",
      value:
        "function(c) return c.order.|total end, when = { order = s.big, cart = { total = 1 } }",
      reason: "a.lua:2"),
  ]

  @Test(arguments: cases)
  func `a rename that may change an answer is refused`(test: Case) throws {
    let head = test.others["/rules/m.lua"] == nil ? "" : " local m = require \"m\""
    let text =
      "\(test.before)\(head)\nreturn { { key = \"k\", value = \(test.value) },\n\(test.rules) }"
    let offset = try #require(text.utf8.firstIndex(of: UInt8(ascii: "|"))).utf16Offset(in: text)
    var texts = test.others
    texts["/rules/a.lua"] = text.replacing("|", with: "")
    let project = RenamedProject(texts: texts)
    do {
      _ = try project.renamed(at: offset, in: "/rules/a.lua", to: "new")
      #expect(test.reason.isEmpty)
    } catch let error as RenameError {
      #expect(!test.reason.isEmpty && error.message.contains(test.reason), "\(error.message)")
    }
  }

  @Test func `a field of a table in a list is no field of rules`() throws {
    let text = """
      local steps = { { from = 0, add = 0 } }
      return { { key = "k", value = function(c) return steps[1].from end } }
      """
    let offset = try #require(text.utf8.firstRange(of: "from".utf8)).lowerBound.utf16Offset(
      in: text)
    let error = #expect(throws: RenameError.self) {
      try RenamedProject(texts: ["/rules/a.lua": text]).renamed(
        at: offset, in: "/rules/a.lua", to: "start")
    }
    #expect(error?.message.contains("field of rules") == false, "\(error?.message ?? "")")
  }

  @Test func `a pattern whose tests would change places keeps its names`() throws {
    let project = RenamedProject(texts: [
      "/rules/a.lua": """
      return {
        { key = "b", value = function(c) return c.b.x end },
        { key = "k", when = { a = 1, b = 2 }, value = 1 },
        { key = "a", value = 1 },
      }
      """
    ])
    let text = try #require(project.texts["/rules/a.lua"])
    let offset = try #require(text.utf8.firstRange(of: "a = 1".utf8)).lowerBound.utf16Offset(
      in: text)
    #expect(throws: RenameError.self) {
      try project.renamed(at: offset, in: "/rules/a.lua", to: "c")
    }
    #expect(try project.renamed(at: offset, in: "/rules/a.lua", to: "aa").texts.count == 1)
  }

  @Test(arguments: [
    ("status =", "person.state\": {} }, \"required\": [\"person.state\"", "state"),
    ("person =", "human.status\": {} }, \"required\": [\"human.status\"", "human"),
  ])
  func `one part of a declared name with dots is renamed`(
    place: String, part: String, name: String
  ) throws {
    let text = """
      return { { key = "k", when = { person = { status = 1 } }, value = 1 } }
      """
    let project = RenamedProject(texts: [
      "/rules/a.lua": text,
      RenamedProject.schemaPath: """
      { "properties": { "k": {}, "person.status": {} }, "required": ["person.status"] }
      """,
    ])
    let offset = try #require(text.utf8.firstRange(of: place.utf8)).lowerBound.utf16Offset(in: text)
    let renamed = try project.renamed(at: offset, in: "/rules/a.lua", to: name)
    #expect(renamed.texts[RenamedProject.schemaPath]?.contains(part) == true)
  }
}
