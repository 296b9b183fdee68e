import LuaRules
import LuaRulesTools
import Testing

/// What the text of a file alone tells, and what it must not tell.
@Suite struct WrittenTests {
  private static let codes: [RuleFinding.Code] = [
    .decidedTest, .possibleNil, .unusedValue, .unreachableBranch, .doubtfulLoop, .repeatedField,
    .unusedLocal,
  ]

  private static func told(_ body: String, before: String = "") throws -> [String] {
    let text = "\(before)\nreturn { { key = \"k\", value = function(c)\n\(body)\nend } }"
    return try CheckedText.check(text).findings.filter { codes.contains($0.code) }.map {
      "\($0.location.line ?? 0):\($0.columns?.start ?? 0) \($0.code.rawValue)"
    }
  }

  @Test(arguments: [
    // Functions that fill a table, or set a variable, before it is read.
    "local n = {} local function add(k) n[k] = 1 end add(c.a) return n[c.a] + 1",
    "local n, m = {}, {} function m.add(k) n[k] = 1 end m.add(c.a) return n[c.a] + 1",
    "local t = {} local n = t[c.a] if n then return n end n = 5 return n + 1",
    "local t = {} local n = t[c.a] local function init() n = 5 end init() return n + 1",
    // What changes between two tests that are the same.
    "local t = {} if #t > 5 then return 0 end for _, x in ipairs(c.l) do t[#t + 1] = x end if #t > 5 then return 1 end",
    "local t = {} while #t < 3 do table.insert(t, 0) if #t < 3 then table.insert(t, 1) end end return t",
    "do local n = c.a if n < 0 then return 0 end end do local n = c.b if n < 0 then return 1 end end",
    "local x = c.a if x > 1 then return 1 end local x = c.b if x > 1 then return 2 end",
    """
    local n = 0 local function iter() n = n + 1 if n < 9 then return n end end
    if n > 3 then return 1 end
    for x in iter do if n > 3 then return x end end
    """,
    // The last operand is there for its value.
    "local s = c.name and c.name ~= \"\" and c.name or \"none\" return s",
    "local u = c.n and c.n > 0 and c.n return u",
    // Calls that give something else the next time.
    "local s = { c.a, c.b } return table.remove(s) - table.remove(s)",
    "local n = 0 local function next() n = n + 1 return n end return next() < next()",
    "local n = 0 local function next() n = n + 1 return n end return math.max(next(), next())",
    "local s = { c.a, c.b } if table.remove(s) then return s[1] end return s[1]",
    // Loops that add what is missing, and that count to a number below.
    "local s = c.name for _ = #s, 2 do s = \"0\" .. s end return s",
    "local low = -3 local n = 0 for i = 1, low, -1 do n = n + i end return n",
    // Different keys in the same letters.
    #"return { ["\n"] = 1, [ [[\n]] ] = 2 }"#,
    // Jumps.
    "for _, x in ipairs(c.l) do if x == 1 then goto continue end if x == 2 then return x end ::continue:: end",
    "local x repeat local y = c.f(x) x = y until y == nil return x",
    "local a, b = 1, 1 for _ = 1, 9 do a, b = b, a + b end return a",
  ])
  func `what is right is not told`(body: String) throws {
    #expect(try Self.told(body) == [], "\(body)")
  }

  @Test(arguments: [
    ("local t = {} local n = t[c.a] while true do error('stop') end", 0),
    ("local t = {} local n = t[c.a] ::again:: t.x = 1 goto again", 0),
    ("local t = {} local n = t[c.a] while true do end", 0),
    ("if c.a > 1\nand c.b\nand c.a > 1 then return 1 end", 5),
  ])
  func `a check comes to an end`(body: String, line: Int) throws {
    let told = try Self.told(body)
    #expect(line == 0 || told == ["\(line):5 decided-test"], "\(told)")
  }

  @Test func `deep nesting of operators is passed over`() throws {
    for sign in ["c.a .. ", "not ", "- ", "c.a ^ "] {
      let level = String(repeating: sign, count: 148) + "( "
      let text = String(repeating: level, count: 60) + "c.a" + String(repeating: " )", count: 60)
      #expect(try Self.told("return \(text)") == [])
    }
  }

  @Test func `a text that is no Lua has no other finding`() throws {
    #expect(try Self.told("return \"a\" .. n c.b") == [])
  }

  @Test func `the first of several in a line is told each time`() throws {
    let body = """
      local a, b, d = c.a, c.b, c.d
      if a > 1 then return 3 end
      if b > 1 then return 4 end
      if d > 1 then return 5 end
      return { a > 1, b > 1, d > 1 }
      """
    for _ in 0..<5 { #expect(try Self.told(body) == ["7:10 decided-test"]) }
  }
}
