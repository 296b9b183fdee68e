import LuaRules
import LuaRulesTools
import Testing

/// What is found in rules, and what is not; the rules stand from line 2 on.
@Suite struct RuleCheckTests {
  private static let schema = """
    { "type": "object",
      "properties": {
        "todo": { "type": "object", "additionalProperties": false, "properties": {
          "title": { "type": "string" }, "priority": { "enum": ["low", "normal", "high"] },
          "tries": { "type": "integer" }, "done": { "type": "boolean" },
          "owner": { "type": "object", "additionalProperties": false,
            "properties": { "name": { "type": "string" } } } } },
        "open": { "type": "object" },
        "user": { "type": "object", "properties": { "role": { "enum": ["admin", "guest"] } } },
        "platform": { "type": "string" }, "count": { "type": "integer" },
        "color": { "enum": ["gray", "red", "black"] },
        "title": { "type": "string", "default": "" } },
      "x-host": ["greeting"] }
    """

  struct Case: CustomTestStringConvertible, Sendable {
    let rules: [String]
    let findings: [String]
    var before = ""

    init(_ rules: [String], _ findings: [String], before: String = "") {
      self.rules = rules
      self.findings = findings
      self.before = before
    }

    var testDescription: String { rules.joined(separator: " ") }
  }

  // MARK: Conditions and order

  private static let order: [Case] = [
    Case([#"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", value = 2"#], []),
    Case(
      [#"key = "k", value = 2"#, #"key = "k", when = { a = 1 }, value = 1, priority = "low""#],
      ["3 unreachable-rule warning"]),
    // One that may decline leaves the answer to the next.
    Case([#"key = "k", value = function(c) return c.x end"#, #"key = "k", value = 2"#], []),
    Case(
      [
        #"key = "k", when = { a = { 1, 2 } }, value = 1"#,
        #"key = "k", when = { a = 1 }, value = 2"#,
      ], ["3 subsumed-rule warning"]),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { a = 2 }, value = 2"#,
        #"key = "k", when = { a = { 1, 2 } }, value = 3"#,
      ], ["4 subsumed-rule warning"]),
    Case(
      [
        #"key = "k", when = function(c) return c.a end, value = 1"#,
        #"key = "k", when = function(c) return not c.a end, value = 2"#,
        #"key = "k", value = 3"#,
      ], ["4 subsumed-rule warning"]),
    Case(
      [
        #"key = "k", when = function(c) return c.n > 5 end, value = 1"#,
        #"key = "k", when = function(c) return c.n > 9 end, value = 2"#,
      ], ["3 subsumed-rule warning"]),
    Case(
      [
        #"key = "k", when = function(c) return c.n > 9 end, value = 1"#,
        #"key = "k", when = function(c) return c.n > 5 end, value = 2"#,
      ], []),
    Case(
      [
        #"key = "k", when = function(c) return c.n == 1 and c.m == 2 end, value = 1"#,
        #"key = "k", when = { m = 2, n = 1 }, value = 1"#,
      ], ["3 duplicate-rule warning"]),
    Case(
      [
        #"key = "k", when = function(c) return c.n == 1 end, value = 1"#,
        #"key = "k", when = function(c) return c.n == 1 end, value = 2"#,
      ], ["3 shadowed-rule warning"]),
    // The same rule for another key, or with another priority that changes nothing.
    Case(
      [#"key = "k", when = { a = 1 }, value = 1"#, #"key = "l", when = { a = 1 }, value = 1"#], []),
    Case(
      [#"when = { a = 1 }, rules = { { key = "k", when = { a = 2 }, value = 1 } }"#],
      ["2 always-false warning"]),
    Case(
      [#"key = "k", when = function(c) return "yes" end, value = 1"#], ["2 always-true warning"]),
    Case(
      [#"key = "k", when = function(c) return c.a == 1 and c.a == 2 end, value = 1"#],
      ["2 always-false warning"]),
    Case([#"key = "k", when = false, value = 1"#], ["2 always-false info"]),
    Case([#"key = "k", when = true, value = 1"#], []),
    Case([#"key = "k", when = function(c) return c.a and c.a.b end, value = 1"#], []),
  ]

  private static let ties: [Case] = [
    Case(
      [#"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { b = 1 }, value = 2"#],
      ["3 tie warning"]),
    Case(
      [#"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { b = 1 }, value = 1"#], []),
    Case(
      [#"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { a = 2 }, value = 2"#], []),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#,
        #"key = "k", when = { b = 1 }, value = 2, priority = "high""#,
      ], []),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#,
        #"key = "k", when = { b = 1 }, value = 2, complexity = 2"#,
      ], []),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#,
        #"key = "k", when = { a = { 1, 2 } }, value = 2"#,
      ], ["3 tie info"]),
    Case(
      [
        #"key = "k", when = { a = { 1, 2 } }, value = 1"#,
        #"key = "k", when = { a = { 2, 3 } }, value = 2"#,
      ], ["3 tie warning"]),
    // A third rule answers where both hold; one that may decline does not settle it.
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { b = 1 }, value = 2"#,
        #"key = "k", when = { a = 1, b = 1 }, value = 3"#,
      ], []),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { b = 1 }, value = 2"#,
        #"key = "k", when = { a = 1, b = 2 }, value = 3"#,
      ], ["3 tie warning"]),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { b = 1 }, value = 2"#,
        #"key = "k", when = { a = 1, b = 1 }, value = function(c) if c.x then return 3 end end"#,
      ], ["3 tie warning"]),
    Case(
      [
        #"key = "k", when = { x = { 1, 5 } }, value = 1"#,
        #"key = "k", when = { y = 2 }, value = 2"#,
        #"key = "k", when = { x = 1, y = 2 }, value = 3"#,
        #"key = "k", when = { x = 5, y = 2 }, value = 4"#,
      ], []),
    // One that ties with many others is told of, and not they.
    Case(
      (1...5).map { #"key = "k", when = { b = \#($0) }, value = 2"# }
        + [#"key = "k", when = { a = 1 }, value = 1"#], ["7 tie warning"]),
    Case(
      [#"key = "k", when = { a = 1 }, value = 1"#]
        + (1...5).map { #"key = "k", when = { b = \#($0) }, value = 2"# }, ["2 tie warning"]),
    Case(
      [#"key = "k", when = { a = 1 }, value = 1"#]
        + (1...3).map { #"key = "k", when = { b = \#($0) }, value = 2"# },
      ["3 tie warning", "4 tie warning", "5 tie warning"]),
    // What only Lua can tell may well be the opposite.
    Case(
      [
        #"key = "k", when = function(c) return c.s:upper() == "A" end, value = 1"#,
        #"key = "k", when = { b = 1 }, value = 2"#,
      ], ["2 not-planned info"]),
    // `b` comes from `a`, so the two exclude each other.
    Case(
      [
        #"key = "b", when = { a = 1 }, value = true"#, #"key = "k", when = { a = 2 }, value = 1"#,
        #"key = "k", when = { b = true }, value = 2"#,
      ], []),
    Case(
      [
        #"key = "b", when = { x = 1 }, value = true"#, #"key = "k", when = { a = 2 }, value = 1"#,
        #"key = "k", when = { b = true }, value = 2"#,
      ], ["4 tie warning"]),
    Case(
      [
        #"key = "k", when = function(c) return f(c.t) end, value = 1"#,
        #"key = "k", when = { a = 1, b = 2 }, value = 2"#,
      ], ["2 counted-helper warning"],
      before: "local function f(t) return t.a and t.b and t.c end"),
    Case(
      [
        #"key = "k", when = { a = 1 }, value = 1"#,
        #"key = "k", when = function(c) return c.t ~= nil and c.t.b end, value = 2"#,
      ], ["3 counted-guard warning"]),
    Case(
      [
        #"key = "k", when = { t = null }, value = 1"#,
        #"key = "k", when = function(c) return c.t ~= nil and c.t.b end, value = 2"#,
      ], []),
  ]

  @Test(arguments: order + ties)
  func `the order of rules is looked at`(of item: Case) throws {
    #expect(try CheckedText.findings(rules: item.rules, before: item.before) == item.findings)
  }

  // MARK: Names and values

  private static let names: [Case] = [
    Case([#"key = "title", value = function(c) return c.todo.title end"#], []),
    Case(
      [#"key = "title", when = { todo = { titel = "a" } }, value = "b""#],
      ["2 unknown-member error"]),
    Case(
      [#"key = "title", value = function(c) return c.todo.owner.nme end"#],
      ["2 unknown-member error"]),
    Case(
      [#"key = "title", value = function(c) return name(c.todo) end"#],
      ["1 unknown-member error"], before: "local function name(t) return t.titel end"),
    Case([#"key = "title", value = function(c) return c.open.anything.at.all end"#], []),
    // An object that may have other members: what is spelt like a declared one is told of.
    Case([#"key = "title", value = function(c) return c.user.nickname end"#], []),
    Case(
      [#"key = "title", when = { user = { rol = "admin" } }, value = "a""#],
      ["2 unknown-member warning"]),
    Case([#"key = "title", value = function(c) return c.titel end"#], ["2 unknown-key error"]),
    Case(
      [#"key = "title", when = function(c) return not c.count == 3 end, value = "a""#],
      ["2 impossible-comparison warning"]),
    Case(
      [#"key = "title", when = function(c) return not c.count < 3 end, value = "a""#],
      ["2 impossible-comparison error"]),
    Case([#"key = "title", when = function(c) return not c.count == true end, value = "a""#], []),
    Case([#"key = "titel", value = "a""#], ["2 unused-key error"]),
    Case([#"key = "shippingNote", value = "a""#], ["2 unused-key warning"]),
    Case(
      [#"key = "mine", value = "a""#, #"key = "title", value = function(c) return c.mine end"#],
      ["2 undeclared-key info"]),
    Case([#"key = "todo.titel", value = "a""#], ["2 unknown-member warning"]),
    Case([#"key = "todo.owner.naem", value = "a""#], ["2 unknown-member warning"]),
    Case([#"key = "todo.title2", value = "a""#, #"key = "todo.title", value = "b""#], []),
    Case(
      [
        #"key = "todo.state", value = 1"#,
        #"key = "color", when = { todo = { state = 1 } }, value = "red""#,
      ], []),
    Case(
      [#"key = "title", when = { todo = { priority = "lwo" } }, value = "a""#],
      ["2 impossible-comparison warning"]),
    Case(
      [#"key = "title", when = function(c) return c.count == "3" end, value = "a""#],
      ["2 impossible-comparison warning"]),
    Case(
      [#"key = "color", when = function(c) return c.title > 3 end, value = "red""#],
      ["2 impossible-comparison error"]),
    Case(
      [#"key = "color", when = function(c) return c.title == c.count end, value = "red""#],
      ["2 impossible-comparison warning"]),
    Case(
      [#"key = "title", when = function(c) return c.todo == null end, value = "a""#],
      ["2 null-comparison warning"]),
    Case([#"key = "title", when = { todo = null }, value = "a""#], []),
    Case(
      [#"key = "color", value = function(c) return c.count > 1 and "red" or "grey" end"#],
      ["2 wrong-value error"]),
    Case([#"key = "color", value = "grey""#], ["2 wrong-value error"]),
    Case(
      [#"key = "count", value = function(c) return c.todo.title end"#], ["2 wrong-type error"]),
    Case(
      [#"key = "count", value = function(c) return c.todo.done and c.title or c.title end"#],
      ["2 wrong-type error"]),
    Case([#"key = "color", value = function(c) return c.todo.tries end"#], ["2 wrong-type error"]),
    Case([#"key = "title", value = function(c) return c.todo.owner end"#], ["2 wrong-type error"]),
    Case([#"key = "color", value = function(c) return c.todo.title end"#], []),
    Case([#"key = "count", value = function(c) return c.todo.tries end"#], []),
    Case([#"key = "count", value = function(c) return c.open.count end"#], []),
    Case([#"key = "color", value = function(c) return host.greeting(c) end"#], []),
    Case(
      [#"key = "color", value = function(c) return host.geeting(c) end"#],
      ["2 unknown-host-function error"]),
    Case(
      [#"key = "color", value = function(c) if c.count > 1 then return "red" end end"#],
      ["2 no-answer warning"]),
    Case(
      [#"key = "title", value = function(c) if c.count > 1 then return "a" end end"#],
      []),
    Case(
      [
        #"key = "color", when = { todo = { priority = "low" } }, value = "gray""#,
        #"key = "color", when = { todo = { priority = "high" } }, value = "red""#,
      ], ["3 uncovered-value warning"]),
    Case(
      [
        #"key = "color", when = { todo = { priority = { "low", "normal" } } }, value = "gray""#,
        #"key = "color", when = { todo = { priority = "high" } }, value = "red""#,
      ], []),
  ]

  @Test(arguments: names)
  func `names and values are compared with the schema`(of item: Case) throws {
    let found = try CheckedText.findings(
      rules: item.rules, schema: Self.schema, before: item.before)
    #expect(found == item.findings)
  }

  // MARK: Code and circles

  private static let code: [Case] = [
    Case(
      [
        #"key = "a", value = function(c) return c.b end"#,
        #"key = "b", value = function(c) return c.a end"#,
      ],
      ["2 cycle error"]),
    Case([#"key = "a", value = function(c) return c.a end"#], ["2 cycle error"]),
    Case(
      [
        #"key = "a", when = { x = 1 }, value = function(c) return c.b end"#,
        #"key = "b", when = { x = 2 }, value = function(c) return c.a end"#,
      ], []),
    Case(
      [
        #"key = "a", when = { x = 1 }, value = function(c) return c.b end"#,
        #"key = "b", value = function(c) return c.a end"#,
      ], ["2 cycle warning"]),
    Case(
      [
        #"key = "a", when = { x = 1 }, value = function(c) return c.b end"#,
        #"key = "b", when = { y = 2 }, value = function(c) return c.a end"#,
      ], ["2 possible-cycle info"]),
    Case([#"key = "k", value = function(c) n = 1 return n end"#], ["2 frozen error"]),
    Case(
      [#"key = "k", value = function(c) n = n + 1 return n end"#], ["2 frozen error"],
      before: "local n = 0"),
    Case([#"key = "k", value = function(c) c.x = 1 return 1 end"#], ["2 frozen error"]),
    Case(
      [#"key = "k", value = function(c) t.n = 1 return 1 end"#], ["2 frozen error"],
      before: "local t = {}"),
    Case(
      [#"key = "k", value = function(c) t.deep[c.x] = 1 return 1 end"#], ["2 frozen error"],
      before: "local t = { deep = {} }"),
    Case(
      [#"key = "k", value = function(c) table.insert(t, c.x) return #t end"#], ["2 frozen error"],
      before: "local t = {}"),
    Case(
      [#"key = "k", value = function(c) local l = {} table.insert(l, t) return #l end"#], [],
      before: "local t = {}"),
    // A function that may be there for loading only.
    Case(
      [#"key = "k", value = function(c) return m.n(c.x) end"#], ["1 frozen info"],
      before: "local m, t = {}, {} function m.add(v) t[v] = 1 end function m.n(v) return t[v] end"),
    // A table of the call may be written to, also by a function inside.
    Case(
      [
        #"key = "k", value = function(c) local t = {} local f = function() t.n = 1 end f() "#
          + "return t end"
      ], []),
    Case(
      [#"key = "k", value = function(c) return string.fond(c.x) end"#], ["2 undefined-global error"]
    ),
    Case([#"key = "k", value = function(c) return math.floor(c.x) end"#], []),
    Case(
      [#"key = "k", value = function(c) return table.unpick(c.x) end"#],
      ["1 global-variable warning"],
      before: "table = { unpick = function(x) return x end }"),
    Case(
      [#"key = "k", value = function(c) local n = 0 for i = 1, 3 do n = n + i end return n end"#],
      []),
    Case([#"key = "k", value = 1"#], ["1 unused-local warning"], before: "local unused = 1"),
    Case([#"key = "k", value = 1, value = 2"#], ["2 repeated-field warning"]),
    Case(
      [
        #"key = "k", priority = 1, value = 1, when = function(c) return c.priority end, "#
          + "priority = 2"
      ],
      ["2 repeated-field warning"]),
    Case(
      [
        "key = 'k', when = function(c) return c.a end,\nwhen = function(c) return c.b end, value = 1"
      ],
      ["2 repeated-field warning"]),
    Case(
      [#"key = "k", value = function(c) return { a = c.x, b = 1, a = 2 } end"#],
      ["2 repeated-field warning"]),
    Case(
      [#"key = "k", when = { a = { x = 1, x = 2 } }, value = f({ y = 1, y = 2 })"#],
      ["2 repeated-field warning", "2 repeated-field warning"],
      before: "local function f(t) return t end"),
    // What is stored later is no mistake.
    Case(
      [#"key = "k", value = t.a + u.a"#], [],
      before: "local t = { a = 1 } t.a = 2 local u = { a = 1, b = 2 } if t.b then u.a = 3 end"),
    Case([#"key = "k", value = 1"#], [], before: "local _unused = 1"),
    Case([#"key = "k", value = used"#], [], before: "local used = 1"),
    Case([#"key = "k", value = f(1)"#], [], before: "local function f(x) return x end"),
    Case(
      [#"key = "k", value = 1"#], ["1 unused-local warning"],
      before: "local function f(x) return f(x) end"),
    Case(
      [#"key = "k", value = f(1)"#], ["1 global-variable warning"],
      before: "function f(x) return x end"),
    Case([#"key = "k", value = function(c) return gray end"#], ["2 undefined-global error"]),
    Case(
      [
        #"key = "k", when = function(c) for _, v in ipairs(c.l) do if v then return true end end end, value = 1"#
      ],
      ["2 not-planned info"]),
    Case(
      [#"key = "title", value = 1"#, #"key = "k", value = function(c) return c.titel end"#],
      ["3 unknown-key info"]),
    Case([#"key = "k", value = function(c) if c.a then return 1 end end"#], ["2 no-answer info"]),
  ]

  @Test(arguments: code)
  func `code is looked at without a schema`(of item: Case) throws {
    #expect(try CheckedText.findings(rules: item.rules, before: item.before) == item.findings)
  }

  // MARK: What cannot be loaded

  @Test func `all that stops rules from loading is told, and the rest is checked`() throws {
    let found = try CheckedText.findings(
      rules: [
        #"key = "a", vlue = 1"#, #"key = "b", value = 1, priority = "hihg""#, #"key = "c""#,
        #"key = "k", when = { a = 1 }, value = 1"#, #"key = "k", when = { a = 1 }, value = 2"#,
      ])
    #expect(
      found == [
        "2 unknown-field error", "3 bad-priority error", "4 bad-rule error",
        "6 shadowed-rule warning",
      ])
  }

  @Test func `a file that cannot be run leaves the others`() throws {
    let check = try RuleCheck(
      RuleSource(text: "return {{ key = 'k' value = 1 }}", name: "a.lua"),
      RuleSource(text: "return {{ key = 'k', value = function(c) return x end }}", name: "b.lua"),
      RuleSource(text: "return {{ key = 'k', value = gray }}", name: "c.lua"))
    #expect(
      check.findings.map { "\($0.location) \($0.code.rawValue)" } == [
        "a.lua:1 syntax", "b.lua:1 undefined-global", "c.lua:1 undefined-global",
      ])
  }

  @Test func `rules without end are stopped`() throws {
    let check = try RuleCheck(RuleSource(text: "while true do end", name: "a.lua"))
    #expect(check.findings.map(\.code.rawValue) == ["budget"])
  }

  @Test func `a finding tells the places of both rules`() throws {
    let check = try CheckedText.check(
      "return {\n { key = 'k', value = 1, name = 'first' },\n { key = 'k', value = 2 },\n}")
    #expect(
      check.findings.map(\.description) == [
        """
        r.lua:3: warning: the rule can never win: one that always holds is asked before it \
        [unreachable-rule]
          hint: give it a higher `priority`, or the other one a condition
          note: r.lua:2: this one always holds: "first"
        """
      ])
  }

  @Test func `a fallback answers where rules do not`() throws {
    let rules = "return {{ key = 'k', when = { a = 1 }, value = 1 }}"
    let function = "return {{ key = 'k', value = function(c) if c.a then return 1 end end }}"
    let check = try RuleCheck(
      RuleSource(text: function, name: "r.lua"),
      fallback: [[RuleSource(text: rules, name: "f.lua")]])
    #expect(check.findings == [])
    #expect(try RuleCheck(RuleSource(text: function)).findings.map(\.code) == [.noAnswer])
  }

  // MARK: Scale

  private static let many = 1500

  @Test(arguments: [
    "when = function(c) return c.n == %d end", "when = { n = %d }",
    "when = function(c) return c.n >= %d and c.n < %d + 1 end",
    "when = { a = 'x', n = %d }", "when = function(c) return c.t.n == %d and c.t.on end",
  ])
  func `many clean rules stay clean, and one fault among them is found`(_ condition: String) throws
  {
    func text(_ index: Int) -> String {
      let condition = condition.replacing("%d", with: "\(index)")
      return "key = 'k', \(condition), value = \(index)"
    }
    var rules = (0..<Self.many).map(text)
    #expect(try CheckedText.findings(rules: rules) == [])
    rules.insert(text(17).replacing("value = 17", with: "value = -1"), at: 1200)
    #expect(try CheckedText.findings(rules: rules) == ["1202 shadowed-rule warning"])
  }
}
