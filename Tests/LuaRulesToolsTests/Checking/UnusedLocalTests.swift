import LuaRules
import LuaRulesTools
import Testing

/// Local variables that nothing reads.
@Suite struct UnusedLocalTests {
  /// Returns the messages about a function with a body, as `LINE MESSAGE`.
  private static func messages(_ body: String) throws -> [String] {
    try CheckedText.check("return { { key = \"k\", value = function(c)\n\(body)\nend } }").findings
      .filter { $0.code == .unusedLocal }.map { "\($0.location.line ?? 0) \($0.message)" }
  }

  @Test(arguments: [
    "local total = 0\nfor _, x in ipairs(c.list) do total = total + x.cents end",
    "local total = 0\nfor _, x in ipairs(c.list) do total = total + x.count * x.cents end",
    "local total = 0\nfor _, x in ipairs(c.list) do total = (total + x) * 2 end",
    "local total = 0\nfor _, x in ipairs(c.list) do total = c.f(x) + total end\nreturn 1",
    "local total = 0\nwhile c.on do total = total + 1 end",
    "local total = ''\nfor _, x in ipairs(c.list) do total = total .. x .. ', ' end",
    "local total = ''\nfor _, x in ipairs(c.list) do total = total .. tostring(x) end",
    "local total = c.count\ntotal = -total\nreturn c.count",
    "local total, other = 0, 1\ntotal = total + other",
  ])
  func `a variable that only calculates itself is never read`(body: String) throws {
    #expect(try Self.messages(body) == ["2 the variable `total` is assigned, but never read"])
  }

  @Test(arguments: [
    "local _total = 0\nfor _, x in ipairs(c.list) do _total = _total + x end",
    "local total = 0\nfor _, x in ipairs(c.list) do total = total + x end\nreturn total",
    "local i = 0\nwhile i < 10 do i = i + 1 end",
    "local i = 0\nrepeat i = i + 1 until i > 10",
    "local a, b = 1, 1\nfor _ = 1, 10 do a, b = b, a + b end\nreturn a",
    "local total = 0\nlocal function add(x) total = total + x end\nadd(1)\nreturn total",
    "local n = 0\nlocal function count() n = n + 1 return n end\nreturn count()",
    "local n = 0\nn = n + 1\nlocal before = n\nreturn before",
    "local n = c.a\nlocal before = n\nn = before + 1\nreturn before",
    "local n = c.a\nlocal before, after = n, 1\nn = before + after\nreturn before",
    "local t = {}\nlocal n = 0\nfor _, x in ipairs(c.list) do n = n + 1 t[n] = x end\nreturn t",
    "local n = 0\nn = n + 1\nreturn c.list[n]",
    "local n = 0\nn = c.f(n)\nreturn 1",
    "local n = 0\nn = n + c.f(n)\nreturn 1",
    "local n = 0\nn = c.on and n or 1\nreturn c.on",
    "local text = ''\nfor _, x in ipairs(c.list) do text = text .. x end\nreturn #text",
    "for i = 1, 3 do i = i + 1 end",
    "local n = 1\nlocal m = n + 1\nn = n + m\nreturn m",
    "local seen = 0\nfor _, x in ipairs(c.list) do if seen == 2 then return x end seen = seen + 1 end",
  ])
  func `a variable that something reads is used`(body: String) throws {
    #expect(try Self.messages(body) == [])
  }

  @Test func `a variable that is never named again is not used`() throws {
    #expect(try Self.messages("local x = 1") == ["2 the variable `x` is not used"])
  }

  @Test func `a counter of a file is never read`() throws {
    let check = try CheckedText.check(
      "local count = 0\nfor i = 1, 3 do count = count + i end\nreturn {}")
    #expect(
      check.findings.map(\.message) == ["the variable `count` is assigned, but never read"])
  }
}
