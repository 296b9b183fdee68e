import LuaRules
import LuaRulesTools
import Testing

/// Where findings are told, and of whom.
@Suite struct MessageTests {
  private static let schema = """
    { "properties": {
        "todo": { "type": "object", "additionalProperties": false, "properties": {
          "title": { "type": "string" }, "priority": { "enum": ["low", "normal", "high"] } } },
        "k": { "type": "integer", "default": 0 }, "l": { "type": "integer", "default": 0 },
        "a": { "type": "boolean" }, "b": { "type": "boolean" }, "d": { "type": "boolean" } } }
    """

  @Test(arguments: ["todo = { titel = \"x\" }", "todo = { priority = \"hihg\" }"])
  func `a fault in the pattern of a group is told once, at the group`(pattern: String) throws {
    let text = """
      return {
        { when = { \(pattern) }, rules = {
          { key = "k", value = 1 },
          { key = "l", value = 1 },
        } },
      }
      """
    let lines = try CheckedText.check(text, schema: Self.schema).findings.map(\.location.line)
    #expect(lines == [2])
  }

  @Test(arguments: [
    (
      "local f = function(n) return n < 1 and 0 or f(n - 1) end",
      "return f(1)", "write `local function f`: only so does the function know its own name"
    ),
    (
      "local function g() return f() end\nlocal function f() return 1 end\n",
      "return g() + f()", "`f` is declared in line 2; it is known below that line only"
    ),
    (
      "local function has(t, f) for _, x in ipairs({ t }) do if f(x) then return true end end end",
      "return has(c.todo, function(t) return t.priority == \"nomral\" end) and 1 or 2",
      "did you mean \"normal\"?"
    ),
    (
      "local lists = { first = function(t) return t end }",
      "return lists.frist(1)", "did you mean `first`?"
    ),
    (
      "local titles = { private = \"Dear\", public = \"To\" }",
      "return #(titles.privat .. c.todo.title)", "did you mean `private`?"
    ),
    (
      "local shares = { private = 3, public = 4 }",
      "return shares.privat + 1", "did you mean `private`?"
    ),
    (
      "local hours = { text = function(n) return n .. \":00\" end }",
      "return #(\"at \" .. hours.text)", "call it, as in `name(…)`"
    ),
    ("", "return #(\"on: \" .. (c.a == c.b))", "`tostring` makes a string"),
    (
      "local function g() return most end\nlocal most = 1\n",
      "return g()", "`most` is declared in line 2; it is known below that line only"
    ),
    (
      "", "for w in c.todo.title do return 1 end return 2",
      "`text:gmatch(\"%S+\")` gives the words of a text"
    ),
    (
      "", "local most = 0 if c.a then local most = 1 end return most",
      "leave `local` out, if the `most` of the block around it is meant"
    ),
    ("", "local most = 0 return 1", "remove it, or call it `_most`"),
  ])
  func `a hint says what is meant`(before: String, body: String, hint: String) throws {
    let text = "\(before) return { { key = \"k\", value = function(c) \(body) end } }"
    let fixes = try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.severity > .info }.map(\.fix)
    #expect(fixes == [hint])
  }

  @Test func `only the values are named for which no rule answers`() throws {
    let check = try CheckedText.check(
      """
      return {
        { key = "m", value = function(c) if c.kind == "water" then return 1 end end },
        { key = "m", when = { kind = "power" }, value = 2 },
      }
      """,
      schema: #"""
        { "required": ["kind"], "properties": { "m": { "type": "integer" },
          "kind": { "enum": ["water", "power", "heat"] } } }
        """#)
    #expect(
      check.findings.map(\.message) == [
        "the function gives nothing where `kind` is \"heat\", and no rule for `m` comes after it"
      ])
  }

  @Test func `a tie tells all partners`() throws {
    let check = try CheckedText.check(
      """
      return {
        { key = "k", when = { a = true }, value = 1 },
        { key = "k", when = { b = true }, value = 2 },
        { key = "k", when = { d = true }, value = 3 },
      }
      """, schema: Self.schema)
    let ties = check.findings.filter { $0.code == .tie }
    #expect(ties.map(\.location.line) == [3, 4])
    #expect(ties.map { $0.related.map { $0.location?.line } } == [[2], [2, 3]])
    #expect(ties.last?.message.contains("this rule and 2 others") == true)
  }

  @Test func `a value that may be missing is told once where a loop certainly runs`() throws {
    let check = try CheckedText.check(
      """
      return {
        { key = "k", value = function(c)
          local n = 0
          for i = 1, 3 do n = n + #c.order.note end
          return n + #c.order.note
        end },
      }
      """,
      schema: #"""
        { "properties": { "k": { "type": "integer" }, "order": { "type": "object", "required": ["id"],
          "properties": { "id": { "type": "string" }, "note": { "type": "string" } } } } }
        """#)
    let missing = check.findings.filter { $0.code == .possibleNil }
    #expect(missing.map(\.location.line) == [4])
  }

  @Test func `lines that end as on Windows have columns`() throws {
    let text =
      "return {\r\n  { key = \"k\", value = function(c) return c.todo.titel end },\r\n}\r\n"
    let found = try #require(try CheckedText.check(text, schema: Self.schema).findings.first)
    #expect(found.location.line == 2)
    #expect(found.columns?.start == 50)
    #expect(found.replacement == "title")
  }

  @Test func `a key for one member does not silence the others`() throws {
    let check = try CheckedText.check(
      """
      return {
        { key = "todo.isLate", value = true },
        { key = "k", value = function(c) return c.todo.isLate and #c.todo.titel or 0 end },
      }
      """, schema: Self.schema)
    #expect(
      check.findings.map { "\($0.location.line ?? 0) \($0.code.rawValue)" } == ["3 unknown-member"])
  }

  @Test func `what a host has is told once as unknown where nobody has said it`() throws {
    let text = """
      return {
        { key = "j", value = host.view },
        { key = "k", value = function(c) return host.other(c) end },
      }
      """
    #expect(try CheckedText.findings(text, host: [:]) == ["2 unknown-host-function info"])
    #expect(try CheckedText.findings(text).contains("2 unknown-host-function error"))
    let call = "return { { key = \"k\", value = function(c) return host.other(c) end } }"
    #expect(try CheckedText.findings(call, host: [:]) == ["1 unknown-host-function info"])
    #expect(try CheckedText.findings(call) == ["1 unknown-host-function error"])
  }

  @Test func `a host function that is called while loading is told`() throws {
    let text = "local rate = host.greeting(1)\nreturn { { key = \"k\", value = rate } }"
    #expect(try CheckedText.findings(text).contains("1 bad-rule error"))
    #expect(try CheckedText.findings(text, host: [:]).contains("1 bad-rule error"))
  }
}
