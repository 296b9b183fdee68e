import LuaRules
import LuaRulesTools
import Testing

/// Reports, coverage and changes.
struct RuleTestRunTests {
  private static let texts = [
    "rules/a.lua": """
    return {
      { key = "color", when = function(c) return c.p == "low" end, value = "gray", name = "calm" },
      { key = "color", when = { p = "high", q = 1 }, value = "red" },
      { key = "color", value = "black" },
      { key = "size", when = function(c) return c.p == "low" end, value = function(c) return nil end },
      { key = "size", value = 3 },
      { key = "never", value = true },
    }
    """,
    "rules/a.test.lua": """
    return {
      context = { p = "low", q = 1 },
      { "low", expect = { color = "gray", size = 3 } },
      { "high", context = { p = "high" }, expect = { color = "red" } },
      { "wrong", context = { p = "x" }, expect = { color = "<gray>" } },
      { "later", skip = "no time", expect = { color = "x" } },
    }
    """,
    "rules/b.test.lua": "return { { 'b', expect = {} } }",
  ]

  private static func run(coverage: Bool = false) throws -> RuleTestRun {
    var settings = RuleTestSettings()
    settings.fileSystem = TextFiles(texts)
    return try RuleTests(loading: ["rules"], settings).run(wantsCoverage: coverage)
  }

  @Test func `people read a list of tests`() throws {
    #expect(
      try Self.run().text == """
        rules/a.test.lua
          ✔ low
          ✔ high
          ✘ wrong
              rules/a.test.lua:5: `color` is "black"; expected "<gray>"
                color is "black", by the rule at rules/a.lua:4
                  rules/a.lua:3: not matched (priority 100, complexity 2; before the next by complexity)
                    `p = "high"`: was "x"
                    3 | { key = "color", when = { p = "high", q = 1 }, value = "red" },
                      |                           ^
                  rules/a.lua:2 `calm`: not matched (priority 100, complexity 1; before the next by complexity)
                    `c.p == "low"`: was "x"
                    2 | { key = "color", when = function(c) return c.p == "low" end, value = "gray", name = "calm" },
                      |                                            ^^^^^^^^^^^^
                  rules/a.lua:4: won (priority 100, complexity 0)
                  p is "x", set on the context
          - later (skipped: no time)
        rules/b.test.lua
            rules/b.test.lua:1: error: the test "b" expects nothing [bad-test]
              hint: write `expect = { key = value }`

        4 tests, 1 failed, 1 skipped, 1 file does not load
        """)
  }

  @Test func `programs read JSON`() throws {
    let json = try Self.run().json.replacing(/,"seconds":[-0-9.e]+/, with: "")
    #expect(
      json.hasPrefix(
        #"{"counts":{"errors":1,"failed":1,"passed":2,"skipped":1},"files":[{"path":"rules/a.test.lua","tests":[{"name":"low","place":"rules/a.test.lua:3","status":"passed"}"#
      ))
    #expect(
      json.contains(
        #"{"failures":[{"expected":"\"<gray>\"","explanation":["color is \"black\", by the rule at rules/a.lua:4","#
      ))
    #expect(
      json.contains(
        #""],"given":"\"black\"","key":"color","message":"`color` is \"black\"; expected \"<gray>\"","place":"rules/a.test.lua:5"}],"name":"wrong","place":"rules/a.test.lua:5","status":"failed"}"#
      ))
    #expect(
      json.contains(
        #"{"name":"later","place":"rules/a.test.lua:6","reason":"no time","status":"skipped"}"#))
    #expect(json.contains(#"{"code":"bad-test","error":"rules/b.test.lua:1: error"#))
  }

  @Test func `build servers read XML`() throws {
    let xml = try Self.run().junit.replacing(#/ time="[-0-9.e]+"/#, with: "")
    #expect(
      xml.contains(
        """
        <testsuites tests="4" failures="1" errors="1" skipped="1">
          <testsuite name="rules/a.test.lua" tests="4" failures="1" errors="0" skipped="1">
            <testcase classname="rules/a.test.lua" name="low" file="rules/a.test.lua" line="3"/>
        """))
    #expect(
      xml.contains(
        "<failure message=\"`color` is &quot;black&quot;; expected &quot;&lt;gray&gt;&quot;\" "))
    #expect(xml.contains(#"<skipped message="no time"/>"#))
    #expect(xml.contains(#"type="bad-test">"#))
    #expect(xml.hasSuffix("</testsuites>"))
  }

  @Test func `GitHub gets a command for each failure`() throws {
    let lines = try Self.run().githubAnnotations.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(
        "::error file=rules/a.test.lua,line=5,title=wrong::`color` is \"black\"; expected "))
    #expect(lines[0].contains("%0A"))
    #expect(lines[1].hasPrefix("::error file=rules/b.test.lua,line=1,title=bad-test::"))
    #expect(lines[2] == "4 tests, 1 failed, 1 skipped, 1 file does not load")
  }

  @Test func `a filter picks tests by name`() throws {
    var settings = RuleTestSettings()
    settings.fileSystem = TextFiles(Self.texts)
    let tests = try RuleTests(loading: ["rules/a.lua"], settings)
    #expect(tests.run(matching: ["LOW", "hig"]).counts.tests == 2)
    #expect(tests.run(matching: ["none"]).files.isEmpty)
  }

  // MARK: Coverage

  @Test func `coverage tells what no test shows`() throws {
    let coverage = try #require(try Self.run(coverage: true).coverage)
    #expect(
      coverage.text == """
        rules/a.lua: 4 of 6 rules won, 2 of 3 conditions seen both ways
          rules/a.lua:5: rule for `size`: never won: it declined
          rules/a.lua:7: rule for `never`: never reached
        """)
    #expect(
      coverage.lcov == """
        TN:
        SF:rules/a.lua
        BRDA:2,0,0,1
        BRDA:2,0,1,1
        BRDA:3,1,0,1
        BRDA:3,1,1,2
        BRDA:5,3,0,1
        BRDA:5,3,1,0
        BRF:6
        BRH:5
        DA:2,1
        DA:3,1
        DA:4,1
        DA:5,0
        DA:6,1
        DA:7,0
        LF:6
        LH:4
        end_of_record
        """)
    #expect(
      coverage.json.hasPrefix(
        #"[{"declined":0,"failed":0,"hasCondition":true,"key":"color","passed":1,"place":"rules/a.lua:2","rule":"calm","won":1}"#
      ))
  }

  @Test func `results are the same with coverage`() throws {
    #expect(try Self.run(coverage: true).text == Self.run().text)
  }

  @Test func `tests of several files cover one set of rules`() throws {
    let coverage = try #require(
      try RuleTests([
        "rules/a.lua": "return { { key = 'k', when = { x = 1 }, value = 1 } }",
        "rules/a.test.lua": "return { { 'a', context = { x = 1 }, expect = { k = 1 } } }",
        "rules/b.test.lua":
          "return { rules = { 'a.lua' }, { 'b', context = { x = 2 }, expect = { k = null } } }",
      ]).run(wantsCoverage: true).coverage)
    #expect(coverage.rules.count == 1)
    #expect(coverage.rules[0].won == 1)
    #expect(coverage.rules[0].isSeenBothWays)
  }

  // MARK: Changes

  private static func unnoticed(_ rules: String, _ tests: String) throws -> [String] {
    let mutation = try RuleTests(["rules/a.lua": rules, "rules/a.test.lua": tests]).mutate()
    return mutation.unnoticed.map { "\($0.rule.location.line ?? 0) \($0.change)" }
  }

  private static let twoRules = """
    return {
      { key = "color", when = { p = "high", q = 1 }, value = "red" },
      { key = "color", value = "black" },
    }
    """

  @Test func `good tests notice every change`() throws {
    let unnoticed = try Self.unnoticed(
      Self.twoRules,
      """
      return { { "a", given = { "p", "q" }, expect = { "color" }, cases = {
        { "high", 1, "red" }, { "low", 1, "black" }, { "high", 2, "black" } } } }
      """)
    #expect(unnoticed == [])
  }

  @Test func `a change that nothing notices is listed`() throws {
    let unnoticed = try Self.unnoticed(
      Self.twoRules,
      #"return { { "a", context = { p = "high", q = 1 }, expect = { color = "red" } } }"#)
    #expect(
      unnoticed == [
        "2 without its condition on `p`", "2 without its condition on `q`",
        "3 without the rule", "3 with the value \"black′\"",
      ])
  }

  @Test func `negated conditions, constants and the order are changed`() throws {
    let rules = """
      return {
        { key = "a", when = function(c) return c.x == 1 end, value = true },
        { key = "b", priority = "high", value = 1 },
        { key = "b", value = 2 },
        { key = "c", value = { 1, 2 } },
      }
      """
    let context = "context = { x = 2 }"
    #expect(
      try Self.unnoticed(
        rules,
        "return { { 'a', \(context), errors = { z = true, a = 'never' } } }"
      ).count == 10)
    let most = try Self.unnoticed(
      rules,
      "return { { 'a', \(context), expect = { a = null, b = 1, c = { 1, 2 } } } }")
    #expect(
      most == ["2 with the value false", "4 without the rule", "4 with the value 3"])
  }

  @Test func `an enumeration changes to another of its values`() throws {
    let schema = try RuleSchema(json: #"{ "properties": { "k": { "enum": ["a", "b"] } } }"#)
    let mutation = try RuleTests(
      [
        "rules/a.lua": "return { { key = 'k', value = 'a' } }",
        "rules/a.test.lua": "return { { 'a', errors = { x = true }, expect = { k = 'a' } } }",
      ], schema: schema
    ).mutate()
    #expect(mutation.unnoticed.isEmpty)
    #expect(mutation.noticedCount == 2)
  }

  @Test(arguments: [
    ("{ x = 1 }", "{ x = 2 }", "'b'", 0), ("{ x = 1, y = 1 }", "{ x = { 2, 3 } }", "'b'", 0),
    ("{ x = null }", "{ x = 1 }", "'b'", 0), ("{ x = 1 }", "{ x = { 1, 2 } }", "'a'", 0),
    ("{ x = 1 }", "{ x = { 1, 2 } }", "'b'", 1), ("{ x = 1 }", "{ y = 2 }", "'b'", 1),
    ("{ x = 1 }", "function(c) return c.x == 2 end", "'b'", 1),
  ])
  func `an order that cannot matter is not changed`(
    first: String, second: String, value: String, count: Int
  ) throws {
    let changes = try Self.unnoticed(
      """
      return {
        { key = "k", when = \(first), value = "a", complexity = 9 },
        { key = "k", when = \(second), value = \(value) },
      }
      """,
      "return { { 'a', context = { x = 7 }, errors = { z = true } } }")
    #expect(changes.count { $0.contains("asked after") } == count)
  }

  @Test func `time that is over leaves changes out`() throws {
    let mutation = try RuleTests([
      "rules/a.lua": Self.twoRules,
      "rules/a.test.lua": "return { { 'a', context = { p = 1 }, expect = { color = 'black' } } }",
    ]).mutate(timeLimit: .zero)
    #expect(mutation.skippedCount == 8)
    #expect(
      mutation.text == "0 of 0 changes to the rules are noticed; 8 more were not tried in time")
  }

  @Test func `a change does not stay`() throws {
    let tests = try RuleTests(Self.texts.filter { $0.key != "rules/b.test.lua" })
    let before = tests.run(wantsCoverage: true)
    _ = try tests.mutate()
    let after = tests.run(wantsCoverage: true)
    #expect(before.text == after.text)
    #expect(before.coverage?.text == after.coverage?.text)
  }
}
