import LuaRules
import LuaRulesTools
import Testing

/// Which files are tests, what they test, and what is wrong with them.
struct RuleTestFileTests {
  private static let rules = "return { { key = 'k', value = 1 } }"
  private static let tests = "return { { 'a', expect = { k = 1 } } }"

  private static func error(_ test: String) throws -> String {
    let error = try #require(throws: RuleError.self) {
      try RuleTests(["rules/a.lua": rules, "rules/a.test.lua": test])
    }
    return error.description
  }

  @Test(arguments: [
    (
      "return {\n{ 'a', expct = { k = 1 } } }",
      "2: error: unknown field `expct` [unknown-field]\n  hint: did you mean `expect`?"
    ),
    (
      "return {\n{ name = 'a', expect = { k = 1 } } }",
      "2: error: unknown field `name` [unknown-field]\n"
        + "  hint: the name comes first: `{ \"a name\", expect = { … } }`"
    ),
    (
      "return {\nrule = { 'x' }, { 'a', expect = { k = 1 } } }",
      "2: error: unknown field `rule` [unknown-field]\n  hint: did you mean `rules`?"
    ),
    (
      "return {\n{ 'a' } }",
      "2: error: the test \"a\" expects nothing [bad-test]\n"
        + "  hint: write `expect = { key = value }`"
    ),
    (
      "return {\n{ 'a', 'b', expect = { k = 1 } } }",
      "2: error: the test has values without a name after the first one [bad-test]\n"
        + "  hint: further tests go into `cases = { … }`"
    ),
    (
      "return {\n{ 7, expect = { k = 1 } } }",
      "2: error: the name of a test is 7; expected a string [bad-test]"
    ),
    ("return {\n'a' }", "2: error: a test is a string; expected a table [bad-test]"),
    (
      "return {\n{ 'a', context = { 1 }, expect = { k = 1 } } }",
      "2: error: `context` is a table; expected names with values [bad-test]\n"
        + "  hint: write `context = { title = \"Hello\" }`"
    ),
    (
      "return {\n{ 'a', context = { x = print }, expect = { k = 1 } } }",
      "2: error: `context` has a function; expected values [bad-test]"
    ),
    (
      "return {\n{ 'a', expect = { k = function() end } } }",
      "2: error: `expect.k` is a function; expected values [bad-test]"
    ),
    (
      "return {\n{ 'a', expect = { ['k.'] = 1 } } }",
      "2: error: \"k.\" is not a key; expected a name, or names with dots between [bad-test]"
    ),
    (
      "return {\n{ 'a', errors = { k = 1 } } }",
      "2: error: `errors.k` is 1; expected the code of the error, a part of its message, or `true` "
        + "[bad-test]"
    ),
    (
      "return {\n{ 'a', skip = 1, expect = { k = 1 } } }",
      "2: error: `skip` is 1; expected `true`, or the reason [bad-test]"
    ),
    (
      "return {\n{ 'a', host = 'x', expect = { k = 1 } } }",
      "2: error: `host` is \"x\"; expected names with functions or values [bad-test]"
    ),
    (
      "return {\n{ 'a', given = { 'x' }, expect = { 'k' }, cases = {\n{ 1 } } } }",
      "3: error: a row has 1 values; expected 2: x, k [bad-test]\n"
        + "  hint: `null` means nothing"
    ),
    (
      "return {\n{ 'a', given = { 'x' }, expect = { 'k' } } }",
      "2: error: a test with `given` has no `cases` [bad-test]\n  hint: write `given = { "
        + "\"todo.priority\" }, expect = { \"color\" }, cases = { { \"high\", \"red\" } }`"
    ),
    (
      "return {\n{ 'a', given = { 1 }, expect = { 'k' }, cases = {} } }",
      "2: error: `given` has 1 in it; expected names [bad-test]"
    ),
    ("return 1", " error: the file returns an integer; expected a list of tests [bad-test]"),
  ])
  func `what is wrong is told with its line`(test: String, message: String) throws {
    #expect(try Self.error(test).hasPrefix("rules/a.test.lua:\(message)"))
  }

  @Test func `an empty file, and one without tests, say what a file of tests is`() throws {
    #expect(
      try Self.error("local x = 1")
        == "rules/a.test.lua: error: the file returns nothing [no-rules]\n"
        + "  hint: a file of tests ends with them: `return { { \"a name\", … } }`")
    #expect(try Self.error("return {}").contains("the file has no tests [bad-test]"))
  }

  @Test func `a file that never ends runs out of its budget`() throws {
    #expect(try Self.error("while true do end").contains("[budget]"))
  }

  @Test func `tests that would be more than can be held are refused`() throws {
    let text = """
      local context, cases = {}, {}
      for i = 1, 1200 do context["k" .. i] = i; cases[i] = { "a", expect = { k = 1 } } end
      return { { "all", context = context, cases = cases } }
      """
    #expect(try Self.error(text).contains("too many, or too large [bad-test]"))
  }

  @Test func `names cannot play tricks with a terminal`() throws {
    let tests = try RuleTests([
      "rules/a.lua": Self.rules,
      "rules/a.test.lua": "return { { 'a\\27[2J\\nb', expect = { k = 1 } } }",
    ])
    #expect(!tests.cases[0].name.contains { $0 == "\u{1B}" || $0.isNewline })
  }

  @Test func `all that is wrong is told at once`() throws {
    let text = try Self.error("return {\n{ 'a', x = 1 },\n{ 'b' } }")
    #expect(text.contains("a.test.lua:2"))
    #expect(text.contains("a.test.lua:3"))
  }

  // MARK: Files

  @Test func `tests are found in folders, beside rules, and by name`() throws {
    let texts = [
      "rules/a.lua": Self.rules, "rules/a.test.lua": Self.tests,
      "rules/sub/b.lua": Self.rules, "rules/sub/b.test.lua": Self.tests,
      "rules/.c.test.lua": "error", "rules/_d/d.test.lua": "error", "rules/lib/e.lua": "error",
    ]
    func files(_ paths: String...) throws -> [String] {
      try RuleTests(texts, paths: paths).cases.map(\.location.file)
    }
    #expect(try files("rules") == ["rules/a.test.lua", "rules/sub/b.test.lua"])
    #expect(try files("rules/") == ["rules/a.test.lua", "rules/sub/b.test.lua"])
    #expect(try files("rules/sub/b.lua") == ["rules/sub/b.test.lua"])
    #expect(try files("rules/a.test.lua", "rules") == ["rules/a.test.lua", "rules/sub/b.test.lua"])
  }

  @Test func `a path without tests is an error`() throws {
    let texts = ["rules/a.lua": Self.rules, "rules/x.txt": ""]
    for (path, message) in [
      ("rules", "there are no tests"), ("nowhere", "no such file or folder"),
      ("rules/a.lua", "there are no tests of this file"),
      ("rules/x.txt", "there are no tests of this file"),
    ] {
      let error = try #require(throws: RuleError.self) { try RuleTests(texts, paths: [path]) }
      #expect(error.message == message)
      #expect(error.location?.file == path)
    }
  }

  @Test func `a file says which rules it tests`() throws {
    let texts = [
      "rules/a.lua": "return { { key = 'k', value = 1 } }",
      "rules/sub/b.lua": "return { { key = 'l', value = c } }",
      "base/z.lua": "return { { key = 'z', value = 26 } }",
      "rules/all.test.lua": """
      return { rules = { "a.lua", "more" }, fallback = { "../base" },
        { "a", expect = { k = 1, m = 13, z = 26 } } }
      """,
      "rules/more/m.lua": "return { { key = 'm', value = 13 } }",
    ]
    // Paths with `..` are the file system's.
    let known = texts.merging(["rules/../base/z.lua": texts["base/z.lua"] ?? ""]) { $1 }
    let tests = try RuleTests(known, paths: ["rules/all.test.lua"])
    #expect(tests.cases.flatMap { $0.run().failures } == [])
  }

  @Test func `a file without rules beside it is an error`() throws {
    let error = try #require(throws: RuleError.self) {
      try RuleTests(["rules/b.test.lua": Self.tests])
    }
    #expect(
      error.description == """
        rules/b.test.lua: error: there is no `rules/b.lua` to test [unreadable]
          hint: name what is tested: `rules = { "todo.lua" }`, relative to the file of tests
        """)
  }

  @Test func `modules lie in lib of the folder`() throws {
    let tests = try RuleTests([
      "rules/lib/words.lua": "return { hello = 'Hello' }",
      "rules/lib/todos.lua": "return { one = { title = 'Beer' } }",
      "rules/sub/a.lua":
        "local words = require 'words' return { { key = 'k', value = words.hello } }",
      "rules/sub/a.test.lua": """
      local todos = require "todos"
      return { { "a", context = { todo = todos.one }, expect = { k = "Hello" } } }
      """,
    ])
    #expect(tests.cases.flatMap { $0.run().failures } == [])
  }

  @Test func `of a folder above several, modules lie in lib of each`() throws {
    let rules = "local m = require 'm' return { { key = 'k', value = m.name } }"
    let tests = try RuleTests(
      [
        "all/one/lib/m.lua": "return { name = 'one' }", "all/one/a.lua": rules,
        "all/one/a.test.lua": "return { { 'a', expect = { k = 'one' } } }",
        // What a host that loads `all/two` would not look into.
        "all/two/sub/lib/m.lua": "return { name = 'sub' }",
        "all/two/lib/m.lua": "return { name = 'two' }", "all/two/sub/b.lua": rules,
        "all/two/sub/b.test.lua": "return { { 'b', expect = { k = 'two' } } }",
      ], paths: ["all"])
    #expect(tests.cases.count == 2)
    #expect(tests.cases.flatMap { $0.run().failures } == [])
  }
}
