import LuaBridge
import Testing

/// A Lua expression and the text that its values make, or its error.
struct PatternCase: Sendable, CustomTestStringConvertible {
  let expression: String
  let expected: String
  var testDescription: String { expression }

  init(_ expression: String, _ expected: String) {
    self.expression = expression
    self.expected = expected
  }
}

/// Runs a file and returns what it returned, as a text.
private func run(_ text: String, budget: LuaBudget? = nil) throws(LuaFailure) -> String {
  let state = try LuaState(memoryLimit: 64 << 20)
  state.setBudget(budget)
  try state.compile(Array(text.utf8), chunk: 1)
  let value = try state.contents(ofSlot: state.run().slot).value
  if case .string(let text) = value { return text }
  return "\(value)"
}

/// Runs an expression and returns its values, joined, or its error.
private func outcome(_ expression: String) -> String {
  let text = """
    local function join(...)
      local list = table.pack(...)
      for i = 1, list.n do list[i] = tostring(list[i]) end
      return table.concat(list, " ")
    end
    return join(\(expression))
    """
  do throws(LuaFailure) {
    return try run(text, budget: LuaBudget(instructions: 1_000_000, time: nil))
  } catch {
    return "\(error.kind): \(error.message)"
  }
}

struct PatternTests {
  static let cases = [
    PatternCase(#"("hello world"):find("o w")"#, "5 7"),
    PatternCase(#"("a.b"):find(".", 1, true)"#, "2 2"),
    PatternCase(#"("a.b"):find("b", -1)"#, "3 3"),
    PatternCase(#"("abc"):find("", 4)"#, "4 3"),
    PatternCase(#"("abc"):find("", 5)"#, "nil"),
    PatternCase(#"("a)b"):find(")")"#, "2 2"),
    PatternCase(#"("abc"):find("()b()")"#, "2 2 2 3"),
    PatternCase(#"("key = value"):match("^(%w+)%s*=%s*(%w+)$")"#, "key value"),
    PatternCase(#"("xabc"):match("^abc")"#, "nil"),
    PatternCase(#"("a$"):match("a$$")"#, "a$"),
    PatternCase(#"("<<x>>"):match("<(.-)>")"#, "<x"),
    PatternCase(#"("aaab"):match("a-b")"#, "aaab"),
    PatternCase(#"("f(a(b)c)d"):match("%b()")"#, "(a(b)c)"),
    PatternCase(#"("THE (quick) fox"):find("%f[%a]%a+%f[%A]", 5)"#, "6 10"),
    PatternCase(#"("abab"):match("(ab)%1")"#, "ab"),
    PatternCase(#"("a]b"):match("[]]")"#, "]"),
    PatternCase(#"("a-z"):match("[a-]+")"#, "a-"),
    PatternCase(#"("a\0b"):find("\0")"#, "2 2"),
    PatternCase(#"("\xE9"):match("%a")"#, "nil"),
    PatternCase(#"("abc"):gsub("", "-")"#, "-a-b-c- 4"),
    PatternCase(#"("abc"):gsub("%w", "%0%0", 2)"#, "aabbc 2"),
    PatternCase(#"("abc def"):gsub("(%w+) (%w+)", "%2 %1")"#, "def abc 1"),
    PatternCase(#"("a b c"):gsub("%w", {a = "1", b = false})"#, "1 b c 3"),
    PatternCase(#"("abc"):gsub("b", function() end)"#, "abc 1"),
    PatternCase(#"("abc"):gsub("^a", "x")"#, "xbc 1"),
    PatternCase(
      #"(function() local t = {} for k, v in ("a=1, b=2"):gmatch("(%w)=(%w)") do t[#t + 1] = k .. v end return table.concat(t, " ") end)()"#,
      "a1 b2"),
    PatternCase(#"("^a"):gmatch("^a")()"#, "^a"),
    PatternCase(#"("abc"):gmatch("%w", -1)()"#, "c"),
  ]

  @Test(arguments: cases) func `patterns match as in Lua 5.4`(_ item: PatternCase) {
    #expect(outcome(item.expression) == item.expected)
  }

  static let mistakes = [
    PatternCase(#"("a"):find("%")"#, "malformed pattern (ends with '%')"),
    PatternCase(#"("a"):find("[a")"#, "malformed pattern (missing ']')"),
    PatternCase(#"("a"):find("%f")"#, "missing '[' after '%f' in pattern"),
    PatternCase(#"("a"):find("%b")"#, "malformed pattern (missing arguments to '%b')"),
    PatternCase(#"("a"):find("(a")"#, "unfinished capture"),
    PatternCase(#"("a"):find("(a))")"#, "invalid pattern capture"),
    PatternCase(#"("a"):find("%1")"#, "invalid capture index %1"),
    PatternCase(#"("a"):gsub("a", "%2")"#, "invalid capture index %2"),
    PatternCase(#"("a"):gsub("a", "%x")"#, "invalid use of '%' in replacement string"),
    PatternCase(
      #"("a"):gsub("a", function() return {} end)"#, "invalid replacement value (a table)"),
    PatternCase(#"("a"):find(("()"):rep(33))"#, "too many captures"),
    PatternCase(
      #"string.find("a")"#, "bad argument #2 to 'find' (string expected, got no value)"),
    PatternCase(
      #"string.rep("a", "x")"#, "bad argument #2 to 'rep' (number expected, got string)"),
  ]

  @Test(arguments: mistakes) func `mistakes in patterns are told as in Lua 5.4`(
    _ item: PatternCase
  ) {
    let text = outcome(item.expression)
    #expect(text.hasPrefix("runtime: ") && text.hasSuffix(item.expected), "\(text)")
  }

  static let bombs = [
    #"("a"):rep(30000):find((".-"):rep(15) .. "b")"#,
    #"("a"):rep(30000):match(("a*"):rep(15) .. "b")"#,
    #"("a"):rep(30000):gsub(("a?"):rep(30) .. "b", "")"#,
    #"("a"):rep(30000):gmatch(("(.-)"):rep(15) .. "b")()"#,
    #"("a"):rep(200000):find(("a"):rep(100000) .. "b", 1, true)"#,
    #"("("):rep(100000):find("%b()")"#,
    #"("x"):rep(1e15)"#,
    #"table.move({}, 1, math.maxinteger, 1, {})"#,
    #"table.concat({"a"}, ",", 1, 1e15)"#,
    #"(function() local s = ("x"):rep(100000) while true do s:upper() end end)()"#,
    #"(function() local s = ("1"):rep(100000) while true do math.floor(s) end end)()"#,
    #"(function() local s = ("x"):rep(100000) while true do utf8.len(s) end end)()"#,
    #"(function() local t = {} for i = 1, 1e5 do table.insert(t, 1, i) end end)()"#,
  ]

  @Test(arguments: bombs) func `work inside one call ends with the budget`(_ expression: String) {
    let budget = LuaBudget(instructions: 1_000_000, time: nil)
    do throws(LuaFailure) {
      _ = try run("return (\(expression))", budget: budget)
      Issue.record("it came to an end")
    } catch {
      #expect(error.kind == .instructions)
    }
    #expect(budget.isExhausted)
  }

  @Test func `a part of a long string costs no more than a part`() throws {
    let text = """
      local s, n = ("x"):rep(10000), 0
      for i = 1, #s do n = n + s:byte(i) + #s:sub(i, i) + utf8.len(s, i, i) end
      return tostring(n)
      """
    #expect(try run(text, budget: LuaBudget(instructions: 600_000, time: nil)) == "1220000")
  }
}
