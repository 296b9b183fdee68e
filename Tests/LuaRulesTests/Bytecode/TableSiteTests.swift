import Testing

@testable import LuaBytecode
@testable import LuaRules

extension TableSite {
  /// All lines in one text: `line{name=line, …; line{…}, …; *line}`.
  var summary: String {
    var parts: [String] = []
    if !fields.isEmpty {
      parts.append(fields.map { "\($0.name)=\($0.site.summary)" }.joined(separator: " "))
    }
    if !elements.isEmpty { parts.append(elements.map(\.summary).joined(separator: " ")) }
    if let anyElement { parts.append("*\(anyElement.summary)") }
    return "\(line){\(parts.joined(separator: "; "))}"
  }
}

extension TableSite.Field {
  var summary: String { "\(line)" + (table.map { ":" + $0.summary } ?? "") }
}

struct TableSiteTests {
  static func site(_ text: String) throws -> TableSite? {
    try FileOutline(try dumpChunk(text)).returnedTable
  }

  static let varied = """
    local rules = {}
    local function rule(k, v) return { key = k, value = v } end
    rules[#rules + 1] = { key = "a", value = 1 }
    table.insert(rules, { key = "b", when = function(c)
      return c.a
    end, value = x and 1 or 2 })
    rules[#rules + 1] = rule("c", 3)
    for i = 1, 3 do
      rules[#rules + 1] = { key = "d" .. i, value = i }
    end
    if rules[1] then rules[9] = { key = "e" } end
    return rules
    """

  static let cases: [(String, String?)] = [
    ("return {}", "1{}"), ("\n\nreturn {\n}", "3{}"), ("return 1", nil), ("", nil),
    ("return f()", nil), ("return { 1,\n 2,\n 3 }", "1{1 2 3}"),
    (
      "return {\n { key = 'a', value = 1 },\n { key = 'b',\n value = 2 },\n}",
      "1{2:2{key=2 value=2} 3:3{key=3 value=4}}"
    ),
    ("return {\n {\n key = 'a' },\n {\n key = 'b' } }", "1{3:3{key=3} 5:5{key=5}}"),
    (
      "return {\n { key = 'a', rules = {\n { value = function(c)\n return c\n end },\n } },\n}",
      "1{2:2{key=2 rules=2:2{3:3{value=3}}}}"
    ),
    (
      "return {\n { when = { todo = { done = true } }, key = 'a', value = function()\n end } }",
      "1{2:2{when=2:2{todo=2:2{done=2}} key=2 value=2}}"
    ),
    ("return {\n { when = function(c)\n return c.a\n end,\n key = 'a' } }", "1{2:2{when=2 key=5}}"),
    ("return {\n rule('a', 1),\n rule(\n 'b', 2),\n x.y('c') }", "2{2 3 5}"),
    (
      "local a = { key = 'a' }\nlocal f = function()\n end\nreturn {\n a,\n { value = f } }",
      "5{5:1{key=1} 6:6{value=6}}"
    ),
    (
      "local r = {}\nr[1] = { key = 1 }\nr[#r + 1] = { key = 2 }\nr[#r + 1] = f()\nreturn r",
      "2{2:2{key=2} 3:3{key=3} 4}"
    ),
    (
      "local r = {}\ntable.insert(r, { key = 1 })\ntable.insert(r, { key = 2 })\nreturn r",
      "2{2:2{key=2} 3:3{key=3}}"
    ),
    ("local r = {}\nlocal n = 0\nn = n + 1\nr[n] = { key = 1 }\nreturn r", "4{4:4{key=4}}"),
    ("local r = {}\nfor i = 1, 3 do\n r[#r + 1] = { key = i }\nend\nreturn r", "3{*3:3{key=3}}"),
    (
      "local r = {}\nfor _, k in ipairs { 1 } do\n local t = { key = k }\n t.value = 1\n"
        + " r[#r + 1] = t\nend\nreturn r", "5{*5:3{key=3 value=4}}"
    ),
    (
      "local r = { { a = 1 } }\nif x then\n r[2] = { a = 2 } end\nreturn r",
      "1{1:1{a=1}; *3:3{a=3}}"
    ),
    ("local r = {}\ntable.insert(r, 1, { a = 1 })\nreturn r", "2{*2:2{a=2}}"),
    ("local m = {}\nm.rules = {}\nm.rules[1] = { a = 1 }\nreturn m", "2{rules=2:3{3:3{a=3}}}"),
    ("rules = {}\nrules[1] = {\n a = 1 }\nreturn rules", "2{3:3{a=3}}"),
    ("local t = {}\nt.t = t\nreturn t", "2{t=2}"),
    (
      "local M = { rules = {} }\nfunction M.add(c) return c.box.rules end\n"
        + "M.rules[#M.rules + 1] = { key = 'x' }\nreturn M.rules", "3{3:3{key=3}}"
    ),
    (
      "return { { key = 'a', when = function(c) return c.key end,\n key = 'b' } }",
      "1{1:1{key=2 when=1}}"
    ),
    ("local t = { a = 1 }\nif x then t = {\n b = 1 } end\nreturn t", nil),
    ("if x then return { a = 1 } end\nreturn { b = 1 }", "2{b=2}"),
    ("if x then return { a = 1 } end", "1{a=1}"), ("return { { a = 1 }, ... }", "1{1:1{a=1} 1}"),
    (
      "return { { value = x and 1 or 2, when = not y, set = { a = x == 1 } } }",
      "1{1:1{value=1 when=1 set=1:1{a=1}}}"
    ),
    ("return { x and { a = 1 } or { b = 1 }, { d = 1 } }", "1{1 1:1{d=1}}"),
    ("return setmetatable({}, {})", nil),
    (varied, "3{3:3{key=3 value=3} 4:4{key=4 when=4 value=6} 7; *9:9{key=9 value=9}}"),
  ]

  @Test(arguments: cases)
  func `the lines of a returned table are found`(text: String, expected: String?) throws {
    let found = try Self.site(text)?.summary
    #expect(found == expected)
  }

  @Test(arguments: [49, 50, 51, 100, 300, 1000, 14_000])
  func `long literals are followed`(count: Int) throws {
    var text = "return {\n"
    for index in 1...count {
      text += "  { key = 'k\(index)', when = function(c)\n return c.a == \(index) end,"
      text += " value = 'v\(index)' },\n"
    }
    let site = try #require(try Self.site(text + "}"))
    #expect(site.elements.count == count && site.line == 1)
    for (index, element) in site.elements.enumerated() {
      let line = 2 + 2 * index
      guard element.line == line, element.table?.line == line,
        element.table?.field("key")?.line == line, element.table?.field("when")?.line == line,
        element.table?.field("value")?.line == line + 1
      else {
        Issue.record("element \(index + 1) is at \(element.summary), not \(line)")
        return
      }
    }
  }

  @Test
  func `tables that share tables are built once`() throws {
    var text = "local t0 = {}\n"
    for index in 1...60 { text += "local t\(index) = { t\(index - 1), t\(index - 1) }\n" }
    #expect(try Self.site(text + "return t60")?.elements.count == 2)
  }
}
