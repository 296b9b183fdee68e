import LuaRules
import Testing

/// Conditions of patterns, such as `at_least(18)`.
struct ConditionTests {
  /// Conditions, values of the key `a` in JSON, and whether they fulfill them.
  static let cases: [(condition: String, value: String, holds: Bool)] = [
    ("at_least(18)", "18", true), ("at_least(18)", "17.5", false), ("at_least(18)", "19", true),
    ("at_least(18)", "null", false), ("at_least(18)", #""18""#, false),
    ("at_least(18)", "true", false), ("at_least(18)", "[18]", false),
    ("at_least('b')", #""b""#, true), ("at_least('b')", #""a""#, false),
    ("at_least('b')", "3", false), ("at_least('b')", #""ä""#, true),
    ("more_than(3)", "3", false), ("more_than(3)", "3.1", true), ("more_than(-0.0)", "0", false),
    ("at_most(5)", "5", true), ("at_most(5)", "6", false), ("at_most(5)", "null", false),
    ("less_than(5)", "5", false), ("less_than(5)", "4", true), ("less_than('b')", #""a""#, true),
    ("less_than(9007199254740993)", "9007199254740992", true),
    ("less_than(9007199254740993)", "9007199254740993", false),
    ("between(18, 65)", "18", true), ("between(18, 65)", "65", true),
    ("between(18, 65, '[)')", "65", false), ("between(18, 65, '(]')", "18", false),
    ("between(18, 65, '()')", "18", false), ("between(18, 65, '()')", "19", true),
    ("between('a', 'c')", #""b""#, true), ("between('a', 'c')", #""d""#, false),
    ("one_of { 'x', 2, null }", "2.0", true), ("one_of { 'x', 2, null }", "null", true),
    ("one_of { 'x', 2, null }", #""y""#, false),
    ("none_of { 'x', 'y' }", #""z""#, true), ("none_of { 'x', 'y' }", #""y""#, false),
    ("none_of { 'x', 'y' }", "null", false), ("none_of { 'x', 'y' }", "1", false),
    ("none_of { 'x', 1 }", "2", true), ("none_of { 'x', null }", #""z""#, true),
    ("is_not(1)", "2", true), ("is_not(1)", "1.0", false), ("is_not(1)", "null", false),
    ("is_not(true)", "false", true), ("is_not(true)", "null", false),
    ("is_not(null)", "false", true), ("is_not(null)", "[]", true), ("is_not(null)", "null", false),
    ("contains('b')", #""abc""#, true), ("contains('')", #""""#, true),
    ("contains('aab')", #""aaab""#, true), ("contains('abd')", #""abc""#, false),
    ("contains('b')", #"[null, "b"]"#, true), ("contains('c')", #"["a", null, "b"]"#, false),
    ("contains('b')", #"["a", "b"]"#, true), ("contains('b')", #"["abc"]"#, false),
    ("contains(2)", "[1, 2.0]", true), ("contains(2)", #""2""#, false),
    ("contains('b')", #"{"b": 1}"#, false), ("contains(1)", #"{"b": 1}"#, false),
    ("contains('b')", "[]", false),
    ("starts_with('ab')", #""abc""#, true), ("starts_with('ab')", #""a""#, false),
    ("starts_with('')", #""a""#, true), ("starts_with('a')", "1", false),
    ("ends_with('bc')", #""abc""#, true), ("ends_with('abcd')", #""bcd""#, false),
    ("matches('^%u%d+$')", #""A12""#, true), ("matches('^%u%d+$')", #""A12x""#, false),
    ("matches('%d')", #""a1""#, true), ("matches('^$')", #""""#, true),
    ("matches('%f[%w]b%w*')", #""a bc""#, true), ("matches('(a)%1')", #""xaa""#, true),
    ("matches('%d')", "1", false),
    ("before('2026-02-01')", #""2026-01-31T23:59:59Z""#, true),
    ("before('2026-02-01')", #""2026-02-01""#, false),
    ("before('2026-02-01')", #""2026-02-01T01:00:00+02:00""#, true),
    ("before('2026-02-01')", "1769903999", true), ("before('2026-02-01')", "1769904000", false),
    ("after('2026-01-31')", #""2026-01-31T23:59:59Z""#, false),
    ("after('2026-01-31')", #""2026-02-01""#, true),
    ("after('2026-01-31T12:00:00Z')", #""2026-01-31T12:00:00.5Z""#, true),
    ("after('2026-01-31T12:00:00Z')", #""2026-01-31T12:00:00Z""#, false),
    ("after('2026-01-31')", #""later""#, false), ("after('2026-01-31')", "null", false),
    ("any_of { less_than(3), more_than(5) }", "2", true),
    ("any_of { less_than(3), more_than(5) }", "4", false),
    ("any_of { 'x', at_least(5) }", #""x""#, true),
    ("all_of { at_least(3), is_not(4) }", "4", false),
    ("all_of { at_least(3), is_not(4) }", "5", true),
    ("all_of { any_of { 'a', 'b' }, is_not('a') }", #""b""#, true),
    ("{ 'x', at_least(5), null }", "null", true), ("{ 'x', at_least(5) }", "6", true),
    ("{ 'x', at_least(5) }", "4", false),
  ]

  @Test(arguments: cases)
  func `a condition holds for values of its kind, by a plan and by Lua`(
    condition: String, value: String, holds: Bool
  ) throws {
    let rules = """
      return { { key = "answer", when = { a = \(condition) }, value = true },
        { key = "answer", value = false } }
      """
    for plan in [EvaluationMode.native, .lua] {
      var options = RuleOptions()
      options.plan = plan
      var context = RuleContext(try RuleModel(text: rules, options: options))
      try context.setValues(json: #"{"a": \#(value)}"#)
      #expect(outcome(in: context) == "\(holds)", "\(plan)")
    }
  }

  static let errors: [(code: String, message: String)] = [
    ("at_least(nil)", "`at_least` requires a number or a text, but it was called with nil"),
    ("at_least(0/0)", "`at_least` cannot compare with NaN, which is no number"),
    ("at_least()", "`at_least` requires 1 argument, but it was called with 0"),
    ("between(3)", "`between` requires 2 arguments, and takes one more, but it was called with 1"),
    ("between('b', 'a')", "`between` requires the smaller bound first"),
    ("any_of(at_least(18))", "`any_of` requires a list: write `any_of { … }`"),
    ("one_of { 1, label = 2 }", "`one_of` requires a list: write `one_of { … }`"),
    ("matches('(')", "`matches` requires a pattern of Lua: it has a capture that is not closed"),
    ("matches(('a'):rep(257))", "`matches` takes a pattern of at most 256 bytes"),
    ("between(3, 1)", "`between` requires the smaller bound first"),
    ("between(3, 'x')", "`between` requires two numbers or two texts, not one of each"),
    ("between(1, 3, '<>')", "the ends of `between` are \"[]\", \"[)\", \"(]\" or \"()\""),
    ("one_of('x')", "`one_of` requires a list of constants, but it was called with string"),
    ("one_of {}", "`one_of` requires a list with at least one element"),
    ("none_of { {} }", "element 1 of `none_of` is table; expected a constant"),
    ("any_of { print }", "element 1 of `any_of` is function; expected a condition or a constant"),
    ("is_not({})", "`is_not` requires a constant, but it was called with table"),
    ("starts_with(1)", "`starts_with` requires a text, but it was called with number"),
    ("matches('[')", "`matches` requires a pattern of Lua: it is malformed"),
    ("matches(('%a'):rep(100))", "`matches` requires a pattern of Lua: it has too many parts"),
  ]

  @Test(arguments: errors)
  func `arguments that make no condition are refused where it is made`(
    code: String, message: String
  ) {
    let text = loading("\n\nreturn { { key = 'k', when = { a = \(code) }, value = 1 } }")
    #expect(text == "rules.lua:3: error: \(message) [runtime]")
  }

  @Test func `a condition stands in patterns only`() {
    #expect(
      loading("return { { key = 'k', when = at_least(3), value = 1 } }") == """
        rules.lua:1: error: the pattern is the condition `at_least`; expected names with values [bad-pattern]
          hint: write `when = { age = at_least(…) }`
        """)
    #expect(
      loading("return { { key = 'k', value = at_least(3) } }") == """
        rules.lua:1: error: the value of `k` is the condition `at_least`; expected a constant [bad-rule]
          hint: conditions stand in `when = { age = at_least(…) }`
        """)
    #expect(
      loading("return { { key = 'k', when = { a = before('soon') }, value = 1 } }") == """
        rules.lua:1: error: `before` in the pattern for `a` has "soon", which is not a date [bad-pattern]
          hint: write a date as "2026-01-31" or "2026-01-31T12:00:00Z"
        """)
    let question = Question(
      "in a function", "return { { key = 'answer', value = function(c) return at_least(3) end } }",
      gives: """
        rules.lua:1: error: `at_least` makes a condition of a pattern, so it cannot be called in a function of a rule [runtime]
        """)
    #expect(question.outcome == question.expected)
  }

  @Test func `a condition in a value, and one that was changed, are refused`() {
    #expect(
      loading("return { { key = 'k', value = { at_least(3) } } }").hasPrefix(
        "rules.lua:1: error: the value of `k` has the condition `at_least`; expected a constant [bad-rule]"
      ))
    for change in ["c[1] = 0/0", "c[1] = nil", "c[1] = {}"] {
      let text = loading(
        "local c = at_least(3)\n\(change)\nreturn { { key = 'k', when = { a = c }, value = 1 } }")
      #expect(text.contains("that was changed after it was made [bad-pattern]"), "\(text)")
    }
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `contains asks a declared object for nothing`(plan: EvaluationMode) throws {
    var options = RuleOptions()
    options.plan = plan
    let schema = try RuleSchema(
      json: """
        { "properties": { "a": { "type": "object", "properties": { "b": { "type": "integer" } },
          "additionalProperties": false } } }
        """)
    let model = try RuleModel(
      text: "return { { key = 'answer', when = { a = contains(1) }, value = 1 } }", schema: schema,
      options: options)
    var context = RuleContext(model)
    try context.setValues(json: #"{"a": {"b": 1}}"#)
    #expect(outcome(in: context) == "null")
  }

  @Test func `a file's own names win over conditions`() {
    let question = Question(
      "own names",
      """
      local contains = "x"
      function matches(a) return a end
      return { { key = "answer", when = { a = contains, b = matches(3) }, value = true } }
      """, with: #"{"a": "x", "b": 3}"#, gives: "true")
    #expect(question.outcome == question.expected)
  }

  @Test func `each leaf counts as one condition`() throws {
    let model = try RuleModel(
      text: """
        return {
          { key = "answer", when = { a = all_of { at_least(1), at_most(9), is_not(5) } }, value = 1 },
          { key = "answer", when = { a = 3, b = 4 }, value = 2 },
        }
        """)
    var context = RuleContext(model)
    try context.setValues(json: #"{"a": 3, "b": 4}"#)
    #expect(outcome(in: context) == "2")
  }

  @Test func `a pattern that repeats too much is an error of the budget`() throws {
    let rules = """
      return { { key = "answer", when = { a = matches(".-.-.-.-.-.-b$") }, value = true } }
      """
    for plan in [EvaluationMode.native, .lua] {
      var options = RuleOptions()
      options.plan = plan
      options.budget.instructions = 100_000_000
      var context = RuleContext(try RuleModel(text: rules, options: options))
      context["a"] = String(repeating: "a", count: 2_000)
      #expect(outcome(in: context).contains("takes too many steps for the text [budget]"))
    }
  }
}
