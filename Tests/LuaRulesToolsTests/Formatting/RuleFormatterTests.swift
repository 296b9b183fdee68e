import Foundation
import LuaRules
import Testing

@testable import LuaRulesTools
@testable import LuaSyntax

/// The layout of rule files.
@Suite struct RuleFormatterTests {
  private static let cases: [(before: String, after: String)] = [
    ("", ""), ("\n\nreturn {}\n\n\n", "\n\nreturn {}\n"), ("return{}", "return {}\n"),
    (
      "return{\n{key='k',when=function ( c ) return c . a==1 end,value = \"x\"  },\n}",
      "return {\n  { key = 'k', when = function(c) return c.a == 1 end, value = \"x\" },\n}\n"
    ),
    ("return {\n\t{ key = 'k',\n\tvalue=1 }\n}", "return {\n  { key = 'k',\n    value = 1 },\n}\n"),
    (
      "return {\n{ key = 'k',\nwhen = function(c)\nreturn c.a\nend },\n{ 'x', cases = {\n1,\n} },\n}",
      "return {\n  { key = 'k',\n    when = function(c)\n      return c.a\n    end },\n  { 'x', cases = {\n    1,\n  } },\n}\n"
    ),
    // The table goes on behind the function.
    (
      "return {\n{ when = function(c)\nreturn c.a\nend,\nvalue = 1 },\n}",
      "return {\n  { when = function(c)\n      return c.a\n    end,\n    value = 1 },\n}\n"
    ),
    // A comma is added only before a brace in its own line.
    ("return { 1,\n 2 }", "return { 1,\n  2 }\n"),
    ("return {\n  1 -- one\n  -- more\n}", "return {\n  1, -- one\n  -- more\n}\n"),
    ("return {\n  1;\n}", "return {\n  1;\n}\n"),
    ("return f(\n1\n)", "return f(\n  1\n)\n"),
    ("local a<const>,b<close> =1,nil", "local a <const>, b <close> = 1, nil\n"),
    ("return 1e-5,0x1p+4,3 ..2,...", "return 1e-5, 0x1p+4, 3 .. 2, ...\n"),
    ("goto a\n::  a ::", "goto a\n::a::\n"),
    (
      "if a and\nb then\nreturn 1\nelseif c\nor d then\nreturn 2\nelse\nreturn 3\nend",
      "if a and\n  b then\n  return 1\nelseif c\n  or d then\n  return 2\nelse\n  return 3\nend\n"
    ),
    (
      "while f(function() do x() end end) do\nfor i=1,2 do\nrepeat\ny()\nuntil z\nend\nend",
      "while f(function() do x() end end) do\n  for i = 1, 2 do\n    repeat\n      y()\n    until z\n  end\nend\n"
    ),
    (
      "return f(function(c)\nreturn 1\nend, {\n1,\n}, function()\nend)",
      "return f(function(c)\n  return 1\nend, {\n  1,\n}, function()\nend)\n"
    ),
    (
      "local x =\n{\n1,\n}\nreturn x\n-- why\n..x\n:m()",
      "local x =\n  {\n    1,\n  }\nreturn x\n  -- why\n  .. x\n  :m()\n"
    ),
    (
      "local s = [[\n  a  \n]]  ,   'b  c' -- d   \n--[[ e\n   f ]] return s",
      "local s = [[\n  a  \n]], 'b  c' -- d\n--[[ e\n   f ]] return s\n"
    ),
    ("return {   -- a\n  1,    -- b\n}", "return {   -- a\n  1,    -- b\n}\n"),
    // The cells of a decision table stand in columns.
    (
      "return table { inputs = {'a'}, rows = {\n{at_least(3),'ä',1,name='n'},\n{'-', 'bcd',20},\n} }",
      "return table { inputs = { 'a' }, rows = {\n  { at_least(3), 'ä',   1, name = 'n' },\n  { '-',         'bcd', 20 },\n} }\n"
    ),
    (
      "return { table { rows = {\n{ 1, -- one\n2 },\n{ 100, 2 },\n{ 3, 4 } } } }",
      "return { table { rows = {\n  { 1, -- one\n    2 },\n  { 100, 2 },\n  { 3,   4 } } } }\n"
    ),
    (
      "return table { rows = { { 1, 2 }, { 10, 2 } } }",
      "return table { rows = { { 1, 2 }, { 10, 2 } } }\n"
    ),
    (
      "return x { rows = {\n{ 1, 2 },\n{ 10, 2 } } }",
      "return x { rows = {\n  { 1, 2 },\n  { 10, 2 } } }\n"
    ),
    // Comments below one another stay so.
    (
      "a=1   -- x\nabc = 1 -- y\nb=1  -- z",
      "a = 1   -- x\nabc = 1 -- y\nb = 1  -- z\n"
    ),
    ("return {\n'ä' -- x\n}   -- y", "return {\n  'ä', -- x\n}      -- y\n"),
    ("a={ 1,2}  -- x\nbcd=1 ,2 -- y", "a = { 1, 2 }  -- x\nbcd = 1, 2 -- y\n"),
    ("a={1}  -- x\nbcd=22 -- y", "a = { 1 } -- x\nbcd = 22  -- y\n"),
    ("return {\r\n1\r\n}", "return {\r\n  1,\r\n}\r\n"),
    ("#!/usr/bin/env lua --it's\nreturn {1}", "#!/usr/bin/env lua --it's\nreturn { 1 }\n"),
    ("\u{FEFF}# x\r\nreturn {\r\n1}", "\u{FEFF}# x\r\nreturn {\r\n  1 }\r\n"),
    ("# x", "# x"), ("# x\n\n", "# x\n"),
    (
      "local t = .5\nreturn a.. .5,{\n.5,\n-.5\n}, t",
      "local t = .5\nreturn a .. .5, {\n  .5,\n  -.5,\n}, t\n"
    ),
    ("return 'a\\z\n   b',1", "return 'a\\z\n   b', 1\n"),
    ("return 'a\\\r\nb',1", "return 'a\\\r\nb', 1\r\n"),
    ("return {\n1,\r\n}", "return {\n  1,\n}\n"), ("return 1\r", "return 1\n"),
    ("return {\r\n1,\n}", "return {\r\n  1,\r\n}\r\n"),
    ("\u{FEFF}return {1}", "\u{FEFF}return { 1 }\n"),
    ("return 'größer', '😀'", "return 'größer', '😀'\n"),
  ]

  @Test(arguments: cases)
  func `a text gets the layout`(before: String, after: String) throws {
    #expect(try RuleFormatter.formatted(before) == after)
    #expect(try RuleFormatter.formatted(after) == after)
  }

  @Test(arguments: [
    (
      "local a, b, x, t = 1 return a<b,-1,- -1,not- x,#t,2- -1,~1,1~2",
      "local a, b, x, t = 1 return a < b, -1, - -1, not -x, #t, 2 - -1, ~1, 1 ~ 2\n"
    ),
    (
      "return t [ 1 ] [ [[x]] ] , t : m ( ) , f 'x' , f { }",
      "return t[1][ [[x]]], t:m(), f 'x', f {}\n"
    ),
  ])
  func `operators and brackets have their spaces`(before: String, after: String) throws {
    #expect(try RuleFormatter.formatted(before) == after)
  }

  @Test func `what is no Lua is told, with its line`() throws {
    let error = try #require(throws: RuleError.self) {
      try RuleFormatter.formatted("return {\n  key = 'k' value\n}", name: "a.lua")
    }
    #expect(
      error.description
        == "a.lua:2: error: '}' expected (to close '{' at line 1) near 'value' [syntax]")
  }

  @Test func `line breaks that are carriage returns alone are told`() throws {
    let error = try #require(throws: RuleError.self) {
      try RuleFormatter.formatted("local a = 1\rreturn { a }", name: "a.lua")
    }
    #expect(
      error.description
        == "a.lua: error: the lines end with carriage returns alone, so the file stays as it is [layout]"
    )
  }

  @Test func `a file of comments is laid out`() throws {
    let text = String(repeating: " -- x\n", count: 20_000)
    let layout = try RuleFormatter.formatted(text)
    #expect(layout == String(repeating: "-- x\n", count: 20_000))
    let diff = UnifiedDiff(from: Array(text.utf8), to: Array(layout.utf8)).text(from: "a", to: "b")
    #expect(diff.hasPrefix("--- a\n+++ b\n@@ -1,20000 +1,20000 @@\n- -- x\n"))
  }

  // MARK: Properties

  private static func comments(of text: String) -> [String] {
    let tokens = LuaTokens(text)
    return tokens.comments.map { range in
      let comment = String(decoding: tokens.bytes[range], as: UTF8.self)
      return String(comment.reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  /// Expects what holds for every text: the layout is one, the code and the
  /// comments stay, and spaces do not matter.
  private static func expectLayout(
    of text: String, _ name: String, _ random: inout SplitMix
  ) throws {
    let layout = try RuleFormatter.formatted(text, name: name)
    #expect(try RuleFormatter.formatted(layout, name: name) == layout, "\(name)")
    #expect(try LuaFiles.compiled(layout) == LuaFiles.compiled(text), "\(name)")
    #expect(comments(of: layout) == comments(of: text), "\(name)")
    var other = ""
    let tokens = FormattedToken.all(in: layout)
    // The columns of comments count.
    let lines = Set(tokens.filter { $0.role == .comment }.map(\.line))
    for token in tokens {
      let isComment = lines.contains(token.line)
      let start = other.isEmpty ? 0 : other.utf8.count { $0 == 0x0A }
      other += String(repeating: "\n", count: token.line - start)
      let count = isComment ? token.gap : Int.random(in: 1...4, using: &random)
      other += String(
        repeating: isComment || Bool.random(using: &random) ? " " : "\t", count: count)
      other += token.text
    }
    #expect(try RuleFormatter.formatted(other, name: name) == layout, "\(name): \(other)")
  }

  @Test(arguments: [
    "return " + String(repeating: "a and ", count: 20_000) + "a\n",
    "if a then\n" + String(repeating: "elseif a then\n", count: 20_000) + "end\n",
  ])
  func `a chain that takes Lua too long stays as it is`(text: String) throws {
    let error = #expect(throws: RuleError.self) {
      try RuleFormatter.formatted(text, within: .milliseconds(20))
    }
    #expect(error?.code == .layout)
    #expect(error?.message.contains("takes too long") == true)
  }

  @Test func `every file of the project keeps its code and its comments`() throws {
    var random = SplitMix(seed: 5)
    var count = 0
    for file in LuaFiles.all {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard (try? LuaFiles.compiled(text)) != nil else { continue }
      count += 1
      try Self.expectLayout(of: text, file.lastPathComponent, &random)
    }
    #expect(count > 150)
  }

  @Test func `the project's own rules and modules have the layout`() throws {
    let files = LuaFiles.all.filter { !$0.path.contains("/Tests/") }
    #expect(files.count > 50)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(try RuleFormatter.formatted(text, name: file.path) == text, "\(file.path)")
    }
  }

  @Test(arguments: 0..<300)
  func `a random program keeps its code and its comments`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var program = RandomLua(random: SplitMix(seed: seed &* 7919))
    let text = program.text()
    try Self.expectLayout(of: text, "seed \(seed)", &random)
  }
}
