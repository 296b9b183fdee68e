import LuaRules
import LuaRulesTools
import Testing

/// Functions that call themselves without an end, and loops that miss their end.
@Suite struct EndlessTests {
  private static let schema = #"""
    { "type": "object", "properties": {
      "rooms": { "type": "array", "items": { "type": "string" } }, "n": { "type": "integer" },
      "text": { "type": "string" }, "k": {} }, "x-host": ["isFree"] }
    """#

  /// Returns what is told of a value function with a body; the first line is 2.
  private static func findings(_ body: String, before: String = "") throws -> [String] {
    try CheckedText.findings(
      "\(before) return { { key = \"k\", value = function(c)\n\(body)\nend } }", schema: schema,
      host: ["isFree": .function { (_: RuleContext) in true }]
    ).filter { !$0.hasSuffix("info") }
  }

  // MARK: Recursion

  @Test(arguments: [
    "local function walk(rooms, i)\nif rooms[i] then return walk(rooms, i) end\nreturn i\nend\nreturn walk(c.rooms, 1)",
    "local function walk(rooms, i)\nif rooms[i] then walk(rooms, i) end\nreturn i\nend\nreturn walk(c.rooms, 1)",
    "local function walk(list)\nfor _ in ipairs(list) do walk(list) end\nreturn #list\nend\nreturn walk(c.rooms)",
    "local function find()\nif c.n > 3 then return find() end\nreturn 1\nend\nreturn find()",
    "local function count(n)\nif n > 0 then return 1 + count(n) end\nreturn 0\nend\nreturn count(c.n)",
  ])
  func `a function that gives itself the same never returns`(body: String) throws {
    #expect(try Self.findings(body) == ["3 endless-loop warning"])
  }

  @Test func `a function of a file that gives itself the same never returns`() throws {
    let text = """
      local function walk(rooms, i)
        if rooms[i] then return walk(rooms, i) end
        return i
      end
      return { { key = "k", value = function(c) return walk(c.rooms, 1) end } }
      """
    let found = try CheckedText.findings(text, schema: Self.schema)
    #expect(found.filter { !$0.hasSuffix("info") } == ["2 endless-loop warning"])
  }

  @Test(arguments: [
    // Something else is given.
    "local function walk(rooms, i)\nif rooms[i] then return walk(rooms, i + 1) end\nreturn i\nend\nreturn walk(c.rooms, 1)",
    "local function walk(rooms, i)\ni = i + 1\nif rooms[i] then return walk(rooms, i) end\nreturn i\nend\nreturn walk(c.rooms, 0)",
    "local function walk(rooms, i)\nif rooms[i] then return walk(rooms, i == 1 and 2 or i) end\nreturn i\nend\nreturn walk(c.rooms, 1)",
    "local function walk(a, b)\nif a > b then return walk(b, a) end\nreturn a\nend\nreturn walk(c.n, 1)",
    "local function walk(rooms, i)\nif i and rooms[i] then return walk(rooms) end\nreturn 1\nend\nreturn walk(c.rooms, 1)",
    // Something changes.
    "local n = 0\nlocal function walk(rooms)\nn = n + 1\nif n < 5 then return walk(rooms) end\nreturn n\nend\nreturn walk(c.rooms)",
    "local function walk(list)\nif #list < 5 then list[#list + 1] = 1 return walk(list) end\nreturn #list\nend\nreturn walk({})",
    "local function walk(list)\nif #list > 0 then table.remove(list) return walk(list) end\nreturn 1\nend\nreturn walk({ 1 })",
    "local function walk(next)\nif next() then return walk(next) end\nreturn 1\nend\nreturn walk(string.gmatch(c.text, \".\"))",
    "local function walk(room)\nif host.isFree(room) then return walk(room) end\nreturn room\nend\nreturn walk(c.text)",
    "local function walk(next)\nfor x in next do return walk(next) end\nreturn 1\nend\nreturn walk(string.gmatch(c.text, \".\"))",
    // Another function is called.
    "local walk\nlocal function other(n) return n > 3 and n or walk(n + 1) end\nwalk = function(n) return other(n) end\nreturn walk(c.n)",
    "local function walk(n) return n end\ndo\nlocal old = walk\nlocal function walk(n) return old(n) end\nreturn walk(c.n)\nend",
  ])
  func `a function that comes to an end is right`(body: String) throws {
    #expect(try Self.findings(body).filter { $0.contains("endless-loop") } == [])
  }

  // MARK: Loops

  @Test(arguments: [
    "local i = 1\nwhile i ~= 10 do i = i + 2 end\nreturn i",
    "local i = 10\nwhile i ~= 1 do i = i - 2 end\nreturn i",
    "local i = 1\nwhile i ~= 10 do i = i - 1 end\nreturn i",
    "local i = 0\nwhile not (i == 100) do i = i + 3 end\nreturn i",
    "local i = 0\nrepeat i = i + 300 until i == 1000\nreturn i",
    "local i = 1\nrepeat i = i + 1 until i == 1\nreturn i",
    "local i, t = 1, {}\nwhile i ~= 10 do t[i] = c.rooms[i] i = i + 2 end\nreturn t",
  ])
  func `a loop that misses its end never ends`(body: String) throws {
    #expect(try Self.findings(body) == ["3 endless-loop warning"])
  }

  @Test(arguments: [
    "local i = 1\nwhile i ~= 11 do i = i + 2 end\nreturn i",
    "local i = 1\nwhile i ~= 1 do i = i + 2 end\nreturn i",
    "local i = 10\nrepeat i = i - 5 until i == 0\nreturn i",
    "local i = c.n\nwhile i ~= 10 do i = i + 2 end\nreturn i",
    "local i = 1\nif c.n > 3 then i = 2 end\nwhile i ~= 10 do i = i + 2 end\nreturn i",
    "local i = 1\nwhile i ~= 10 do i = i + 2 if i == 11 then i = 8 end end\nreturn i",
    "local i = 1\nwhile i ~= 10 do i = i + 2 if c.n == i then break end end\nreturn i",
    "local i = 1\nwhile i ~= 10 do i = i + 2 if i > 50 then return 1 end end\nreturn i",
    "local i = 1\nwhile i ~= 10 do i = i + 2 i = i + 1 end\nreturn i",
    "local i = 1\nwhile i ~= 10 do i = i + 2 host.isFree(i) end\nreturn i",
    "local i, j = 1, 1\nwhile i ~= 10 do i = i + j j = j + 1 end\nreturn i",
    "local i = 1\nlocal function set() i = 8 end\nwhile i ~= 10 do i = i + 2 set() end\nreturn i",
    "local i = 1\nwhile c.rooms[i] ~= nil do i = i + 2 end\nreturn i",
    "local i = 1.5\nwhile i ~= 10 do i = i + 2 end\nreturn i",
    "local i = 1\nwhile i <= 5 do if i < 50 then i = i + 1 end end\nreturn i",
    "local i = 1\nwhile i <= #c.rooms do local r = c.rooms[i] if r then i = i + 1 end end\nreturn i",
    "local i = 1\nwhile i <= 5 do if c.n < 5 then i = i + 1 end end\nreturn i",
  ])
  func `a loop that reaches its end is right`(body: String) throws {
    #expect(try Self.findings(body).filter { $0.contains("endless-loop") } == [])
  }

  @Test(arguments: [
    "for i = #c.rooms, 1 do\nreturn c.rooms[i]\nend",
    "local t = { c.n, 2 }\nfor i = #t, 1 do\nreturn t[i]\nend",
    "for i = #c.rooms, 0 do\nreturn i\nend",
  ])
  func `a loop that counts up from a length lacks its step`(body: String) throws {
    #expect(
      try Self.findings(body).filter { $0.contains("-loop") || $0.contains("-branch") }.count == 1)
  }

  @Test(arguments: [(0, "one element or more"), (1, "two elements or more")])
  func `a loop that counts up from a length is told for which lists`(
    limit: Int, lists: String
  ) throws {
    let text = """
      return { { key = "k", value = function(c)
        for i = #c.rooms, \(limit) do return i end
      end } }
      """
    let messages = try CheckedText.check(text, schema: Self.schema).findings.map(\.message)
    #expect(
      messages.contains(
        "the loop counts up from the length of a list to \(limit): a list of \(lists) has no round")
    )
  }

  @Test(arguments: [
    "for i = #c.rooms, 1, -1 do\nreturn c.rooms[i]\nend", "for i = 1, #c.rooms do\nreturn i\nend",
    "for i = #c.rooms, c.n do\nreturn i\nend", "for i = #c.rooms + 1, 1 do\nreturn i\nend",
    "for i = #c.rooms, 10 do\nreturn i\nend", "for i = c.n, 1 do\nreturn i\nend",
  ])
  func `a loop with a step, or to another number, is right`(body: String) throws {
    #expect(try Self.findings(body).filter { $0.contains("unreachable-branch") } == [])
  }

  @Test(arguments: [
    (
      "while true do\nif c.n > 3 then return 1 end\nend\nreturn \"x\"", 6,
      "only a `return` leaves the loop"
    ),
    ("do\nreturn 1\nend\nreturn \"x\"", 6, "comes after a `return`"),
  ])
  func `what is never reached says why`(body: String, line: Int, reason: String) throws {
    let found = try CheckedText.check(
      "return { { key = \"k\", value = function(c)\n\(body)\nend } }", schema: Self.schema
    ).findings.filter { $0.code == .unreachableBranch }
    try #require(found.count == 1, "\(found)")
    #expect(found[0].location.line == line - 1 && found[0].message.contains(reason), "\(found)")
  }
}
